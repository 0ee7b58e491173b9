// Plays the steps of a run: fetched piece by piece, at the pace and with the pauses that a person wants.

export class Steps {
  // `address` is that of the first piece; every piece names the next one.
  constructor(address) {
    this.end = null;
    this.taking = Promise.resolve();
    this.following = address;
    this.coming = this.#piece();
    this.steps = [];
    this.at = 0;
  }

  // The next step; null at the end of the run, which is then in `end`. Those who ask together get one after the other.
  // After a failure the same step is tried again.
  next() {
    this.taking = this.taking.catch(() => {}).then(() => this.#take());
    return this.taking;
  }

  async #take() {
    while (this.at === this.steps.length) {
      if (this.end) return null;
      const coming = (this.coming ??= this.#piece());
      this.coming = null;
      const piece = await coming;
      this.steps = piece.steps;
      this.at = 0;
      this.end = piece.end;
      this.following = piece.next;
      if (piece.next) this.coming = this.#piece();
    }
    return this.steps[this.at++];
  }

  get isOver() {
    return this.end !== null && this.at === this.steps.length;
  }

  // Fetched before it is asked for; a failure shows only then.
  #piece() {
    const piece = fetch(this.following).then(async (answer) => {
      const data = await answer.json();
      if (!answer.ok) throw new Error(data.error);
      return data;
    });
    piece.catch(() => {});
    return piece;
  }
}

export class Player {
  // The stage has reset(), apply(step) and finish(end); `onchange` is called when the player starts or pauses.
  constructor(address, stage, onchange, onerror) {
    this.address = address;
    this.stage = stage;
    this.onchange = onchange;
    this.onerror = onerror;
    this.delay = () => 0;
    this.restart();
  }

  restart() {
    this.pause();
    this.steps = null;
    this.done = false;
    this.stage.reset();
    this.onchange();
  }

  pause() {
    this.turn = null; // a loop that still runs finds that it is not its turn
    this.mode = "paused";
  }

  async play() {
    await this.#run("playing", () => new Promise((go) => setTimeout(go, this.delay())));
  }

  async step() {
    let taken = false;
    await this.#run("stepping", () => {
      taken = true;
    }, () => taken);
  }

  async finish() {
    let taken = 0;
    await this.#run("finishing", () => (++taken % 100 ? undefined : new Promise((go) => setTimeout(go))));
  }

  async #run(mode, wait, isEnough = () => false) {
    if (this.done) this.restart();
    const turn = (this.turn = {});
    this.mode = mode;
    this.onchange();
    const steps = (this.steps ??= new Steps(this.address));
    try {
      while (this.turn === turn && !isEnough()) {
        const step = await steps.next();
        if (this.steps !== steps || this.done) return; // restarted meanwhile, or ended by another click
        if (step) this.stage.apply(step);
        if (steps.isOver) {
          this.done = true;
          this.stage.finish(steps.end);
          break;
        }
        await wait();
      }
    } catch (error) {
      if (this.steps !== steps) return; // restarted meanwhile
      this.onerror(error);
    }
    if (this.turn === turn) {
      this.pause();
      this.onchange();
    }
  }
}
