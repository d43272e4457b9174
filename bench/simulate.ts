import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AccessTrace, findMachine, opcodeNumber, simulate, TraceBuilder } from '@ldscope/core';
import { median, native, processorTime, type Verdict } from './measure.ts';

const ROWS = 20_000;
const PASSES = 15;
const LDS_BYTES = 65536;

const million = (laneAccesses: number, milliseconds: number): number =>
  laneAccesses / milliseconds / 1000;

/**
 * Lane-accesses per second of processor time, `simulate` on random ds_read_b128 of gfx942, against two ways in C++ -O3 in the
 * same run: the rule written directly, and the one that `simulate` takes. The faster one decides.
 */
export function benchSimulate(baselineSource: string): Verdict {
  const machine = findMachine('gfx942');
  const op = opcodeNumber('ds_read_b128');
  if (machine === undefined || op === undefined)
    throw new Error('gfx942 or ds_read_b128 is missing');
  const addresses = Uint32Array.from({ length: ROWS * 64 }, randomAddress());
  const builder = new TraceBuilder(64, [{ id: 'random' }]);
  for (let row = 0; row < ROWS; row++) {
    builder.add(op, 0, 0, row, addresses.subarray(64 * row, 64 * row + 64));
  }
  const trace = builder.finish();
  const cyclesOf = (): number =>
    simulate(trace, machine).idxActive.reduce((sum, value) => sum + value, 0);
  const cycles = cyclesOf();
  for (let i = 0; i < 10; i++) cyclesOf();
  const ours: number[] = [];
  const directly: number[] = [];
  const inPairs: number[] = [];
  const baseline = native(baselineSource);
  const data = join(baseline?.folder ?? '', 'addresses');
  if (baseline !== undefined) writeFileSync(data, addresses);
  for (let pass = 0; pass < PASSES; pass++) {
    ours.push(processorTime(() => simulate(trace, machine)));
    // Three passes: the first ones warm caches and clock, the last one counts.
    const figures = baseline?.run([data, String(ROWS), '3']);
    if (figures === undefined) continue;
    const [first = 0, counted, second = 0, again] = figures;
    if (counted !== cycles || again !== cycles)
      throw new Error('the baseline counts other cycles than simulate');
    directly.push(first / 1e6);
    inPairs.push(second / 1e6);
  }
  baseline?.remove();
  const rate = (milliseconds: readonly number[]): number =>
    million(ROWS * 64, median(milliseconds));
  const own = rate(ours);
  const name = 'simulate, random ds_read_b128 on gfx942';
  const target = 'at least 1.0 of the faster C++ -O3';
  if (directly.length === 0) {
    const measured = `${own.toFixed(0)} M lane-accesses/s`;
    return { name, measured, target: `${target} (no g++)`, met: undefined };
  }
  const [direct, pairs] = [rate(directly), rate(inPairs)];
  const ratio = own / Math.max(direct, pairs);
  return {
    name,
    measured:
      `${own.toFixed(0)} M lane-accesses/s of processor time, C++ ${direct.toFixed(0)} M/s written directly, ` +
      `${pairs.toFixed(0)} M/s in pairs as here, ratio ${ratio.toFixed(2)}`,
    target,
    met: ratio >= 1,
  };
}

/** A kernel's accesses, and the chip that they are counted on. */
export interface KernelTraces {
  readonly name: string;
  readonly chip: string;
  readonly traces: readonly AccessTrace[];
}

/** Lane-accesses per second of processor time on what kernels do, where rows repeat. All kernels together decide. */
export function benchTraces(kernels: readonly KernelTraces[]): Verdict {
  let accesses = 0;
  let milliseconds = 0;
  const lines = kernels.map(({ name, chip, traces }) => {
    const machine = findMachine(chip);
    if (machine === undefined) throw new Error(`${chip} is missing`);
    const count = traces.reduce((sum, trace) => sum + trace.count * trace.waveSize, 0);
    // A clock of processor time is coarse, so that each time is that of several passes.
    const passes = 1 + Math.floor(2e6 / count);
    const work = (): void => {
      for (let i = 0; i < passes; i++) for (const trace of traces) simulate(trace, machine);
    };
    for (let i = 0; i < 10; i++) work();
    const taken = median(Array.from({ length: PASSES }, () => processorTime(work))) / passes;
    accesses += count;
    milliseconds += taken;
    return `${chip} ${name}: ${million(count, taken).toFixed(0)} M lane-accesses/s`;
  });
  const rate = million(accesses, milliseconds);
  return {
    name: 'simulate, traces of kernels',
    measured: [`${rate.toFixed(0)} M lane-accesses/s of processor time`, ...lines].join('\n  '),
    target: 'at least 1000 M/s',
    met: rate >= 1000,
  };
}

/** Addresses of 16-byte vectors anywhere in LDS, from the high bits of a congruential generator (its low bits repeat soon). */
function randomAddress(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 20) * (LDS_BYTES / 2 ** 12);
  };
}
