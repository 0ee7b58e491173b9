// In place of files.js in the script for pages without a server, which has the files in itself (build.py).

export async function bytesOf(name) {
  if (name === "engine-without-simd.wasm") throw new Error("this browser is too old for the script: use the module");
  if (!FILES[name]) throw new Error("the script has no rules: use the module"); // a page adds them
  const bytes = Uint8Array.from(atob(FILES[name]), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

export async function wordsOf(language) {
  const words = FILES.words[language];
  if (!words) throw new Error(`no language "${language}": choose from ${Object.keys(FILES.words).join(", ")}`);
  return words;
}

export async function startWorker() {
  return new Worker(URL.createObjectURL(new Blob([`(${boardCatalogue})(globalThis)`], { type: "text/javascript" })));
}
