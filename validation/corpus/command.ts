/**
 * `npm run validate -- corpus FOLDER ... [--launch block=256] [--seconds 20] [--lines FILE] [-- OPTIONS of analyze]`: analyzes
 * every kernel file of folders of others' code, a process per file, and prints how each ends, with the processor time that it
 * takes; then a table by kind (the folder that a file is in, below the one that is given) and the causes of what is left.
 * `--lines` adds an outcome as JSON per line to a file, and such a file in place of a folder is read for its outcomes. A kernel
 * that asks for its block is analyzed again with the one that the hint gives, unless there is a launch. Exit code 1 when
 * a file crashes or takes longer than `--seconds`.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { basename, dirname, relative, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { analyzeInProcess } from './process.ts';
import { type Sorted, summaryLines } from './summary.ts';
import type { Output } from '../base/output.ts';
import { filesBelow, givenPath } from '../base/paths.ts';
import { jsonLines } from '../base/read.ts';

const ENDINGS = /\.(?:s|S|asm|amdgcn|o|co|hsaco|mlir|ttgir|hip|cu)$/;
/** No file may take longer to be answered or refused. */
const MOST_SECONDS = '20';
const USAGE =
  'npm run validate -- corpus FOLDER ... [--launch block=256] [--seconds 20] [--lines FILE] [-- OPTIONS of analyze]';

const own = {
  launch: { type: 'string' },
  seconds: { type: 'string', default: MOST_SECONDS },
  lines: { type: 'string' },
} as const;

/** Runs the command; returns its exit code. */
export function main(args: readonly string[], output: Output): number {
  const split = args.includes('--') ? args.indexOf('--') : args.length;
  const given = ownArguments(args.slice(0, split));
  const limit = Number(given?.values.seconds);
  if (given === undefined || given.positionals.length === 0 || !(limit > 0)) {
    output.complain(USAGE);
    return 2;
  }
  const { launch, lines } = given.values;
  const options = [...(launch === undefined ? [] : ['-l', launch]), ...args.slice(split + 1)];
  const outcomes = given.positionals.flatMap((path) => {
    const folder = givenPath(path);
    if (folder.endsWith('.jsonl')) return outcomesOf(folder);
    return (filesBelow(folder, ENDINGS) ?? []).map((file, i, { length }) => {
      const [name, kind] = placeOf(folder, file);
      output.progress?.(`${i + 1} of ${length} ${name}`);
      const outcome = { kind, ...analyzeInProcess(file, name, options, limit) };
      if (lines !== undefined) appendFileSync(givenPath(lines), `${JSON.stringify(outcome)}\n`);
      output.print(rowLine(outcome));
      return outcome;
    });
  });
  for (const line of summaryLines(outcomes, limit)) output.print(line);
  const bad = outcomes.some(({ end, seconds }) => end === 'crash' || seconds > limit);
  return bad || outcomes.length === 0 ? 1 : 0;
}

/** What is given for the script itself; `undefined` where it takes no such option. */
function ownArguments(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: own, allowPositionals: true });
  } catch {
    return undefined;
  }
}

/** The name of a file below a folder, and its kind. */
function placeOf(folder: string, file: string): readonly [name: string, kind: string] {
  const name = relative(folder, file) || basename(file);
  const parts = name.split(sep);
  return [name, (parts.length > 1 ? parts[0] : undefined) ?? basename(dirname(file))];
}

/** The outcomes that `--lines` wrote: the last of each file. */
function outcomesOf(path: string): Sorted[] {
  const read = jsonLines<Sorted>(readFileSync(path, 'utf8'));
  return [...new Map(read.map((one) => [`${one.kind}/${one.file}`, one])).values()];
}

function rowLine({ seconds, end, file, launch, codes, counted, instructions }: Sorted): string {
  const of = instructions === 0 ? '' : `${counted} of ${instructions}`;
  const words = [file, ...(launch === undefined ? [] : [launch]), ...codes];
  return `${seconds.toFixed(1).padStart(6)} s  ${end.padEnd(8)} ${of.padStart(13)}  ${words.join(' ')}`;
}
