// Short sounds of a game, made by the browser: no file is loaded.

// Notes of each sound: frequency in hertz, and the second at which it begins.
const SOUNDS = { move: [[660, 0]], wrong: [[196, 0], [165, 0.12]], solved: [[523, 0], [659, 0.12], [784, 0.24], [1047, 0.36]] };
const LENGTH = 0.16; // seconds
const LOUDNESS = 0.08;
let context;

export function ring(name) {
  context ??= new AudioContext();
  for (const [frequency, after] of SOUNDS[name]) {
    const begin = context.currentTime + after;
    const [tone, volume] = [new OscillatorNode(context, { frequency, type: "triangle" }), new GainNode(context, { gain: 0 })];
    volume.gain.setTargetAtTime(LOUDNESS, begin, 0.005);
    volume.gain.setTargetAtTime(0, begin + 0.03, LENGTH / 4);
    tone.connect(volume).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + LENGTH);
  }
}
