/**
 * `docs/timing-triton.md` is what the model says of the kernels; they are beside the repository. Here every fifth is timed
 * again, and `UPDATE_TIMING=1 npx vitest run validation/timing` writes the whole page.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { kernelNames, readKernel } from '../triton/kernels.ts';
import { mcaRowOf, mcaSubjects, printKernels, rowOf } from './kernels-document.ts';
import { skips } from '../../test/llvm.ts';
import { llvmMca } from './llvm-mca.ts';
import { timeReference } from './reference.ts';
import { surveyTriton, type TimedTriton, timeTriton } from './triton.ts';
import { chosenOf } from '../../test/cases.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const folder = at('../../../shared/kernels/triton');
const page = at('../../docs/timing-triton.md');
const present = existsSync(folder);
if (!present) console.log('skipped: there is no ../shared/kernels/triton');
const noMca = skips(llvmMca);
const update = process.env['UPDATE_TIMING'] === '1';

let timed: readonly TimedTriton[] | undefined;
/** The reference kernel, timed once for all tests. */
const timedReference = (): readonly TimedTriton[] => (timed ??= timeReference());

/** Rows of the tables below a heading, cell by cell. */
function cellsBelow(heading: string): readonly (readonly string[])[] {
  const [, rest = ''] = readFileSync(page, 'utf8').split(`## ${heading}\n`);
  const [section = ''] = rest.split('\n## ');
  return section
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
}

describe.skipIf(!present)('kernels on the model', () => {
  const names = kernelNames(folder);

  if (update) {
    test('make the page', () => {
      expect(noMca).toBe(false);
      writeFileSync(page, printKernels(surveyTriton(folder), timeReference()));
    }, 300_000);
  }

  test.each(chosenOf(names.filter((_, number) => number % 5 === 0)))('%s', (name) => {
    const one = timeTriton(readKernel(folder, name));
    expect(cellsBelow(`Triton on ${one.chip}`)).toContainEqual(rowOf(one));
    // The compiler's waits are right.
    expect(one.waits.missing).toEqual([]);
  });

  test('the reference kernel', () => {
    const reference = timedReference();
    const rows = cellsBelow('The reference kernel');
    for (const one of reference) {
      expect(rows).toContainEqual(rowOf(one));
      expect(one.waits.missing).toEqual([]);
    }
    const [swizzled, plain] = reference;
    expect(swizzled?.conflictShare).toBe(0);
    expect(plain?.conflictShare).toBeGreaterThan(0.5);
    // Taking conflicts away saves what the swizzle saves: two ways to one number.
    const { mean: before = 0 } = plain?.cycles ?? {};
    const saved = 1 - (swizzled?.cycles.mean ?? 0) / before;
    expect(plain?.gainWithoutConflicts.mean).toBeCloseTo(saved, 2);
  });

  test.skipIf(noMca)('llvm-mca sees no banks', () => {
    const rows = cellsBelow('Beside llvm-mca');
    for (const one of mcaSubjects([], timedReference())) {
      expect(rows).toContainEqual(mcaRowOf(one));
    }
  });
});
