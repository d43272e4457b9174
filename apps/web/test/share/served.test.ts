/** What the command line serves beside the page, and what is left out of something else. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import { readServed } from '../../src/share/served.ts';

describe('a served file', () => {
  test('has its bytes and sources', () => {
    const sources = { 'a.hip': 'text', 'b.hip': 1 };
    expect(
      readServed({ text: 'k', file: 'k.co', code: 'AQL/', sources, dynamicLdsBytes: 8 }),
    ).toEqual({
      state: { text: 'k', file: 'k.co' },
      code: new Uint8Array([1, 2, 255]),
      dynamicLdsBytes: 8,
      sources: new Map([['a.hip', 'text']]),
    });
    expect(readServed({ text: 'k', sources: ['a'] })).toEqual({
      state: { text: 'k' },
      sources: new Map(),
    });
  });

  test('is a state, whatever else it is', () => {
    expect(readServed({ code: 'AQL/' })).toBeUndefined();
    const json = fc.jsonValue().filter((value) => !JSON.stringify(value).includes('"code"'));
    forAll([json], (value) => void readServed(value));
  });
});
