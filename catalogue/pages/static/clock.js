// The time that a puzzle takes: it stops while the page is hidden, and when a person pauses it.

export class Clock {
  constructor(elapsed, element, begin = 0) {
    this.before = elapsed; // milliseconds
    this.begin = begin; // what is shown counts from here
    this.since = null;
    this.element = element;
    this.paused = false;
    this.ended = false;
    setInterval(() => this.#show(), 1000);
    document.addEventListener("visibilitychange", () => this.#run());
    this.#run();
  }

  get elapsed() {
    return this.before + (this.since === null ? 0 : performance.now() - this.since);
  }

  get time() {
    return Math.max(0, this.elapsed - this.begin);
  }

  // Show the time since then.
  countFrom(begin) {
    this.begin = begin;
    this.#show();
  }

  atLeast(elapsed) {
    if (elapsed <= this.elapsed) return;
    this.before += elapsed - this.elapsed;
    this.#show();
  }

  pause(paused) {
    this.paused = paused;
    this.#run();
  }

  end(ended) {
    this.ended = ended;
    this.#run();
  }

  #run() {
    const runs = !this.paused && !this.ended && !document.hidden;
    this.before = this.elapsed;
    this.since = runs ? performance.now() : null;
    this.#show();
  }

  #show() {
    this.element.textContent = spelled(this.time);
  }
}

// Such as 4:05 or 1:00:00.
export function spelled(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts
    .slice(parts[0] ? 0 : 1)
    .map((part, place) => String(part).padStart(place ? 2 : 1, "0"))
    .join(":");
}
