/**
 * `npm run validate -- cases FILE.json ...`: runs expected values of CK Tile layouts, or of IREE's passes, against ours. The last
 * line is `N of M exact`. M counts every case but those that contradict themselves or are of passes that we do not
 * have, which are shown apart.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { asObject } from '../base/json.ts';
import type { CaseOutcome } from '../base/comparison.ts';
import { runCases } from './run.ts';
import type { Output } from '../base/output.ts';
import { givenPath } from '../base/paths.ts';

/** Runs the command; returns its exit code: 0 when all is exact, 1 for a miss, 2 for bad usage. */
export function main(args: readonly string[], { print, complain }: Output): number {
  const option = args.find((arg) => arg.startsWith('-'));
  if (option !== undefined || args.length === 0) {
    complain(
      `${option === undefined ? 'no file' : `unknown option ${option}`}: npm run validate -- cases FILE.json`,
    );
    return 2;
  }
  const outcomes: CaseOutcome[] = [];
  for (const path of args.map(givenPath)) {
    const found = readCases(path);
    if (typeof found === 'string') {
      complain(found);
      return 2;
    }
    outcomes.push(...found);
    print(basename(path));
    for (const line of kindLines(found)) print(line);
  }
  for (const line of remarkLines(outcomes)) print(line);
  const counted = outcomes.filter(({ verdict }) => !uncounted.has(verdict));
  const exact = counted.filter(({ verdict }) => verdict === 'exact').length;
  print(`${exact} of ${counted.length} exact`);
  return exact === counted.length ? 0 : 1;
}

const uncounted: ReadonlySet<string> = new Set(['inconsistent', 'elsewhere']);

function readCases(path: string): readonly CaseOutcome[] | string {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return `cannot read '${path}' as JSON: give the path of a file of cases`;
  }
  const file = asObject(value);
  return (file && runCases(file)) ?? `'${path}' has no list of cases: give an object with "cases"`;
}

/** `descriptor    7 of 7   52 values`. */
function kindLines(outcomes: readonly CaseOutcome[]): string[] {
  const width = Math.max(0, ...outcomes.map(({ kind }) => kind.length));
  return [...new Set(outcomes.map(({ kind }) => kind))].map((kind) => {
    const own = outcomes.filter((outcome) => outcome.kind === kind);
    const exact = own.filter(({ verdict }) => verdict === 'exact').length;
    const values = own.reduce((sum, { compared }) => sum + compared, 0);
    return `  ${kind.padEnd(width)}  ${exact} of ${own.length}  ${values} values`;
  });
}

const headings = {
  differs: 'miss',
  inconsistent: 'inconsistent in itself, not counted',
  elsewhere: 'not run, not counted',
} as const;

function remarkLines(outcomes: readonly CaseOutcome[]): string[] {
  return outcomes.flatMap(({ id, verdict, remarks, notes = [] }) =>
    verdict === 'exact'
      ? notes.map((note) => `the default mode differs: ${id}: ${note}`)
      : [`${headings[verdict]}: ${id}`, ...remarks.map((remark) => `  ${remark}`)],
  );
}
