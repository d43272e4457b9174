/** Passes over a text, for a page: which would change it, and what they make of it. */
import { expect, test } from 'vitest';
import { exampleText } from '../../../test/example.ts';
import { optText, passesFor } from '../src/index.ts';

const lanes = exampleText('swizzle-flow/lanes.mlir');
const transpose = exampleText('transpose-plain/kernel.mlir');

test('each pass alone changes a text exactly when running it does', () => {
  for (const text of [lanes, transpose]) {
    const found = passesFor(text);
    expect(found.some(({ outcome }) => outcome === 'changes')).toBe(true);
    for (const { name, outcome } of found) {
      const { before, after } = optText(text, name);
      expect(before).toBeDefined();
      const made = after === undefined ? 'fails' : after === before ? 'nothing' : 'changes';
      expect(`${name} ${made}`).toBe(`${name} ${outcome}`);
    }
  }
});

test('a list runs in its order, and says what it did with each allocation', () => {
  const { after, before, passes, allocations } = optText(lanes, 'iree-swizzle', {
    machine: 'gfx950',
  });
  expect(after).not.toBe(before);
  expect(passes.at(-1)).toBe('cse');
  expect(allocations.length).toBeGreaterThan(0);
  // What came out is MLIR that passes read again, and the pipeline has nothing left to do with its hints.
  expect(after).not.toContain('swizzle_hint');
  expect(optText(after ?? '', 'resolve-swizzle-hints').after).toBeDefined();
});

test('what is not MLIR, and a pass that does not exist, are said', () => {
  expect(passesFor('s_endpgm')).toEqual([]);
  expect(optText('s_endpgm', 'cse').diagnostics[0]?.code).toMatch(/^opt\//);
  const { diagnostics: ofChip } = optText(transpose, 'cse', { machine: 'gfx1' });
  expect(ofChip.map(({ code }) => code)).toEqual(['usage/unknown-machine']);
  const { after, diagnostics } = optText(transpose, 'nothing-like-it');
  expect(after).toBeUndefined();
  expect(diagnostics[0]?.severity).toBe('error');
});

test('chunks are read one by one, and those of comments alone are left out', () => {
  const chunk = (name: string): string => `func.func @${name}() {\n  return\n}\n`;
  const { after = '' } = optText(
    ['// nothing\n', chunk('a'), '// also nothing\n', chunk('b')].join('// -----\n'),
    'cse',
  );
  expect(after.split('// -----').map((part) => /@(\w+)/.exec(part)?.[1])).toEqual(['a', 'b']);
});

test('places of later chunks are those of the whole text', () => {
  const head = 'func.func @a() {\n  return\n}\n// -----\n';
  const { after, diagnostics } = optText(
    `${head}func.func @b() {\n  nothing.like.it %x\n}\n`,
    'cse',
  );
  expect(after).toBeUndefined();
  expect(diagnostics.map(({ line }) => line)).toContain(6);
  const placeOf = (text: string) =>
    optText(text, 'iree-swizzle', { machine: 'gfx950' }).allocations.map(({ place }) => place);
  const [place] = placeOf(lanes);
  if (place === undefined) expect.unreachable();
  expect(placeOf(head + lanes)).toEqual([{ ...place, line: place.line + 4 }]);
  expect(placeOf(`${lanes}// -----\n${head}`)).toEqual([place]);
});
