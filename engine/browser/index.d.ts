/** A board is a text of a character a cell, 1 to 9, then A to P, and "." for an empty cell. Many are a list of texts, or bytes. */
export type Boards = string | string[] | Uint8Array;

export interface Shape {
  /** Cells in a row, 1 to 25; 9 by default, and of texts what their length says. */
  size?: number;
  /** Rows and columns of a block, such as "3x2", or "none" for a Latin square; the usual ones of the size by default. */
  blocks?: string;
}

export interface Call {
  /** Ends a call, which then runs in a worker. */
  signal?: AbortSignal;
}

type Options = Shape & Call;

/** A named rule where it holds, by the names and values of the table of rules; cells are numbered row by row from 0. */
export interface Use {
  rule: string;
  cells?: number[];
  value?: number | string | number[];
  groups?: number[][];
  /** Of the rule "or": lists of which at least one holds. */
  alternatives?: Use[][];
  /** The setter's name for a table or an expression. */
  title?: string;
}

export interface Ruled extends Options {
  uses: Use[];
  /** Regions of any form, in place of blocks. */
  regions?: number[][];
  /** The lowest digit, which boards have as 1: 0 for the digits from 0; 1 by default. */
  lowest?: number;
  /** The sides of a board that is not square, whose `size` is then the number of its digits; it has no steps. */
  rows?: number;
  columns?: number;
  /** Whether the cells of each row and of each column differ; true by default. */
  lines?: boolean;
  /** Cells beside the grid that rules need. */
  groups?: { prefix: string; count?: number; columns?: number }[];
}

/** A house or a rule that no digits in the empty cells can satisfy. */
export interface Broken {
  /** The name of the rule; "row", "column" or "region" for a house of those. */
  rule: string;
  /** That of the house, or the place of the rule among those in use, from 0. */
  number: number;
  cells: number[];
  /** Such as "cage 15 of r1c1", in the language of an engine that has loaded its words. */
  name?: string;
}

/** A unit, or a rule where it holds: its name in data, which steps have, and in words. */
export interface Place {
  name: string;
  said: string;
  cells: number[];
  /** Whether a unit only follows, so that no rule names it. */
  isImplied?: boolean;
}

/** A board as people see it. */
export interface Ground {
  units: Place[];
  parts: Place[];
  /** For each cell those that differ from it. */
  peers: number[][];
}

/** Some clues of a puzzle, by their cells, and some of its rules, by their places among those in use, from 0. */
export interface Parts {
  clues: number[];
  uses: number[];
}

/** How a picture is drawn; of one that is `small` the last four have no part. */
export interface Drawn extends Options, Partial<Ruled> {
  /** For a list on a page in the light or the dark, with which it mixes: without ground, title and words. */
  small?: boolean;
  /** The digits of a player. */
  values?: string | Uint8Array;
  /** Cells that are coloured. */
  marked?: number[];
  title?: string;
  /** What stands below the board, each after the name of the rule that it is about, or "". */
  sentences?: [rule: string, sentence: string][];
}

/** The marks of rules alone, as two SVG images of 64 units a cell to lie over a board; empty texts for none. */
export interface Marks {
  /** To mix with the cells: white in the light and black in the dark is no colour. Clues outside lie outside it. */
  mixed: string;
  /** To cover the cells and their borders. */
  covering: string;
  /** How many cells the clues outside need on each side: 1 or 0. */
  margin: number;
  /** Parts of a cell that candidates leave to marks. */
  room: { above: number; beside: number };
  /** Cells with a text of a rule in their upper left corner. */
  labelled: number[];
}

/** One answer for a text, else one for each board. */
type Each<B extends Boards, One, Many = One[]> = B extends string ? One : Many;

/** "eye" takes singles in the order in which eyes see them, then the steps of "score". */
export type Style = "rating" | "score" | "eye";
export type Language = "de" | "en" | "es" | "fr";

export interface Metrics {
  solutions: number;
  guesses: number;
  backtracks: number;
  nodes: number;
  maxDepth: number;
  comparisons: number;
  filled: number;
  hiddenRounds: number;
}

export interface Rating {
  status: "rated" | "above" | "no_solution" | "several_solutions" | "beyond";
  /** The hardest step of the path, in tenths: 71 is 7.1. */
  rating: number;
  pearl: number;
  diamond: number;
  hardest: string | null;
  moreThanSingles: boolean;
  /** How often each technique was used. */
  counts: Record<string, number>;
}

export interface Score {
  status: "scored" | "no_solution" | "several_solutions" | "stuck";
  score: number;
  level: "easy" | "medium" | "hard" | "unfair" | "extreme";
  hardest: string | null;
  counts: Record<string, number>;
}

/** A cell, row by row from 0, and a digit. */
export type Spot = [cell: number, digit: number];

export interface Part {
  role: string;
  cells: number[];
  digits: number[];
  units: string[];
}

export interface Link {
  cell: number;
  digit: number;
  holds: boolean;
  kind: string;
  unit: string;
  /** The places of the links that it follows from. */
  after: number[];
  nested: { links: number; branches: Link[][] } | null;
  /** Of a group of cells. */
  cells?: number[];
}

export interface Step {
  version: number;
  technique: string;
  /** As people write it, such as 7.1; of a step of the style "score" there are `score` and `level`. */
  rating?: number;
  score?: number;
  level?: string;
  links: number;
  cells: number[];
  digits: number[];
  units: string[];
  placement: Spot | null;
  eliminations: Spot[];
  parts: Part[];
  chains: Link[][];
  sentence: string;
  /** Of `drawn`: an SVG image of 60 units a cell, to lie over the position before the step. */
  drawing?: string;
  title?: string;
  worth?: string;
  meaning?: string;
  /** A sentence with the place to look at, and that place. */
  where?: string;
  look?: { units: string[]; cells: number[] };
  is_single?: boolean;
  /** The chains in words, if the sentence does not name every link. */
  branches?: Branch[];
}

export interface Branch {
  question: string;
  links: { text: string; nested: Branch[] }[];
}

export interface Mistake {
  cell: number;
  /** The wrong digit; 0 if the marks of the cell lack the right one. */
  digit: number;
  sentence: string;
}

/** How steps are told. */
export interface Telling {
  style?: Style;
  language?: Language;
  drawn?: boolean;
}

export interface Position extends Options, Telling, Partial<Ruled> {
  /** A mask of candidates for each cell, bit 0 for digit 1; 0 for a cell without marks. */
  candidates?: ArrayLike<number>;
  /** The part of each cell that the candidates of a drawing leave free: above, and on all sides. */
  room?: { above?: number; beside?: number };
}

/** The houses and rules that digits break, each by itself; 0 or "." for an empty cell. */
export function brokenRules(values: string | Uint8Array, options: Ruled): Promise<Broken[]>;
/** Each clue and each rule that a puzzle can lose, it alone, and keep its only solution: an error if it has not one. */
export function needless(puzzle: string | Uint8Array, options?: Options & Partial<Ruled>): Promise<Parts>;
/** Clues and rules that exclude all boards together, and do not without any one of them: an error if there is a solution. */
export function contradiction(puzzle: string | Uint8Array, options?: Options & Partial<Ruled>): Promise<Parts>;
/** A puzzle with the marks of its rules as an SVG image. */
export function drawVariant(puzzle: string | Uint8Array, options?: Drawn): Promise<string>;
export function drawMarks(puzzle: string | Uint8Array, options?: Options & Partial<Ruled>): Promise<Marks>;
/** Puzzles under rules: these are in a file of their own, which is loaded at the first such call. */
export function solve<B extends Boards>(puzzles: B, options: Ruled & { limit: number }): Promise<{ solutions: B; counts: Each<B, number, Int32Array> }>;
export function solve<B extends Boards>(puzzles: B, options: Ruled): Promise<B>;
export function countSolutions<B extends Boards>(puzzles: B, options: Ruled & { limit?: number }): Promise<Each<B, number, Int32Array>>;
/** In a search that takes long, `onfound` gets what is found so far, several times a second. */
export function trueCandidates(puzzles: Boards, options: Ruled & { onfound?: (found: Uint16Array) => void }): Promise<Uint16Array>;
/** A solution of each puzzle; empty cells if it has none. With `limit` also how many, up to that many. */
export function solve<B extends Boards>(puzzles: B, options: Options & { limit: number }): Promise<{ solutions: B; counts: Each<B, number, Int32Array> }>;
export function solve<B extends Boards>(puzzles: B, options?: Options): Promise<B>;
/** How many solutions each puzzle has, up to `limit`, by default 2. */
export function countSolutions<B extends Boards>(puzzles: B, options?: Options & { limit?: number }): Promise<Each<B, number, Int32Array>>;
/** The boards `start` to `start + count - 1` of a seed, the same on every machine. */
export function generate(count: number, options: Options & { seed: number | bigint; start?: number | bigint; method?: string }): Promise<Uint8Array>;
/** A puzzle of each full board. Without `clues` no clue can be removed. */
export function carve<B extends Boards>(boards: B, options: Options & { seed: number | bigint; clues?: number; pattern?: string; effort?: number }): Promise<B>;
/** Whether each puzzle has one solution, and more without any one of its clues. */
export function minimal<B extends Boards>(puzzles: B, options?: Options): Promise<Each<B, boolean>>;
/** For each cell the digits that it has in some solution, as masks. */
export function trueCandidates(puzzles: Boards, options?: Options): Promise<Uint16Array>;
/** What the reference search counts. */
export function measure<B extends Boards>(puzzles: B, options?: Options & { mostNodes?: number }): Promise<Each<B, Metrics>>;
/** The least image of each board or puzzle with one solution: by "d4", "d4+relabel" or "full". */
export function canonical<B extends Boards>(boards: B, options?: Options & { symmetry?: "d4" | "d4+relabel" | "full" }): Promise<B>;
/** The same as `canonical`. */
export const canonicalPuzzles: typeof canonical;
/** How many symmetries map each full board to itself. */
export function automorphisms<B extends Boards>(boards: B, options?: Options): Promise<Each<B, number>>;
/** Ratings as Sudoku Explainer 1.2.1 has them, up to 12x12; above `ceiling` a puzzle has the status "above". */
export function rate<B extends Boards>(puzzles: B, options?: Options & { ceiling?: number }): Promise<Each<B, Rating>>;
/** Scores and levels as HoDoKu 2.2.0 has them, of 9x9 puzzles. */
export function score<B extends Boards>(puzzles: B, options?: Call): Promise<Each<B, Score>>;
/** The steps to the solution of a puzzle, or from the `values` and `candidates` of a player. */
export function steps(puzzle: string | Uint8Array, options?: Position & { values?: string | Uint8Array }): Promise<Step[]>;
/** The easiest step from the values of all cells, 0 for empty; null if the board is full or no technique applies. */
export function nextStep(puzzle: string | Uint8Array, values: string | Uint8Array, options?: Position): Promise<Step | null>;
/** The steps that a position allows, the easiest techniques first, at most 20 of one; or all of a `technique`. */
export function possibleSteps(puzzle: string | Uint8Array, values: string | Uint8Array, options?: Position & { technique?: string }): Promise<Step[]>;
/** The wrong digits, and the empty cells whose marks lack the right one. */
export function mistakes(puzzle: string | Uint8Array, values: string | Uint8Array, options?: Position): Promise<Mistake[]>;

/** The engine of this thread: the same functions, which answer at once and take no signal. */
export interface Engine {
  solve<B extends Boards>(puzzles: B, options: Options & { limit: number }): { solutions: B; counts: Each<B, number, Int32Array> };
  solve<B extends Boards>(puzzles: B, options?: Options): B;
  countSolutions<B extends Boards>(puzzles: B, options?: Options & { limit?: number }): Each<B, number, Int32Array>;
  generate(count: number, options: Options & { seed: number | bigint; start?: number | bigint; method?: string }): Uint8Array;
  carve<B extends Boards>(boards: B, options: Options & { seed: number | bigint; clues?: number; pattern?: string; effort?: number }): B;
  minimal<B extends Boards>(puzzles: B, options?: Options): Each<B, boolean>;
  trueCandidates(puzzles: Boards, options?: Options): Uint16Array;
  measure<B extends Boards>(puzzles: B, options?: Options & { mostNodes?: number }): Each<B, Metrics>;
  canonical<B extends Boards>(boards: B, options?: Options & { symmetry?: "d4" | "d4+relabel" | "full" }): B;
  canonicalPuzzles: Engine["canonical"];
  automorphisms<B extends Boards>(boards: B, options?: Options): Each<B, number>;
  rate<B extends Boards>(puzzles: B, options?: Options & { ceiling?: number }): Each<B, Rating>;
  score<B extends Boards>(puzzles: B, options?: Call): Each<B, Score>;
  steps(puzzle: string | Uint8Array, options?: Position & { values?: string | Uint8Array }): Step[];
  nextStep(puzzle: string | Uint8Array, values: string | Uint8Array, options?: Position): Step | null;
  possibleSteps(puzzle: string | Uint8Array, values: string | Uint8Array, options?: Position & { technique?: string }): Step[];
  /** The loaded tables of words, by language. */
  words: Record<string, Record<string, Record<string, string>>>;
  mistakes(puzzle: string | Uint8Array, values: string | Uint8Array, options?: Position): Mistake[];
}

/** The engine of puzzles under rules: the same, for boards with `uses`. */
export interface RuledEngine extends Pick<Engine, "steps" | "nextStep" | "possibleSteps" | "mistakes" | "words"> {
  brokenRules(values: string | Uint8Array, options: Ruled & { language?: Language }): Broken[];
  /** Nothing but this engine knows which units and rules steps name; empty with cells beside the grid. */
  ground(puzzle: string | Uint8Array, options: Ruled & { language: Language }): Partial<Ground>;
}

/** Loads the engine, with the words of some languages, by default of English. */
export function load(options: { languages?: Language[]; rules: true }): Promise<RuledEngine>;
export function load(options?: { languages?: Language[] }): Promise<Engine>;
