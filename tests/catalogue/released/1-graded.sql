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
INSERT INTO "boards" VALUES(0,2,0,'795462183463781592182953764634125879951847326278396451316579248549218637827634915');
INSERT INTO "boards" VALUES(1,2,7,'872615349164739285593824671931586427287341956456972813629158734318467592745293168');
INSERT INTO "boards" VALUES(2,2,12,'634718295912534687875269413156423879723891564498657321249376158581942736367185942');
INSERT INTO "boards" VALUES(3,2,131,'732854691546193728891762534413527869259386147687941352174235986925618473368479215');
INSERT INTO "boards" VALUES(4,2,132,'321456879689271345574839126293187654468395712715624938152963487937548261846712593');
INSERT INTO "boards" VALUES(5,2,357,'529786143867143592134952687645839271391527864278614359913468725782395416456271938');
CREATE TABLE claims (
	"key" BLOB NOT NULL, 
	board_id INTEGER NOT NULL, 
	PRIMARY KEY ("key")
)
 WITHOUT ROWID

;
INSERT INTO "claims" VALUES(X'0FCF94102DC18DA0448617ED1788C76561736E',3);
INSERT INTO "claims" VALUES(X'1AE2AD1B0E4F7D80189460495D04CA02C436D6',2);
INSERT INTO "claims" VALUES(X'290455813148FE117100608704AD1BD3CA05AD',4);
INSERT INTO "claims" VALUES(X'2A81B3A39C242709E3372B3C930E1505AD609B',0);
INSERT INTO "claims" VALUES(X'2B4049D7F021E53405B92612F125EB6060EFF5',5);
INSERT INTO "claims" VALUES(X'7C978765117FA18C73DAB7DA6B01424503A323',1);
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
INSERT INTO "puzzles" VALUES(0,0,'..5.........7...9..8...37.4.34.2.......8....6.78.....1...5..2...49..8.3..2.6..9..',1,NULL,24,3,3,16973,18,6,NULL,NULL,NULL,0,20,12,12,'direct-hidden-pair',NULL,NULL,NULL,0,NULL,NULL);
INSERT INTO "puzzles" VALUES(1,1,'..261....1....9..55....467....58.....873.......6..2........8.34.1....5.27...9....',1,NULL,25,0,0,6575,56,2,NULL,NULL,NULL,0,20,12,12,'direct-hidden-pair',NULL,NULL,NULL,0,NULL,NULL);
INSERT INTO "puzzles" VALUES(2,2,'.....8.95..2.3.....7...9.........8......91.6..9.6.....2....6..85.1...7..3..1...42',1,NULL,23,0,0,15773,58,11,NULL,NULL,NULL,0,23,12,12,'naked-single',NULL,NULL,NULL,0,NULL,NULL);
INSERT INTO "puzzles" VALUES(3,3,'...8..6.......372..9..625....3.....9..9.8...7..7.41.5.1..2.5....25..8.......7....',1,NULL,25,0,0,7782,56,3,NULL,NULL,NULL,0,12,12,12,'hidden-single-block',NULL,NULL,NULL,0,NULL,NULL);
INSERT INTO "puzzles" VALUES(4,4,'......87...9.7....5....9....9.1....4..83..7.2...62..3.1.2...487...5..2..8.......3',1,NULL,25,0,0,7154,56,4,NULL,NULL,NULL,0,12,12,12,'hidden-single-block',NULL,NULL,NULL,0,NULL,NULL);
INSERT INTO "puzzles" VALUES(5,5,'.2...6...8....3...1....2.....5.39.7.....278..2......5.91.4....57......16..6....3.',1,NULL,24,0,0,9030,57,3,NULL,NULL,NULL,0,12,12,12,'hidden-single-block',NULL,NULL,NULL,0,NULL,NULL);
CREATE TABLE recipes (
	seed INTEGER NOT NULL, 
	start INTEGER NOT NULL, 
	recipe VARCHAR, 
	own BOOLEAN, 
	PRIMARY KEY (seed, start)
)
 WITHOUT ROWID

;
INSERT INTO "recipes" VALUES(2,0,'{"grades": ["easy", "hard"]}',1);
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
INSERT INTO "settings" VALUES(9,'d4',2,2,'wfc',1,1,'3x3','');
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
INSERT INTO "streams" VALUES(2,358,654,0,352);
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
INSERT INTO "tallies" VALUES('backtracks',0,5);
INSERT INTO "tallies" VALUES('backtracks',3,1);
INSERT INTO "tallies" VALUES('clues',23,1);
INSERT INTO "tallies" VALUES('clues',24,2);
INSERT INTO "tallies" VALUES('clues',25,3);
INSERT INTO "tallies" VALUES('comparisons',6575,1);
INSERT INTO "tallies" VALUES('comparisons',7154,1);
INSERT INTO "tallies" VALUES('comparisons',7782,1);
INSERT INTO "tallies" VALUES('comparisons',9030,1);
INSERT INTO "tallies" VALUES('comparisons',15773,1);
INSERT INTO "tallies" VALUES('comparisons',16973,1);
INSERT INTO "tallies" VALUES('filled',18,1);
INSERT INTO "tallies" VALUES('filled',56,3);
INSERT INTO "tallies" VALUES('filled',57,1);
INSERT INTO "tallies" VALUES('filled',58,1);
INSERT INTO "tallies" VALUES('hardest',1,3);
INSERT INTO "tallies" VALUES('hardest',5,2);
INSERT INTO "tallies" VALUES('hardest',6,1);
INSERT INTO "tallies" VALUES('hidden_rounds',2,1);
INSERT INTO "tallies" VALUES('hidden_rounds',3,2);
INSERT INTO "tallies" VALUES('hidden_rounds',4,1);
INSERT INTO "tallies" VALUES('hidden_rounds',6,1);
INSERT INTO "tallies" VALUES('hidden_rounds',11,1);
INSERT INTO "tallies" VALUES('max_depth',0,5);
INSERT INTO "tallies" VALUES('max_depth',3,1);
INSERT INTO "tallies" VALUES('rating',12,3);
INSERT INTO "tallies" VALUES('rating',20,2);
INSERT INTO "tallies" VALUES('rating',23,1);
INSERT INTO "tallies" VALUES('rating_status',0,6);
INSERT INTO "tallies" VALUES('technique',0,6);
INSERT INTO "tallies" VALUES('technique',1,6);
INSERT INTO "tallies" VALUES('technique',2,3);
INSERT INTO "tallies" VALUES('technique',5,3);
INSERT INTO "tallies" VALUES('technique',6,1);
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
INSERT INTO "uses" VALUES(0,0,20);
INSERT INTO "uses" VALUES(0,1,19);
INSERT INTO "uses" VALUES(0,2,20);
INSERT INTO "uses" VALUES(0,3,19);
INSERT INTO "uses" VALUES(0,4,20);
INSERT INTO "uses" VALUES(0,5,20);
INSERT INTO "uses" VALUES(1,0,24);
INSERT INTO "uses" VALUES(1,1,31);
INSERT INTO "uses" VALUES(1,2,24);
INSERT INTO "uses" VALUES(1,3,37);
INSERT INTO "uses" VALUES(1,4,36);
INSERT INTO "uses" VALUES(1,5,37);
INSERT INTO "uses" VALUES(2,0,12);
INSERT INTO "uses" VALUES(2,1,4);
INSERT INTO "uses" VALUES(2,2,11);
INSERT INTO "uses" VALUES(5,0,1);
INSERT INTO "uses" VALUES(5,1,2);
INSERT INTO "uses" VALUES(5,2,2);
INSERT INTO "uses" VALUES(6,2,1);
CREATE INDEX ix_tags_puzzle_id ON tags (puzzle_id);
CREATE INDEX ix_puzzles_textbook_backtracks ON puzzles (textbook_backtracks) WHERE textbook_backtracks IS NOT NULL;
CREATE INDEX ix_puzzles_textbook_comparisons ON puzzles (textbook_comparisons) WHERE textbook_comparisons IS NOT NULL;
CREATE INDEX ix_puzzles_rating ON puzzles (rating) WHERE rating IS NOT NULL;
CREATE INDEX ix_puzzles_hardest ON puzzles (hardest) WHERE hardest IS NOT NULL;
CREATE INDEX ix_puzzles_textbook_depth ON puzzles (textbook_depth) WHERE textbook_depth IS NOT NULL;
CREATE INDEX ix_puzzles_score ON puzzles (score) WHERE score IS NOT NULL;
CREATE INDEX ix_puzzles_further ON puzzles (id) WHERE place > 0;
CREATE UNIQUE INDEX ix_puzzles_number ON puzzles (board_id, place);
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
