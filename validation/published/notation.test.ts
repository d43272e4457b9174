import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forAll } from '../../test/for-all.ts';
import { namesFrom } from './expression.ts';
import { evaluateFormula, parseNotation } from './notation.ts';
import { readYaml } from '../base/read.ts';

const { notations, guesses } = readYaml<{
  readonly notations: readonly (readonly [text: string, value: object])[];
  readonly guesses: readonly string[];
}>('validation/published/reading.yaml');

function at(text: string, names: Record<string, number> = {}): number | string {
  const notation = parseNotation(text);
  if (!notation.ok) return notation.error;
  if (notation.value.kind === 'sweep') return 'a sweep';
  const result = evaluateFormula(notation.value, namesFrom(new Map(Object.entries(names))));
  return result.ok ? result.value : result.error;
}

describe('how published tables write addresses', () => {
  test('names before a colon and after a comma', () => {
    const before = 'b=(t//4)//2,l=(t//4)%2,k0=t%4: b*128+((l*4+k0)^(b%8))*16';
    expect(at(before, { t: 29 })).toBe(3 * 128 + ((4 + 1) ^ 3) * 16);
    const after = '8*(i*32 + (j ^ (i%8))), i=lane%16, j=lane//16';
    expect(at(after, { lane: 35 })).toBe(8 * (3 * 32 + (2 ^ 3)));
    expect(at('x*2, where x = lane+1', { lane: 4 })).toBe(10);
  });

  test.each(notations)('%s', (text, value) => {
    expect(parseNotation(text)).toMatchObject({ value });
  });

  test('remarks are left out', () => {
    expect(at('lane*256 (smem[threadIdx.x][threadIdx.y], 32x32 double)', { lane: 2 })).toBe(512);
  });

  test.each(guesses)('%s is reported and not guessed', (text) => {
    expect(parseNotation(text).ok).toBe(false);
  });

  test('names that are not given, or depend on themselves, are errors', () => {
    expect(at('floor*2')).toBe("'floor' has no value");
    expect(at('a=b,b=a: a')).toContain('depends on itself');
    const doubling = Array.from({ length: 60 }, (_, i) => `v${i + 1}=v${i}+v${i}`).join(',');
    expect(at(`v0=1,${doubling}: v40`)).toBe(2 ** 40);
  });

  test('never throw on any text', () => {
    const words = fc.constantFrom(
      ...'lane i a multiple of = , : ; .. ( ) * 7 with active lanes'.split(' '),
      ' ',
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(words, { maxLength: 30 }).map((list) => list.join(' ')),
    );
    forAll([text], 2000, (input) => {
      at(input, { lane: 3, i: 1 });
    });
  });
});
