BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0006');
CREATE TABLE boards (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	seed INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
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
CREATE TABLE puzzles (
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
	PRIMARY KEY (id), 
	FOREIGN KEY(board_id) REFERENCES boards (id)
);
INSERT INTO "puzzles" VALUES(0,0,'......45..1...8..97.5......4...2..1.....84.........7.624..5.....596....78...1....',1,NULL,23,1,1,3,1,13631,26,10,0,17,12,12,'direct-pointing');
INSERT INTO "puzzles" VALUES(1,1,'..56.3....69..78...7.4............748...3.....519.6...........39...85.2.......96.',1,NULL,24,2,2,5,2,19374,8,3,0,26,12,12,'pointing');
INSERT INTO "puzzles" VALUES(2,2,'.......2.4.2....6..8......4..5..1...34.6..7.99........87.5.4.1..9.7.68.....1..9..',1,NULL,25,1,1,3,1,13712,22,6,0,56,12,12,'bug-1');
INSERT INTO "puzzles" VALUES(3,3,'.7.1...3.1...2......398.1..3.1..48......6.7.1.26......59..........2.....2..4....3',1,NULL,24,0,0,1,0,9642,57,6,0,20,12,12,'direct-hidden-pair');
INSERT INTO "puzzles" VALUES(4,4,'.46.1....71.....3.9......62..91.6.85.68.4..2.......7..894...6736.....2..3...8..9.',0,NULL,30,0,0,1,0,4634,51,1,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "puzzles" VALUES(5,5,'586.....93..9.8.4...97..6...45.3.8.1.3.84.9......5..3...8..4..27.....4.8.5...6...',0,NULL,30,3,3,7,3,12196,22,4,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE settings (
	size INTEGER NOT NULL, 
	symmetry VARCHAR NOT NULL, 
	seed INTEGER NOT NULL, 
	metrics_version INTEGER NOT NULL, 
	method VARCHAR NOT NULL, 
	rating_version INTEGER NOT NULL, 
	files BOOLEAN NOT NULL
);
INSERT INTO "settings" VALUES(9,'d4',7,2,'wfc',1,1);
CREATE TABLE "streams" (
	seed INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	attempts INTEGER NOT NULL, 
	duplicates INTEGER NOT NULL, 
	unwanted INTEGER DEFAULT '0' NOT NULL, 
	PRIMARY KEY (seed)
);
INSERT INTO "streams" VALUES(7,6,11,0,0);
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
CREATE INDEX ix_puzzles_board_id ON puzzles (board_id);
CREATE INDEX ix_puzzles_rating ON puzzles (rating) WHERE rating IS NOT NULL;
CREATE INDEX ix_puzzles_hardest ON puzzles (hardest) WHERE hardest IS NOT NULL;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('boards',5);
COMMIT;
