BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('1');
CREATE TABLE boards (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	seed INTEGER, 
	position INTEGER, 
	solution VARCHAR NOT NULL
);
INSERT INTO "boards" VALUES(0,4,0,'973815264582764391146392785297583416431629857865147932328456179759231648614978523');
INSERT INTO "boards" VALUES(1,4,1,'218934675745618239639725481486159327123476598597283164971562843364891752852347916');
INSERT INTO "boards" VALUES(2,4,2,'291857634854263917673149258412735869539682471786914523947326185165478392328591746');
INSERT INTO "boards" VALUES(3,4,3,'981567324234918567567432918458693271792184653316275489825749136679321845143856792');
INSERT INTO "boards" VALUES(4,4,4,'354672918687915234219348765926431587573869421148257396865723149792184653431596872');
INSERT INTO "boards" VALUES(5,4,5,'283146795145397628796852431652938147378214956419675382567423819831569274924781563');
CREATE TABLE claims (
	"key" BLOB NOT NULL, 
	board_id INTEGER NOT NULL, 
	PRIMARY KEY ("key")
)
 WITHOUT ROWID

;
INSERT INTO "claims" VALUES(X'0327456815682107347146380252051643786810735423475821604563218071238074568704562130',3);
INSERT INTO "claims" VALUES(X'1065234787384605212451786030278153463842061575617342806530827148123470654706518320',5);
INSERT INTO "claims" VALUES(X'1078235646345071285286143703750482160123654874861720538604517322537806417412368050',1);
INSERT INTO "claims" VALUES(X'1285064376438175207502346185326807418714523064061732850147258632853610743670481520',4);
INSERT INTO "claims" VALUES(X'1753468028460273510321856477106582344532701686284135705817340262045617833678024150',2);
INSERT INTO "claims" VALUES(X'2147683057350218468605437121286304576478150235032746814761825300823561743514072680',0);
CREATE TABLE forms (
	board_id INTEGER NOT NULL, 
	form BLOB NOT NULL, 
	place INTEGER NOT NULL, 
	PRIMARY KEY (board_id, form)
)
 WITHOUT ROWID

;
CREATE TABLE origins (
	puzzle_id INTEGER NOT NULL, 
	source_id INTEGER NOT NULL, 
	line INTEGER NOT NULL, 
	details VARCHAR, 
	PRIMARY KEY (puzzle_id), 
	FOREIGN KEY(source_id) REFERENCES sources (id)
);
CREATE TABLE puzzles (
	id INTEGER NOT NULL, 
	board_id INTEGER NOT NULL, 
	givens VARCHAR NOT NULL, 
	minimal BOOLEAN NOT NULL, 
	pattern VARCHAR, 
	clues INTEGER NOT NULL, 
	backtracks INTEGER NOT NULL, 
	max_depth INTEGER NOT NULL, 
	comparisons INTEGER NOT NULL, 
	filled INTEGER NOT NULL, 
	hidden_rounds INTEGER NOT NULL, 
	textbook_comparisons INTEGER, 
	textbook_backtracks INTEGER, 
	textbook_depth INTEGER, 
	rating_status INTEGER, 
	rating INTEGER, 
	pearl INTEGER, 
	diamond INTEGER, 
	hardest VARCHAR, 
	score INTEGER, 
	level INTEGER, 
	weight FLOAT, 
	place INTEGER DEFAULT '0' NOT NULL, 
	solution VARCHAR, 
	constraints VARCHAR, 
	PRIMARY KEY (id), 
	FOREIGN KEY(board_id) REFERENCES boards (id)
);
INSERT INTO "puzzles" VALUES(0,0,'.......6...2.6....14....7.....5.34.......9.5....1.........5.1....9.3.....1.......',1,NULL,17,1,1,420,33,137,NULL,NULL,NULL,0,66,12,12,'x-chain',NULL,NULL,NULL,0,NULL,NULL);
INSERT INTO "puzzles" VALUES(1,1,'2.....67.......23..3.7....148..5..........5.8..7.....4..1.62...............34....',1,NULL,20,22,9,1688,1,40,NULL,NULL,NULL,0,90,12,12,'dynamic-chains',NULL,NULL,NULL,0,NULL,NULL);
INSERT INTO "puzzles" VALUES(2,2,'..1..7...8...6....6......5.4......69.3....4.1............3...8..6.....92.2.......',1,NULL,18,22,9,1798,4,55,NULL,NULL,NULL,0,92,12,12,'dynamic-chains',NULL,NULL,NULL,0,NULL,NULL);
INSERT INTO "puzzles" VALUES(3,3,'9.1.....42....85.....4.........................6.75..9.....9.36....2....143......',1,NULL,18,49,11,3512,1,42,NULL,NULL,NULL,0,93,12,12,'dynamic-chains',NULL,NULL,NULL,0,NULL,NULL);
INSERT INTO "puzzles" VALUES(4,4,'...6......8......42.9.4.........1..75....9..1.....73..8.5.........1......3...6.7.',1,NULL,19,60,11,3792,0,33,NULL,NULL,NULL,0,93,93,26,'dynamic-chains',NULL,NULL,NULL,0,NULL,NULL);
INSERT INTO "puzzles" VALUES(5,5,'......7.5.45..7........2.3.............2..95..1.6.....5.......9..1..92.......1...',1,NULL,18,56,9,2702,14,125,NULL,NULL,NULL,0,83,12,12,'cell-chains',NULL,NULL,NULL,0,NULL,NULL);
CREATE TABLE recipes (
	seed INTEGER NOT NULL, 
	start INTEGER NOT NULL, 
	recipe VARCHAR, 
	own BOOLEAN, 
	PRIMARY KEY (seed, start)
)
 WITHOUT ROWID

;
INSERT INTO "recipes" VALUES(4,0,'{}',1);
CREATE TABLE settings (
	size INTEGER NOT NULL, 
	symmetry VARCHAR NOT NULL, 
	seed INTEGER NOT NULL, 
	metrics_version INTEGER NOT NULL, 
	method VARCHAR NOT NULL, 
	rating_version INTEGER NOT NULL, 
	files BOOLEAN NOT NULL, 
	blocks VARCHAR NOT NULL, 
	rules VARCHAR NOT NULL
);
INSERT INTO "settings" VALUES(9,'d4',4,2,'rules',1,1,'3x3','diagonal');
CREATE TABLE sources (
	id INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	digest VARCHAR NOT NULL, 
	position INTEGER NOT NULL, 
	finished BOOLEAN NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE streams (
	seed INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	attempts INTEGER NOT NULL, 
	duplicates INTEGER NOT NULL, 
	unwanted INTEGER DEFAULT '0' NOT NULL, 
	PRIMARY KEY (seed)
);
INSERT INTO "streams" VALUES(4,6,6,0,0);
CREATE TABLE tags (
	name VARCHAR NOT NULL, 
	puzzle_id INTEGER NOT NULL, 
	PRIMARY KEY (name, puzzle_id)
)
 WITHOUT ROWID

;
CREATE TABLE tallies (
	metric VARCHAR NOT NULL, 
	value INTEGER NOT NULL, 
	puzzles INTEGER NOT NULL, 
	PRIMARY KEY (metric, value)
)
 WITHOUT ROWID

;
INSERT INTO "tallies" VALUES('backtracks',1,1);
INSERT INTO "tallies" VALUES('backtracks',22,2);
INSERT INTO "tallies" VALUES('backtracks',49,1);
INSERT INTO "tallies" VALUES('backtracks',56,1);
INSERT INTO "tallies" VALUES('backtracks',60,1);
INSERT INTO "tallies" VALUES('clues',17,1);
INSERT INTO "tallies" VALUES('clues',18,3);
INSERT INTO "tallies" VALUES('clues',19,1);
INSERT INTO "tallies" VALUES('clues',20,1);
INSERT INTO "tallies" VALUES('comparisons',420,1);
INSERT INTO "tallies" VALUES('comparisons',1688,1);
INSERT INTO "tallies" VALUES('comparisons',1798,1);
INSERT INTO "tallies" VALUES('comparisons',2702,1);
INSERT INTO "tallies" VALUES('comparisons',3512,1);
INSERT INTO "tallies" VALUES('comparisons',3792,1);
INSERT INTO "tallies" VALUES('filled',0,1);
INSERT INTO "tallies" VALUES('filled',1,2);
INSERT INTO "tallies" VALUES('filled',4,1);
INSERT INTO "tallies" VALUES('filled',14,1);
INSERT INTO "tallies" VALUES('filled',33,1);
INSERT INTO "tallies" VALUES('hardest',30,1);
INSERT INTO "tallies" VALUES('hardest',35,1);
INSERT INTO "tallies" VALUES('hardest',37,4);
INSERT INTO "tallies" VALUES('hidden_rounds',33,1);
INSERT INTO "tallies" VALUES('hidden_rounds',40,1);
INSERT INTO "tallies" VALUES('hidden_rounds',42,1);
INSERT INTO "tallies" VALUES('hidden_rounds',55,1);
INSERT INTO "tallies" VALUES('hidden_rounds',125,1);
INSERT INTO "tallies" VALUES('hidden_rounds',137,1);
INSERT INTO "tallies" VALUES('max_depth',1,1);
INSERT INTO "tallies" VALUES('max_depth',9,3);
INSERT INTO "tallies" VALUES('max_depth',11,2);
INSERT INTO "tallies" VALUES('rating',66,1);
INSERT INTO "tallies" VALUES('rating',83,1);
INSERT INTO "tallies" VALUES('rating',90,1);
INSERT INTO "tallies" VALUES('rating',92,1);
INSERT INTO "tallies" VALUES('rating',93,2);
INSERT INTO "tallies" VALUES('rating_status',0,6);
INSERT INTO "tallies" VALUES('technique',0,6);
INSERT INTO "tallies" VALUES('technique',1,6);
INSERT INTO "tallies" VALUES('technique',2,6);
INSERT INTO "tallies" VALUES('technique',3,3);
INSERT INTO "tallies" VALUES('technique',5,4);
INSERT INTO "tallies" VALUES('technique',6,5);
INSERT INTO "tallies" VALUES('technique',8,6);
INSERT INTO "tallies" VALUES('technique',9,6);
INSERT INTO "tallies" VALUES('technique',10,5);
INSERT INTO "tallies" VALUES('technique',11,3);
INSERT INTO "tallies" VALUES('technique',12,5);
INSERT INTO "tallies" VALUES('technique',13,2);
INSERT INTO "tallies" VALUES('technique',15,2);
INSERT INTO "tallies" VALUES('technique',16,6);
INSERT INTO "tallies" VALUES('technique',17,3);
INSERT INTO "tallies" VALUES('technique',18,2);
INSERT INTO "tallies" VALUES('technique',20,1);
INSERT INTO "tallies" VALUES('technique',27,2);
INSERT INTO "tallies" VALUES('technique',28,6);
INSERT INTO "tallies" VALUES('technique',29,1);
INSERT INTO "tallies" VALUES('technique',30,6);
INSERT INTO "tallies" VALUES('technique',31,2);
INSERT INTO "tallies" VALUES('technique',32,5);
INSERT INTO "tallies" VALUES('technique',33,1);
INSERT INTO "tallies" VALUES('technique',34,5);
INSERT INTO "tallies" VALUES('technique',35,5);
INSERT INTO "tallies" VALUES('technique',36,5);
INSERT INTO "tallies" VALUES('technique',37,4);
CREATE TABLE techniques (
	number INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	PRIMARY KEY (number)
);
INSERT INTO "techniques" VALUES(0,'last-value');
INSERT INTO "techniques" VALUES(1,'hidden-single-block');
INSERT INTO "techniques" VALUES(2,'hidden-single-line');
INSERT INTO "techniques" VALUES(3,'direct-pointing');
INSERT INTO "techniques" VALUES(4,'direct-claiming');
INSERT INTO "techniques" VALUES(5,'direct-hidden-pair');
INSERT INTO "techniques" VALUES(6,'naked-single');
INSERT INTO "techniques" VALUES(7,'direct-hidden-triplet');
INSERT INTO "techniques" VALUES(8,'pointing');
INSERT INTO "techniques" VALUES(9,'claiming');
INSERT INTO "techniques" VALUES(10,'naked-pair');
INSERT INTO "techniques" VALUES(11,'x-wing');
INSERT INTO "techniques" VALUES(12,'hidden-pair');
INSERT INTO "techniques" VALUES(13,'naked-triplet');
INSERT INTO "techniques" VALUES(14,'swordfish');
INSERT INTO "techniques" VALUES(15,'hidden-triplet');
INSERT INTO "techniques" VALUES(16,'xy-wing');
INSERT INTO "techniques" VALUES(17,'xyz-wing');
INSERT INTO "techniques" VALUES(18,'unique-rectangle');
INSERT INTO "techniques" VALUES(19,'unique-loop');
INSERT INTO "techniques" VALUES(20,'naked-quad');
INSERT INTO "techniques" VALUES(21,'jellyfish');
INSERT INTO "techniques" VALUES(22,'hidden-quad');
INSERT INTO "techniques" VALUES(23,'bug-1');
INSERT INTO "techniques" VALUES(24,'bug-2');
INSERT INTO "techniques" VALUES(25,'bug-3');
INSERT INTO "techniques" VALUES(26,'bug-4');
INSERT INTO "techniques" VALUES(27,'aligned-pair-exclusion');
INSERT INTO "techniques" VALUES(28,'x-cycle');
INSERT INTO "techniques" VALUES(29,'y-cycle');
INSERT INTO "techniques" VALUES(30,'x-chain');
INSERT INTO "techniques" VALUES(31,'xy-cycle');
INSERT INTO "techniques" VALUES(32,'forcing-chain');
INSERT INTO "techniques" VALUES(33,'aligned-triplet-exclusion');
INSERT INTO "techniques" VALUES(34,'nishio');
INSERT INTO "techniques" VALUES(35,'cell-chains');
INSERT INTO "techniques" VALUES(36,'region-chains');
INSERT INTO "techniques" VALUES(37,'dynamic-chains');
INSERT INTO "techniques" VALUES(38,'dynamic-chains-plus');
INSERT INTO "techniques" VALUES(39,'nested-chains');
INSERT INTO "techniques" VALUES(40,'nested-multiple-chains');
INSERT INTO "techniques" VALUES(41,'nested-dynamic-chains');
INSERT INTO "techniques" VALUES(42,'twice-nested-chains');
INSERT INTO "techniques" VALUES(100,'full-house');
INSERT INTO "techniques" VALUES(101,'score:naked-single');
INSERT INTO "techniques" VALUES(102,'hidden-single');
INSERT INTO "techniques" VALUES(103,'locked-pair');
INSERT INTO "techniques" VALUES(104,'locked-triple');
INSERT INTO "techniques" VALUES(105,'score:pointing');
INSERT INTO "techniques" VALUES(106,'score:claiming');
INSERT INTO "techniques" VALUES(107,'score:naked-pair');
INSERT INTO "techniques" VALUES(108,'naked-triple');
INSERT INTO "techniques" VALUES(109,'score:hidden-pair');
INSERT INTO "techniques" VALUES(110,'hidden-triple');
INSERT INTO "techniques" VALUES(111,'naked-quadruple');
INSERT INTO "techniques" VALUES(112,'hidden-quadruple');
INSERT INTO "techniques" VALUES(113,'score:x-wing');
INSERT INTO "techniques" VALUES(114,'score:swordfish');
INSERT INTO "techniques" VALUES(115,'score:jellyfish');
INSERT INTO "techniques" VALUES(116,'remote-pair');
INSERT INTO "techniques" VALUES(117,'bug-plus-1');
INSERT INTO "techniques" VALUES(118,'skyscraper');
INSERT INTO "techniques" VALUES(119,'two-string-kite');
INSERT INTO "techniques" VALUES(120,'turbot-fish');
INSERT INTO "techniques" VALUES(121,'empty-rectangle');
INSERT INTO "techniques" VALUES(122,'w-wing');
INSERT INTO "techniques" VALUES(123,'score:xy-wing');
INSERT INTO "techniques" VALUES(124,'score:xyz-wing');
INSERT INTO "techniques" VALUES(125,'uniqueness-1');
INSERT INTO "techniques" VALUES(126,'uniqueness-2');
INSERT INTO "techniques" VALUES(127,'uniqueness-3');
INSERT INTO "techniques" VALUES(128,'uniqueness-4');
INSERT INTO "techniques" VALUES(129,'uniqueness-5');
INSERT INTO "techniques" VALUES(130,'uniqueness-6');
INSERT INTO "techniques" VALUES(131,'hidden-rectangle');
INSERT INTO "techniques" VALUES(132,'avoidable-rectangle-1');
INSERT INTO "techniques" VALUES(133,'avoidable-rectangle-2');
INSERT INTO "techniques" VALUES(134,'finned-x-wing');
INSERT INTO "techniques" VALUES(135,'sashimi-x-wing');
INSERT INTO "techniques" VALUES(136,'finned-swordfish');
INSERT INTO "techniques" VALUES(137,'sashimi-swordfish');
INSERT INTO "techniques" VALUES(138,'finned-jellyfish');
INSERT INTO "techniques" VALUES(139,'sashimi-jellyfish');
INSERT INTO "techniques" VALUES(140,'sue-de-coq');
INSERT INTO "techniques" VALUES(143,'score:x-chain');
INSERT INTO "techniques" VALUES(144,'xy-chain');
INSERT INTO "techniques" VALUES(147,'als-xz');
INSERT INTO "techniques" VALUES(148,'als-xy-wing');
INSERT INTO "techniques" VALUES(149,'als-chain');
INSERT INTO "techniques" VALUES(150,'death-blossom');
INSERT INTO "techniques" VALUES(151,'franken-x-wing');
INSERT INTO "techniques" VALUES(152,'franken-swordfish');
INSERT INTO "techniques" VALUES(153,'franken-jellyfish');
INSERT INTO "techniques" VALUES(154,'finned-franken-x-wing');
INSERT INTO "techniques" VALUES(155,'finned-franken-swordfish');
INSERT INTO "techniques" VALUES(156,'finned-franken-jellyfish');
INSERT INTO "techniques" VALUES(157,'mutant-x-wing');
INSERT INTO "techniques" VALUES(158,'mutant-swordfish');
INSERT INTO "techniques" VALUES(159,'mutant-jellyfish');
INSERT INTO "techniques" VALUES(160,'finned-mutant-x-wing');
INSERT INTO "techniques" VALUES(161,'finned-mutant-swordfish');
INSERT INTO "techniques" VALUES(162,'finned-mutant-jellyfish');
INSERT INTO "techniques" VALUES(166,'brute-force');
INSERT INTO "techniques" VALUES(167,'simple-colors-trap');
INSERT INTO "techniques" VALUES(168,'simple-colors-wrap');
INSERT INTO "techniques" VALUES(169,'multi-colors-1');
INSERT INTO "techniques" VALUES(170,'multi-colors-2');
INSERT INTO "techniques" VALUES(171,'continuous-nice-loop');
INSERT INTO "techniques" VALUES(172,'discontinuous-nice-loop');
INSERT INTO "techniques" VALUES(173,'aic');
INSERT INTO "techniques" VALUES(174,'grouped-continuous-nice-loop');
INSERT INTO "techniques" VALUES(175,'grouped-discontinuous-nice-loop');
INSERT INTO "techniques" VALUES(176,'grouped-aic');
INSERT INTO "techniques" VALUES(177,'kraken-fish-1');
INSERT INTO "techniques" VALUES(178,'kraken-fish-2');
INSERT INTO "techniques" VALUES(179,'forcing-chain-contradiction');
INSERT INTO "techniques" VALUES(180,'forcing-chain-verity');
INSERT INTO "techniques" VALUES(181,'forcing-net-contradiction');
INSERT INTO "techniques" VALUES(182,'forcing-net-verity');
CREATE TABLE uses (
	technique INTEGER NOT NULL, 
	puzzle_id INTEGER NOT NULL, 
	times INTEGER NOT NULL, 
	PRIMARY KEY (technique, puzzle_id)
)
 WITHOUT ROWID

;
INSERT INTO "uses" VALUES(0,0,22);
INSERT INTO "uses" VALUES(0,1,23);
INSERT INTO "uses" VALUES(0,2,20);
INSERT INTO "uses" VALUES(0,3,21);
INSERT INTO "uses" VALUES(0,4,22);
INSERT INTO "uses" VALUES(0,5,23);
INSERT INTO "uses" VALUES(1,0,33);
INSERT INTO "uses" VALUES(1,1,23);
INSERT INTO "uses" VALUES(1,2,29);
INSERT INTO "uses" VALUES(1,3,30);
INSERT INTO "uses" VALUES(1,4,27);
INSERT INTO "uses" VALUES(1,5,25);
INSERT INTO "uses" VALUES(2,0,6);
INSERT INTO "uses" VALUES(2,1,9);
INSERT INTO "uses" VALUES(2,2,8);
INSERT INTO "uses" VALUES(2,3,7);
INSERT INTO "uses" VALUES(2,4,5);
INSERT INTO "uses" VALUES(2,5,12);
INSERT INTO "uses" VALUES(3,3,1);
INSERT INTO "uses" VALUES(3,4,1);
INSERT INTO "uses" VALUES(3,5,1);
INSERT INTO "uses" VALUES(5,0,3);
INSERT INTO "uses" VALUES(5,1,1);
INSERT INTO "uses" VALUES(5,2,3);
INSERT INTO "uses" VALUES(5,4,2);
INSERT INTO "uses" VALUES(6,1,2);
INSERT INTO "uses" VALUES(6,2,1);
INSERT INTO "uses" VALUES(6,3,3);
INSERT INTO "uses" VALUES(6,4,1);
INSERT INTO "uses" VALUES(6,5,2);
INSERT INTO "uses" VALUES(8,0,3);
INSERT INTO "uses" VALUES(8,1,13);
INSERT INTO "uses" VALUES(8,2,10);
INSERT INTO "uses" VALUES(8,3,8);
INSERT INTO "uses" VALUES(8,4,10);
INSERT INTO "uses" VALUES(8,5,8);
INSERT INTO "uses" VALUES(9,0,1);
INSERT INTO "uses" VALUES(9,1,2);
INSERT INTO "uses" VALUES(9,2,3);
INSERT INTO "uses" VALUES(9,3,9);
INSERT INTO "uses" VALUES(9,4,4);
INSERT INTO "uses" VALUES(9,5,4);
INSERT INTO "uses" VALUES(10,0,1);
INSERT INTO "uses" VALUES(10,1,3);
INSERT INTO "uses" VALUES(10,2,2);
INSERT INTO "uses" VALUES(10,3,2);
INSERT INTO "uses" VALUES(10,4,1);
INSERT INTO "uses" VALUES(11,0,2);
INSERT INTO "uses" VALUES(11,1,1);
INSERT INTO "uses" VALUES(11,5,1);
INSERT INTO "uses" VALUES(12,0,1);
INSERT INTO "uses" VALUES(12,1,3);
INSERT INTO "uses" VALUES(12,3,2);
INSERT INTO "uses" VALUES(12,4,2);
INSERT INTO "uses" VALUES(12,5,3);
INSERT INTO "uses" VALUES(13,1,1);
INSERT INTO "uses" VALUES(13,4,1);
INSERT INTO "uses" VALUES(15,3,1);
INSERT INTO "uses" VALUES(15,4,1);
INSERT INTO "uses" VALUES(16,0,1);
INSERT INTO "uses" VALUES(16,1,3);
INSERT INTO "uses" VALUES(16,2,1);
INSERT INTO "uses" VALUES(16,3,1);
INSERT INTO "uses" VALUES(16,4,1);
INSERT INTO "uses" VALUES(16,5,2);
INSERT INTO "uses" VALUES(17,0,1);
INSERT INTO "uses" VALUES(17,1,1);
INSERT INTO "uses" VALUES(17,4,1);
INSERT INTO "uses" VALUES(18,0,1);
INSERT INTO "uses" VALUES(18,4,1);
INSERT INTO "uses" VALUES(20,3,1);
INSERT INTO "uses" VALUES(27,4,1);
INSERT INTO "uses" VALUES(27,5,1);
INSERT INTO "uses" VALUES(28,0,1);
INSERT INTO "uses" VALUES(28,1,3);
INSERT INTO "uses" VALUES(28,2,3);
INSERT INTO "uses" VALUES(28,3,2);
INSERT INTO "uses" VALUES(28,4,1);
INSERT INTO "uses" VALUES(28,5,1);
INSERT INTO "uses" VALUES(29,5,1);
INSERT INTO "uses" VALUES(30,0,3);
INSERT INTO "uses" VALUES(30,1,12);
INSERT INTO "uses" VALUES(30,2,3);
INSERT INTO "uses" VALUES(30,3,10);
INSERT INTO "uses" VALUES(30,4,11);
INSERT INTO "uses" VALUES(30,5,5);
INSERT INTO "uses" VALUES(31,3,2);
INSERT INTO "uses" VALUES(31,5,1);
INSERT INTO "uses" VALUES(32,1,11);
INSERT INTO "uses" VALUES(32,2,5);
INSERT INTO "uses" VALUES(32,3,10);
INSERT INTO "uses" VALUES(32,4,10);
INSERT INTO "uses" VALUES(32,5,13);
INSERT INTO "uses" VALUES(33,3,2);
INSERT INTO "uses" VALUES(34,1,8);
INSERT INTO "uses" VALUES(34,2,14);
INSERT INTO "uses" VALUES(34,3,14);
INSERT INTO "uses" VALUES(34,4,15);
INSERT INTO "uses" VALUES(34,5,7);
INSERT INTO "uses" VALUES(35,1,4);
INSERT INTO "uses" VALUES(35,2,1);
INSERT INTO "uses" VALUES(35,3,3);
INSERT INTO "uses" VALUES(35,4,2);
INSERT INTO "uses" VALUES(35,5,2);
INSERT INTO "uses" VALUES(36,1,9);
INSERT INTO "uses" VALUES(36,2,6);
INSERT INTO "uses" VALUES(36,3,22);
INSERT INTO "uses" VALUES(36,4,2);
INSERT INTO "uses" VALUES(36,5,2);
INSERT INTO "uses" VALUES(37,1,12);
INSERT INTO "uses" VALUES(37,2,47);
INSERT INTO "uses" VALUES(37,3,23);
INSERT INTO "uses" VALUES(37,4,26);
CREATE INDEX ix_tags_puzzle_id ON tags (puzzle_id);
CREATE INDEX ix_puzzles_textbook_comparisons ON puzzles (textbook_comparisons) WHERE textbook_comparisons IS NOT NULL;
CREATE INDEX ix_puzzles_textbook_backtracks ON puzzles (textbook_backtracks) WHERE textbook_backtracks IS NOT NULL;
CREATE INDEX ix_puzzles_rating ON puzzles (rating) WHERE rating IS NOT NULL;
CREATE INDEX ix_puzzles_further ON puzzles (id) WHERE place > 0;
CREATE INDEX ix_puzzles_textbook_depth ON puzzles (textbook_depth) WHERE textbook_depth IS NOT NULL;
CREATE INDEX ix_puzzles_score ON puzzles (score) WHERE score IS NOT NULL;
CREATE UNIQUE INDEX ix_puzzles_number ON puzzles (board_id, place);
CREATE INDEX ix_puzzles_hardest ON puzzles (hardest) WHERE hardest IS NOT NULL;
CREATE VIEW catalogue AS
SELECT CASE p.place WHEN 0 THEN p.board_id ELSE p.board_id || '.' || p.place END AS number,
       p.clues, p.rating / 10.0 AS rating, CASE WHEN p.rating BETWEEN 10 AND 12 THEN 'easy'
       WHEN p.rating BETWEEN 13 AND 15 THEN 'medium'
       WHEN p.rating BETWEEN 16 AND 25 THEN 'hard'
       WHEN p.rating BETWEEN 26 AND 60 THEN 'fiendish'
       WHEN p.rating >= 61 THEN 'diabolical' END AS grade,
       p.hardest, p.score, CASE p.level WHEN 0 THEN 'easy' WHEN 1 THEN 'medium' WHEN 2 THEN 'hard' WHEN 3 THEN 'unfair' WHEN 4 THEN 'extreme' END AS level, p.givens, coalesce(p.solution, b.solution) AS solution
FROM puzzles AS p JOIN boards AS b ON b.id = p.board_id;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('boards',5);
COMMIT;
