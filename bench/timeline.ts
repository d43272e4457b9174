import { readFileSync } from 'node:fs';
import { lowerListing, machineNamed, parseListing, simulateTiming, timingOf } from '@ldscope/core';
import { median, times, type Verdict } from './measure.ts';

/** The loop of a GEMM with four waves, 100 times around, through the simulator of a compute unit. */
export function benchTimeline(name: string, path: string): Verdict {
  const { listing, diagnostics } = parseListing(readFileSync(path, 'utf8'));
  const machine = machineNamed(listing.machine ?? 'gfx942');
  const timing = timingOf(machine);
  if (timing === undefined || diagnostics.length > 0) {
    throw new Error(`${name} cannot be simulated`);
  }
  const { program } = lowerListing(listing, machine, timing);
  const { count, deadlock } = simulateTiming(program, { machine, timing });
  if (deadlock !== undefined || program.streams.length !== 4) {
    throw new Error(`${name} is not what this was written for`);
  }
  const milliseconds = median(
    times(5, 1, () => {
      simulateTiming(program, { machine, timing });
    }),
  );
  return {
    name: `simulate 100 iterations of ${name}, four waves`,
    measured: `${milliseconds.toFixed(0)} ms, ${count} instructions`,
    target: 'under 1000 ms',
    met: milliseconds < 1000,
  };
}
