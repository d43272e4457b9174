/** One iteration of a loop on the compute unit, as characters and as a picture. */
import type { TimedProgram, Timeline, TimelineLoop } from '@ldscope/core';
import type { Drawing } from '../document/document.ts';
import { timelinePicture } from '../svg/timeline.ts';
import { unitTable } from '../svg/timeline-table.ts';
import { ganttLines } from '../text/gantt.ts';

/** Draws the iterations of a simulated program; see `sayTimeline`. */
export const iterationDrawing =
  (program: TimedProgram, timeline: Timeline) =>
  (loop: TimelineLoop): Drawing | undefined => {
    const window = iterationOf(timeline, loop);
    if (window === undefined) return undefined;
    const [from, to] = window;
    return {
      kind: 'drawing',
      lines: (page) => ganttLines(program, timeline, window, page),
      picture: () => timelinePicture(program, timeline, { from, to }),
      table: () => unitTable(program, timeline, { from, to }),
    };
  };

/** The third iteration of the wave that runs a loop most, or the last that is whole. */
function iterationOf(
  { count, instruction, wave, issue }: Timeline,
  { head, iterations }: TimelineLoop,
): readonly [number, number] | undefined {
  const starts: number[] = [];
  let own: number | undefined;
  for (let row = 0; row < count; row++) {
    if (instruction[row] !== head.instruction) continue;
    own ??= wave[row];
    if (wave[row] === own) starts.push(issue[row] ?? 0);
  }
  const at = Math.min(2, iterations - 2);
  const [from, until] = [starts[at], starts[at + 1]];
  return from === undefined || until === undefined ? undefined : [from, until];
}
