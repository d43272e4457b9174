/** Where iterations of a loop begin, for the axis of a timeline. */
import type { Loop, Timeline } from '@ldscope/core';

export interface IterationMark {
  /** When the first instruction of the iteration issued. */
  readonly cycle: number;
  /** From 1 on. */
  readonly number: number;
}

/** Marks nearer to each other than these pixels say nothing. */
const LEAST_APART = 5;

/**
 * The iterations in view of the loop that runs most often among those whose iterations are far enough apart to be seen;
 * of the wave that runs it most often.
 */
export function iterationMarks(
  timeline: Timeline,
  loops: readonly Loop[],
  [from, until]: readonly [from: number, until: number],
  pixels: number,
): { readonly marks: readonly IterationMark[]; readonly iterations: number } {
  const cyclesApart = (LEAST_APART * (until - from)) / pixels;
  const found = headIssues(timeline, loops)
    .filter((issues) => issues.length > 1)
    .sort((a, b) => b.length - a.length)
    .find((issues) => {
      const [first = 0, last = 0] = [issues[0], issues.at(-1)];
      return (last - first) / (issues.length - 1) >= cyclesApart;
    });
  if (found === undefined) return { marks: [], iterations: 0 };
  const marks = found
    .map((cycle, index) => ({ cycle, number: index + 1 }))
    .filter(({ cycle }) => cycle >= from && cycle < until);
  return { marks, iterations: found.length };
}

/** By loop, when the wave that does so most often issued its first instruction. */
function headIssues(
  { count, wave, waves, instruction, issue }: Timeline,
  loops: readonly Loop[],
): number[][] {
  const most = loops.reduce((last, { head }) => Math.max(last, head), -1);
  const loopOf = new Int32Array(most + 1).fill(-1);
  for (const [number, { head }] of loops.entries()) loopOf[head] = number;
  const found = loops.map(() => waves.map((): number[] => []));
  for (let row = 0; row < count; row++) {
    const number = instruction[row] ?? 0;
    const loop = number > most ? -1 : (loopOf[number] ?? -1);
    if (loop >= 0) found[loop]?.[wave[row] ?? 0]?.push(issue[row] ?? 0);
  }
  return found.map((byWave) =>
    byWave.reduce((longest, own) => (own.length > longest.length ? own : longest), []),
  );
}
