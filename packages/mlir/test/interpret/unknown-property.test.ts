/** What is counted of a kernel without its scalars is what each launch with them counts, wherever it gets there. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AccessTrace, hasErrors, machineNamed, simulate } from '@ldscope/core';
import { forAll } from '../../../../test/for-all.ts';
import { leastCases } from '../../../../test/cases.ts';
import { encode, run } from './harness.ts';
import { INDICES, unknownKernels, unknownKernelText } from './unknown-kernels.ts';

const gfx950 = machineNamed('gfx950');

/** What the accesses of each line are: lanes, where they are from the first one, and what they cost; by line. */
function patterns(traces: readonly AccessTrace[]): Map<number, Set<string>> {
  const found = new Map<number, Set<string>>();
  for (const trace of traces) {
    const { idxActive, bankConflict } = simulate(trace, gfx950);
    for (let row = 0; row < trace.count; row++) {
      const line = trace.sites[trace.site[row] ?? 0]?.line ?? 0;
      const [low = 0, high = 0] = [trace.activeMask[2 * row], trace.activeMask[2 * row + 1]];
      const addresses: number[] = [];
      for (let lane = 0; lane < trace.waveSize; lane++) {
        const active = ((lane < 32 ? low : high) >>> (lane & 31)) & 1;
        if (active === 1) addresses.push(trace.addressBytes[row * trace.waveSize + lane] ?? 0);
      }
      const places = addresses.map((address) => address - (addresses[0] ?? 0)).join();
      const cost = `${idxActive[row]} ${bankConflict[row]}`;
      const set = found.get(line) ?? new Set();
      found.set(line, set.add(`${trace.op[row]} ${low} ${high} ${cost} ${places}`));
    }
  }
  return found;
}

const launches = fc.array(
  fc.record({ n: fc.nat(40), m: fc.constantFrom(0, 1, 3, 4, 5, 16, 33), seed: fc.nat(7) }),
  { minLength: 3, maxLength: 3 },
);

test('of random kernels', () => {
  let [compared, open, dropped] = [0, 0, 0];
  forAll([unknownKernels, launches], 200, (kernel, values) => {
    const text = unknownKernelText(kernel);
    const without = run(text, { launch: 'block=64', unknownValues: true });
    if (hasErrors(without.diagnostics)) return;
    const counted = patterns(without.traces);
    const { ldsInstructions } = without.execution.kernel;
    if ((ldsInstructions?.missing.length ?? 0) > 0) dropped++;
    for (const { n, m, seed } of values) {
      const contents = Array.from({ length: INDICES }, (_, i) => (i * seed + seed) % 50);
      const given = run(text, {
        launch: `block=64,n=${n},m=${m}`,
        buffers: new Map([[0, encode('index', contents)]]),
        maxSteps: 4000,
      });
      // An index outside of the array, or a loop that is long.
      if (hasErrors(given.diagnostics)) continue;
      for (const [line, known] of counted) {
        for (const pattern of patterns(given.traces).get(line) ?? []) {
          compared++;
          expect(known, `line ${line}, n=${n}, m=${m}, seed ${seed}\n${text}`).toContain(pattern);
        }
      }
    }
    open++;
  });
  expect(compared).toBeGreaterThan(leastCases(150));
  expect(open).toBeGreaterThan(leastCases(50));
  expect(dropped).toBeGreaterThan(leastCases(15));
});
