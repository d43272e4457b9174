import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { namesFrom } from './expression.ts';
import { evaluateFormula, parseNotation } from './notation.ts';

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

  test('ranges, multiples, remarks, active lanes', () => {
    expect(parseNotation('(((t%8)*8+i)*32+(t//8))*2, i=0..7')).toMatchObject({
      value: { range: { name: 'i', first: 0, last: 7 }, activity: 'all' },
    });
    const pitch = 'lane*pitch with pitch a multiple of 128 B (inferred from the counter)';
    expect(parseNotation(pitch)).toMatchObject({
      value: { multiple: { name: 'pitch', of: 128 }, remark: 'inferred from the counter' },
    });
    expect(parseNotation('lane*256; only lanes i and j active')).toMatchObject({
      value: { activity: 'each-pair' },
    });
    expect(parseNotation('lane*256; two same-phase lanes active')).toMatchObject({
      value: { activity: 'same-phase-pair' },
    });
    expect(parseNotation('lane*2; lanes 0-2,20 active')).toMatchObject({
      value: { activity: [0, 1, 2, 20] },
    });
    expect(at('lane*256 (smem[threadIdx.x][threadIdx.y], 32x32 double)', { lane: 2 })).toBe(512);
    expect(
      parseNotation('lane 0 at 0, a same-phase partner lane at 4*N; all others inactive'),
    ).toMatchObject({ value: { kind: 'sweep', lane: 0 } });
  });

  test.each([
    ['XOR on N1 (low bit of N): even/odd columns into different rows'],
    ['conflict-free layout (4 wavefronts per instruction)'],
    ['lane*4; every second lane active'],
    ['lane*4; lanes 60-70 active'],
    ['lane*4 (only even lanes active)'],
    ['lane*4 (lanes 0 to 7)'],
    ['1024w + 16l'],
    ['1024*w + 2(l/4)'],
    ['1024*w + 2 (l/4)'],
    ['lane*4, i=0..n'],
    ['lane*4, stride 3'],
    ['a=1,a=2: a*lane'],
    ['a=1: '],
    ['lane 0 at 0, a same-phase partner lane at; all others inactive'],
    [''],
  ])('%s is reported and not guessed', (text) => {
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
      'lane',
      'i',
      'a',
      'multiple',
      'of',
      '=',
      ',',
      ':',
      ';',
      '..',
      '(',
      ')',
      '*',
      '7',
      ' ',
      'with',
      'active',
      'lanes',
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(words, { maxLength: 30 }).map((list) => list.join(' ')),
    );
    fc.assert(
      fc.property(text, (input) => {
        at(input, { lane: 3, i: 1 });
      }),
      { numRuns: 2000 },
    );
  });
});
