import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type AccessTrace,
  machineNamed,
  opcodeNumber,
  simulate,
  TraceBuilder,
} from '@ldscope/core';
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
  const machine = machineNamed('gfx942');
  const op = opcodeNumber('ds_read_b128');
  if (op === undefined) throw new Error('ds_read_b128 is missing');
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
  const baseline = nativeCounts(baselineSource, addresses);
  const ours = median(
    Array.from({ length: PASSES }, () => {
      baseline?.pass();
      return processorTime(() => simulate(trace, machine));
    }),
  );
  const own = million(ROWS * 64, ours);
  const cpp = baseline?.rates();
  if (cpp !== undefined && cpp.cycles.some((counted) => counted !== cycles))
    throw new Error('the baseline counts other cycles than simulate');
  const ratio = cpp && own / Math.max(cpp.directly, cpp.inPairs);
  return {
    name: 'simulate, random ds_read_b128 on gfx942',
    measured: `${own.toFixed(0)} M lane-accesses/s of processor time, ${besideNative(own, cpp)}`,
    target: 'at least 1.0 of the faster C++ -O3',
    met: ratio === undefined ? undefined : ratio >= 1,
  };
}

/** Lane-accesses per second of C++ -O3, in two ways that `simulate.cpp` tells. */
interface NativeRates {
  readonly directly: number;
  readonly inPairs: number;
  /** What each pass counted. */
  readonly cycles: readonly number[];
}

/** The C++ program on addresses of whole waves of 64, in passes between those of ours; `undefined` where there is no g++. */
function nativeCounts(source: string, addresses: Uint32Array) {
  const program = native(source);
  if (program === undefined) return undefined;
  const data = join(program.folder, 'addresses');
  writeFileSync(data, addresses);
  const passes: (readonly number[])[] = [];
  return {
    pass(): void {
      // Three passes: the first ones warm caches and clock, the last one counts.
      const figures = program.run([data, String(addresses.length / 64), '3']);
      if (figures !== undefined) passes.push(figures);
    },
    rates(): NativeRates {
      program.remove();
      const rate = (at: number): number =>
        million(addresses.length, median(passes.map((pass) => (pass[at] ?? 0) / 1e6)));
      const cycles = passes.flatMap(([, first = 0, , second = 0]) => [first, second]);
      return { directly: rate(0), inPairs: rate(2), cycles };
    },
  };
}

function besideNative(own: number, cpp: NativeRates | undefined): string {
  if (cpp === undefined) return 'no g++ to compare with';
  const { directly, inPairs } = cpp;
  const ratio = own / Math.max(directly, inPairs);
  return (
    `C++ ${directly.toFixed(0)} M/s written directly, ${inPairs.toFixed(0)} M/s in pairs as here, ` +
    `ratio ${ratio.toFixed(2)}`
  );
}

/** A kernel's accesses, and the chip that they are counted on. */
export interface KernelTraces {
  readonly name: string;
  readonly chip: string;
  readonly traces: readonly AccessTrace[];
}

/**
 * Lane-accesses per second of processor time on what kernels do, where rows repeat. All kernels together decide. Beside them C++ that
 * counts every row, by the rule of ds_read_b128.
 */
export function benchTraces(kernels: readonly KernelTraces[], baselineSource: string): Verdict {
  let accesses = 0;
  let milliseconds = 0;
  const lines = kernels.map(({ name, chip, traces }) => {
    const machine = machineNamed(chip);
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
  const waves = kernels.flatMap(({ traces }) => traces).filter(({ waveSize }) => waveSize === 64);
  const addresses = waves.map((trace) => trace.addressBytes.subarray(0, 64 * trace.count));
  const baseline = nativeCounts(baselineSource, concatenated(addresses));
  for (let pass = 0; pass < PASSES; pass++) baseline?.pass();
  const beside = besideNative(rate, baseline?.rates());
  return {
    name: 'simulate, traces of kernels',
    measured: [`${rate.toFixed(0)} M lane-accesses/s of processor time, ${beside}`, ...lines].join(
      '\n  ',
    ),
    target: 'at least 1000 M/s',
    met: rate >= 1000,
  };
}

function concatenated(parts: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Addresses of 16-byte vectors anywhere in LDS, from the high bits of a congruential generator (its low bits repeat soon). */
function randomAddress(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 20) * (LDS_BYTES / 2 ** 12);
  };
}
