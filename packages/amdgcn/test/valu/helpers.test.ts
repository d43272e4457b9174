/** Helpers that rows call, at the values where they change. */
import { smallFloats } from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import { cosTurns, sinTurns } from '../../src/isa/valu/numeric/approximate.ts';
import { encoder, scaleOf, stochastic } from '../../src/isa/valu/numeric/small.ts';

it.each([
  [0, 0, 1],
  [-0, -0, 1],
  [0.25, 1, 0],
  [-0.25, -1, 0],
  [0.5, 0, -1],
  [0.75, -1, 0],
  [1.25, 1, 0],
  [NaN, NaN, NaN],
  [Infinity, NaN, NaN],
  [1e30, 0, 1],
])('of %f turns, sine %f and cosine %f', (turns, sine, cosine) => {
  expect([sinTurns(turns), cosTurns(turns)]).toEqual([sine, cosine]);
});

describe('small floats', () => {
  const e4m3 = smallFloats['f8E4M3FN'];
  if (e4m3 === undefined) throw new Error(`no f8 in ${Object.keys(smallFloats).join(', ')}`);
  const encode = encoder(e4m3);

  it.each([
    [0, 0],
    [-0, 0x80],
    [1, 0x38],
    [-1, 0xb8],
    [1.0625, 0x38],
    [1.1875, 0x3a],
    [2 ** -9, 1],
    [448, 0x7e],
  ])('%f is %i', (value, bits) => {
    expect(encode(value)).toBe(bits);
  });

  it('are rounded up where what is cut off and the random bits reach one', () => {
    expect(
      [0, 0x7fffffff, 0x80000000, -1].map((random) => stochastic(e4m3, 1.0625, random)),
    ).toEqual([0x38, 0x38, 0x39, 0x39]);
  });

  it('have scales of powers of two', () => {
    expect([127, 128, 0, 255].map((exponent) => scaleOf(exponent << 23))).toEqual([
      1,
      2,
      2 ** -127,
      NaN,
    ]);
  });
});
