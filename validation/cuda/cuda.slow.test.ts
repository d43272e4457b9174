/** Measured CUDA launches: every result is right, and what the report calls complete is what the hardware counted. */
import { describe, expect, test } from 'vitest';
import { readRepeats } from './command.ts';
import { executeLaunches, missingFor } from './launches.ts';
import { runsOf, verdictsOf } from './page.ts';
import { inRepository } from '../base/paths.ts';

const shared = (path: string): string => inRepository(`../shared/${path}`);
const missing = missingFor(shared('kernels/cuda'));
if (missing !== undefined) console.warn(`skipped: ${missing}`);

/** Bank conflicts of PTX that are not those of the chip: ptxas joins or drops accesses, or makes loops of them. */
const MISLEADING =
  'red_strided scan_blelloch atom_addf atom_cas atom_add64 atom_exch mm_col wmma_gemm bitonic fft256 radix_match dp4a_rows divergent'.split(
    ' ',
  );

describe.skipIf(missing !== undefined)('84 CUDA launches', () => {
  const { outcomes, missing: lacking } =
    missing === undefined
      ? executeLaunches(shared('kernels/cuda'), shared('measured/cuda-sm90.jsonl'))
      : { outcomes: [], missing: undefined };
  if (lacking !== undefined) console.warn(`without SASS: ${lacking}`);
  const repeats = readRepeats();
  const verdicts = verdictsOf(outcomes, repeats);
  const but = (list: readonly string[]): string[] =>
    outcomes.map(({ name }) => name).filter((name) => !list.includes(name));

  test('have the results of their references', () => {
    expect(outcomes.flatMap(({ wrong }) => wrong)).toEqual([]);
    expect(outcomes).toHaveLength(84);
  });

  test('have the bank conflicts of the hardware as PTX, but for these', () => {
    expect(but(verdicts.exactAsPtx)).toEqual(MISLEADING);
  });

  test('have the sectors of global memory', () => {
    expect(but(verdicts.sameSectors.loads)).toEqual([]);
    expect(but(verdicts.sameSectors.stores)).toEqual([]);
  });

  test('differ between runs of the chip where warps meet in atomics, and once in a recorded run', () => {
    expect(verdicts.varying).toEqual(['atom_addf', 'atom_add64', 'atom_exch', 'radix_match']);
    const ours = outcomes.find(({ name }) => name === 'radix_match');
    // Five of six runs.
    expect(ours && runsOf(ours, repeats)).toEqual([17, 16, 16, 16, 16, 16]);
    expect(ours?.ptx).toBe(16);
  });

  describe.skipIf(lacking !== undefined)('as SASS', () => {
    test('have the bank conflicts of the hardware, but for these', () => {
      expect(but(verdicts.exactAsSass)).toEqual([
        'atom_addf',
        'atom_cas',
        'atom_add64',
        'atom_exch',
        // 16 as in five of six runs, not 17.
        'radix_match',
      ]);
      // atom_exch has the counter of five of the twelve later runs.
      expect(verdicts.ofSomeRun).toHaveLength(81);
    });

    test('are executed, and touch what PTX touches', () => {
      for (const { sass } of outcomes)
        expect(sass?.summary).toMatchObject({ unmatchedWarps: 0, refutedWarps: 0 });
    });

    test('are never called complete where they differ from every run', () => {
      expect(verdicts.refuted).toEqual([]);
      const complete = outcomes.filter(({ sass }) => sass?.summary.isComplete === true);
      expect(complete).toHaveLength(80);
      // Of kernels with loads, counters of a chip can have a few more.
      const exact = outcomes.filter(({ sass }) => sass?.summary.isExact === true);
      expect(exact.map(({ name }) => name)).toEqual(['tr_naive']);
    });

    test('have the executions, lanes and wavefronts of each instruction, but for these', () => {
      // Warps meet in atomics. Nsight computes wavefronts for copies of 16 bytes, and too many for one load, where the hardware counts
      // as we do; and it counts lanes in global memory as well.
      expect(but(verdicts.sameInstructions)).toEqual(
        'atom_addf atom_cas atom_add64 atom_exch hg_async_plain hg_async_pad hg_async_xor fft256 generic_ptr generic_mixed'.split(
          ' ',
        ),
      );
    });
  });
});
