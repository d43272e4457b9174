/**
 * MD5, as far as headers of offload bundles have it: the first 8 bytes of the digest, as two words.
 *
 *     md5Words(new Uint8Array())     0xd98c1dd4, 0x04b2008f     d41d8cd98f00b204...
 *
 * Source: RFC 1321. It detects damage, not forgery.
 */

const SHIFTS = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
] as const;

const CONSTANTS = Int32Array.from({ length: 64 }, (_, i) =>
  Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32),
);
const BLOCK = 64;

/** The first two words of the digest, little-endian as in a file. */
export function md5Words(bytes: Uint8Array): readonly [low: number, high: number] {
  const state = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476);
  const whole = bytes.length - (bytes.length % BLOCK);
  const rest = bytes.length - whole;
  const tail = new Uint8Array(rest + 9 > BLOCK ? 2 * BLOCK : BLOCK);
  tail.set(bytes.subarray(whole));
  tail[rest] = 0x80;
  const view = new DataView(tail.buffer);
  view.setUint32(tail.length - 8, (bytes.length * 8) % 2 ** 32, true);
  view.setUint32(tail.length - 4, Math.floor(bytes.length / 2 ** 29), true);
  const words = new Int32Array(16);
  for (let at = 0; at < whole; at += BLOCK) addBlock(state, bytes, at, words);
  for (let at = 0; at < tail.length; at += BLOCK) addBlock(state, tail, at, words);
  return [(state[0] ?? 0) >>> 0, (state[1] ?? 0) >>> 0];
}

function addBlock(state: Int32Array, bytes: Uint8Array, at: number, words: Int32Array): void {
  for (let i = 0; i < 16; i++) {
    const byte = at + 4 * i;
    words[i] =
      (bytes[byte] ?? 0) |
      ((bytes[byte + 1] ?? 0) << 8) |
      ((bytes[byte + 2] ?? 0) << 16) |
      ((bytes[byte + 3] ?? 0) << 24);
  }
  let [a = 0, b = 0, c = 0, d = 0] = state;
  for (let i = 0; i < 64; i++) {
    const round = i >> 4;
    let mixed = 0;
    let word = i;
    if (round === 0) mixed = (b & c) | (~b & d);
    else if (round === 1) {
      mixed = (d & b) | (~d & c);
      word = (5 * i + 1) & 15;
    } else if (round === 2) {
      mixed = b ^ c ^ d;
      word = (3 * i + 5) & 15;
    } else {
      mixed = c ^ (b | ~d);
      word = (7 * i) & 15;
    }
    const sum = (a + mixed + (CONSTANTS[i] ?? 0) + (words[word] ?? 0)) | 0;
    const shift = SHIFTS[round]?.[i & 3] ?? 0;
    a = d;
    d = c;
    c = b;
    b = (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0;
  }
  state[0] = ((state[0] ?? 0) + a) | 0;
  state[1] = ((state[1] ?? 0) + b) | 0;
  state[2] = ((state[2] ?? 0) + c) | 0;
  state[3] = ((state[3] ?? 0) + d) | 0;
}
