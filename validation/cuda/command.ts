/**
 * `npm run validate -- cuda KERNELS MEASURED.jsonl`: CUDA launches from their PTX and SASS, beside what an H100 computed and counted.
 * What it prints is docs/cuda.md.
 */
import { readFileSync } from 'node:fs';
import { dataFile, givenPath } from '../base/paths.ts';
import type { Output } from '../base/output.ts';
import { executeLaunches, missingFor } from './launches.ts';
import { pageOf, type Repeats, verdictsOf } from './page.ts';

/** Runs the program; returns its exit code. */
export function main(
  [
    folder = '../shared/kernels/cuda',
    measured = '../shared/measured/cuda-sm90.jsonl',
  ]: readonly string[],
  { print, complain, progress }: Output,
): number {
  const missing = missingFor(givenPath(folder));
  if (missing !== undefined) {
    complain(missing);
    return 2;
  }
  const { outcomes, missing: lacking } = executeLaunches(
    givenPath(folder),
    givenPath(measured),
    progress,
  );
  if (lacking !== undefined) complain(`without SASS: ${lacking}`);
  const repeats = readRepeats();
  for (const line of pageOf(outcomes, repeats)) print(line);
  for (const { name, wrong } of outcomes)
    for (const one of wrong) complain(`${name} is wrong: ${one}`);
  const { right, refuted } = verdictsOf(outcomes, repeats);
  for (const name of refuted) complain(`${name} is called exact, and differs from every run`);
  return right.length === outcomes.length && refuted.length === 0 ? 0 : 1;
}

/** Counters of five more runs of every launch, and of twelve more of those whose warps meet in atomics. */
export function readRepeats(): Repeats {
  const text = readFileSync(dataFile('cuda-sm90-repeats.json'), 'utf8');
  const { launches, more } = JSON.parse(text) as {
    readonly launches: Repeats;
    readonly more: Readonly<Record<string, readonly number[]>>;
  };
  return Object.fromEntries(
    Object.entries(launches).map(([name, runs]) => [
      name,
      [...runs, ...(more[name] ?? []).map((all) => [all])],
    ]),
  );
}
