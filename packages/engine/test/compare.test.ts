/** Kernels of the examples beside each other, and beside themselves with other lines between. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Comparison } from '@ldscope/core';
import { forAll } from '../../../test/for-all.ts';
import { exampleText } from '../../../test/example.ts';
import { analyzeKernels, compareKernels, presentLayouts } from '../src/index.ts';

const plain = exampleText('transpose-plain/kernel.mlir');

function compare(
  before: string,
  after: string,
  machines: readonly [string, string] = ['gfx942', 'gfx942'],
): Comparison {
  const [own, other] = [before, after].map((text, side) => {
    const machine = machines[side] ?? '';
    const layouts = presentLayouts(text, { machines: [machine] });
    return analyzeKernels(text, { machine }).map((analyzed) => ({ analyzed, layouts }));
  });
  const { comparisons } = compareKernels(own ?? [], other ?? []);
  const [first] = comparisons;
  if (first === undefined) throw new Error('nothing was compared');
  return first;
}

describe('compared with the plain transpose', () => {
  it.each([
    ['transpose-padded', 'pitch', 'rows of 132 B (128 + 4)'],
    ['transpose-swizzled', 'key', 'XOR of 4 B units with row mod 32'],
  ] as const)('%s has another %s', (name, cause, layout) => {
    const { verdict, sites, buffers, totals } = compare(plain, exampleText(`${name}/kernel.mlir`));
    expect(verdict).toBe('fewer');
    expect(totals.before.bankConflict).toBe(7936);
    expect(totals.after.bankConflict).toBe(0);
    expect(sites[0]?.before?.op).toBe('ds_read_b32');
    expect(sites[0]?.causes.map(({ kind }) => kind)).toEqual([cause]);
    expect(buffers).toHaveLength(1);
    expect(buffers[0]).toMatchObject({
      causes: [cause],
      layouts: { before: 'plain', after: layout },
    });
  });

  it('itself on another chip differs by the chip alone', () => {
    const gemm = exampleText('gemm-gather-plain/kernel.mlir');
    const { sites, buffers, caveats } = compare(gemm, gemm, ['gfx942', 'gfx950']);
    expect(sites.flatMap(({ causes }) => causes.map(({ kind }) => kind))).toEqual(
      sites.map(() => 'machine'),
    );
    expect(buffers.every(({ causes }) => causes.length === 0)).toBe(true);
    // gfx942 has no buffer_load_dwordx4 lds.
    expect(caveats).toEqual([{ kind: 'no-rule', side: 'before', sites: 2 }]);
  });
});

it('several kernels are compared by their names, in the order of the first', () => {
  const listOf = (...names: readonly string[]) =>
    names.flatMap((name) =>
      analyzeKernels(plain.replace('@transpose', `@${name}`), { machine: 'gfx942' }).map(
        (analyzed) => ({ analyzed }),
      ),
    );
  const { comparisons, onlyBefore, onlyAfter } = compareKernels(
    listOf('a', 'b', 'c'),
    listOf('b', 'a', 'd'),
  );
  expect([comparisons.length, onlyBefore, onlyAfter]).toEqual([2, ['c'], ['d']]);
});

it.each(['transpose-plain/kernel.mlir', 'compiled-transpose/kernel.s'])(
  'unrelated lines in %s change no match',
  (path) => {
    const text = exampleText(path);
    const mark = path.endsWith('.s') ? ';' : '//';
    forAll([fc.array(fc.nat(10_000), { maxLength: 12 })], 6, (places) => {
      const lines = text.split('\n');
      // Behind the code there is YAML.
      const metadata = lines.findIndex((line) => line.includes('.amdgpu_metadata'));
      const end = metadata < 0 ? lines.length : metadata;
      for (const place of places) lines.splice(place % end, 0, `${mark} nothing of the kernel`, '');
      const { sites, verdict } = compare(text, lines.join('\n'));
      expect(verdict).toBe('equal');
      for (const { before, after, causes } of sites) {
        expect(after?.location.text).toBe(before?.location.text);
        expect(after?.idxActive).toBe(before?.idxActive);
        expect(causes).toEqual([]);
      }
    });
  },
);

it('kernels are compared by name, and others named', () => {
  const [kernel = ''] = /^ {2}gpu\.func[^]*?\n {2}\}\n/m.exec(plain) ?? [];
  const named = (name: string): string => kernel.replace('@transpose', `@${name}`);
  const two = plain.replace(kernel, kernel + named('second'));
  const other = plain.replace(kernel, named('third') + named('second'));
  const inputs = (text: string) =>
    analyzeKernels(text, { machine: 'gfx942' }).map((analyzed) => ({ analyzed }));
  const { comparisons, onlyBefore, onlyAfter } = compareKernels(inputs(two), inputs(other));
  expect(comparisons.map(({ sides }) => sides.after.kernel)).toEqual(['second']);
  expect([onlyBefore, onlyAfter]).toEqual([['transpose'], ['third']]);
});
