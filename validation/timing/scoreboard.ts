/**
 * Scores the simulator on published microbenchmarks: predicted over measured, within 15 percent or not, and if not why.
 *
 *     ds_read_b64, stride 64 B     measured 3,625   predicted 3,376 = 1.61 x 2,096   0.93   within
 *
 * A series in its own clock, or with several workgroups on a compute unit, has one ratio, fitted on the step that the series
 * names; the rows of that step are circular, like those that a constant of the model was taken from. They are shown and
 * counted apart.
 */
import { machineNamed, type Machine, occupancyOf } from '@ldscope/core';
import {
  bankCycles,
  cyclesOfBlock,
  cyclesOfGroup,
  cyclesOfIssue,
  cyclesOfNeighbours,
  cyclesOfSums,
} from './micro-kernels.ts';
import type { Measure, PublishedRow, Series } from './series.ts';

/** Predicted over measured may be off by this much. */
export const TOLERANCE = 0.15;

export interface TimingScore {
  readonly row: PublishedRow;
  readonly measured: readonly number[];
  /** In the unit of the series. */
  readonly predicted: number;
  /** To the nearest end of a range; 1 inside it. */
  readonly ratio: number;
  readonly verdict: 'within' | 'circular' | 'misses';
  /** Of a block with competing workgroups: one alone, and all resident ones in step. */
  readonly bracket?: readonly [alone: number, together: number];
}

export interface ScoredSeries {
  readonly series: Series;
  /** The fitted ratio; 1 where none is. */
  readonly ratio: number;
  /** Workgroups that LDS lets reside together. */
  readonly resident?: number;
  readonly scores: readonly TimingScore[];
}

export function scoreSeries(series: Series): ScoredSeries {
  const machine = machineNamed(series.chip);
  const rowNamed = (id: string): PublishedRow => {
    const row = series.rows.find((candidate) => candidate.id === id);
    if (row === undefined) throw new Error(`${series.id} has no row '${id}'`);
    return row;
  };
  const ratio = fittedRatio(series, machine, rowNamed);
  const resident = series.ldsBytes === undefined ? undefined : residentOf(series.ldsBytes, machine);
  const scores = series.rows.map((row): TimingScore => {
    const { measure } = row;
    if (measure.kind === 'slope') {
      const [from = '', to = ''] = measure.of;
      const ends = [rowNamed(from), rowNamed(to)] as const;
      return scored(row, slope(ends, machine, middle), ratio * slope(ends, machine, cycles));
    }
    const score = scored(row, row.measured, ratio * cyclesOf(measure, machine));
    if (measure.kind !== 'block' || resident === undefined) return score;
    const together = cyclesOfBlock(measure, machine, measure.count, resident);
    return { ...score, bracket: [cyclesOf(measure, machine), together] };
  });
  return { series, ratio, scores, ...(resident === undefined ? {} : { resident }) };
}

const middle = ({ measured: [low = 0, high = low] }: PublishedRow): number => (low + high) / 2;
const cycles = ({ measure }: PublishedRow, machine: Machine): number => cyclesOf(measure, machine);

function scored(
  row: PublishedRow,
  measured: readonly number[] | number,
  predicted: number,
): TimingScore {
  const ends = typeof measured === 'number' ? [measured] : measured;
  const [low = 0, high = low] = ends;
  const ratio = predicted < low ? predicted / low : predicted > high ? predicted / high : 1;
  const close = Math.abs(ratio - 1) <= TOLERANCE;
  const verdict = !close ? 'misses' : row.circular === undefined ? 'within' : 'circular';
  return { row, measured: ends, predicted, ratio, verdict };
}

/** Cycles that the model's clock would show. */
function cyclesOf(measure: Measure, machine: Machine): number {
  switch (measure.kind) {
    case 'latency':
      return cyclesOfBlock(measure, machine, 1);
    case 'rate': {
      const more = cyclesOfBlock(measure, machine, measure.count);
      return (more - cyclesOfBlock(measure, machine, 1)) / (measure.count - 1);
    }
    case 'issue':
      return cyclesOfIssue(measure, machine, measure.waves);
    case 'block':
      return cyclesOfBlock(measure, machine, measure.count);
    case 'stream': {
      // The rate is steady: a few iterations say all.
      const { loop, waves, count } = measure;
      const at = (iterations: number): number =>
        cyclesOfSums(measure, machine, loop, waves, iterations);
      const all = count / loop.reads;
      return at(10) + ((at(20) - at(10)) / 10) * (all - 10);
    }
    case 'group':
      return measure.beside.length === 0
        ? cyclesOfGroup(measure.group, machine)
        : cyclesOfNeighbours(measure.group, measure.beside, machine);
    case 'slope':
      return 0;
  }
}

/** Accesses that the time of a row is of. */
function accesses(measure: Measure): number {
  const { kind, count, waves } = measure;
  return kind === 'block' ? count : kind === 'stream' ? count * waves : 1;
}

/** Time per cycle of conflict between two rows. */
function slope(
  [from, to]: readonly [PublishedRow, PublishedRow],
  machine: Machine,
  time: (row: PublishedRow, machine: Machine) => number,
): number {
  const conflicts = ({ measure }: PublishedRow): number =>
    accesses(measure) * bankCycles(measure, machine).conflicts;
  return (time(to, machine) - time(from, machine)) / (conflicts(to) - conflicts(from));
}

function fittedRatio(
  { fit }: Series,
  machine: Machine,
  rowNamed: (id: string) => PublishedRow,
): number {
  if (fit === undefined) return 1;
  const to = rowNamed(fit.to);
  if (fit.from === undefined) return middle(to) / cycles(to, machine);
  const from = rowNamed(fit.from);
  return (middle(to) - middle(from)) / (cycles(to, machine) - cycles(from, machine));
}

function residentOf(ldsBytes: number, machine: Machine): number {
  const resources = { vectorRegisters: 0, accumulators: 0, ldsBytes, wavesPerWorkgroup: 1 };
  return occupancyOf(resources, machine)?.workgroups ?? 1;
}
