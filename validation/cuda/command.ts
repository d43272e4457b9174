/** `npm run validate -- cuda KERNELS MEASURED.jsonl`: CUDA launches from their PTX, beside what an H100 computed and counted. */
import type { Output } from '../output.ts';
import { givenPath } from '../paths.ts';
import { executeLaunches, missingFor } from './launches.ts';

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
  const outcomes = executeLaunches(givenPath(folder), givenPath(measured), progress);
  for (const { name, wrong, conflicts, lines } of outcomes) {
    const [ours, theirs] = conflicts;
    if (wrong.length === 0 && ours === theirs && lines.length === 0) continue;
    print(`${name}: conflicts ${ours}, hardware ${theirs}`);
    for (const one of wrong) print(`  wrong: ${one}`);
    for (const line of lines) {
      const [a, b] = [line.ours, line.theirs].map(
        ([runs, lanes, wavefronts]) => `${runs} runs, ${lanes} lanes, ${wavefronts} wavefronts`,
      );
      print(`  line ${line.line}: PTX ${a}; SASS ${b}`);
    }
  }
  const right = outcomes.filter(({ wrong }) => wrong.length === 0).length;
  const exact = outcomes.filter(({ conflicts: [ours, theirs] }) => ours === theirs).length;
  const same = outcomes.filter(({ lines }) => lines.length === 0).length;
  print(
    `${outcomes.length} launches: ${right} with right results, ${exact} with the conflicts of the hardware, ${same} with all counts of each line`,
  );
  return right === outcomes.length ? 0 : 1;
}
