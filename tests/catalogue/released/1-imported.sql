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
INSERT INTO "boards" VALUES(0,NULL,NULL,'972361845456798312183245697761453289348129756295876431839617524527934168614582973');
INSERT INTO "boards" VALUES(1,NULL,NULL,'786129345954368712213745689462531978839274156175896423347682591598413267621957834');
INSERT INTO "boards" VALUES(2,NULL,NULL,'865721934439658712271934865147589326526317489983246157692173548354892671718465293');
INSERT INTO "boards" VALUES(3,NULL,NULL,'458912763369785412721634589942157836815369247637428195574893621296541378183276954');
INSERT INTO "boards" VALUES(4,NULL,NULL,'825637149497821356316459278143268597589713624672594813751346982938172465264985731');
INSERT INTO "boards" VALUES(5,NULL,NULL,'948276315673519428251843769439128576865397142712465893594681237186732954327954681');
INSERT INTO "boards" VALUES(6,NULL,NULL,'162857493534129678789643521475312986913586742628794135356478219241935867897261354');
CREATE TABLE claims (
	"key" BLOB NOT NULL, 
	board_id INTEGER NOT NULL, 
	PRIMARY KEY ("key")
)
 WITHOUT ROWID

;
INSERT INTO "claims" VALUES(X'00DDD3A89CC87F8E7A87FB7EC62968F5A2DDD2',3);
INSERT INTO "claims" VALUES(X'0407AB3768934B149EF3EA47123466510367EF',4);
INSERT INTO "claims" VALUES(X'06647295FDD1449ECE555A815C7360E4D124CB',5);
INSERT INTO "claims" VALUES(X'08F5CD2B486B6E45A7751F5D104ED1928D677F',6);
INSERT INTO "claims" VALUES(X'296CD5B1887A6528DB5759BA93A92468A84E52',2);
INSERT INTO "claims" VALUES(X'35E6D2C838F9A1017AF6DFEB5E53A258889FD7',0);
INSERT INTO "claims" VALUES(X'4202505AEC4958952E56C6C935696C30F0AAE8',1);
CREATE TABLE forms (
	board_id INTEGER NOT NULL, 
	form BLOB NOT NULL, 
	place INTEGER NOT NULL, 
	PRIMARY KEY (board_id, form)
)
 WITHOUT ROWID

;
INSERT INTO "forms" VALUES(0,X'01C08C0448C08069800000',0);
INSERT INTO "forms" VALUES(1,X'05808A0468408069800000',0);
INSERT INTO "forms" VALUES(2,X'230093014021812020C000',0);
INSERT INTO "forms" VALUES(3,X'8028061480241108820500',0);
INSERT INTO "forms" VALUES(4,X'3E408A1740E000A02CC080',0);
INSERT INTO "forms" VALUES(5,X'2804502088210810A82300',0);
INSERT INTO "forms" VALUES(6,X'86248C26048420C3044900',0);
CREATE TABLE origins (
	puzzle_id INTEGER NOT NULL, 
	source_id INTEGER NOT NULL, 
	line INTEGER NOT NULL, 
	details VARCHAR, 
	PRIMARY KEY (puzzle_id), 
	FOREIGN KEY(source_id) REFERENCES sources (id)
);
INSERT INTO "origins" VALUES(0,1,2,'{"title": "Title 0", "author": "Author 0", "tag": "club", "stars": "0"}');
INSERT INTO "origins" VALUES(1,1,3,'{"title": "Title 1", "author": "Author 1", "tag": "kids", "stars": "1"}');
INSERT INTO "origins" VALUES(2,1,4,'{"title": "Title 2", "author": "Author 0", "tag": "club", "stars": "2"}');
INSERT INTO "origins" VALUES(3,1,5,'{"title": "Title 3", "author": "Author 1", "tag": "kids", "stars": "3"}');
INSERT INTO "origins" VALUES(4,1,6,'{"title": "Title 4", "author": "Author 0", "tag": "club", "stars": "4"}');
INSERT INTO "origins" VALUES(5,1,7,'{"title": "Title 5", "author": "Author 1", "tag": "kids", "stars": "5"}');
INSERT INTO "origins" VALUES(6,1,8,'{"title": "Title 6", "author": "Author 0", "tag": "club", "stars": "6"}');
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
INSERT INTO "puzzles" VALUES(0,0,'................12..3.45........3......12...6..5...4.......75...2......861.......',1,NULL,17,5,3,27888,31,10,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL);
INSERT INTO "puzzles" VALUES(1,1,'................12..3.45........1......2....6.75...4......8.5...9.......62.9.....',1,NULL,17,8,4,41388,26,8,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL);
INSERT INTO "puzzles" VALUES(2,2,'................12....34..5......3....6..74...8.2........1....83.4...6..7........',1,NULL,17,9,5,120119,1,2,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL);
INSERT INTO "puzzles" VALUES(3,3,'................12....345.....1....6..5.......37.........8......9....37.1..2.6...',1,NULL,17,26,8,121861,8,3,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL);
INSERT INTO "puzzles" VALUES(4,4,'8......49..78.1.......5.2.............971......2.948.3....4.9...3......5..49857..',1,NULL,25,5,3,26689,15,4,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL);
INSERT INTO "puzzles" VALUES(5,5,'......31.6..5.....2...4.....39..8..........42.1.......5..6....7.8....9......5....',1,NULL,18,23,7,186281,1,2,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL);
INSERT INTO "puzzles" VALUES(6,6,'1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..',1,NULL,23,71,8,328399,1,2,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL);
CREATE TABLE recipes (
	seed INTEGER NOT NULL, 
	start INTEGER NOT NULL, 
	recipe VARCHAR, 
	own BOOLEAN, 
	PRIMARY KEY (seed, start)
)
 WITHOUT ROWID

;
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
INSERT INTO "settings" VALUES(9,'d4',2040818884,2,'wfc',1,1,'3x3','');
CREATE TABLE sources (
	id INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	digest VARCHAR NOT NULL, 
	position INTEGER NOT NULL, 
	finished BOOLEAN NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "sources" VALUES(1,'list.csv','af87b92678db405965af842de1a2603c69c8d68203367d44e4d34fcca2821c3f',7,1);
CREATE TABLE streams (
	seed INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	attempts INTEGER NOT NULL, 
	duplicates INTEGER NOT NULL, 
	unwanted INTEGER DEFAULT '0' NOT NULL, 
	PRIMARY KEY (seed)
);
CREATE TABLE tags (
	name VARCHAR NOT NULL, 
	puzzle_id INTEGER NOT NULL, 
	PRIMARY KEY (name, puzzle_id)
)
 WITHOUT ROWID

;
INSERT INTO "tags" VALUES('gift',0);
INSERT INTO "tags" VALUES('gift',1);
CREATE TABLE tallies (
	metric VARCHAR NOT NULL, 
	value INTEGER NOT NULL, 
	puzzles INTEGER NOT NULL, 
	PRIMARY KEY (metric, value)
)
 WITHOUT ROWID

;
INSERT INTO "tallies" VALUES('backtracks',5,2);
INSERT INTO "tallies" VALUES('backtracks',8,1);
INSERT INTO "tallies" VALUES('backtracks',9,1);
INSERT INTO "tallies" VALUES('backtracks',23,1);
INSERT INTO "tallies" VALUES('backtracks',26,1);
INSERT INTO "tallies" VALUES('backtracks',71,1);
INSERT INTO "tallies" VALUES('clues',17,4);
INSERT INTO "tallies" VALUES('clues',18,1);
INSERT INTO "tallies" VALUES('clues',23,1);
INSERT INTO "tallies" VALUES('clues',25,1);
INSERT INTO "tallies" VALUES('comparisons',26689,1);
INSERT INTO "tallies" VALUES('comparisons',27888,1);
INSERT INTO "tallies" VALUES('comparisons',41388,1);
INSERT INTO "tallies" VALUES('comparisons',120119,1);
INSERT INTO "tallies" VALUES('comparisons',121861,1);
INSERT INTO "tallies" VALUES('comparisons',186281,1);
INSERT INTO "tallies" VALUES('comparisons',328399,1);
INSERT INTO "tallies" VALUES('filled',1,3);
INSERT INTO "tallies" VALUES('filled',8,1);
INSERT INTO "tallies" VALUES('filled',15,1);
INSERT INTO "tallies" VALUES('filled',26,1);
INSERT INTO "tallies" VALUES('filled',31,1);
INSERT INTO "tallies" VALUES('hidden_rounds',2,3);
INSERT INTO "tallies" VALUES('hidden_rounds',3,1);
INSERT INTO "tallies" VALUES('hidden_rounds',4,1);
INSERT INTO "tallies" VALUES('hidden_rounds',8,1);
INSERT INTO "tallies" VALUES('hidden_rounds',10,1);
INSERT INTO "tallies" VALUES('max_depth',3,2);
INSERT INTO "tallies" VALUES('max_depth',4,1);
INSERT INTO "tallies" VALUES('max_depth',5,1);
INSERT INTO "tallies" VALUES('max_depth',7,1);
INSERT INTO "tallies" VALUES('max_depth',8,2);
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
CREATE INDEX ix_tags_puzzle_id ON tags (puzzle_id);
CREATE INDEX ix_puzzles_textbook_comparisons ON puzzles (textbook_comparisons) WHERE textbook_comparisons IS NOT NULL;
CREATE UNIQUE INDEX ix_puzzles_number ON puzzles (board_id, place);
CREATE INDEX ix_puzzles_textbook_depth ON puzzles (textbook_depth) WHERE textbook_depth IS NOT NULL;
CREATE INDEX ix_puzzles_score ON puzzles (score) WHERE score IS NOT NULL;
CREATE INDEX ix_puzzles_further ON puzzles (id) WHERE place > 0;
CREATE INDEX ix_puzzles_rating ON puzzles (rating) WHERE rating IS NOT NULL;
CREATE INDEX ix_puzzles_textbook_backtracks ON puzzles (textbook_backtracks) WHERE textbook_backtracks IS NOT NULL;
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
INSERT INTO "sqlite_sequence" VALUES('boards',6);
COMMIT;
