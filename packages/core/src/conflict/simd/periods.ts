/**
 * Loops: rows that repeat those of a period before, and cost what they cost.
 *
 *     row  16 17 18 19 20 21 22 23   24 25 26 27 28 29 30 31
 *     site  3  3  4  4  3  3  4  4    3  3  4  4  3  3  4  4
 *     wave  0  0  0  0  1  1  1  1    0  0  0  0  1  1  1  1     a period of eight rows: columns are compared first,
 *                                                                then addresses, which may have moved by whole bank periods
 */
import type { AccessTrace } from '../../access/trace.ts';
import type { WaveUnit } from './unit.ts';

/** What has to be the same for two rows of an instruction to cost the same; `undefined` where that is not known. */
export interface Likeness {
  readonly periodMask: number;
  readonly lastAddress: number;
}

/** Rows that are worth looking for. */
const FEWEST = 16;
/** Most rows that pass before a period is looked for again. */
const LONGEST_PAUSE = 64;

export class Periods {
  readonly #trace: AccessTrace;
  readonly #unit: WaveUnit;
  readonly #likenessOf: (op: number) => Likeness | undefined;
  #next = 0;
  #pause = 1;

  constructor(
    trace: AccessTrace,
    unit: WaveUnit,
    likenessOf: (op: number) => Likeness | undefined,
  ) {
    this.#trace = trace;
    this.#unit = unit;
    this.#likenessOf = likenessOf;
  }

  /** How many rows from one on repeat those `distance` before them, in the chunk that is in memory; 0 for few of them. */
  rowsFrom(row: number, distance: number, begin: number, end: number): number {
    if (row < this.#next) return 0;
    // A few first: columns often repeat where addresses do not.
    const few = row + FEWEST;
    if (few <= end && this.#repeating(row, begin, few, distance) === FEWEST) {
      this.#pause = 1;
      return FEWEST + (few < end ? this.#repeating(few, begin, end, distance) : 0);
    }
    this.#next = row + this.#pause;
    this.#pause = Math.min(2 * this.#pause, LONGEST_PAUSE);
    return 0;
  }

  #repeating(row: number, begin: number, end: number, distance: number): number {
    const columns = this.#endOfColumns(row, end, distance);
    return columns === row ? 0 : this.#addressesRepeat(row, begin, columns, distance);
  }

  /** The first row whose instruction, wave or lanes are not those of the row `distance` before it. */
  #endOfColumns(row: number, end: number, distance: number): number {
    const { op, site, wave, activeMask } = this.#trace;
    let [at, from] = [row, row - distance];
    for (; at < end; at++, from++) {
      const other =
        ((op[at] ?? 0) ^ (op[from] ?? 0)) |
        ((site[at] ?? 0) ^ (site[from] ?? 0)) |
        ((wave[at] ?? 0) ^ (wave[from] ?? 0)) |
        ((activeMask[2 * at] ?? 0) ^ (activeMask[2 * from] ?? 0)) |
        ((activeMask[2 * at + 1] ?? 0) ^ (activeMask[2 * from + 1] ?? 0));
      if (other !== 0) break;
    }
    return at;
  }

  /** How many rows have addresses that repeat too, by the strictest of their instructions. */
  #addressesRepeat(row: number, begin: number, end: number, distance: number): number {
    const { op } = this.#trace;
    let [mask, last] = [0, -1 >>> 0];
    for (let at = row; at < Math.min(end, row + distance); at++) {
      const likeness = this.#likenessOf(op[at] ?? 0);
      if (likeness === undefined) continue;
      mask |= likeness.periodMask;
      last = Math.min(last, likeness.lastAddress);
    }
    return this.#unit.repeated(row - begin, end - begin, distance, mask, last);
  }
}
