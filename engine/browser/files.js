// Where the files of the package are: beside this one. The script for pages without a server has them in itself (build.py).

const inNode = () => import.meta.url.startsWith("file:") && globalThis.process?.versions?.node;

export async function bytesOf(name) {
  const url = new URL(name, import.meta.url);
  if (inNode()) return (await import("node:fs/promises")).readFile(url);
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} could not be loaded: ${answer.status} ${answer.statusText}`);
  return answer.arrayBuffer();
}

export async function wordsOf(language) {
  if (!["de", "en", "es", "fr"].includes(language)) throw new Error(`no language "${language}": choose from de, en, es, fr`);
  return (await import(`./words.${language}.js`)).default;
}

export async function startWorker() {
  const url = new URL("worker.js", import.meta.url);
  if (!inNode()) return new Worker(url, { type: "module" });
  const worker = new (await import("node:worker_threads")).Worker(url, { execArgv: [] });
  worker.on("message", (data) => worker.onmessage({ data }));
  worker.on("error", (error) => worker.onerror(error));
  return worker;
}
