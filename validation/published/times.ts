/**
 * Published times that the simulator of a compute unit can answer: 64 reads of one wave after the other, on a chip whose
 * pipeline is modelled. The ratio of the series is fitted (`timing/scoreboard.ts`), so the rows that it was fitted on are
 * circular.
 */
import { type JsonObject, numberAt, objectAt, textAt } from '../base/json.ts';
import { scoreSeries, type ScoredSeries, TOLERANCE } from '../timing/scoreboard.ts';
import { publishedSeries } from '../timing/series.ts';

export interface PredictedTime {
  readonly predicted: string;
  readonly near: boolean;
  readonly circular: boolean;
  readonly reason: string;
}

/** `undefined` for a time that is not of such reads, or of a chip that is not modelled. */
export function predictTime(entry: JsonObject): PredictedTime | undefined {
  const measured = objectAt(entry, 'measured');
  const value = numberAt(measured, 'value');
  const counter = textAt(measured, 'counter') ?? '';
  const [, stride] = /^lane\*(\d+)$/.exec(textAt(entry, 'byte_address') ?? '') ?? [];
  if (value === undefined || stride === undefined || !/latency of 64 .* reads/.test(counter)) {
    return undefined;
  }
  const found = competing().find(({ series }) => series.gpu === textAt(entry, 'gpu'));
  const op = textAt(entry, 'instruction');
  const score = found?.scores.find(
    ({ row: { measure } }) =>
      measure.kind === 'block' && measure.op === op && measure.strideBytes === Number(stride),
  );
  if (found === undefined || score === undefined) return undefined;
  const { predicted, row } = score;
  const near = Math.abs(predicted / value - 1) <= TOLERANCE;
  return {
    predicted: predicted.toFixed(0),
    near,
    circular: row.circular !== undefined,
    reason:
      `simulated, times ${found.ratio.toFixed(2)} for workgroups that compete` +
      (near ? '' : `: ${row.reason ?? 'not explained'}`),
  };
}

let scored: readonly ScoredSeries[] | undefined;

/** The series of whole blocks of reads. */
function competing(): readonly ScoredSeries[] {
  scored ??= publishedSeries()
    .filter(({ ldsBytes }) => ldsBytes !== undefined)
    .map(scoreSeries);
  return scored;
}
