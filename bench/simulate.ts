import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findMachine, opcodeNumber, simulate, TraceBuilder } from '@ldscope/core';
import { median, native, time, type Verdict } from './measure.ts';

const ROWS = 20_000;
const PASSES = 15;
const LDS_BYTES = 65536;

/** Lane-accesses per second of `simulate` on random ds_read_b128 of gfx942, against C++ -O3 in the same run. */
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
  for (let i = 0; i < 5; i++) simulate(trace, machine);
  const ours: number[] = [];
  const theirs: number[] = [];
  let cycles = 0;
  const baseline = native(baselineSource);
  const data = join(baseline?.folder ?? '', 'addresses');
  if (baseline !== undefined) writeFileSync(data, addresses);
  for (let pass = 0; pass < PASSES; pass++) {
    ours.push(
      time(() => {
        cycles = simulate(trace, machine).idxActive.reduce((sum, value) => sum + value, 0);
      }),
    );
    // Three passes: the first ones warm caches and clock, the last one counts.
    const [nanoseconds, counted] = baseline?.run([data, String(ROWS), '3']) ?? [];
    if (nanoseconds === undefined) continue;
    if (counted !== cycles) throw new Error('the baseline counts other cycles than simulate');
    theirs.push(nanoseconds / 1e6);
  }
  baseline?.remove();
  const rate = (milliseconds: number): number => (ROWS * 64) / milliseconds / 1000;
  const own = rate(median(ours));
  const name = 'simulate, random ds_read_b128 on gfx942';
  const target = 'at least 0.5 of C++ -O3';
  if (theirs.length === 0) {
    return {
      name,
      measured: `${own.toFixed(0)} M lane-accesses/s`,
      target: `${target} (no g++)`,
      met: undefined,
    };
  }
  const base = rate(median(theirs));
  return {
    name,
    measured: `${own.toFixed(0)} M lane-accesses/s, C++ ${base.toFixed(0)} M/s, ratio ${(own / base).toFixed(2)}`,
    target,
    met: own / base >= 0.5,
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
