BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0013');
CREATE TABLE "boards" (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	seed INTEGER, 
	position INTEGER, 
	solution VARCHAR NOT NULL
);
INSERT INTO "boards" VALUES(0,7,0,'698271453314568279725493168437926815561784932982135746243857691159642387876319524');
INSERT INTO "boards" VALUES(1,7,1,'485623719369517842172498356693852174824731695751946238247169583916385427538274961');
INSERT INTO "boards" VALUES(2,7,2,'619475328432819567587263194765981432341652789928347651876594213193726845254138976');
INSERT INTO "boards" VALUES(3,7,3,'972145638185623497463987125351794862849362751726518349594831276638279514217456983');
INSERT INTO "boards" VALUES(4,7,4,'246319857715862439983475162479126385568743921132598746894251673657934218321687594');
INSERT INTO "boards" VALUES(5,7,5,'586413729372968145419725683945632871231847956867159234698374512723591468154286397');
CREATE TABLE claims (
	"key" BLOB NOT NULL, 
	board_id INTEGER NOT NULL, 
	PRIMARY KEY ("key")
)
 WITHOUT ROWID

;
INSERT INTO "claims" VALUES(X'081FEF2341D7C84BF5A166414C48CF5A49A2F2',5);
INSERT INTO "claims" VALUES(X'0C1B8F2E40DE1AC7A426166C8EC55B5178D4DB',1);
INSERT INTO "claims" VALUES(X'152B6D27198564BD164937665DF8D17D507FF9',3);
INSERT INTO "claims" VALUES(X'15BF8C3A65051C06B9B2C0692ED66BD76BED53',2);
INSERT INTO "claims" VALUES(X'19BBCEEE6ABE66A4BDD5AA120527A70B5B7016',4);
INSERT INTO "claims" VALUES(X'2F7C759EFA58E82858E185F6D6DA04BA6C2D61',0);
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
CREATE TABLE "puzzles" (
	id INTEGER NOT NULL, 
	board_id INTEGER NOT NULL, 
	givens VARCHAR NOT NULL, 
	minimal BOOLEAN NOT NULL, 
	pattern VARCHAR, 
	clues INTEGER NOT NULL, 
	guesses INTEGER NOT NULL, 
	backtracks INTEGER NOT NULL, 
	nodes INTEGER NOT NULL, 
	max_depth INTEGER NOT NULL, 
	comparisons INTEGER NOT NULL, 
	filled INTEGER NOT NULL, 
	hidden_rounds INTEGER NOT NULL, 
	rating_status INTEGER, 
	rating INTEGER, 
	pearl INTEGER, 
	diamond INTEGER, 
	hardest VARCHAR, 
	weight FLOAT, 
	place INTEGER DEFAULT '0' NOT NULL, 
	solution VARCHAR, 
	PRIMARY KEY (id), 
	FOREIGN KEY(board_id) REFERENCES boards (id)
);
INSERT INTO "puzzles" VALUES(0,0,'......45..1...8..97.5......4...2..1.....84.........7.624..5.....596....78...1....',1,NULL,23,1,1,3,1,13631,26,10,0,17,12,12,'direct-pointing',NULL,0,NULL);
INSERT INTO "puzzles" VALUES(1,1,'..56.3....69..78...7.4............748...3.....519.6...........39...85.2.......96.',1,NULL,24,2,2,5,2,19374,8,3,0,26,12,12,'pointing',NULL,0,NULL);
INSERT INTO "puzzles" VALUES(2,2,'.......2.4.2....6..8......4..5..1...34.6..7.99........87.5.4.1..9.7.68.....1..9..',1,NULL,25,1,1,3,1,13712,22,6,0,56,12,12,'bug-1',NULL,0,NULL);
INSERT INTO "puzzles" VALUES(3,3,'.7.1...3.1...2......398.1..3.1..48......6.7.1.26......59..........2.....2..4....3',1,NULL,24,0,0,1,0,9642,57,6,0,20,12,12,'direct-hidden-pair',NULL,0,NULL);
INSERT INTO "puzzles" VALUES(4,4,'.46.1....71.....3.9......62..91.6.85.68.4..2.......7..894...6736.....2..3...8..9.',0,NULL,30,0,0,1,0,4634,51,1,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL);
INSERT INTO "puzzles" VALUES(5,5,'586.....93..9.8.4...97..6...45.3.8.1.3.84.9......5..3...8..4..27.....4.8.5...6...',0,NULL,30,3,3,7,3,12196,22,4,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL);
CREATE TABLE recipes (
	seed INTEGER NOT NULL, 
	start INTEGER NOT NULL, 
	recipe VARCHAR, 
	own BOOLEAN, 
	PRIMARY KEY (seed, start)
)
 WITHOUT ROWID

;
INSERT INTO "recipes" VALUES(7,0,'{}',1);
INSERT INTO "recipes" VALUES(7,4,'{"clues": 30}',1);
CREATE TABLE "settings" (
	size INTEGER NOT NULL, 
	symmetry VARCHAR NOT NULL, 
	seed INTEGER NOT NULL, 
	metrics_version INTEGER NOT NULL, 
	method VARCHAR NOT NULL, 
	rating_version INTEGER NOT NULL, 
	files BOOLEAN NOT NULL, 
	blocks VARCHAR NOT NULL
);
INSERT INTO "settings" VALUES(9,'d4',7,2,'wfc',1,1,'3x3');
CREATE TABLE sources (
	id INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	digest VARCHAR NOT NULL, 
	position INTEGER NOT NULL, 
	finished BOOLEAN NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE "streams" (
	seed INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	attempts INTEGER NOT NULL, 
	duplicates INTEGER NOT NULL, 
	unwanted INTEGER DEFAULT '0' NOT NULL, 
	PRIMARY KEY (seed)
);
INSERT INTO "streams" VALUES(7,6,11,0,0);
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
INSERT INTO "tallies" VALUES('backtracks',0,2);
INSERT INTO "tallies" VALUES('backtracks',1,2);
INSERT INTO "tallies" VALUES('backtracks',2,1);
INSERT INTO "tallies" VALUES('backtracks',3,1);
INSERT INTO "tallies" VALUES('clues',23,1);
INSERT INTO "tallies" VALUES('clues',24,2);
INSERT INTO "tallies" VALUES('clues',25,1);
INSERT INTO "tallies" VALUES('clues',30,2);
INSERT INTO "tallies" VALUES('comparisons',4634,1);
INSERT INTO "tallies" VALUES('comparisons',9642,1);
INSERT INTO "tallies" VALUES('comparisons',12196,1);
INSERT INTO "tallies" VALUES('comparisons',13631,1);
INSERT INTO "tallies" VALUES('comparisons',13712,1);
INSERT INTO "tallies" VALUES('comparisons',19374,1);
INSERT INTO "tallies" VALUES('filled',8,1);
INSERT INTO "tallies" VALUES('filled',22,2);
INSERT INTO "tallies" VALUES('filled',26,1);
INSERT INTO "tallies" VALUES('filled',51,1);
INSERT INTO "tallies" VALUES('filled',57,1);
INSERT INTO "tallies" VALUES('guesses',0,2);
INSERT INTO "tallies" VALUES('guesses',1,2);
INSERT INTO "tallies" VALUES('guesses',2,1);
INSERT INTO "tallies" VALUES('guesses',3,1);
INSERT INTO "tallies" VALUES('hardest',3,1);
INSERT INTO "tallies" VALUES('hardest',5,1);
INSERT INTO "tallies" VALUES('hardest',8,1);
INSERT INTO "tallies" VALUES('hardest',23,1);
INSERT INTO "tallies" VALUES('hidden_rounds',1,1);
INSERT INTO "tallies" VALUES('hidden_rounds',3,1);
INSERT INTO "tallies" VALUES('hidden_rounds',4,1);
INSERT INTO "tallies" VALUES('hidden_rounds',6,2);
INSERT INTO "tallies" VALUES('hidden_rounds',10,1);
INSERT INTO "tallies" VALUES('max_depth',0,2);
INSERT INTO "tallies" VALUES('max_depth',1,2);
INSERT INTO "tallies" VALUES('max_depth',2,1);
INSERT INTO "tallies" VALUES('max_depth',3,1);
INSERT INTO "tallies" VALUES('nodes',1,2);
INSERT INTO "tallies" VALUES('nodes',3,2);
INSERT INTO "tallies" VALUES('nodes',5,1);
INSERT INTO "tallies" VALUES('nodes',7,1);
INSERT INTO "tallies" VALUES('rating',17,1);
INSERT INTO "tallies" VALUES('rating',20,1);
INSERT INTO "tallies" VALUES('rating',26,1);
INSERT INTO "tallies" VALUES('rating',56,1);
INSERT INTO "tallies" VALUES('rating_status',0,4);
INSERT INTO "tallies" VALUES('technique',0,4);
INSERT INTO "tallies" VALUES('technique',1,4);
INSERT INTO "tallies" VALUES('technique',2,4);
INSERT INTO "tallies" VALUES('technique',3,2);
INSERT INTO "tallies" VALUES('technique',5,2);
INSERT INTO "tallies" VALUES('technique',8,1);
INSERT INTO "tallies" VALUES('technique',10,1);
INSERT INTO "tallies" VALUES('technique',23,1);
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
CREATE TABLE uses (
	technique INTEGER NOT NULL, 
	puzzle_id INTEGER NOT NULL, 
	times INTEGER NOT NULL, 
	PRIMARY KEY (technique, puzzle_id)
)
 WITHOUT ROWID

;
INSERT INTO "uses" VALUES(0,0,21);
INSERT INTO "uses" VALUES(0,1,19);
INSERT INTO "uses" VALUES(0,2,18);
INSERT INTO "uses" VALUES(0,3,21);
INSERT INTO "uses" VALUES(1,0,33);
INSERT INTO "uses" VALUES(1,1,35);
INSERT INTO "uses" VALUES(1,2,30);
INSERT INTO "uses" VALUES(1,3,31);
INSERT INTO "uses" VALUES(2,0,3);
INSERT INTO "uses" VALUES(2,1,3);
INSERT INTO "uses" VALUES(2,2,6);
INSERT INTO "uses" VALUES(2,3,4);
INSERT INTO "uses" VALUES(3,0,1);
INSERT INTO "uses" VALUES(3,2,1);
INSERT INTO "uses" VALUES(5,2,1);
INSERT INTO "uses" VALUES(5,3,1);
INSERT INTO "uses" VALUES(8,1,2);
INSERT INTO "uses" VALUES(10,2,1);
INSERT INTO "uses" VALUES(23,2,1);
CREATE INDEX ix_puzzles_hardest ON puzzles (hardest) WHERE hardest IS NOT NULL;
CREATE INDEX ix_puzzles_rating ON puzzles (rating) WHERE rating IS NOT NULL;
CREATE UNIQUE INDEX ix_puzzles_number ON puzzles (board_id, place);
CREATE INDEX ix_puzzles_further ON puzzles (id) WHERE place > 0;
CREATE VIEW catalogue AS
SELECT CASE p.place WHEN 0 THEN p.board_id ELSE p.board_id || '.' || p.place END AS number,
       p.clues, p.rating / 10.0 AS rating, CASE WHEN p.rating BETWEEN 10 AND 12 THEN 'easy'
       WHEN p.rating BETWEEN 13 AND 15 THEN 'medium'
       WHEN p.rating BETWEEN 16 AND 25 THEN 'hard'
       WHEN p.rating BETWEEN 26 AND 60 THEN 'fiendish'
       WHEN p.rating >= 61 THEN 'diabolical' END AS grade,
       p.hardest, p.givens, coalesce(p.solution, b.solution) AS solution
FROM puzzles AS p JOIN boards AS b ON b.id = p.board_id;
CREATE INDEX ix_tags_puzzle_id ON tags (puzzle_id);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('boards',5);
COMMIT;
