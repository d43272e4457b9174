/**
 * Predicts the next bit of a text from what followed the same contexts before: a compressor and its decompressor ask the same model.
 *
 *     contexts of 1, 2, 3, 4 and 6 bytes, the word so far, and the longest repeat -> a probability each -> mixed into one
 *
 * Probabilities of the contexts are mixed in the logistic domain with weights that learn (M. Mahoney, Adaptive Weighing of Context Models
 * for Lossless Data Compression, 2005).
 *
 * Every browser has to compute the same numbers: there are only sums, products and quotients of doubles, which are exact by their
 * standard, and no `Math.exp`, which is not.
 */

/** Probabilities are out of 4096; those of contexts have 22 bits in tables. */
const SCALE = 4096;
const SLOTS = 1 << 18;
const ORDERS = [1, 2, 3, 4, 6] as const;
/** The orders, the word, the byte alone, the repeat. */
const INPUTS = ORDERS.length + 3;
const LIMIT = 30;
const RATE = 0.02 / SCALE;
/** Bytes that a repeat has to have in common. */
const REPEAT = 5;
const REPEAT_SLOTS = 1 << 16;

/** `e` to a power, of sums and products alone: the eighth part by its series, squared three times. */
function exponential(power: number): number {
  const part = power / 8;
  let sum = 1;
  let term = 1;
  for (let n = 1; n < 16; n++) {
    term = (term * part) / n;
    sum += term;
  }
  const [second, fourth] = [sum * sum, sum * sum * sum * sum];
  return second * second === fourth ? fourth * fourth : fourth * fourth;
}

/** Steps of the logistic domain per unit, and its ends. */
const STEP = 256;
const END = 8 * STEP;

/** Probability by place in the logistic domain, from `-END` to `END`. */
const squashed = Float64Array.from(
  { length: 2 * END + 1 },
  (_, index) => SCALE / (1 + exponential((END - index) / STEP)),
);

/** The way back: the place in the logistic domain by probability. */
const stretched = Float64Array.from({ length: SCALE }, (_, probability) => {
  let [low, high] = [0, 2 * END];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((squashed[middle] ?? 0) < probability + 0.5) low = middle + 1;
    else high = middle;
  }
  return (low - END) / STEP;
});

export class BitModel {
  /** 22 bits of probability and 10 of how often it was seen, per context and bits of the byte so far. */
  readonly #tables = Array.from({ length: INPUTS - 1 }, () =>
    new Uint32Array(SLOTS).fill(0x8000_0000),
  );
  readonly #weights = new Float64Array(INPUTS * 256).fill(0.3);
  readonly #inputs = new Float64Array(INPUTS);
  readonly #contexts = new Int32Array(INPUTS - 1);
  readonly #slots = new Int32Array(INPUTS - 1);
  readonly #lastPlaces = new Int32Array(REPEAT_SLOTS).fill(-1);
  readonly #bytes: Uint8Array;
  #length = 0;
  /** The bits of the present byte so far, behind a leading 1. */
  #bits = 1;
  #word = 0;
  /** The position of an earlier match of the present context, and its length. */
  #repeat = -1;
  #repeated = 0;
  #expected = -1;
  #probability = SCALE / 2;

  /** `most`: the most bytes that it can be fed. */
  constructor(most: number) {
    this.#bytes = new Uint8Array(most);
    this.#nextByte();
    this.#predict();
  }

  /** How likely the next bit is 1: 1 to 4095, of 4096. */
  get probability(): number {
    return this.#probability;
  }

  /** Feeds the next bit to the model. */
  tell(bit: 0 | 1): void {
    this.#learn(bit);
    this.#bits = (this.#bits << 1) | bit;
    if (this.#bits >= 256) {
      this.#bytes[this.#length++] = this.#bits & 255;
      this.#bits = 1;
      this.#nextByte();
    }
    this.#predict();
  }

  /** Contexts of the next byte. */
  #nextByte(): void {
    const at = this.#length;
    const bytes = this.#bytes;
    const last = at > 0 ? (bytes[at - 1] ?? 0) : 0;
    const isLetter = (last >= 97 && last <= 122) || (last >= 65 && last <= 90) || last === 95;
    this.#word = isLetter ? Math.imul(this.#word + last + 1, 0x2f0b_4c47) : 0;
    for (const [index, order] of ORDERS.entries()) {
      let hash: number = order;
      for (let back = 1; back <= order; back++)
        hash =
          Math.imul(hash ^ ((at >= back ? (bytes[at - back] ?? 0) : 0) + 1), 0x2c1b_3c6d) ^
          (hash >>> 15);
      this.#contexts[index] = hash;
    }
    this.#contexts[ORDERS.length] = this.#word ^ Math.imul(last, 0x0101);
    this.#contexts[ORDERS.length + 1] = 0;
    this.#findRepeat(at);
  }

  #findRepeat(at: number): void {
    const bytes = this.#bytes;
    if (this.#repeat >= 0 && bytes[this.#repeat] === bytes[at - 1]) {
      this.#repeat++;
      this.#repeated++;
    } else {
      this.#repeat = -1;
      this.#repeated = 0;
    }
    if (at < REPEAT) return;
    let hash = 0;
    for (let back = 1; back <= REPEAT; back++)
      hash = Math.imul(hash + (bytes[at - back] ?? 0) + 1, 0x9e35_79b1);
    const slot = hash >>> 16;
    if (this.#repeat < 0) {
      const found = this.#lastPlaces[slot] ?? -1;
      let same = 0;
      while (same < 32 && same < found && bytes[found - 1 - same] === bytes[at - 1 - same]) same++;
      if (found >= 0 && same >= REPEAT) {
        this.#repeat = found;
        this.#repeated = same;
      }
    }
    this.#lastPlaces[slot] = at;
  }

  #predict(): void {
    const bits = this.#bits;
    for (let index = 0; index < INPUTS - 1; index++) {
      const hash = Math.imul(
        (this.#contexts[index] ?? 0) ^ Math.imul(bits, 0x3d4d_51cb),
        0x7feb_352d,
      );
      const slot = (hash ^ (hash >>> 13)) & (SLOTS - 1);
      this.#slots[index] = slot;
      this.#inputs[index] = stretched[(this.#tables[index]?.[slot] ?? 0) >>> 20] ?? 0;
    }
    const depth = 31 - Math.clz32(bits);
    const byte = this.#repeat >= 0 ? (this.#bytes[this.#repeat] ?? 0) : 0;
    const agrees = this.#repeat >= 0 && (byte | 256) >> (8 - depth) === bits;
    this.#expected = agrees ? (byte >> (7 - depth)) & 1 : -1;
    const strength = Math.min(this.#repeated, 32) / 8;
    this.#inputs[INPUTS - 1] = agrees ? (this.#expected === 1 ? strength : -strength) : 0;
    const base = bits * INPUTS;
    let sum = 0;
    for (let index = 0; index < INPUTS; index++)
      sum += (this.#weights[base + index] ?? 0) * (this.#inputs[index] ?? 0);
    const place = Math.max(0, Math.min(2 * END, Math.floor(sum * STEP) + END));
    this.#probability = Math.max(1, Math.min(SCALE - 1, Math.floor(squashed[place] ?? 0)));
  }

  #learn(bit: 0 | 1): void {
    const error = (bit * SCALE - this.#probability) * RATE;
    const base = this.#bits * INPUTS;
    for (let index = 0; index < INPUTS; index++)
      this.#weights[base + index] =
        (this.#weights[base + index] ?? 0) + error * (this.#inputs[index] ?? 0);
    for (let index = 0; index < INPUTS - 1; index++) {
      const table = this.#tables[index];
      const slot = this.#slots[index] ?? 0;
      if (table === undefined) continue;
      const state = table[slot] ?? 0;
      const [probability, seen] = [state >>> 10, state & 1023];
      const wanted = bit === 1 ? 4_194_303 : 0;
      const next = probability + Math.trunc((wanted - probability) / (seen + 1.6));
      table[slot] = ((next << 10) | Math.min(LIMIT, seen + 1)) >>> 0;
    }
  }
}
