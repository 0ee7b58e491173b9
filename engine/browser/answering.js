// How a worker answers: one call.

import { load } from "./index.js";

export function answerIn(port) {
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
