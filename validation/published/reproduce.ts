/**
 * `npm run reproduce -- [FILE.json ...] [--summary] [--json]`: scores our predictions on published
 * measurements; without a file on those in `validation/data`. The last line is `N of M exact`, where M
 * counts every measurement, also those that a conflict model cannot predict.
 */
import { readFileSync } from 'node:fs';
import { machineNamed, scoreMeasurements } from '@ldscope/core';
import { dataFile, givenPath } from '../base/paths.ts';
import { type ScoredFile, scoreFile } from './files.ts';
import { printFile, printSummary, verdictLine } from './print.ts';
import { measurements, tally } from './score.ts';
import type { Output } from '../base/output.ts';

/** The published lists that are in the repository. */
export const COMMITTED = ['published.json', 'iree.json', 'phases.json'];

/** Samples of what we measured ourselves. */
const HOPPER = [
  'hopper-sm90-sample.jsonl',
  'hopper-sm90-matrix-atomic.jsonl',
  'hopper-sm90-atomics.jsonl',
  'hopper-sm90-compare.jsonl',
];

/** Runs the command; returns its exit code. */
export function main(args: readonly string[], { print, complain }: Output): number {
  const options = args.filter((arg) => arg.startsWith('-'));
  const unknown = options.find((option) => option !== '--summary' && option !== '--json');
  if (unknown !== undefined) {
    complain(`unknown option ${unknown}: use --summary, --json, or the path of a file`);
    return 2;
  }
  const given = args.filter((arg) => !arg.startsWith('-')).map(givenPath);
  const files: ScoredFile[] = [];
  for (const path of given.length > 0 ? given : COMMITTED.map(dataFile)) {
    const file = scoreFile(path);
    if (!file.ok) {
      complain(file.error);
      return 2;
    }
    files.push(file.value);
  }
  const scores = files.flatMap((file) => file.scores);
  if (options.includes('--json')) {
    const all = tally(scores);
    const result = { ...all, measurements: measurements(all), files };
    print(JSON.stringify(result, undefined, 1));
    return 0;
  }
  if (!options.includes('--summary')) for (const file of files) print(printFile(file).join('\n'));
  print(printSummary(scores).join('\n'));
  if (given.length === 0) print(hopperLine());
  print(verdictLine(scores));
  return 0;
}

/** Our own counters are scored record by record, apart from what others published. */
function hopperLine(): string {
  const machine = machineNamed('sm_90');
  const scores = HOPPER.map((name) =>
    scoreMeasurements(readFileSync(dataFile(name), 'utf8'), machine),
  );
  const exact = scores.reduce((sum, score) => sum + score.exact, 0);
  const records = scores.reduce((sum, score) => sum + score.records, 0);
  return `Our own counters of an H200 (samples): ${exact} of ${records} records exact.`;
}
