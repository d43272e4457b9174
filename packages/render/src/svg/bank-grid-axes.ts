/** The axes of a bank grid: banks with their slots, addresses, lines and gaps. */
import { greatestOf } from '@ldscope/core';
import { type GridFrame, hexAddress, textWidth } from './bank-grid-frame.ts';
import type { GridLine } from './bank-grid-rows.ts';
import { label, rect, svg, type SvgNode } from './node.ts';
import { classes, emphasis, type Selection } from './selection.ts';

/** The marks of a whole bank: its number, its slots, and an area to point at. */
export function gridColumns(
  frame: GridFrame,
  slots: readonly number[],
  banksPerLane: number,
  selection: Selection | undefined,
): SvgNode[] {
  const { left, top, cellWidth, height, compact } = frame;
  const every = numberedEvery(cellWidth, compact);
  const y = top - 10;
  const heads = compact
    ? []
    : [
        label(left - 8, y, 'bank', 'end small faint'),
        label(left - 8, y - 16, 'slots', 'end small faint'),
      ];
  const places = slots.flatMap((count, bank) => {
    const x = left + bank * cellWidth;
    const state = emphasis(selection, { banks: [bank] });
    const conflict = count > 1;
    const tone = conflict ? 'conflict' : state === 'selected' ? 'strong' : 'faint';
    const column = rect(
      x,
      top,
      cellWidth,
      height,
      {
        'class': classes(
          'column',
          conflict && 'column-conflict',
          state === 'selected' && 'column-selected',
        ),
        'data-bank': bank,
        'data-slots': count,
      },
      svg('title', {}, conflict ? `bank ${bank}: ${count} slots` : `bank ${bank}`),
    );
    return bank % every === 0 || state === 'selected'
      ? [
          column,
          label(x + cellWidth / 2, y, bank, { 'class': classes('small', tone), 'data-bank': bank }),
        ]
      : [column];
  });
  return [
    ...heads,
    ...places,
    ...slotGroups(slots, banksPerLane).flatMap((group) => slotMark(group, frame)),
  ];
}

/** Each bank has its number where all have room, else every few banks. */
function numberedEvery(cellWidth: number, compact: boolean): number {
  if (cellWidth >= LEAST_NUMBERED) return 1;
  return compact || 4 * cellWidth < LEAST_NUMBERED ? 8 : 4;
}

/** Two digits and the gap to the next. */
const LEAST_NUMBERED = 15.5;

/** Banks side by side that serve the same number of slots. */
interface SlotGroup {
  readonly first: number;
  readonly banks: number;
  readonly slots: number;
}

/** Banks with more than one slot, as many together as a lane's vector has words. */
function slotGroups(slots: readonly number[], banksPerLane: number): SlotGroup[] {
  const groups: SlotGroup[] = [];
  for (const [bank, count] of slots.entries()) {
    const last = groups.at(-1);
    if (count <= 1) continue;
    const joins =
      last !== undefined &&
      last.slots === count &&
      last.first + last.banks === bank &&
      last.banks < banksPerLane;
    if (joins) groups[groups.length - 1] = { ...last, banks: last.banks + 1 };
    else groups.push({ first: bank, banks: 1, slots: count });
  }
  return groups;
}

/** A bar over the banks of a group, with their slots: `4x`. */
function slotMark(
  { first, banks, slots }: SlotGroup,
  { left, top, cellWidth, compact }: GridFrame,
): SvgNode[] {
  const x = left + first * cellWidth;
  const width = banks * cellWidth;
  const bar = rect(x + 1, compact ? top - 4 : top - 19, width - 2, compact ? 3 : 2, 'bar-conflict');
  if (compact) return [bar];
  const text = textWidth(`${slots}x`, 9) <= width ? `${slots}x` : slots;
  return [bar, label(x + width / 2, top - 26, text, 'small conflict')];
}

/** Lines between rows and banks, addresses, and gaps. */
export function gridLines({
  lines: all,
  left,
  top,
  width,
  height,
  cellWidth,
  cellHeight,
  banks,
  compact,
  gapHeight,
}: GridFrame): SvgNode[] {
  const rows = all.filter((line) => line.kind === 'row');
  const most = Math.max(0, greatestOf(rows.map(({ row }) => row * banks * 4)));
  const digits = Math.max(4, most.toString(16).length);
  const right = left + width;
  const uprights = (step: number): string =>
    rows
      .flatMap(({ y }) =>
        Array.from(
          { length: banks / step + 1 },
          (_, index) => `M${left + index * step * cellWidth} ${y}v${cellHeight}`,
        ),
      )
      .join('');
  const levels = rows
    .map(({ y }) => `M${left} ${y}H${right}M${left} ${y + cellHeight}H${right}`)
    .join('');
  return [
    svg('path', { d: compact ? levels : levels + uprights(1), class: 'rule' }),
    svg('path', { d: uprights(8), class: 'axis' }),
    ...all.flatMap((line) => {
      if (line.kind === 'row') {
        return [
          label(
            left - 8,
            line.y + cellHeight / 2 + 0.5,
            hexAddress(line.row * banks * 4, digits),
            classes('end soft small'),
          ),
        ];
      }
      const hasWords = gapHeight > 9;
      return [
        rect(left, line.y, width, gapHeight, 'gap', svg('title', {}, gapText(line))),
        ...(hasWords
          ? [label(left + width / 2, line.y + gapHeight / 2, gapText(line), 'small faint')]
          : []),
      ];
    }),
    ...(height === 0
      ? [label(left + width / 2, top + cellHeight / 2, 'no active lane', 'faint')]
      : []),
  ];
}

function gapText({ rows, why }: GridLine & { readonly kind: 'gap' }): string {
  const count = `${rows} row${rows === 1 ? '' : 's'}`;
  return why === 'untouched' ? `${count} not touched` : `${count} not touched in this phase`;
}
