/** The legend of a timeline: its marks and their meaning. */
import { characterWidth } from './chart-scale.ts';
import { label, rect, type SvgNode } from './node.ts';
import { timelineLeft, timelineRight } from './timeline-frame.ts';
import { fillOf } from './timeline-marks.ts';
import { looks } from './timeline-spans.ts';

/** The kinds of marks in the picture, in as many lines as it takes. */
export function timelineLegend(
  used: readonly number[],
  top: number,
  width: number,
): { readonly nodes: SvgNode[]; readonly bottom: number } {
  const nodes: SvgNode[] = [];
  let y = top;
  for (const waits of [false, true]) {
    const own = used
      .flatMap((number) => looks[number] ?? [])
      .filter((look) => look.waits === waits);
    if (own.length === 0) continue;
    nodes.push(label(timelineLeft - 10, y, waits ? 'waits for' : 'busy', 'end small faint'));
    let x = timelineLeft;
    for (const look of own) {
      const taken = 28 + look.name.length * characterWidth.small;
      if (x + taken > width - timelineRight && x > timelineLeft) {
        x = timelineLeft;
        y += 16;
      }
      nodes.push(
        rect(x + 0.5, look.low === true ? y : y - 4.5, 12, look.low === true ? 5 : 9, {
          ...fillOf(look),
        }),
        label(x + 17, y, look.name, 'start small soft'),
      );
      x += taken + 8;
    }
    y += 18;
  }
  return { nodes, bottom: y };
}
