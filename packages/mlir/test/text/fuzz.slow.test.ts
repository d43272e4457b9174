import { describe, expect, it } from 'vitest';
import { generator, words } from '../table.ts';
import { parseModule, printModule } from '../../src/index.ts';
import { casesOf, firstCase } from '../../../../test/cases.ts';
import { fixtures, sharedKernels, tritonKernels } from './kernels.ts';

const pieces = [
  ...words(`
    -> :: // %0 %x#7 0x 1e % @ # ! " \u0000 § func.func module scf.for affine_map< memref<
    dense< array<i32 loc( 4x ?x to iter_args else {-# 999999999999999999999 unit i99999999
  `),
  ...'(){}[]<>,:=%@#!"\\-+*/?^|.',
  '\n',
  ' ',
  '"\\',
];

function mutate(text: string, random: (below: number) => number): string {
  const at = random(text.length + 66);
  const length = 1 + random(random(4) === 0 ? 200 : 8);
  const piece = pieces[random(pieces.length)] ?? '';
  switch (random(5)) {
    case 0:
      return text.slice(0, at) + text.slice(at + length);
    case 1:
      return text.slice(0, at) + text.slice(at, at + length) + text.slice(at);
    case 2:
      return text.slice(0, at) + piece + text.slice(at + length);
    case 3:
      return text.slice(0, at) + piece + text.slice(at);
    default: {
      const other = random(text.length + 66);
      return text.slice(0, at) + text.slice(other, other + length) + text.slice(at + length);
    }
  }
}

/** Reads a text that may be anything; complains when that goes wrong. */
function check(text: string): void {
  const started = performance.now();
  const { module, diagnostics } = parseModule(text);
  for (const { span, message, hint } of diagnostics) {
    expect(message).not.toBe('');
    expect(hint).not.toBe('');
    if (span === undefined) continue;
    expect(span.start).toBeGreaterThanOrEqual(0);
    expect(span.end).toBeGreaterThanOrEqual(span.start);
    expect(span.end).toBeLessThanOrEqual(text.length + 66);
  }
  const printed = printModule(module);
  if (diagnostics.length === 0) {
    const again = parseModule(printed);
    expect(again.diagnostics).toEqual([]);
    expect(printModule(again.module)).toBe(printed);
  }
  expect(performance.now() - started).toBeLessThan(2000);
}

const kernels = [...fixtures, ...sharedKernels, ...tritonKernels.slice(0, 2)];
const rounds = casesOf(200);

describe('any text', () => {
  it.each(kernels)('$name, broken at random', ({ text, name }) => {
    const random = generator(firstCase(name.length * 7919 + text.length));
    for (let round = 0; round < rounds; round++) {
      let broken = text;
      for (let count = 1 + random(4); count > 0; count--) broken = mutate(broken, random);
      try {
        check(broken);
      } catch (error) {
        // The text that does it, to be found again.
        throw new Error(`round ${round} of ${name}`, { cause: error });
      }
    }
  });

  it.each(fixtures)('$name, cut off anywhere', ({ text }) => {
    for (let end = 0; end < text.length; end += 17) check(text.slice(0, end));
  });
});
