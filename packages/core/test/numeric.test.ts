import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeSmallFloat,
  decodeTable,
  encodeSmallFloat,
  formatWidth,
  roundToFormat,
  smallFloats,
} from '@ldscope/core';
import { forAll } from '../../../test/for-all.ts';

describe.each(Object.entries(smallFloats))('%s', (_name, format) => {
  const patterns = Array.from({ length: 2 ** formatWidth(format) }, (_, bits) => bits);

  it('encodes what it decodes, for every pattern', () => {
    for (const bits of patterns) {
      const value = decodeSmallFloat(format, bits);
      if (Number.isNaN(value)) expect(encodeSmallFloat(format, value)).toSatisfy(isNaNPattern);
      else expect(encodeSmallFloat(format, value)).toBe(bits);
    }
    function isNaNPattern(bits: number): boolean {
      return Number.isNaN(decodeSmallFloat(format, bits));
    }
  });

  it('tabulates what it decodes', () => {
    const table = decodeTable(format);
    const wrong = patterns.filter(
      (bits) => !Object.is(table[bits], decodeSmallFloat(format, bits)),
    );
    expect(wrong).toEqual([]);
    expect(table.length).toBe(patterns.length);
  });

  it('rounds to the nearest value, ties to even', () => {
    const finite = patterns
      .map((bits) => decodeSmallFloat(format, bits))
      .filter((value) => Number.isFinite(value) && !Object.is(value, -0) && value >= 0)
      .sort((a, b) => a - b);
    forAll(
      [fc.integer({ min: 0, max: finite.length - 2 }), fc.double({ min: 0, max: 1, noNaN: true })],
      (i, t) => {
        const low = finite[i] ?? 0;
        const high = finite[i + 1] ?? 0;
        const value = low + (high - low) * t;
        const rounded = roundToFormat(format, value);
        const middle = (low + high) / 2;
        if (value < middle) expect(rounded).toBe(low);
        else if (value > middle) expect(rounded).toBe(high);
        else expect(encodeSmallFloat(format, rounded) % 2).toBe(0);
      },
    );
  });
});

it('agrees with the platform on f32 halves of bf16', () => {
  const view = new DataView(new ArrayBuffer(4));
  forAll([fc.integer({ min: 0, max: 0xffff })], (bits) => {
    view.setUint32(0, bits << 16);
    expect(decodeSmallFloat(smallFloats['bf16'] ?? fail(), bits)).toEqual(view.getFloat32(0));
  });
  function fail(): never {
    throw new Error('no bf16');
  }
});
