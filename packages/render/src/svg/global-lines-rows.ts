/** The lanes of an access as rows over its lines: which lines each reaches into, and which of their bytes. */
import type { GlobalExplanation } from '@ldscope/core';
import { LEFT, type LinesFrame } from './global-lines-frame.ts';
import { label, rect, svg, type SvgNode } from './node.ts';
import { emphasis } from './selection.ts';
import { laneColor } from './theme.ts';

/** A row for each lane: the lines that it reaches into, and which of their bytes. */
export function laneRows(
  { blocks, addressBytes, instruction, model }: GlobalExplanation,
  { columns: { x, width, perByte }, rowsTop, rowHeight, bottom, selection }: LinesFrame,
): SvgNode[] {
  const size = model.transactionBytes.value;
  const lanes = addressBytes.length;
  const right = x(Math.max(0, blocks.length - 1)) + width;
  const rows = Array.from({ length: lanes / 8 + 1 }, (_, index) => rowsTop + index * 8 * rowHeight);
  return [
    ...blocks.map((_, line) =>
      rect(x(line), rowsTop, width, bottom - rowsTop, { 'class': 'cell', 'data-block': line }),
    ),
    svg('path', {
      d: rows.map((y) => `M${LEFT} ${y}H${right}`).join(''),
      class: 'axis',
      opacity: 0.6,
    }),
    ...rows
      .slice(0, -1)
      .map((y, index) =>
        label(LEFT - 8, y + rowHeight / 2, index === 0 ? 'lane 0' : index * 8, 'end small soft'),
      ),
    ...blocks.flatMap(({ addressBytes: start, lanes: wanting }, line) =>
      wanting.flatMap((lane): SvgNode[] => {
        const first = (addressBytes[lane] ?? 0) - start;
        const from = Math.max(0, first);
        const to = Math.min(size, first + instruction.widthBytes);
        const fill = laneColor(lane, lanes);
        const y = rowsTop + lane * rowHeight;
        const shown = Math.max(3, (to - from) * perByte);
        const left = Math.min(x(line) + from * perByte, x(line) + width - shown);
        const place = {
          'y': y + 0.5,
          'height': rowHeight - 1,
          fill,
          'data-lane': lane,
          'data-block': line,
        };
        const className = emphasis(selection, { lanes: [lane] });
        return [
          svg('rect', { ...place, 'x': x(line), width, 'fill-opacity': 0.35, 'class': className }),
          svg(
            'rect',
            {
              ...place,
              'x': left,
              'width': shown,
              'stroke': 'var(--ink)',
              'stroke-width': 0.5,
              'stroke-opacity': 0.35,
              'class': className,
            },
            svg('title', {}, `lane ${lane}: bytes ${from} to ${to - 1} of this ${model.unit}`),
          ),
        ];
      }),
    ),
  ];
}
