/**
 * `npm run validate -- timing`: how the simulator of a compute unit does on published microbenchmarks.
 * `validation/timing.md` is what it prints.
 */
import { printDocument, verdictLine } from './document.ts';
import { scoreSeries } from './scoreboard.ts';
import { publishedSeries } from './series.ts';

/** Runs the command; returns its exit code. */
export function main(print: (text: string) => void): number {
  const series = publishedSeries().map(scoreSeries);
  print(printDocument(series));
  print(verdictLine(series));
  return 0;
}
