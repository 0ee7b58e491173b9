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
INSERT INTO "boards" VALUES(0,5,0,'514673298827159364639842715268915473475386129391427586953761842186234957742598631');
INSERT INTO "boards" VALUES(1,5,1,'623184597741956328589327416164795283892431675357862941278643159935218764416579832');
INSERT INTO "boards" VALUES(2,5,2,'714658923369172548852943167598761432241835679673429815436597281125386794987214356');
INSERT INTO "boards" VALUES(3,5,3,'513627498964385712287419365791543286348296157625178934859734621432861579176952843');
INSERT INTO "boards" VALUES(4,5,4,'543127698782946351619853472436712589951638724827495163294561837368274915175389246');
INSERT INTO "boards" VALUES(5,5,5,'613287954489615732257493681762849315938751426145326897891574263576932148324168579');
INSERT INTO "boards" VALUES(6,5,6,'862135749347829651159674283526481937413792865798563412671258394234916578985347126');
INSERT INTO "boards" VALUES(7,5,7,'485162739319758246726943581291634857673895412854217963167489325938526174542371698');
CREATE TABLE claims (
	"key" BLOB NOT NULL, 
	board_id INTEGER NOT NULL, 
	PRIMARY KEY ("key")
)
 WITHOUT ROWID

;
INSERT INTO "claims" VALUES(X'02BE70945D7B40154E99AA7B4A1809C4F1DC4E',4);
INSERT INTO "claims" VALUES(X'03CD9049046996396E5A02F66905D40B422F6A',0);
INSERT INTO "claims" VALUES(X'06DFAF85DD9CEED86BE5986A28992556CA3E5E',3);
INSERT INTO "claims" VALUES(X'184108D18A9DAD838875C79E6D5558D46C66AA',1);
INSERT INTO "claims" VALUES(X'2A348B98FA6D1282D7BA4DC5061907294A6171',5);
INSERT INTO "claims" VALUES(X'2C44D24B160A090B421AE4A6A19BC3C38272B1',2);
INSERT INTO "claims" VALUES(X'417AB145218598875936D80845C45E7A217166',7);
INSERT INTO "claims" VALUES(X'651613475D353F8A06B5A778FA6A8DA60845EF',6);
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
INSERT INTO "puzzles" VALUES(0,0,'5....3.9...7.5......984.71.26....4.3..5....2.39......6...7.18......34...7......3.',1,NULL,26,1,1,15472,17,5,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.0,0,NULL,NULL);
INSERT INTO "puzzles" VALUES(1,1,'.2.....9.7.1.5...8.8......61..7......9.4.1.7.3....2...2....31..93......4..6..983.',1,NULL,26,0,0,9965,55,6,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.0,0,NULL,NULL);
INSERT INTO "puzzles" VALUES(2,2,'.1.6..9233.......8..........9.7.......183..7.6.34.98..4...9.2....53.6........4.5.',1,NULL,26,1,1,9038,14,4,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.0,0,NULL,NULL);
INSERT INTO "puzzles" VALUES(3,3,'..3...4..9.4.8.7..2.7.......9.5.....3.8..61..62...8.3..5.73.62........7....95..4.',1,NULL,27,0,0,8376,54,5,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.0,0,NULL,NULL);
INSERT INTO "puzzles" VALUES(4,4,'.4..2...8...9....16.9.....24..7.2.8...1..8.24..7...1...9.561...3.....9....5.8....',1,NULL,26,0,0,8561,55,5,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.0,0,NULL,NULL);
INSERT INTO "puzzles" VALUES(5,5,'...2.795..89.1.7..2.....6.176.84....9..........5........15..2.3....3..4...4....79',1,NULL,26,1,1,14880,1,2,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.0,0,NULL,NULL);
INSERT INTO "puzzles" VALUES(6,6,'8..135..9.....9....5..7.2.3.2..81.....37...65.9........7.2..3....4.1.5..9.......6',1,NULL,26,5,3,33805,10,5,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.0,0,NULL,NULL);
INSERT INTO "puzzles" VALUES(7,7,'4.5....39.19....46........12...3.8..6....5....5421........8.....3..2...4..23.1.9.',1,NULL,26,3,3,21092,12,8,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.0,0,NULL,NULL);
CREATE TABLE recipes (
	seed INTEGER NOT NULL, 
	start INTEGER NOT NULL, 
	recipe VARCHAR, 
	own BOOLEAN, 
	PRIMARY KEY (seed, start)
)
 WITHOUT ROWID

;
INSERT INTO "recipes" VALUES(5,0,'{}',1);
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
INSERT INTO "settings" VALUES(9,'d4',5,2,'fair',1,1,'3x3','');
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
INSERT INTO "streams" VALUES(5,8,2093,0,0);
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
INSERT INTO "tallies" VALUES('backtracks',0,3);
INSERT INTO "tallies" VALUES('backtracks',1,3);
INSERT INTO "tallies" VALUES('backtracks',3,1);
INSERT INTO "tallies" VALUES('backtracks',5,1);
INSERT INTO "tallies" VALUES('clues',26,7);
INSERT INTO "tallies" VALUES('clues',27,1);
INSERT INTO "tallies" VALUES('comparisons',8376,1);
INSERT INTO "tallies" VALUES('comparisons',8561,1);
INSERT INTO "tallies" VALUES('comparisons',9038,1);
INSERT INTO "tallies" VALUES('comparisons',9965,1);
INSERT INTO "tallies" VALUES('comparisons',14880,1);
INSERT INTO "tallies" VALUES('comparisons',15472,1);
INSERT INTO "tallies" VALUES('comparisons',21092,1);
INSERT INTO "tallies" VALUES('comparisons',33805,1);
INSERT INTO "tallies" VALUES('filled',1,1);
INSERT INTO "tallies" VALUES('filled',10,1);
INSERT INTO "tallies" VALUES('filled',12,1);
INSERT INTO "tallies" VALUES('filled',14,1);
INSERT INTO "tallies" VALUES('filled',17,1);
INSERT INTO "tallies" VALUES('filled',54,1);
INSERT INTO "tallies" VALUES('filled',55,2);
INSERT INTO "tallies" VALUES('hidden_rounds',2,1);
INSERT INTO "tallies" VALUES('hidden_rounds',4,1);
INSERT INTO "tallies" VALUES('hidden_rounds',5,4);
INSERT INTO "tallies" VALUES('hidden_rounds',6,1);
INSERT INTO "tallies" VALUES('hidden_rounds',8,1);
INSERT INTO "tallies" VALUES('max_depth',0,3);
INSERT INTO "tallies" VALUES('max_depth',1,3);
INSERT INTO "tallies" VALUES('max_depth',3,2);
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
CREATE INDEX ix_puzzles_score ON puzzles (score) WHERE score IS NOT NULL;
CREATE UNIQUE INDEX ix_puzzles_number ON puzzles (board_id, place);
CREATE INDEX ix_puzzles_further ON puzzles (id) WHERE place > 0;
CREATE INDEX ix_puzzles_textbook_backtracks ON puzzles (textbook_backtracks) WHERE textbook_backtracks IS NOT NULL;
CREATE INDEX ix_puzzles_hardest ON puzzles (hardest) WHERE hardest IS NOT NULL;
CREATE INDEX ix_puzzles_textbook_comparisons ON puzzles (textbook_comparisons) WHERE textbook_comparisons IS NOT NULL;
CREATE INDEX ix_puzzles_rating ON puzzles (rating) WHERE rating IS NOT NULL;
CREATE INDEX ix_puzzles_textbook_depth ON puzzles (textbook_depth) WHERE textbook_depth IS NOT NULL;
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
INSERT INTO "sqlite_sequence" VALUES('boards',7);
COMMIT;
