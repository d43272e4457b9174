/** The cells of a bank grid: a lane's vector is one run of words, with the lane's number once. */
import { greatestOf, laneRanges } from '@ldscope/core';
import { type GridFrame, hexAddress, textWidth } from './bank-grid-frame.ts';
import type { GridWord } from './bank-grid-words.ts';
import { label, rect, svg, type SvgNode } from './node.ts';
import { classes, emphasis, type Selection } from './selection.ts';
import { laneColor } from './theme.ts';

/** Adjacent words that the same lanes access: a lane's vector, as far as it stays in its row. */
export interface Run {
  readonly words: readonly [GridWord, ...GridWord[]];
  readonly y: number;
}

/** The runs that the lines of a frame have room for. */
export function runsOf(words: readonly GridWord[], { lines: all }: GridFrame): Run[] {
  const places = new Map(all.flatMap((line) => (line.kind === 'row' ? [[line.row, line.y]] : [])));
  const runs: Run[] = [];
  for (const word of words) {
    const y = places.get(word.row);
    if (y === undefined) continue;
    const last = runs.at(-1);
    const before = last?.words.at(-1);
    if (
      last !== undefined &&
      before !== undefined &&
      before.row === word.row &&
      before.bank + 1 === word.bank &&
      before.phases.join() === word.phases.join() &&
      before.lanes.join() === word.lanes.join()
    ) {
      runs[runs.length - 1] = { words: [...last.words, word], y };
    } else runs.push({ words: [word], y });
  }
  return runs;
}

/** A run of the shown phase: a cell for each word, marked where its bank serves several slots or the word is shared. */
export function filledRun(
  { words, y }: Run,
  frame: GridFrame,
  waveSize: number,
  selection: Selection | undefined,
): SvgNode {
  const { cellWidth, cellHeight, compact } = frame;
  const [first] = words;
  const { lanes, phases, shared } = first;
  const conflict = words.some(({ slots }) => slots > 1);
  const x = frame.left + first.bank * cellWidth;
  const width = words.length * cellWidth;
  const cells = words.map((word, index) =>
    rect(
      x + index * cellWidth + 0.5,
      y + 0.5,
      cellWidth - (index === words.length - 1 ? 1 : 0),
      cellHeight - 1,
      {
        'fill': shared ? undefined : laneColor(lanes[0] ?? 0, waveSize),
        'class': classes(
          'word',
          shared ? 'shared' : 'owned',
          emphasis(selection, { lanes, banks: [word.bank] }) === 'dimmed' && 'dimmed',
        ),
        'data-lane': lanes[0],
        'data-lanes': laneRanges(lanes),
        'data-bank': word.bank,
        'data-address': word.addressBytes,
        'data-slots': word.slots,
      },
    ),
  );
  const whole = emphasis(selection, { lanes, banks: words.map(({ bank }) => bank) });
  const text = wordLabel(first, phases.length > 1);
  const size = cellWidth > 20 ? 11 : 9;
  const fits = !compact && textWidth(text, size) <= width - 1;
  return svg(
    'g',
    { class: 'run' },
    svg('title', {}, wordTitle(words)),
    ...cells,
    ...(conflict || shared || whole === 'selected'
      ? [
          rect(
            x + 1,
            y + 1,
            width - 2,
            cellHeight - 2,
            classes(
              'mark',
              conflict ? 'ring' : shared && 'ring-broadcast',
              whole === 'selected' && 'selected',
              whole === 'dimmed' && 'dimmed',
            ),
          ),
        ]
      : []),
    ...(fits
      ? [
          label(
            x + width / 2,
            y + cellHeight / 2 + 0.5,
            text,
            classes(
              size === 9 && 'small',
              shared ? 'broadcast strong' : 'on-lane',
              whole === 'dimmed' && 'dimmed',
            ),
          ),
        ]
      : []),
  );
}

function wordLabel({ lanes, shared }: GridWord, severalPhases: boolean): string {
  if (lanes.length === 1) return String(lanes[0]);
  return severalPhases && !shared ? `${lanes[0]}+` : `x${lanes.length}`;
}

function wordTitle(words: Run['words']): string {
  const [first] = words;
  const last = words.at(-1) ?? first;
  const place =
    words.length === 1
      ? `bank ${first.bank}, byte ${hexAddress(first.addressBytes)}`
      : `banks ${first.bank}-${last.bank}, bytes ${hexAddress(first.addressBytes)} to ${hexAddress(last.addressBytes + 3)}`;
  const who = `lane${first.lanes.length > 1 ? 's' : ''} ${laneRanges(first.lanes)}`;
  const slots = greatestOf(words.map((word) => word.slots));
  return [
    `${who}: ${place}`,
    ...(first.shared ? ['one slot serves them all'] : []),
    ...(slots > 1 ? [`the bank serves ${slots} slots one after another`] : []),
  ].join('; ');
}

/** A run of another phase. */
export function ghostRun(
  { words, y }: Run,
  { left, cellWidth, cellHeight, compact }: GridFrame,
  selection: Selection | undefined,
): SvgNode {
  const [first] = words;
  const inset = compact ? 1.5 : 2.5;
  const state = emphasis(selection, {
    lanes: first.lanes,
    banks: words.map(({ bank }) => bank),
  });
  return rect(
    left + first.bank * cellWidth + inset,
    y + inset,
    words.length * cellWidth - 2 * inset,
    cellHeight - 2 * inset,
    {
      'class': classes('ghost', state === 'selected' && 'ghost-selected'),
      'data-phase': first.phases[0],
      'data-lane': first.lanes[0],
    },
  );
}
