// The engine for browsers, workers and node: `await solve(puzzle)`. It is loaded at the first call.

import { Engine } from "./engine.js";
import { bytesOf, startWorker, wordsOf } from "./files.js";
import { languagesOf } from "./steps.js";

// A module with one instruction for registers of 128 bits.
const WITH_SIMD = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];

let loading;

async function compiled() {
  const hasSimd = WebAssembly.validate(Uint8Array.from(WITH_SIMD));
  return WebAssembly.compile(await bytesOf(hasSimd ? "engine.wasm" : "engine-without-simd.wasm"));
}

/** The engine of this thread, whose methods answer at once. Its sentences are in the languages given here. */
export async function load({ languages = ["en"], module } = {}) {
  loading ??= Promise.resolve(module ?? compiled()).then((code) => new Engine(code));
  const engine = await loading.catch((error) => {
    loading = undefined; // perhaps there was no connection
    throw error;
  });
  for (const language of languages) engine.words[language] ??= await wordsOf(language);
  return engine;
}

/** Calls a method of the engine, in a worker that ends with `signal` if there is one. */
async function call(name, given) {
  const last = given.at(-1);
  if (!last?.signal) return (await load({ languages: languagesOf(name, given) }))[name](...given);
  const { signal, ...options } = last;
  signal.throwIfAborted();
  const { module } = await load({ languages: [] });
  const worker = await startWorker();
  try {
    return await new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      worker.onerror = (event) => reject(new Error(event.message ?? "the worker did not start"));
      worker.onmessage = ({ data: { isReady, answer, error } }) => {
        if (isReady) worker.postMessage({ name, given: [...given.slice(0, -1), options], module });
        else if (error) reject(new Error(error));
        else resolve(answer);
      };
    });
  } finally {
    worker.terminate();
  }
}

const offered = (name) => (...given) => call(name, given);

export const automorphisms = offered("automorphisms");
export const canonical = offered("canonical");
export const canonicalPuzzles = offered("canonicalPuzzles");
export const carve = offered("carve");
export const countSolutions = offered("countSolutions");
export const generate = offered("generate");
export const measure = offered("measure");
export const minimal = offered("minimal");
export const mistakes = offered("mistakes");
export const nextStep = offered("nextStep");
export const possibleSteps = offered("possibleSteps");
export const rate = offered("rate");
export const score = offered("score");
export const solve = offered("solve");
export const steps = offered("steps");
export const trueCandidates = offered("trueCandidates");
