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
INSERT INTO "boards" VALUES(0,6,0,'817265943695734281342819765751983624928546317463127598234658179189372456576491832');
INSERT INTO "boards" VALUES(1,6,1,'436721895817549326295368471923816547548937612761452938159673284682194753374285169');
INSERT INTO "boards" VALUES(2,6,2,'791652384628743591435918276569231847872469135143875962957324618284196753316587429');
INSERT INTO "boards" VALUES(3,6,3,'812936745653874192497512683128349576365781429974265831781693254549127368236458917');
INSERT INTO "boards" VALUES(4,6,4,'267345918534981276189267345976814532328579164415632789842793651653128497791456823');
INSERT INTO "boards" VALUES(5,6,5,'395278416412936758687541392564389271173462589829715634241857963956123847738694125');
INSERT INTO "boards" VALUES(6,6,6,'194532867526784319873619425685473291247196583319258674968341752451827936732965148');
INSERT INTO "boards" VALUES(7,6,7,'753186294624597318819243675985364127372851469146972583298415736461738952537629841');
INSERT INTO "boards" VALUES(8,6,8,'326789145745321869189645723654918372297534681813267594572196438968453217431872956');
INSERT INTO "boards" VALUES(9,6,9,'514872936973615428286934715891367254657241389342598167469183572128759643735426891');
INSERT INTO "boards" VALUES(10,6,10,'948563712621987345753421689512874963467319258839256471186732594295648137374195826');
INSERT INTO "boards" VALUES(11,6,11,'215978364349162875867354921928543716473216598156897243781639452592481637634725189');
INSERT INTO "boards" VALUES(12,NULL,NULL,'972361845456798312183245697761453289348129756295876431839617524527934168614582973');
INSERT INTO "boards" VALUES(13,NULL,NULL,'786129345954368712213745689462531978839274156175896423347682591598413267621957834');
INSERT INTO "boards" VALUES(14,NULL,NULL,'865721934439658712271934865147589326526317489983246157692173548354892671718465293');
INSERT INTO "boards" VALUES(15,NULL,NULL,'458912763369785412721634589942157836815369247637428195574893621296541378183276954');
INSERT INTO "boards" VALUES(16,NULL,NULL,'825637149497821356316459278143268597589713624672594813751346982938172465264985731');
INSERT INTO "boards" VALUES(17,NULL,NULL,'948276315673519428251843769439128576865397142712465893594681237186732954327954681');
INSERT INTO "boards" VALUES(18,NULL,NULL,'162857493534129678789643521475312986913586742628794135356478219241935867897261354');
CREATE TABLE claims (
	"key" BLOB NOT NULL, 
	board_id INTEGER NOT NULL, 
	PRIMARY KEY ("key")
)
 WITHOUT ROWID

;
INSERT INTO "claims" VALUES(X'00DDD3A89CC87F8E7A87FB7EC62968F5A2DDD2',15);
INSERT INTO "claims" VALUES(X'011BE86D2275AED818F1656EE049DE08099BEA',7);
INSERT INTO "claims" VALUES(X'02AF34DDCA5E253A55D1D26C8EF917EEE157C7',9);
INSERT INTO "claims" VALUES(X'0407AB3768934B149EF3EA47123466510367EF',16);
INSERT INTO "claims" VALUES(X'06647295FDD1449ECE555A815C7360E4D124CB',17);
INSERT INTO "claims" VALUES(X'08F5CD2B486B6E45A7751F5D104ED1928D677F',18);
INSERT INTO "claims" VALUES(X'0951944135170B2E518366DC359EE3E0CB164E',6);
INSERT INTO "claims" VALUES(X'14BA65CDD66024D12324821E1174E1496B03F2',11);
INSERT INTO "claims" VALUES(X'151F0AE1CAC1F319BEC944DA1A6B135AFBDA67',10);
INSERT INTO "claims" VALUES(X'17480B07F214B3D6B61327C40388D38E5B6A15',3);
INSERT INTO "claims" VALUES(X'17F46DAD8EB26BCE60176AB07D5C96935876A5',0);
INSERT INTO "claims" VALUES(X'1B5D8D2BA1FFA29CA384B464A0A4681BF068C7',4);
INSERT INTO "claims" VALUES(X'2896C466C6A4F002C6399174B58D103F5B3759',2);
INSERT INTO "claims" VALUES(X'296CD5B1887A6528DB5759BA93A92468A84E52',14);
INSERT INTO "claims" VALUES(X'2B1C4FD628449036D1D26DD31463D6DD75610E',8);
INSERT INTO "claims" VALUES(X'2D79B3FC8D4B05130607C0552CD61209584E3B',5);
INSERT INTO "claims" VALUES(X'316D70D248FEB88A6DA9D68AADD84328F37148',1);
INSERT INTO "claims" VALUES(X'35E6D2C838F9A1017AF6DFEB5E53A258889FD7',12);
INSERT INTO "claims" VALUES(X'4202505AEC4958952E56C6C935696C30F0AAE8',13);
CREATE TABLE forms (
	board_id INTEGER NOT NULL, 
	form BLOB NOT NULL, 
	place INTEGER NOT NULL, 
	PRIMARY KEY (board_id, form)
)
 WITHOUT ROWID

;
INSERT INTO "forms" VALUES(12,X'01C08C0448C08069800000',0);
INSERT INTO "forms" VALUES(13,X'05808A0468408069800000',0);
INSERT INTO "forms" VALUES(14,X'230093014021812020C000',0);
INSERT INTO "forms" VALUES(15,X'8028061480241108820500',0);
INSERT INTO "forms" VALUES(16,X'3E408A1740E000A02CC080',0);
INSERT INTO "forms" VALUES(17,X'2804502088210810A82300',0);
INSERT INTO "forms" VALUES(18,X'86248C26048420C3044900',0);
CREATE TABLE origins (
	puzzle_id INTEGER NOT NULL, 
	source_id INTEGER NOT NULL, 
	line INTEGER NOT NULL, 
	details VARCHAR, 
	PRIMARY KEY (puzzle_id), 
	FOREIGN KEY(source_id) REFERENCES sources (id)
);
INSERT INTO "origins" VALUES(12,1,2,'{"title": "Title 0", "author": "Author 0", "tag": "club", "stars": "0"}');
INSERT INTO "origins" VALUES(13,1,3,'{"title": "Title 1", "author": "Author 1", "tag": "kids", "stars": "1"}');
INSERT INTO "origins" VALUES(14,1,4,'{"title": "Title 2", "author": "Author 0", "tag": "club", "stars": "2"}');
INSERT INTO "origins" VALUES(15,1,5,'{"title": "Title 3", "author": "Author 1", "tag": "kids", "stars": "3"}');
INSERT INTO "origins" VALUES(16,1,6,'{"title": "Title 4", "author": "Author 0", "tag": "club", "stars": "4"}');
INSERT INTO "origins" VALUES(17,1,7,'{"title": "Title 5", "author": "Author 1", "tag": "kids", "stars": "5"}');
INSERT INTO "origins" VALUES(18,1,8,'{"title": "Title 6", "author": "Author 0", "tag": "club", "stars": "6"}');
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
INSERT INTO "puzzles" VALUES(0,0,'.17..5...6.........4281...57..9..6.4.2.........31...9....65..7..8..7..........8.2',1,NULL,24,0,0,9013,57,3,167142,18540,57,0,20,12,12,'direct-hidden-pair',348,0,NULL,0,NULL,NULL);
INSERT INTO "puzzles" VALUES(1,1,'.3.7...9.8..5..3..2.5..8.......1..4....93......1..29..1.9...2......94.5....2.5.6.',1,NULL,25,1,1,8449,30,5,67774,7499,56,0,44,12,12,'xyz-wing',664,2,NULL,0,NULL,NULL);
INSERT INTO "puzzles" VALUES(2,2,'.........6.8.4..9.4...1827....231...8..4....5....7..6........1...419...33.6..7..9',1,NULL,26,0,0,7668,55,3,1045861,116176,55,0,23,12,12,'naked-single',310,0,NULL,0,NULL,NULL);
INSERT INTO "puzzles" VALUES(3,3,'..293...5..38...924............4.576.....1......2.......1........9..7.68...458..7',1,NULL,24,1,1,10592,20,2,552790,61390,57,0,26,12,12,'pointing',308,1,NULL,0,NULL,NULL);
INSERT INTO "puzzles" VALUES(4,4,'.6..45..8.....1..618....3......1.5..3.85.9...4.....7....2.9.6.1....2..9..9.4....3',1,NULL,26,2,2,21497,4,2,179151,19875,55,0,26,12,12,'pointing',520,1,NULL,0,NULL,NULL);
INSERT INTO "puzzles" VALUES(5,5,'..52..4....2...7.8.......9.5..38..71...............63..4...79.39.6..3.....8..4...',1,NULL,23,0,0,7801,58,1,98472,10910,58,0,15,12,12,'hidden-single-line',242,0,NULL,0,NULL,NULL);
INSERT INTO "puzzles" VALUES(6,6,'1.......7.2...43...7.6....56....3..1....9......9.58..49...417.....8...3..32......',1,NULL,24,2,2,13818,10,3,480663,53375,57,0,26,12,12,'pointing',588,1,NULL,0,NULL,NULL);
INSERT INTO "puzzles" VALUES(7,7,'..3.....46..59.3..8.....6..98.....2....8.1..91...7..8.2.....7......3.9..5..62..4.',1,NULL,25,0,0,9073,56,3,118845,13175,56,0,23,12,12,'naked-single',304,0,NULL,0,NULL,NULL);
INSERT INTO "puzzles" VALUES(8,8,'3...8...5.4...1....8..4..2...4....72..75..6.......759.5...9.....6845.....3.8.2...',1,NULL,26,2,2,14062,18,4,636199,70659,55,0,71,12,12,'forcing-chain',1300,3,NULL,0,NULL,NULL);
INSERT INTO "puzzles" VALUES(9,9,'5..87.93......5...2..........13..2..6..2....9....9.1.......3.7..2.759....3....8.1',1,NULL,24,1,1,12600,27,8,2348622,260926,57,0,26,12,12,'pointing',508,1,NULL,0,NULL,NULL);
INSERT INTO "puzzles" VALUES(10,10,'.4....7.26...8.3.......1..95.2.7.......3.......92....11...3......5..8.37..4...82.',1,NULL,24,2,2,21538,10,3,278080,30865,57,0,71,12,12,'forcing-chain',3148,4,NULL,0,NULL,NULL);
INSERT INTO "puzzles" VALUES(11,11,'..59..36.3..1..8.5..7.54.....8.4....4....65..1....72.................63..3.7..1.9',1,NULL,25,0,0,8905,56,4,14197,1546,56,0,15,12,12,'hidden-single-line',354,0,NULL,0,NULL,NULL);
INSERT INTO "puzzles" VALUES(12,12,'................12..3.45........3......12...6..5...4.......75...2......861.......',1,NULL,17,5,3,27888,31,10,NULL,NULL,NULL,0,17,12,12,'direct-pointing',696,1,NULL,0,NULL,NULL);
INSERT INTO "puzzles" VALUES(13,13,'................12..3.45........1......2....6.75...4......8.5...9.......62.9.....',1,NULL,17,8,4,41388,26,8,NULL,NULL,NULL,0,17,12,12,'direct-pointing',746,1,NULL,0,NULL,NULL);
INSERT INTO "puzzles" VALUES(14,14,'................12....34..5......3....6..74...8.2........1....83.4...6..7........',1,NULL,17,9,5,120119,1,2,NULL,NULL,NULL,0,26,12,12,'pointing',1056,2,NULL,0,NULL,NULL);
INSERT INTO "puzzles" VALUES(15,15,'................12....345.....1....6..5.......37.........8......9....37.1..2.6...',1,NULL,17,26,8,121861,8,3,NULL,NULL,NULL,0,23,12,12,'naked-single',576,1,NULL,0,NULL,NULL);
INSERT INTO "puzzles" VALUES(16,16,'8......49..78.1.......5.2.............971......2.948.3....4.9...3......5..49857..',1,NULL,25,5,3,26689,15,4,NULL,NULL,NULL,0,20,12,12,'direct-hidden-pair',614,1,NULL,0,NULL,NULL);
INSERT INTO "puzzles" VALUES(17,17,'......31.6..5.....2...4.....39..8..........42.1.......5..6....7.8....9......5....',1,NULL,18,23,7,186281,1,2,NULL,NULL,NULL,0,28,12,12,'claiming',862,1,NULL,0,NULL,NULL);
INSERT INTO "puzzles" VALUES(18,18,'1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..',1,NULL,23,71,8,328399,1,2,NULL,NULL,NULL,0,105,12,12,'nested-chains',24894,4,NULL,0,NULL,NULL);
CREATE TABLE recipes (
	seed INTEGER NOT NULL, 
	start INTEGER NOT NULL, 
	recipe VARCHAR, 
	own BOOLEAN, 
	PRIMARY KEY (seed, start)
)
 WITHOUT ROWID

;
INSERT INTO "recipes" VALUES(6,0,'{}',1);
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
INSERT INTO "settings" VALUES(9,'d4',6,2,'wfc',1,1,'3x3','');
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
INSERT INTO "streams" VALUES(6,12,20,0,0);
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
INSERT INTO "tallies" VALUES('backtracks',1,3);
INSERT INTO "tallies" VALUES('backtracks',2,4);
INSERT INTO "tallies" VALUES('backtracks',5,2);
INSERT INTO "tallies" VALUES('backtracks',8,1);
INSERT INTO "tallies" VALUES('backtracks',9,1);
INSERT INTO "tallies" VALUES('backtracks',23,1);
INSERT INTO "tallies" VALUES('backtracks',26,1);
INSERT INTO "tallies" VALUES('backtracks',71,1);
INSERT INTO "tallies" VALUES('clues',17,4);
INSERT INTO "tallies" VALUES('clues',18,1);
INSERT INTO "tallies" VALUES('clues',23,2);
INSERT INTO "tallies" VALUES('clues',24,5);
INSERT INTO "tallies" VALUES('clues',25,4);
INSERT INTO "tallies" VALUES('clues',26,3);
INSERT INTO "tallies" VALUES('comparisons',7668,1);
INSERT INTO "tallies" VALUES('comparisons',7801,1);
INSERT INTO "tallies" VALUES('comparisons',8449,1);
INSERT INTO "tallies" VALUES('comparisons',8905,1);
INSERT INTO "tallies" VALUES('comparisons',9013,1);
INSERT INTO "tallies" VALUES('comparisons',9073,1);
INSERT INTO "tallies" VALUES('comparisons',10592,1);
INSERT INTO "tallies" VALUES('comparisons',12600,1);
INSERT INTO "tallies" VALUES('comparisons',13818,1);
INSERT INTO "tallies" VALUES('comparisons',14062,1);
INSERT INTO "tallies" VALUES('comparisons',21497,1);
INSERT INTO "tallies" VALUES('comparisons',21538,1);
INSERT INTO "tallies" VALUES('comparisons',26689,1);
INSERT INTO "tallies" VALUES('comparisons',27888,1);
INSERT INTO "tallies" VALUES('comparisons',41388,1);
INSERT INTO "tallies" VALUES('comparisons',120119,1);
INSERT INTO "tallies" VALUES('comparisons',121861,1);
INSERT INTO "tallies" VALUES('comparisons',186281,1);
INSERT INTO "tallies" VALUES('comparisons',328399,1);
INSERT INTO "tallies" VALUES('filled',1,3);
INSERT INTO "tallies" VALUES('filled',4,1);
INSERT INTO "tallies" VALUES('filled',8,1);
INSERT INTO "tallies" VALUES('filled',10,2);
INSERT INTO "tallies" VALUES('filled',15,1);
INSERT INTO "tallies" VALUES('filled',18,1);
INSERT INTO "tallies" VALUES('filled',20,1);
INSERT INTO "tallies" VALUES('filled',26,1);
INSERT INTO "tallies" VALUES('filled',27,1);
INSERT INTO "tallies" VALUES('filled',30,1);
INSERT INTO "tallies" VALUES('filled',31,1);
INSERT INTO "tallies" VALUES('filled',55,1);
INSERT INTO "tallies" VALUES('filled',56,2);
INSERT INTO "tallies" VALUES('filled',57,1);
INSERT INTO "tallies" VALUES('filled',58,1);
INSERT INTO "tallies" VALUES('hardest',2,2);
INSERT INTO "tallies" VALUES('hardest',3,2);
INSERT INTO "tallies" VALUES('hardest',5,2);
INSERT INTO "tallies" VALUES('hardest',6,3);
INSERT INTO "tallies" VALUES('hardest',8,5);
INSERT INTO "tallies" VALUES('hardest',9,1);
INSERT INTO "tallies" VALUES('hardest',17,1);
INSERT INTO "tallies" VALUES('hardest',32,2);
INSERT INTO "tallies" VALUES('hardest',39,1);
INSERT INTO "tallies" VALUES('hidden_rounds',1,1);
INSERT INTO "tallies" VALUES('hidden_rounds',2,5);
INSERT INTO "tallies" VALUES('hidden_rounds',3,6);
INSERT INTO "tallies" VALUES('hidden_rounds',4,3);
INSERT INTO "tallies" VALUES('hidden_rounds',5,1);
INSERT INTO "tallies" VALUES('hidden_rounds',8,2);
INSERT INTO "tallies" VALUES('hidden_rounds',10,1);
INSERT INTO "tallies" VALUES('level',0,5);
INSERT INTO "tallies" VALUES('level',1,9);
INSERT INTO "tallies" VALUES('level',2,2);
INSERT INTO "tallies" VALUES('level',3,1);
INSERT INTO "tallies" VALUES('level',4,2);
INSERT INTO "tallies" VALUES('max_depth',0,5);
INSERT INTO "tallies" VALUES('max_depth',1,3);
INSERT INTO "tallies" VALUES('max_depth',2,4);
INSERT INTO "tallies" VALUES('max_depth',3,2);
INSERT INTO "tallies" VALUES('max_depth',4,1);
INSERT INTO "tallies" VALUES('max_depth',5,1);
INSERT INTO "tallies" VALUES('max_depth',7,1);
INSERT INTO "tallies" VALUES('max_depth',8,2);
INSERT INTO "tallies" VALUES('rating',15,2);
INSERT INTO "tallies" VALUES('rating',17,2);
INSERT INTO "tallies" VALUES('rating',20,2);
INSERT INTO "tallies" VALUES('rating',23,3);
INSERT INTO "tallies" VALUES('rating',26,5);
INSERT INTO "tallies" VALUES('rating',28,1);
INSERT INTO "tallies" VALUES('rating',44,1);
INSERT INTO "tallies" VALUES('rating',71,2);
INSERT INTO "tallies" VALUES('rating',105,1);
INSERT INTO "tallies" VALUES('rating_status',0,19);
INSERT INTO "tallies" VALUES('score',242,1);
INSERT INTO "tallies" VALUES('score',304,1);
INSERT INTO "tallies" VALUES('score',308,1);
INSERT INTO "tallies" VALUES('score',310,1);
INSERT INTO "tallies" VALUES('score',348,1);
INSERT INTO "tallies" VALUES('score',354,1);
INSERT INTO "tallies" VALUES('score',508,1);
INSERT INTO "tallies" VALUES('score',520,1);
INSERT INTO "tallies" VALUES('score',576,1);
INSERT INTO "tallies" VALUES('score',588,1);
INSERT INTO "tallies" VALUES('score',614,1);
INSERT INTO "tallies" VALUES('score',664,1);
INSERT INTO "tallies" VALUES('score',696,1);
INSERT INTO "tallies" VALUES('score',746,1);
INSERT INTO "tallies" VALUES('score',862,1);
INSERT INTO "tallies" VALUES('score',1056,1);
INSERT INTO "tallies" VALUES('score',1300,1);
INSERT INTO "tallies" VALUES('score',3148,1);
INSERT INTO "tallies" VALUES('score',24894,1);
INSERT INTO "tallies" VALUES('technique',0,19);
INSERT INTO "tallies" VALUES('technique',1,19);
INSERT INTO "tallies" VALUES('technique',2,19);
INSERT INTO "tallies" VALUES('technique',3,5);
INSERT INTO "tallies" VALUES('technique',5,12);
INSERT INTO "tallies" VALUES('technique',6,8);
INSERT INTO "tallies" VALUES('technique',7,3);
INSERT INTO "tallies" VALUES('technique',8,9);
INSERT INTO "tallies" VALUES('technique',9,5);
INSERT INTO "tallies" VALUES('technique',10,1);
INSERT INTO "tallies" VALUES('technique',11,3);
INSERT INTO "tallies" VALUES('technique',12,2);
INSERT INTO "tallies" VALUES('technique',13,1);
INSERT INTO "tallies" VALUES('technique',16,2);
INSERT INTO "tallies" VALUES('technique',17,1);
INSERT INTO "tallies" VALUES('technique',18,1);
INSERT INTO "tallies" VALUES('technique',23,1);
INSERT INTO "tallies" VALUES('technique',28,1);
INSERT INTO "tallies" VALUES('technique',29,1);
INSERT INTO "tallies" VALUES('technique',30,2);
INSERT INTO "tallies" VALUES('technique',31,1);
INSERT INTO "tallies" VALUES('technique',32,3);
INSERT INTO "tallies" VALUES('technique',34,1);
INSERT INTO "tallies" VALUES('technique',36,1);
INSERT INTO "tallies" VALUES('technique',37,1);
INSERT INTO "tallies" VALUES('technique',38,1);
INSERT INTO "tallies" VALUES('technique',39,1);
INSERT INTO "tallies" VALUES('technique',100,19);
INSERT INTO "tallies" VALUES('technique',101,19);
INSERT INTO "tallies" VALUES('technique',102,19);
INSERT INTO "tallies" VALUES('technique',103,4);
INSERT INTO "tallies" VALUES('technique',104,3);
INSERT INTO "tallies" VALUES('technique',105,13);
INSERT INTO "tallies" VALUES('technique',106,4);
INSERT INTO "tallies" VALUES('technique',107,2);
INSERT INTO "tallies" VALUES('technique',108,2);
INSERT INTO "tallies" VALUES('technique',109,2);
INSERT INTO "tallies" VALUES('technique',113,2);
INSERT INTO "tallies" VALUES('technique',118,1);
INSERT INTO "tallies" VALUES('technique',119,2);
INSERT INTO "tallies" VALUES('technique',120,1);
INSERT INTO "tallies" VALUES('technique',122,2);
INSERT INTO "tallies" VALUES('technique',131,1);
INSERT INTO "tallies" VALUES('technique',135,1);
INSERT INTO "tallies" VALUES('technique',136,1);
INSERT INTO "tallies" VALUES('technique',140,1);
INSERT INTO "tallies" VALUES('technique',166,1);
INSERT INTO "tallies" VALUES('technique',172,1);
INSERT INTO "tallies" VALUES('technique',173,1);
INSERT INTO "tallies" VALUES('technique',181,1);
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
INSERT INTO "uses" VALUES(0,0,21);
INSERT INTO "uses" VALUES(0,1,20);
INSERT INTO "uses" VALUES(0,2,20);
INSERT INTO "uses" VALUES(0,3,20);
INSERT INTO "uses" VALUES(0,4,20);
INSERT INTO "uses" VALUES(0,5,21);
INSERT INTO "uses" VALUES(0,6,19);
INSERT INTO "uses" VALUES(0,7,20);
INSERT INTO "uses" VALUES(0,8,21);
INSERT INTO "uses" VALUES(0,9,19);
INSERT INTO "uses" VALUES(0,10,20);
INSERT INTO "uses" VALUES(0,11,20);
INSERT INTO "uses" VALUES(0,12,19);
INSERT INTO "uses" VALUES(0,13,20);
INSERT INTO "uses" VALUES(0,14,18);
INSERT INTO "uses" VALUES(0,15,19);
INSERT INTO "uses" VALUES(0,16,18);
INSERT INTO "uses" VALUES(0,17,20);
INSERT INTO "uses" VALUES(0,18,20);
INSERT INTO "uses" VALUES(1,0,29);
INSERT INTO "uses" VALUES(1,1,35);
INSERT INTO "uses" VALUES(1,2,27);
INSERT INTO "uses" VALUES(1,3,27);
INSERT INTO "uses" VALUES(1,4,28);
INSERT INTO "uses" VALUES(1,5,32);
INSERT INTO "uses" VALUES(1,6,33);
INSERT INTO "uses" VALUES(1,7,28);
INSERT INTO "uses" VALUES(1,8,28);
INSERT INTO "uses" VALUES(1,9,35);
INSERT INTO "uses" VALUES(1,10,29);
INSERT INTO "uses" VALUES(1,11,35);
INSERT INTO "uses" VALUES(1,12,35);
INSERT INTO "uses" VALUES(1,13,36);
INSERT INTO "uses" VALUES(1,14,37);
INSERT INTO "uses" VALUES(1,15,32);
INSERT INTO "uses" VALUES(1,16,31);
INSERT INTO "uses" VALUES(1,17,30);
INSERT INTO "uses" VALUES(1,18,30);
INSERT INTO "uses" VALUES(2,0,6);
INSERT INTO "uses" VALUES(2,1,1);
INSERT INTO "uses" VALUES(2,2,4);
INSERT INTO "uses" VALUES(2,3,5);
INSERT INTO "uses" VALUES(2,4,3);
INSERT INTO "uses" VALUES(2,5,5);
INSERT INTO "uses" VALUES(2,6,1);
INSERT INTO "uses" VALUES(2,7,5);
INSERT INTO "uses" VALUES(2,8,4);
INSERT INTO "uses" VALUES(2,9,3);
INSERT INTO "uses" VALUES(2,10,3);
INSERT INTO "uses" VALUES(2,11,1);
INSERT INTO "uses" VALUES(2,12,9);
INSERT INTO "uses" VALUES(2,13,7);
INSERT INTO "uses" VALUES(2,14,7);
INSERT INTO "uses" VALUES(2,15,8);
INSERT INTO "uses" VALUES(2,16,5);
INSERT INTO "uses" VALUES(2,17,4);
INSERT INTO "uses" VALUES(2,18,4);
INSERT INTO "uses" VALUES(3,2,1);
INSERT INTO "uses" VALUES(3,12,1);
INSERT INTO "uses" VALUES(3,13,1);
INSERT INTO "uses" VALUES(3,15,1);
INSERT INTO "uses" VALUES(3,17,1);
INSERT INTO "uses" VALUES(5,0,1);
INSERT INTO "uses" VALUES(5,2,2);
INSERT INTO "uses" VALUES(5,3,5);
INSERT INTO "uses" VALUES(5,4,3);
INSERT INTO "uses" VALUES(5,6,2);
INSERT INTO "uses" VALUES(5,7,2);
INSERT INTO "uses" VALUES(5,10,3);
INSERT INTO "uses" VALUES(5,14,2);
INSERT INTO "uses" VALUES(5,15,3);
INSERT INTO "uses" VALUES(5,16,2);
INSERT INTO "uses" VALUES(5,17,7);
INSERT INTO "uses" VALUES(5,18,2);
INSERT INTO "uses" VALUES(6,2,1);
INSERT INTO "uses" VALUES(6,4,1);
INSERT INTO "uses" VALUES(6,6,1);
INSERT INTO "uses" VALUES(6,7,1);
INSERT INTO "uses" VALUES(6,8,1);
INSERT INTO "uses" VALUES(6,10,2);
INSERT INTO "uses" VALUES(6,15,1);
INSERT INTO "uses" VALUES(6,18,1);
INSERT INTO "uses" VALUES(7,6,1);
INSERT INTO "uses" VALUES(7,8,1);
INSERT INTO "uses" VALUES(7,17,1);
INSERT INTO "uses" VALUES(8,3,1);
INSERT INTO "uses" VALUES(8,4,2);
INSERT INTO "uses" VALUES(8,6,1);
INSERT INTO "uses" VALUES(8,8,1);
INSERT INTO "uses" VALUES(8,9,1);
INSERT INTO "uses" VALUES(8,10,9);
INSERT INTO "uses" VALUES(8,14,7);
INSERT INTO "uses" VALUES(8,17,6);
INSERT INTO "uses" VALUES(8,18,6);
INSERT INTO "uses" VALUES(9,1,1);
INSERT INTO "uses" VALUES(9,8,1);
INSERT INTO "uses" VALUES(9,10,2);
INSERT INTO "uses" VALUES(9,17,2);
INSERT INTO "uses" VALUES(9,18,3);
INSERT INTO "uses" VALUES(10,10,1);
INSERT INTO "uses" VALUES(11,8,2);
INSERT INTO "uses" VALUES(11,10,1);
INSERT INTO "uses" VALUES(11,18,2);
INSERT INTO "uses" VALUES(12,10,1);
INSERT INTO "uses" VALUES(12,18,3);
INSERT INTO "uses" VALUES(13,10,1);
INSERT INTO "uses" VALUES(16,1,1);
INSERT INTO "uses" VALUES(16,8,2);
INSERT INTO "uses" VALUES(17,1,1);
INSERT INTO "uses" VALUES(18,18,1);
INSERT INTO "uses" VALUES(23,18,1);
INSERT INTO "uses" VALUES(28,10,1);
INSERT INTO "uses" VALUES(29,18,1);
INSERT INTO "uses" VALUES(30,8,2);
INSERT INTO "uses" VALUES(30,10,5);
INSERT INTO "uses" VALUES(31,10,2);
INSERT INTO "uses" VALUES(32,8,1);
INSERT INTO "uses" VALUES(32,10,4);
INSERT INTO "uses" VALUES(32,18,3);
INSERT INTO "uses" VALUES(34,18,5);
INSERT INTO "uses" VALUES(36,18,6);
INSERT INTO "uses" VALUES(37,18,26);
INSERT INTO "uses" VALUES(38,18,9);
INSERT INTO "uses" VALUES(39,18,6);
INSERT INTO "uses" VALUES(100,0,21);
INSERT INTO "uses" VALUES(100,1,20);
INSERT INTO "uses" VALUES(100,2,21);
INSERT INTO "uses" VALUES(100,3,21);
INSERT INTO "uses" VALUES(100,4,20);
INSERT INTO "uses" VALUES(100,5,21);
INSERT INTO "uses" VALUES(100,6,19);
INSERT INTO "uses" VALUES(100,7,20);
INSERT INTO "uses" VALUES(100,8,21);
INSERT INTO "uses" VALUES(100,9,19);
INSERT INTO "uses" VALUES(100,10,21);
INSERT INTO "uses" VALUES(100,11,21);
INSERT INTO "uses" VALUES(100,12,19);
INSERT INTO "uses" VALUES(100,13,20);
INSERT INTO "uses" VALUES(100,14,19);
INSERT INTO "uses" VALUES(100,15,19);
INSERT INTO "uses" VALUES(100,16,19);
INSERT INTO "uses" VALUES(100,17,19);
INSERT INTO "uses" VALUES(100,18,21);
INSERT INTO "uses" VALUES(101,0,24);
INSERT INTO "uses" VALUES(101,1,12);
INSERT INTO "uses" VALUES(101,2,25);
INSERT INTO "uses" VALUES(101,3,33);
INSERT INTO "uses" VALUES(101,4,19);
INSERT INTO "uses" VALUES(101,5,36);
INSERT INTO "uses" VALUES(101,6,26);
INSERT INTO "uses" VALUES(101,7,28);
INSERT INTO "uses" VALUES(101,8,21);
INSERT INTO "uses" VALUES(101,9,15);
INSERT INTO "uses" VALUES(101,10,24);
INSERT INTO "uses" VALUES(101,11,22);
INSERT INTO "uses" VALUES(101,12,6);
INSERT INTO "uses" VALUES(101,13,15);
INSERT INTO "uses" VALUES(101,14,27);
INSERT INTO "uses" VALUES(101,15,29);
INSERT INTO "uses" VALUES(101,16,22);
INSERT INTO "uses" VALUES(101,17,39);
INSERT INTO "uses" VALUES(101,18,18);
INSERT INTO "uses" VALUES(102,0,12);
INSERT INTO "uses" VALUES(102,1,24);
INSERT INTO "uses" VALUES(102,2,9);
INSERT INTO "uses" VALUES(102,3,3);
INSERT INTO "uses" VALUES(102,4,16);
INSERT INTO "uses" VALUES(102,5,1);
INSERT INTO "uses" VALUES(102,6,12);
INSERT INTO "uses" VALUES(102,7,8);
INSERT INTO "uses" VALUES(102,8,13);
INSERT INTO "uses" VALUES(102,9,23);
INSERT INTO "uses" VALUES(102,10,12);
INSERT INTO "uses" VALUES(102,11,13);
INSERT INTO "uses" VALUES(102,12,39);
INSERT INTO "uses" VALUES(102,13,29);
INSERT INTO "uses" VALUES(102,14,18);
INSERT INTO "uses" VALUES(102,15,16);
INSERT INTO "uses" VALUES(102,16,15);
INSERT INTO "uses" VALUES(102,17,5);
INSERT INTO "uses" VALUES(102,18,17);
INSERT INTO "uses" VALUES(103,4,1);
INSERT INTO "uses" VALUES(103,6,1);
INSERT INTO "uses" VALUES(103,10,1);
INSERT INTO "uses" VALUES(103,16,1);
INSERT INTO "uses" VALUES(104,14,1);
INSERT INTO "uses" VALUES(104,15,1);
INSERT INTO "uses" VALUES(104,17,3);
INSERT INTO "uses" VALUES(105,3,1);
INSERT INTO "uses" VALUES(105,4,2);
INSERT INTO "uses" VALUES(105,6,4);
INSERT INTO "uses" VALUES(105,8,1);
INSERT INTO "uses" VALUES(105,9,1);
INSERT INTO "uses" VALUES(105,10,5);
INSERT INTO "uses" VALUES(105,12,1);
INSERT INTO "uses" VALUES(105,13,4);
INSERT INTO "uses" VALUES(105,14,7);
INSERT INTO "uses" VALUES(105,15,2);
INSERT INTO "uses" VALUES(105,16,2);
INSERT INTO "uses" VALUES(105,17,5);
INSERT INTO "uses" VALUES(105,18,2);
INSERT INTO "uses" VALUES(106,1,1);
INSERT INTO "uses" VALUES(106,10,2);
INSERT INTO "uses" VALUES(106,16,2);
INSERT INTO "uses" VALUES(106,17,1);
INSERT INTO "uses" VALUES(107,8,1);
INSERT INTO "uses" VALUES(107,10,2);
INSERT INTO "uses" VALUES(108,10,1);
INSERT INTO "uses" VALUES(108,17,1);
INSERT INTO "uses" VALUES(109,10,1);
INSERT INTO "uses" VALUES(109,14,3);
INSERT INTO "uses" VALUES(113,8,1);
INSERT INTO "uses" VALUES(113,10,1);
INSERT INTO "uses" VALUES(118,10,3);
INSERT INTO "uses" VALUES(119,8,1);
INSERT INTO "uses" VALUES(119,10,2);
INSERT INTO "uses" VALUES(120,8,1);
INSERT INTO "uses" VALUES(122,1,1);
INSERT INTO "uses" VALUES(122,8,1);
INSERT INTO "uses" VALUES(131,10,1);
INSERT INTO "uses" VALUES(135,10,1);
INSERT INTO "uses" VALUES(136,18,1);
INSERT INTO "uses" VALUES(140,10,2);
INSERT INTO "uses" VALUES(166,18,2);
INSERT INTO "uses" VALUES(172,10,2);
INSERT INTO "uses" VALUES(173,8,1);
INSERT INTO "uses" VALUES(181,18,6);
CREATE INDEX ix_tags_puzzle_id ON tags (puzzle_id);
CREATE INDEX ix_puzzles_textbook_comparisons ON puzzles (textbook_comparisons) WHERE textbook_comparisons IS NOT NULL;
CREATE INDEX ix_puzzles_further ON puzzles (id) WHERE place > 0;
CREATE INDEX ix_puzzles_rating ON puzzles (rating) WHERE rating IS NOT NULL;
CREATE INDEX ix_puzzles_textbook_depth ON puzzles (textbook_depth) WHERE textbook_depth IS NOT NULL;
CREATE INDEX ix_puzzles_score ON puzzles (score) WHERE score IS NOT NULL;
CREATE INDEX ix_puzzles_textbook_backtracks ON puzzles (textbook_backtracks) WHERE textbook_backtracks IS NOT NULL;
CREATE INDEX ix_puzzles_hardest ON puzzles (hardest) WHERE hardest IS NOT NULL;
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
INSERT INTO "sqlite_sequence" VALUES('boards',18);
COMMIT;
