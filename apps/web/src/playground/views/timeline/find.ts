/** Executions of instructions by a part of their text, in the order of their issue. */
import type { TimedProgram, Timeline } from '@ldscope/core';

/** Rows of the timeline whose instruction contains the words, case-insensitively; none for no words. */
export function findExecutions(
  { instructions }: TimedProgram,
  { count, instruction, issue }: Timeline,
  words: string,
): readonly number[] {
  const parts = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (parts.length === 0) return [];
  const fits = instructions.map(({ text }) => {
    const lower = text.toLowerCase();
    return parts.every((part) => lower.includes(part));
  });
  const found: number[] = [];
  for (let row = 0; row < count; row++) if (fits[instruction[row] ?? 0] === true) found.push(row);
  return found.sort((a, b) => (issue[a] ?? 0) - (issue[b] ?? 0));
}
