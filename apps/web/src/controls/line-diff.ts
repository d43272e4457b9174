/** Differences of two texts, line by line, and the parts of them that are shown. */
import type { DiffLine } from '@ldscope/engine';

export { type DiffLine, lineDiff } from '@ldscope/engine';

/** Hunks: changes with up to `around` unchanged lines on each side; empty for equal texts. */
export function hunksOf(lines: readonly DiffLine[], around = 3): readonly (readonly DiffLine[])[] {
  const shown = new Set<number>();
  for (const [index, { kind }] of lines.entries())
    if (kind !== 'kept')
      for (let near = index - around; near <= index + around; near++) shown.add(near);
  const hunks: DiffLine[][] = [];
  let last = -2;
  for (const [index, line] of lines.entries()) {
    if (!shown.has(index)) continue;
    if (index !== last + 1) hunks.push([]);
    hunks.at(-1)?.push(line);
    last = index;
  }
  return hunks;
}
