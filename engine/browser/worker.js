import { answerIn } from "./answering.js";

answerIn(globalThis.WorkerGlobalScope ? globalThis : (await import("node:worker_threads")).parentPort);
