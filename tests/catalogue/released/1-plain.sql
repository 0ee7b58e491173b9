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
INSERT INTO "boards" VALUES(0,1,0,'745936218183452796692718435271695384958243671364187529429361857836579142517824963');
INSERT INTO "boards" VALUES(1,1,1,'749321658158649372326587149297856413631294587584173926862915734413768295975432861');
INSERT INTO "boards" VALUES(2,1,2,'658274319273918465419536728736892541582147693194653287845321976367489152921765834');
INSERT INTO "boards" VALUES(3,1,3,'892674513436519728157832496974326185583791642621458379349185267265947831718263954');
INSERT INTO "boards" VALUES(4,1,4,'862579341197834256534612789928346517375198462641725938456287193283951674719463825');
INSERT INTO "boards" VALUES(5,NULL,NULL,'534678912672195348198342567859761423426853791713924856961537284287419635345286179');
CREATE TABLE claims (
	"key" BLOB NOT NULL, 
	board_id INTEGER NOT NULL, 
	PRIMARY KEY ("key")
)
 WITHOUT ROWID

;
INSERT INTO "claims" VALUES(X'059ACD989EC39E3BB101E84722148E38AA4675',4);
INSERT INTO "claims" VALUES(X'083B4E8F26397611CA93173292F9550573BE4B',1);
INSERT INTO "claims" VALUES(X'16259242060FB0951A21313CDC79129B72A831',5);
INSERT INTO "claims" VALUES(X'2829F1CAA1D333AED8819B7B5A9B20BFA823CD',3);
INSERT INTO "claims" VALUES(X'2B890D5EDE7F4CA645221AA728BA2130C014C3',0);
INSERT INTO "claims" VALUES(X'3EC4460E7E2FDCB009371C38FCC9C35ED0F49F',2);
CREATE TABLE forms (
	board_id INTEGER NOT NULL, 
	form BLOB NOT NULL, 
	place INTEGER NOT NULL, 
	PRIMARY KEY (board_id, form)
)
 WITHOUT ROWID

;
INSERT INTO "forms" VALUES(5,X'098E50D1194C458538C800',0);
CREATE TABLE origins (
	puzzle_id INTEGER NOT NULL, 
	source_id INTEGER NOT NULL, 
	line INTEGER NOT NULL, 
	details VARCHAR, 
	PRIMARY KEY (puzzle_id), 
	FOREIGN KEY(source_id) REFERENCES sources (id)
);
INSERT INTO "origins" VALUES(5,1,1,NULL);
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
INSERT INTO "puzzles" VALUES(0,0,'.4.9.6...1.3.......9.7...3.27..9.38.....4.......1..5........8....6...14.5...249..',1,NULL,24,2,2,17619,15,6,75426,8349,57,0,20,12,12,'direct-hidden-pair',518,1,NULL,0,NULL,NULL);
INSERT INTO "puzzles" VALUES(1,1,'..9..1..8...6.9..2..6...1.9.9..56.1......4...58....9....2.1..3.4.37.........3.8..',1,NULL,25,0,0,7850,56,3,612051,67975,56,0,12,12,12,'hidden-single-block',384,0,NULL,0,NULL,NULL);
INSERT INTO "puzzles" VALUES(2,2,'..8..43......1...5419.............41......6.31..65..8...5....7..674.9...9...6....',1,NULL,24,0,0,10278,57,8,597343,66340,57,0,20,12,12,'direct-hidden-pair',528,0,NULL,0,NULL,NULL);
INSERT INTO "puzzles" VALUES(3,3,'8..6....34...1..2..5...24......2.1.55.37....2...4.8.7..4...5...2...4....7.....9..',1,NULL,25,0,0,8162,56,3,139372,15453,56,0,20,12,12,'direct-hidden-pair',344,0,NULL,0,NULL,NULL);
INSERT INTO "puzzles" VALUES(4,4,'...........78...56.34...7..9.8....1...5..84.2....2.93.4.......3.8.95......9.63.2.',1,NULL,26,4,3,17162,15,3,257926,28629,55,0,72,12,12,'forcing-chain',1800,3,NULL,0,NULL,NULL);
INSERT INTO "puzzles" VALUES(5,5,'53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79',0,'rotate180',30,0,0,2538,51,0,NULL,NULL,NULL,0,12,12,12,'hidden-single-block',204,0,NULL,0,NULL,NULL);
CREATE TABLE recipes (
	seed INTEGER NOT NULL, 
	start INTEGER NOT NULL, 
	recipe VARCHAR, 
	own BOOLEAN, 
	PRIMARY KEY (seed, start)
)
 WITHOUT ROWID

;
INSERT INTO "recipes" VALUES(1,0,'{}',1);
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
INSERT INTO "settings" VALUES(9,'d4',1,2,'wfc',1,1,'3x3','');
CREATE TABLE sources (
	id INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	digest VARCHAR NOT NULL, 
	position INTEGER NOT NULL, 
	finished BOOLEAN NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "sources" VALUES(1,'puzzles.txt','6bb6517f3acab1f2ff115a55bb64128c26c9a67a8b78df98da230f2cf7b5c7f4',1,1);
CREATE TABLE streams (
	seed INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	attempts INTEGER NOT NULL, 
	duplicates INTEGER NOT NULL, 
	unwanted INTEGER DEFAULT '0' NOT NULL, 
	PRIMARY KEY (seed)
);
INSERT INTO "streams" VALUES(1,5,9,0,0);
CREATE TABLE tags (
	name VARCHAR NOT NULL, 
	puzzle_id INTEGER NOT NULL, 
	PRIMARY KEY (name, puzzle_id)
)
 WITHOUT ROWID

;
INSERT INTO "tags" VALUES('book',1);
INSERT INTO "tags" VALUES('book',2);
CREATE TABLE tallies (
	metric VARCHAR NOT NULL, 
	value INTEGER NOT NULL, 
	puzzles INTEGER NOT NULL, 
	PRIMARY KEY (metric, value)
)
 WITHOUT ROWID

;
INSERT INTO "tallies" VALUES('backtracks',0,4);
INSERT INTO "tallies" VALUES('backtracks',2,1);
INSERT INTO "tallies" VALUES('backtracks',4,1);
INSERT INTO "tallies" VALUES('clues',24,2);
INSERT INTO "tallies" VALUES('clues',25,2);
INSERT INTO "tallies" VALUES('clues',26,1);
INSERT INTO "tallies" VALUES('clues',30,1);
INSERT INTO "tallies" VALUES('comparisons',2538,1);
INSERT INTO "tallies" VALUES('comparisons',7850,1);
INSERT INTO "tallies" VALUES('comparisons',8162,1);
INSERT INTO "tallies" VALUES('comparisons',10278,1);
INSERT INTO "tallies" VALUES('comparisons',17162,1);
INSERT INTO "tallies" VALUES('comparisons',17619,1);
INSERT INTO "tallies" VALUES('filled',15,2);
INSERT INTO "tallies" VALUES('filled',51,1);
INSERT INTO "tallies" VALUES('filled',56,2);
INSERT INTO "tallies" VALUES('filled',57,1);
INSERT INTO "tallies" VALUES('hardest',1,2);
INSERT INTO "tallies" VALUES('hardest',5,3);
INSERT INTO "tallies" VALUES('hardest',32,1);
INSERT INTO "tallies" VALUES('hidden_rounds',0,1);
INSERT INTO "tallies" VALUES('hidden_rounds',3,3);
INSERT INTO "tallies" VALUES('hidden_rounds',6,1);
INSERT INTO "tallies" VALUES('hidden_rounds',8,1);
INSERT INTO "tallies" VALUES('level',0,4);
INSERT INTO "tallies" VALUES('level',1,1);
INSERT INTO "tallies" VALUES('level',3,1);
INSERT INTO "tallies" VALUES('max_depth',0,4);
INSERT INTO "tallies" VALUES('max_depth',2,1);
INSERT INTO "tallies" VALUES('max_depth',3,1);
INSERT INTO "tallies" VALUES('rating',12,2);
INSERT INTO "tallies" VALUES('rating',20,3);
INSERT INTO "tallies" VALUES('rating',72,1);
INSERT INTO "tallies" VALUES('rating_status',0,6);
INSERT INTO "tallies" VALUES('score',204,1);
INSERT INTO "tallies" VALUES('score',344,1);
INSERT INTO "tallies" VALUES('score',384,1);
INSERT INTO "tallies" VALUES('score',518,1);
INSERT INTO "tallies" VALUES('score',528,1);
INSERT INTO "tallies" VALUES('score',1800,1);
INSERT INTO "tallies" VALUES('technique',0,6);
INSERT INTO "tallies" VALUES('technique',1,6);
INSERT INTO "tallies" VALUES('technique',2,3);
INSERT INTO "tallies" VALUES('technique',5,4);
INSERT INTO "tallies" VALUES('technique',6,1);
INSERT INTO "tallies" VALUES('technique',8,1);
INSERT INTO "tallies" VALUES('technique',10,1);
INSERT INTO "tallies" VALUES('technique',14,1);
INSERT INTO "tallies" VALUES('technique',16,1);
INSERT INTO "tallies" VALUES('technique',30,1);
INSERT INTO "tallies" VALUES('technique',32,1);
INSERT INTO "tallies" VALUES('technique',100,6);
INSERT INTO "tallies" VALUES('technique',101,6);
INSERT INTO "tallies" VALUES('technique',102,5);
INSERT INTO "tallies" VALUES('technique',105,2);
INSERT INTO "tallies" VALUES('technique',106,1);
INSERT INTO "tallies" VALUES('technique',108,1);
INSERT INTO "tallies" VALUES('technique',114,1);
INSERT INTO "tallies" VALUES('technique',119,1);
INSERT INTO "tallies" VALUES('technique',120,1);
INSERT INTO "tallies" VALUES('technique',131,1);
INSERT INTO "tallies" VALUES('technique',134,1);
INSERT INTO "tallies" VALUES('technique',144,1);
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
INSERT INTO "uses" VALUES(0,1,21);
INSERT INTO "uses" VALUES(0,2,18);
INSERT INTO "uses" VALUES(0,3,19);
INSERT INTO "uses" VALUES(0,4,21);
INSERT INTO "uses" VALUES(0,5,21);
INSERT INTO "uses" VALUES(1,0,26);
INSERT INTO "uses" VALUES(1,1,35);
INSERT INTO "uses" VALUES(1,2,33);
INSERT INTO "uses" VALUES(1,3,35);
INSERT INTO "uses" VALUES(1,4,31);
INSERT INTO "uses" VALUES(1,5,30);
INSERT INTO "uses" VALUES(2,0,8);
INSERT INTO "uses" VALUES(2,2,5);
INSERT INTO "uses" VALUES(2,3,1);
INSERT INTO "uses" VALUES(5,0,3);
INSERT INTO "uses" VALUES(5,2,1);
INSERT INTO "uses" VALUES(5,3,1);
INSERT INTO "uses" VALUES(5,4,2);
INSERT INTO "uses" VALUES(6,4,1);
INSERT INTO "uses" VALUES(8,4,1);
INSERT INTO "uses" VALUES(10,4,1);
INSERT INTO "uses" VALUES(14,4,1);
INSERT INTO "uses" VALUES(16,4,1);
INSERT INTO "uses" VALUES(30,4,4);
INSERT INTO "uses" VALUES(32,4,4);
INSERT INTO "uses" VALUES(100,0,20);
INSERT INTO "uses" VALUES(100,1,21);
INSERT INTO "uses" VALUES(100,2,18);
INSERT INTO "uses" VALUES(100,3,21);
INSERT INTO "uses" VALUES(100,4,21);
INSERT INTO "uses" VALUES(100,5,21);
INSERT INTO "uses" VALUES(101,0,21);
INSERT INTO "uses" VALUES(101,1,19);
INSERT INTO "uses" VALUES(101,2,9);
INSERT INTO "uses" VALUES(101,3,23);
INSERT INTO "uses" VALUES(101,4,18);
INSERT INTO "uses" VALUES(101,5,30);
INSERT INTO "uses" VALUES(102,0,16);
INSERT INTO "uses" VALUES(102,1,16);
INSERT INTO "uses" VALUES(102,2,30);
INSERT INTO "uses" VALUES(102,3,12);
INSERT INTO "uses" VALUES(102,4,16);
INSERT INTO "uses" VALUES(105,0,1);
INSERT INTO "uses" VALUES(105,4,1);
INSERT INTO "uses" VALUES(106,4,1);
INSERT INTO "uses" VALUES(108,0,1);
INSERT INTO "uses" VALUES(114,4,1);
INSERT INTO "uses" VALUES(119,4,2);
INSERT INTO "uses" VALUES(120,4,1);
INSERT INTO "uses" VALUES(131,4,1);
INSERT INTO "uses" VALUES(134,4,1);
INSERT INTO "uses" VALUES(144,4,2);
CREATE INDEX ix_tags_puzzle_id ON tags (puzzle_id);
CREATE INDEX ix_puzzles_textbook_depth ON puzzles (textbook_depth) WHERE textbook_depth IS NOT NULL;
CREATE INDEX ix_puzzles_score ON puzzles (score) WHERE score IS NOT NULL;
CREATE UNIQUE INDEX ix_puzzles_number ON puzzles (board_id, place);
CREATE INDEX ix_puzzles_textbook_backtracks ON puzzles (textbook_backtracks) WHERE textbook_backtracks IS NOT NULL;
CREATE INDEX ix_puzzles_hardest ON puzzles (hardest) WHERE hardest IS NOT NULL;
CREATE INDEX ix_puzzles_textbook_comparisons ON puzzles (textbook_comparisons) WHERE textbook_comparisons IS NOT NULL;
CREATE INDEX ix_puzzles_further ON puzzles (id) WHERE place > 0;
CREATE INDEX ix_puzzles_rating ON puzzles (rating) WHERE rating IS NOT NULL;
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
