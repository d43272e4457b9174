/** Passes on texts that are broken in random places: diagnostics or nothing, never an exception. */
import { machineNamed } from '@ldscope/core';
import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  parseModule,
  parsePassList,
  passes,
  pipelines,
  printModule,
  runPasses,
} from '@ldscope/mlir';
import { forAll } from '../../../../../test/for-all.ts';
import { casesOf } from '../../../../../test/cases.ts';
import { textsOf } from '../../../../../test/texts.ts';

const texts = textsOf(new URL('fuzz.mlir', import.meta.url)).map(([, text]) => text);

/** Deletes a line, swaps two, or puts another number in. */
function broken(text: string, seeds: readonly number[]): string {
  let lines = text.split('\n');
  for (const seed of seeds) {
    const at = seed % lines.length;
    const other = Math.floor(seed / 64) % lines.length;
    if (seed % 5 === 0) lines = lines.toSpliced(at, 1);
    else if (seed % 5 === 1) {
      [lines[at], lines[other]] = [lines[other] ?? '', lines[at] ?? ''];
    } else {
      const numbers = ['0', '1', '3', '7', '48', '999999', '?'];
      const which = Math.floor(seed / 7);
      let n = 0;
      lines[at] = (lines[at] ?? '').replaceAll(/\d+/g, (digits) =>
        n++ === which % 6 ? (numbers[which % numbers.length] ?? digits) : digits,
      );
    }
  }
  return lines.join('\n');
}

test('no pass throws, and what it makes can be printed', () => {
  let ran = 0;
  forAll(
    [
      fc.constantFrom(...texts),
      fc.array(fc.nat(), { maxLength: 4 }),
      fc.constantFrom(...passes.map(({ name }) => name)),
      fc.constantFrom('corrected', 'iree', 'iree-pr-23778'),
    ],
    300,
    (text, seeds, pass, like) => {
      // What the parser complains of is kept as far as it was understood, and goes through passes as well.
      const { module } = parseModule(broken(text, seeds));
      const steps = parsePassList(pass);
      if (!steps.ok) throw new Error(`no pass ${pass}`);
      runPasses(module, steps.value, { machine: machineNamed('gfx942'), like });
      expect(printModule(module)).toBeTypeOf('string');
      ran++;
    },
  );
  expect(ran).toBe(casesOf(300));
});

const example = (name: string): string =>
  readFileSync(
    new URL(`../../../../../examples/swizzle-flow/${name}.mlir`, import.meta.url),
    'utf8',
  );

/** Texts in which the name of one operation is damaged, so that nobody knows what it gives; a letter, or the dialect. */
function* damagedNames(text: string): Generator<string, void, undefined> {
  for (const { index, 0: name } of text.matchAll(/(?<=^\s*(?:%[\w, %]+ = )?)[a-z_]+\.[\w.]+/gm)) {
    const [before, after] = [text.slice(0, index), text.slice(index + name.length)];
    const isLetter = index % 2 === 0;
    yield `${before}${isLetter ? `${name.slice(0, -2)}x${name.slice(-2)}` : `un${name}`}${after}`;
  }
}

test.each([...texts, ...['vector', 'lanes', 'unaligned', 'twelve-groups'].map(example)])(
  'no pass throws where an operation is unknown: %#',
  (text) => {
    for (const damaged of damagedNames(text)) {
      for (const { name: pass } of pipelines) {
        const steps = parsePassList(pass);
        if (!steps.ok) throw new Error(`no pass ${pass}`);
        const { module } = parseModule(damaged);
        const run = (): unknown => {
          runPasses(module, steps.value, { machine: machineNamed('gfx942'), like: 'corrected' });
          return printModule(module);
        };
        expect(run, `${pass} of\n${damaged}`).not.toThrow();
      }
    }
  },
);
