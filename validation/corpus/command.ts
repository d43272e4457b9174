/**
 * `npm run validate -- corpus FOLDER ... [--seconds 20] [-- OPTIONS of analyze]`: analyses every kernel file of folders of others'
 * code, a process per file, and prints how each ends and how much processor time it takes. Exit code 1 when one crashes or
 * takes longer than `--seconds`.
 */
import { basename } from 'node:path';
import { type Outcome, outcomeOf, summaryLines } from './outcome.ts';
import { analyzeInProcess } from './process.ts';
import type { Output } from '../output.ts';
import { filesBelow, givenPath } from '../paths.ts';

const ENDINGS = /\.(?:s|S|asm|amdgcn|o|co|hsaco|mlir|ttgir)$/;
/** No file may take longer to be answered or refused. */
const MOST_SECONDS = 20;

/** Runs the command; returns its exit code. */
export function main(args: readonly string[], { print, complain }: Output): number {
  const split = args.includes('--') ? args.indexOf('--') : args.length;
  const [own, options] = [args.slice(0, split), args.slice(split + 1)];
  const limit = own.includes('--seconds')
    ? Number(own[own.indexOf('--seconds') + 1])
    : MOST_SECONDS;
  const named = own.filter((arg, i) => !arg.startsWith('-') && own[i - 1] !== '--seconds');
  if (named.length === 0 || !(limit > 0)) {
    complain('npm run validate -- corpus FOLDER ... [--seconds 20] [-- OPTIONS of analyze]');
    return 2;
  }
  const outcomes: Outcome[] = [];
  for (const path of named.flatMap((one) => filesBelow(givenPath(one), ENDINGS) ?? [])) {
    const outcome = outcomeOf(basename(path), analyzeInProcess(path, options, limit));
    outcomes.push(outcome);
    print(
      `${outcome.seconds.toFixed(1).padStart(6)} s  ${outcome.end.padEnd(9)} ${outcome.file}  ${outcome.codes.join(' ')}`,
    );
  }
  for (const line of summaryLines(outcomes)) print(line);
  const bad = outcomes.some(({ end, seconds }) => end === 'crash' || seconds > limit);
  return bad || outcomes.length === 0 ? 1 : 0;
}
