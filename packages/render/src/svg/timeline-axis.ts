/** Above a timeline: its cycles, and where iterations of a loop begin. */
import { characterWidth, niceTicks, tickText } from './chart-scale.ts';
import { label, svg, type SvgNode } from './node.ts';
import { type TimelineFrame, timelineLeft } from './timeline-frame.ts';
import type { IterationMark } from './timeline-loops.ts';

/** Iterations nearer to each other than these pixels have no lines of their own. */
const CROWDED = 24;

export function cycleAxis({ from, until, plot, bottom }: TimelineFrame): SvgNode[] {
  const widest = tickText(Math.round(until)).length * characterWidth.normal + 14;
  const ticks = niceTicks(from, until, Math.max(2, Math.floor(plot / Math.max(70, widest))), true);
  const x = (cycle: number): number => timelineLeft + ((cycle - from) / (until - from)) * plot;
  const right = timelineLeft + plot;
  return [
    label(timelineLeft - 10, 34, 'cycle', 'end small faint'),
    ...ticks.flatMap((tick): SvgNode[] => [
      svg('path', { d: `M${Math.round(x(tick)) + 0.5} 42V${bottom}`, class: 'rule' }),
      tickLabel(tick, x(tick), right, widest),
    ]),
    svg('path', { d: `M${timelineLeft} 42H${right}`, class: 'axis' }),
  ];
}

/** The first and the last one stay inside the plot. */
function tickLabel(tick: number, x: number, right: number, widest: number): SvgNode {
  const text = tickText(tick);
  if (x > right - widest / 2) return label(right, 34, text, 'end soft');
  if (x < timelineLeft + widest / 2) return label(x, 34, text, 'start soft');
  return label(x, 34, text, 'soft');
}

export function iterationLines(
  {
    marks,
    iterations: total,
  }: { readonly marks: readonly IterationMark[]; readonly iterations: number },
  { from, until, plot, bottom }: TimelineFrame,
): SvgNode[] {
  if (marks.length === 0) return [];
  const scale = plot / (until - from);
  let free = timelineLeft;
  const [first, last] = [marks[0], marks.at(-1)];
  const apart =
    (((last?.cycle ?? 0) - (first?.cycle ?? 0)) / Math.max(1, marks.length - 1)) * scale;
  const isCrowded = marks.length > 1 && apart < CROWDED;
  return [
    label(timelineLeft - 10, 14, 'iteration', 'end small faint'),
    ...marks.flatMap(({ cycle, number }): SvgNode[] => {
      const x = Math.round(timelineLeft + (cycle - from) * scale) + 0.5;
      const text = `${number} of ${total}`;
      const hasRoom = x + 4 >= free && x + text.length * characterWidth.small < timelineLeft + plot;
      if (hasRoom) free = x + text.length * characterWidth.small + 14;
      return [
        svg('path', {
          'd': isCrowded ? `M${x} 22V26` : `M${x} 8V${bottom}`,
          'class': 'axis',
          'stroke-dasharray': isCrowded ? undefined : '3 3',
        }),
        ...(hasRoom ? [label(x + 4, 14, text, 'start small soft')] : []),
      ];
    }),
  ];
}
