/**
 * SHA-256 (FIPS 180-4) of a text: a page names its own style and script by it, so that a browser runs nothing else. Its
 * constants are the fractional parts of square and cube roots of primes, and are computed as such.
 */
const PRIMES = firstPrimes(64);
const INITIAL = PRIMES.slice(0, 8).map((prime) => fraction(prime ** (1 / 2)));
const ROUND = PRIMES.map((prime) => fraction(prime ** (1 / 3)));

/** The digest in base64, as a Content-Security-Policy has it. */
export function sha256Base64(text: string): string {
  const state = Uint32Array.from(INITIAL);
  const padded = pad(utf8(text));
  for (let at = 0; at < padded.byteLength; at += 64) compress(state, padded, at);
  const bytes = [...state].flatMap((word) => [24, 16, 8, 0].map((shift) => (word >>> shift) & 255));
  return base64(bytes);
}

/** The message, a one bit, zeros, and its length in bits at the end of a block of 64 bytes. */
function pad(bytes: Uint8Array): DataView {
  const blocks = Math.ceil((bytes.length + 9) / 64);
  const padded = new Uint8Array(64 * blocks);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length << 3);
  return view;
}

function compress(state: Uint32Array, block: DataView, at: number): void {
  const words = new Uint32Array(64);
  for (let i = 0; i < 64; i++) {
    if (i < 16) {
      words[i] = block.getUint32(at + 4 * i);
      continue;
    }
    const [early = 0, late = 0] = [words[i - 15], words[i - 2]];
    const low = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const high = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[i] = (words[i - 16] ?? 0) + low + (words[i - 7] ?? 0) + high;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, last = 0] = state;
  for (let i = 0; i < 64; i++) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const first =
      (last +
        (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) +
        choice +
        (ROUND[i] ?? 0) +
        (words[i] ?? 0)) |
      0;
    const second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority;
    [a, b, c, d, e, f, g, last] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
  }
  for (const [i, value] of [a, b, c, d, e, f, g, last].entries()) {
    state[i] = (state[i] ?? 0) + value;
  }
}

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

function fraction(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** 32);
}

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < count; candidate++) {
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  }
  return primes;
}

function utf8(text: string): Uint8Array {
  const parts = encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '\ufffd')).match(/%..|[^%]/g) ?? [];
  return Uint8Array.from(parts, (part) =>
    part.length === 3 ? Number.parseInt(part.slice(1), 16) : (part.codePointAt(0) ?? 0),
  );
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function base64(bytes: readonly number[]): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second = 0, third = 0] = bytes.slice(at, at + 3);
    const group = (first << 16) | (second << 8) | third;
    const digits = [18, 12, 6, 0].map((shift) => DIGITS[(group >>> shift) & 63] ?? '');
    const present = Math.min(4, bytes.length - at + 1);
    text += digits.slice(0, present).join('').padEnd(4, '=');
  }
  return text;
}
