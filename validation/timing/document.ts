/**
 * `npm run validate -- timing`: how the simulator of a compute unit does on published microbenchmarks.
 * `validation/timing.md` is what it prints.
 */
import { append } from '@ldscope/core';
import { markdown } from '../base/markdown.ts';
import type { Main } from '../base/output.ts';
import { inputText } from '../base/inputs.ts';
import { filled } from '../base/template.ts';
import { publishedSeries } from './series.ts';
import { type ScoredSeries, scoreSeries, TOLERANCE, type TimingScore } from './scoreboard.ts';

/** Rows of all series by verdict. */
export interface TimingTally {
  readonly within: number;
  readonly misses: number;
  /** Not counted: what they were compared with went into the model. */
  readonly circular: number;
}

export function tallyOf(series: readonly ScoredSeries[]): TimingTally {
  const scores = series.flatMap((one) => one.scores);
  const count = (verdict: TimingScore['verdict']): number =>
    scores.filter((score) => score.verdict === verdict).length;
  return { within: count('within'), misses: count('misses'), circular: count('circular') };
}

/** `78 of 98 within 15 %`, and what is not counted. */
export function verdictLine(series: readonly ScoredSeries[]): string {
  const { within, misses, circular } = tallyOf(series);
  return (
    `${within} of ${within + misses} rows within ${100 * TOLERANCE} %; ` +
    `${circular} more are circular and not counted`
  );
}

/** A line per series. */
export function summaryTable(series: readonly ScoredSeries[]): string[] {
  return markdown(
    ['series', 'chip', 'rows', 'within 15 %', 'misses', 'circular', 'fitted ratio'],
    series.map((one) => {
      const { within, misses, circular } = tallyOf([one]);
      return [
        one.series.title,
        one.series.gpu,
        String(one.scores.length),
        String(within),
        String(misses),
        String(circular),
        one.series.fit === undefined ? '-' : number(one.ratio),
      ];
    }),
  );
}

export const printDocument = (series: readonly ScoredSeries[]): string =>
  filled(inputText('timing/document.md.in'), {
    verdict: verdictLine(series),
    summary: summaryTable(series).join('\n'),
    series: series.flatMap(printSeries).join('\n\n'),
  });

function printSeries(one: ScoredSeries): string[] {
  const { series, scores, resident } = one;
  const bracketed = scores.some(({ bracket }) => bracket !== undefined);
  const head = ['row', 'measured', 'predicted', 'ratio', 'verdict'];
  const table = markdown(
    bracketed ? [...head, `alone to ${resident ?? 1} together`] : head,
    scores.map((score) => {
      const cells = [
        score.row.id,
        score.measured.map(number).join(' to '),
        number(score.predicted),
        score.ratio.toFixed(2),
        score.verdict === 'misses' ? '**misses**' : score.verdict,
      ];
      return bracketed ? [...cells, score.bracket?.map(number).join(' to ') ?? ''] : cells;
    }),
  );
  return [
    `## ${series.title}`,
    `${series.gpu} as ${series.chip}, ${series.unit}. Source: \`${series.source}\`.${series.note === undefined ? '' : ` ${series.note}`}${ratioNote(one)}`,
    table.join('\n'),
    ...notes(scores),
  ];
}

function ratioNote({ series, ratio, resident, scores }: ScoredSeries): string {
  const { fit } = series;
  if (fit === undefined) return '';
  const rows =
    fit.from === undefined ? `'${fit.to}'` : `the step from '${fit.from}' to '${fit.to}'`;
  const text = ` One ratio is fitted, ${number(ratio)}, on ${rows}. It stands for ${series.fitMeaning}.`;
  if (resident === undefined) return text;
  const inside = scores.filter(
    ({ bracket, measured: [value = 0] }) =>
      bracket !== undefined && value >= bracket[0] && value <= bracket[1],
  ).length;
  const all = scores.filter(({ bracket }) => bracket !== undefined).length;
  return (
    `${text} By its LDS ${resident} of them reside on a compute unit, so the ratio has to be between 1 and ${resident}. ` +
    `Without any fit, ${inside} of ${all} times are between the simulated time of one workgroup alone and of ` +
    `${resident} that begin together (last column).`
  );
}

function notes(scores: readonly TimingScore[]): string[] {
  const lines = new Map<string, string[]>();
  for (const { row, verdict } of scores) {
    const text =
      verdict === 'misses'
        ? `misses: ${row.reason ?? 'not explained'}`
        : row.circular === undefined
          ? undefined
          : `circular: ${row.circular}`;
    if (text === undefined) continue;
    append(lines, text, row.id);
  }
  if (lines.size === 0) return [];
  return [[...lines].map(([text, ids]) => `- ${ids.join('; ')}: ${text}.`).join('\n')];
}

/** Four digits at least, thousands with a comma. */
function number(value: number): string {
  if (value >= 1000) return Math.round(value).toLocaleString('en');
  if (Number.isInteger(value)) return String(value);
  return value >= 100 ? value.toFixed(1) : value >= 1 ? value.toFixed(2) : value.toPrecision(3);
}

/** Prints the document, and the verdict as its last line. */
export const main: Main = (_, { print }) => {
  const series = publishedSeries().map(scoreSeries);
  print(printDocument(series));
  print(verdictLine(series));
  return 0;
};
