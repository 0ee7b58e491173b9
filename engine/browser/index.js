// The engine for browsers, workers and node: `await solve(puzzle)`. It is loaded at the first call.

import { Engine } from "./engine.js";
import { bytesOf, startWorker, wordsOf } from "./files.js";
import { Rules } from "./rules.js";
import { languagesOf } from "./steps.js";

// A module with one instruction for registers of 128 bits.
const WITH_SIMD = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];

const loading = {};

async function compiled(rules) {
  const hasSimd = WebAssembly.validate(Uint8Array.from(WITH_SIMD));
  if (rules && !hasSimd) throw new Error("this browser is too old for rules");
  return WebAssembly.compile(await bytesOf(rules ? "rules.wasm" : hasSimd ? "engine.wasm" : "engine-without-simd.wasm"));
}

/** The engine of this thread, or that of puzzles under rules, whose methods answer at once. Sentences are in these languages. */
export async function load({ languages = ["en"], module, rules = false } = {}) {
  loading[rules] ??= Promise.resolve(module ?? compiled(rules)).then((code) => new (rules ? Rules : Engine)(code));
  const engine = await loading[rules].catch((error) => {
    delete loading[rules]; // perhaps there was no connection
    throw error;
  });
  for (const language of languages) engine.words[language] ??= await wordsOf(language);
  return engine;
}

const idle = []; // a worker that has answered: starting one takes longer than most answers

/** A worker that waits for a call. */
async function readyWorker() {
  if (idle.length) return idle.pop();
  const worker = await startWorker();
  await new Promise((resolve, reject) => {
    worker.onmessage = resolve;
    worker.onerror = (event) => reject(new Error(event.message ?? "the worker did not start"));
  });
  return worker;
}

/** Keeps a worker for the next call, in node without keeping the process. */
function keep(worker) {
  if (idle.length) return worker.terminate();
  worker.unref?.();
  idle.push(worker);
}

/** Calls a method of the engine, in a worker that ends with `signal` if there is one, and tells `onfound` what it has so far. */
async function call(name, given) {
  const last = given.at(-1);
  const rules = Boolean(last?.uses);
  if (rules && !Rules.prototype[name]) throw new Error(`${name} takes no rules in a browser`);
  if (!last?.signal) return (await load({ languages: languagesOf(name, given), rules }))[name](...given);
  const { signal, onfound, ...options } = last;
  signal.throwIfAborted();
  const { module } = await load({ languages: [], rules });
  const worker = await readyWorker();
  if (signal.aborted) {
    keep(worker);
    throw signal.reason;
  }
  worker.ref?.();
  try {
    const { answer, error } = await new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      worker.onerror = (event) => reject(new Error(event.message ?? "the worker failed"));
      worker.onmessage = ({ data }) => (data.found ? onfound(data.found) : resolve(data));
      worker.postMessage({ name, given: [...given.slice(0, -1), options], module, reports: Boolean(onfound && rules) });
    });
    keep(worker);
    if (error) throw new Error(error);
    return answer;
  } catch (error) {
    if (!idle.includes(worker)) worker.terminate();
    throw error;
  }
}

const offered = (name) => (...given) => call(name, given);
/** Steps of the style "score" on boards other than plain ones of 9x9 are those of people, from the file for rules. */
const stepping = (name) => (puzzle, ...given) => {
  const options = given.at(-1);
  const isScored = options?.style === "score" && !options.uses && (puzzle.length !== 81 || (options.blocks ?? "3x3") !== "3x3");
  return call(name, [puzzle, ...given.slice(0, -1), ...(isScored ? [{ ...options, uses: [] }] : given.slice(-1))]);
};
/** Without rules in use, too, a call of the file for rules. */
const underRules = (name) => (puzzle, options) => call(name, [puzzle, { uses: [], ...options }]);

export const automorphisms = offered("automorphisms");
export const brokenRules = underRules("brokenRules");
export const canonical = offered("canonical");
export const canonicalPuzzles = offered("canonicalPuzzles");
export const carve = offered("carve");
export const contradiction = underRules("contradiction");
export const countSolutions = offered("countSolutions");
export const drawMarks = underRules("drawMarks");
export const drawVariant = underRules("drawVariant");
export const generate = offered("generate");
export const measure = offered("measure");
export const minimal = offered("minimal");
export const mistakes = offered("mistakes");
export const needless = underRules("needless");
export const nextStep = stepping("nextStep");
export const possibleSteps = stepping("possibleSteps");
export const rate = offered("rate");
export const score = offered("score");
export const solve = offered("solve");
export const steps = stepping("steps");
export const trueCandidates = offered("trueCandidates");
