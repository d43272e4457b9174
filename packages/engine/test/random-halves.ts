/** Data of a matrix of f16: the same for a seed, on every machine. */
import { encodeSmallFloat, smallFloats } from '@ldscope/core';

/** Random halves in [-1, 1), as bytes. */
export function randomHalves(elements: number, seed: number): Uint8Array {
  const f16 = smallFloats['f16'];
  if (f16 === undefined) throw new Error('no f16');
  const bytes = new Uint8Array(2 * elements);
  const view = new DataView(bytes.buffer);
  let state = seed;
  for (let i = 0; i < elements; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    view.setUint16(2 * i, encodeSmallFloat(f16, state / 2 ** 31 - 1), true);
  }
  return bytes;
}
