// Calls of compiled functions: arrays are placed in the memory of WebAssembly, and written back.

export class Calls {
  /** `module` is a compiled WebAssembly.Module. */
  constructor(module) {
    this.module = module;
  }

  /** What WebAssembly exports. After an error there is a new instance, since its stack is not as it was. */
  get exports() {
    if (!this.instance) {
      const refuse = (why) => {
        throw new Error(this.string(why));
      };
      this.instance = new WebAssembly.Instance(this.module, { engine: { refuse, ask: () => this.ask?.() } });
      this.instance.exports._initialize();
    }
    return this.instance.exports;
  }

  string(address) {
    const bytes = new Uint8Array(this.exports.memory.buffer, address);
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
  }

  /** Calls `work` with a function that places arrays in memory; writes back what they have become. */
  placed(work) {
    const { allocate, release, memory } = this.exports;
    const placed = (this.placing = []);
    const place = (given) => {
      if (!ArrayBuffer.isView(given) && given !== null) return given;
      if (!given?.byteLength) return 0;
      const address = allocate(given.byteLength);
      if (!address) throw new Error("there is no memory for so many boards: pass fewer at a time");
      const bytes = new Uint8Array(given.buffer, given.byteOffset, given.byteLength);
      new Uint8Array(memory.buffer).set(bytes, address);
      placed.push([address, bytes]);
      return address;
    };
    try {
      const answer = work(place);
      for (const [address, bytes] of placed) bytes.set(new Uint8Array(memory.buffer, address, bytes.length));
      for (const [address] of placed) release(address);
      return answer;
    } catch (error) {
      this.instance = null;
      throw error;
    }
  }

  /** What an array in memory has become so far, asked by `ask` in the midst of a call. */
  soFar(array) {
    const [address] = this.placing.find(([, bytes]) => bytes.buffer === array.buffer);
    return new array.constructor(this.exports.memory.buffer, address, array.length).slice();
  }

  /** Runs a kernel of core/kernels/kernels.hpp on a batch. */
  run(name, { shape, count }, ...given) {
    const { __indirect_function_table: table, kernel } = this.exports;
    return this.placed((place) => {
      const address = kernel(place(new TextEncoder().encode(`${name}\0`)), shape.rows, shape.columns);
      if (!address) throw new Error(`there is no ${name} of boards of ${shape.blocks}`);
      return table.get(address)(place(new Int32Array([shape.rows, shape.columns])), BigInt(count), ...given.map(place));
    });
  }

  /** Calls a function of exports.cpp that answers with a text. */
  text(name, ...given) {
    return this.placed((place) => this.string(this.exports[name](...given.map(place))));
  }
}
