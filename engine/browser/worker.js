// One call in a thread of its own.

import { load } from "./index.js";

export async function answerIn(port) {
  port.onmessage = async ({ data: { name, given, module } }) => {
    try {
      const engine = await load({ languages: [given.at(-1)?.language ?? "en"], module });
      port.postMessage({ answer: engine[name](...given) });
    } catch (error) {
      port.postMessage({ error: error.message });
    }
  };
  port.postMessage({ isReady: true });
}

answerIn(globalThis.WorkerGlobalScope ? globalThis : (await import("node:worker_threads")).parentPort);
