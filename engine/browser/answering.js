// How a worker answers: one call.

import { load } from "./index.js";
import { languagesOf } from "./steps.js";

export function answerIn(port) {
  port.onmessage = async ({ data: { name, given, module, reports } }) => {
    try {
      const engine = await load({ languages: languagesOf(name, given), module, rules: Boolean(given.at(-1)?.uses) });
      if (reports) given.at(-1).onfound = (found) => port.postMessage({ found });
      port.postMessage({ answer: engine[name](...given) });
    } catch (error) {
      port.postMessage({ error: error.message });
    }
  };
  port.postMessage({ isReady: true });
}
