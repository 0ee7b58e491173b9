// Texts compressed as the links of f-puzzles and SudokuPad have them: LZ-string, in base64 (engine/rules/formats/lz_string.py says how).

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const [NEW_BYTE, NEW_UNIT, END] = [0, 1, 2];
const LONGEST = 2 ** 20; // units that a text may have

/** A text compressed. */
export function compressed(text) {
  const bits = [];
  const add = (number, width) => {
    for (let place = 0; place < width; place++) bits.push((number >> place) & 1);
  };
  const known = new Map();
  const fresh = new Set();
  let [size, width, room, phrase] = [3, 2, 2, ""];
  const used = () => {
    if (--room === 0) [room, width] = [2 ** width, width + 1];
  };
  const emit = () => {
    if (fresh.delete(phrase)) {
      const unit = phrase.charCodeAt(0);
      add(unit < 256 ? NEW_BYTE : NEW_UNIT, width);
      add(unit, unit < 256 ? 8 : 16);
      used();
    } else add(known.get(phrase), width);
    used();
  };
  for (const unit of text.split("")) {
    if (!known.has(unit)) {
      known.set(unit, size++);
      fresh.add(unit);
    }
    if (known.has(phrase + unit)) {
      phrase += unit;
      continue;
    }
    emit();
    known.set(phrase + unit, size++);
    phrase = unit;
  }
  if (phrase) emit();
  add(END, width);
  do bits.push(0);
  while (bits.length % 6);
  const digits = Array.from({ length: bits.length / 6 }, (_, at) => DIGITS[Number.parseInt(bits.slice(6 * at, 6 * at + 6).join(""), 2)]).join("");
  return digits.padEnd(4 * Math.ceil(digits.length / 4), "=");
}

/** The text of a compressed one; null for what is none, and for one that is too long. */
export function decompressed(text) {
  const bits = [...text.replace(/[=\\]+$/, "")].flatMap((digit) => {
    const value = DIGITS.indexOf(digit);
    return [5, 4, 3, 2, 1, 0].map((place) => (value < 0 ? Number.NaN : (value >> place) & 1));
  });
  let at = 0;
  const take = (width) => {
    let number = 0;
    for (let place = 0; place < width; place++) number += bits[at++] * 2 ** place; // NaN after the end
    return number;
  };
  const known = ["", "", ""];
  let [width, before, found] = [2, "", ""];
  for (;;) {
    let code = take(width);
    if (code === END) return found;
    if (code === NEW_BYTE || code === NEW_UNIT) {
      const unit = take(code === NEW_BYTE ? 8 : 16);
      if (Number.isNaN(unit)) return null;
      known.push(String.fromCharCode(unit));
      code = known.length - 1;
    }
    const phrase = code < known.length ? known[code] : code === known.length && before ? before + before[0] : null;
    if (phrase === null || found.length > LONGEST) return null;
    found += phrase;
    if (before) known.push(before + phrase[0]);
    before = phrase;
    width = 32 - Math.clz32(known.length);
  }
}
