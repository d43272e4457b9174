/**
 * How much of its peak bandwidth the memory of a device gives, by what a wave asks for: published measurements.
 *
 *     load, 64 lanes side by side, 16 bytes each     4,184 of 5,300 GB/s     0.79
 *     load, 4 lanes side by side, 16 bytes each      3,874                   0.73
 *     store, 64 lanes, 4 bytes                       3,539                   0.67
 *     store, 8 lanes, 16 bytes                       2,966                   0.56
 *
 * `tingqli/pyhip:experiments/attention/flydsl/attn_4wave/tools/vmem-bandwidth.md @38db46cf`: an MI308X (gfx942, 80 compute units
 * at 1.8 GHz, 5.3 TB/s), four waves on each, default cache policy, the median of nine runs. The shares are taken for other chips
 * too (inferred): no such table of them is published.
 *
 * LIMITATION. Loads alone or stores alone were measured, and nothing narrower than 4 bytes per lane: narrower accesses take
 * the row with as many bytes side by side in pieces of 4.
 */
import { type Fact, inferred, measured } from '../machine/evidence.ts';

const SOURCE =
  'tingqli/pyhip:experiments/attention/flydsl/attn_4wave/tools/vmem-bandwidth.md @38db46cf (MI308X)';
const PEAK = 5300;

/** The chip that was measured. */
const MEASURED_CHIP = 'gfx942';

const runs = [64, 16, 8, 4] as const;
const widths = [16, 8, 4] as const;

/** GB/s: a row for each number of lanes side by side, a column for each width. */
const rates = {
  load: [
    [4183.8, 3613.4, 3686.5],
    [4143.5, 3655.1, 3523.9],
    [4075.1, 3622.0, 3483.6],
    [3873.7, 3658.3, 2278.3],
  ],
  store: [
    [3400.3, 3547.7, 3538.7],
    [2864.5, 3101.7, 3260.9],
    [2966.3, 3413.5, 1573.2],
    [3008.8, 1637.9, 726.9],
  ],
} as const;

/** The share of the peak that a pattern gets: lanes whose bytes follow each other, and bytes of each. */
export function memoryShare(
  chip: string,
  direction: 'load' | 'store',
  lanesInRun: number,
  bytesPerLane: number,
): Fact<number> {
  const width = Math.max(4, bytesPerLane);
  const lanes = (lanesInRun * bytesPerLane) / width;
  const row = runs.findIndex((run) => run <= lanes);
  const column = widths.findIndex((one) => one <= width);
  const rate = rates[direction].at(row)?.at(column) ?? PEAK;
  return chip === MEASURED_CHIP
    ? measured(rate / PEAK, SOURCE)
    : inferred(rate / PEAK, SOURCE, `as ${MEASURED_CHIP}`);
}
