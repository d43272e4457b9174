/** The lines of an access as columns: their bytes with the lanes that use them, and the used part of each. */
import { greatestOf, type BlockRequest, type GlobalExplanation, laneRanges } from '@ldscope/core';
import { blockPlace } from '../text/block-place.ts';
import { characterWidth } from './chart-scale.ts';
import { type Columns, hatch, LEFT, type LinesFrame } from './global-lines-frame.ts';
import { label, rect, svg, type SvgNode } from './node.ts';
import { emphasis } from './selection.ts';
import { laneColor } from './theme.ts';

/** Bytes `[from, to)` of a line, and the lanes that use them; none for bytes that are fetched but never used. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly lanes: readonly number[];
}

/** All lanes together: the bytes of every line, the used ones in the colour of their lane. */
export function lineBytes(explanation: GlobalExplanation, frame: LinesFrame): SvgNode[] {
  const { columns, selection, stripTop: top } = frame;
  const { blocks, addressBytes } = explanation;
  const places = blocks.map((block) => blockPlace(explanation, block));
  const every = labelStep(places, columns);
  const height = 26;
  const hatches = blocks.map((_, line) => hatch(columns.x(line), top, columns.width, height, 5));
  return [
    label(LEFT - 8, top - 11, 'at byte', 'end small faint'),
    label(LEFT - 8, top + height / 2, 'bytes', 'end small faint'),
    ...blocks.map((_, line) =>
      rect(columns.x(line), top, columns.width, height, { 'class': 'empty', 'data-block': line }),
    ),
    svg('path', { d: hatches.join(''), class: 'axis', opacity: 0.45 }),
    ...blocks.flatMap((block, line): SvgNode[] => [
      ...(line % every === 0 ? addressLabel(places[line] ?? '', line, frame) : []),
      ...stretches(block, explanation).flatMap(({ from, to, lanes }): SvgNode[] => {
        const [lane] = lanes;
        if (lane === undefined) return [];
        return [
          rect(
            columns.x(line) + from * columns.perByte,
            top,
            Math.max(1, (to - from) * columns.perByte),
            height,
            {
              'fill': laneColor(lane, addressBytes.length),
              'class': emphasis(selection, { lanes }),
              'data-lane': lane,
              'data-block': line,
            },
            svg(
              'title',
              {},
              `${lanes.length === 1 ? 'lane' : 'lanes'} ${laneRanges(lanes)}: bytes ${from} to ${to - 1} of ` +
                `the ${explanation.model.unit} at ${signed(places[line] ?? '')}`,
            ),
          ),
        ];
      }),
    ]),
  ];
}

/** `+1,024`, but not of a row. */
const signed = (place: string): string => (/^\d/.test(place) ? `+${place}` : place);

/** Above its line, where it does not leave the picture. */
function addressLabel(
  place: string,
  line: number,
  { columns, stripTop, width }: LinesFrame,
): SvgNode[] {
  const text = signed(place);
  const x = columns.x(line);
  return x + text.length * characterWidth.small > width
    ? []
    : [label(x, stripTop - 11, text, 'start small soft')];
}

/** Every how manieth address is written, so that they do not touch. */
function labelStep(places: readonly string[], columns: Columns): number {
  const longest = ((places.at(-1)?.length ?? 0) + 2) * characterWidth.small;
  const step = Math.ceil(longest / (columns.width + columns.gap));
  return 2 ** Math.ceil(Math.log2(Math.max(1, step)));
}

/** The bytes of a line in runs used by the same lanes, in order and without gaps. */
function stretches(
  { addressBytes: start, lanes }: BlockRequest,
  { addressBytes, instruction, model }: GlobalExplanation,
): Stretch[] {
  const size = model.transactionBytes.value;
  const wanting = Array.from({ length: size }, (): number[] => []);
  for (const lane of [...lanes].sort((a, b) => a - b)) {
    const first = (addressBytes[lane] ?? 0) - start;
    for (let byte = Math.max(0, first); byte < first + instruction.widthBytes; byte++) {
      wanting[byte]?.push(lane);
    }
  }
  const found: Stretch[] = [];
  for (let from = 0; from < size;) {
    const own = wanting[from] ?? [];
    let to = from + 1;
    while (to < size && (wanting[to] ?? []).join() === own.join()) to++;
    found.push({ from, to, lanes: own });
    from = to;
  }
  return found;
}

/** The used part of each line as a bar, and the number of lanes that use it. */
export function lineShares(
  { blocks, model }: GlobalExplanation,
  { columns: { x, width, gap }, sharesTop: top }: LinesFrame,
): SvgNode[] {
  const size = model.transactionBytes.value;
  const height = 30;
  const bottom = top + height;
  const widest = greatestOf(blocks.map((block) => percentText(block.wantedBytes, size).length));
  const hasRoom = widest * characterWidth.small <= width + gap - 2;
  const lanesFit = 2 * characterWidth.small <= width + gap - 1;
  return [
    label(LEFT - 8, top + height / 2, 'wanted', 'end small faint'),
    ...blocks.flatMap(({ wantedBytes, lanes }, line): SvgNode[] => {
      const part = (wantedBytes / size) * height;
      return [
        rect(x(line), top, width, height, { 'class': 'empty', 'data-block': line }),
        rect(
          x(line),
          bottom - part,
          width,
          part,
          { 'class': 'good', 'data-block': line },
          svg('title', {}, `${wantedBytes} of ${size} B wanted`),
        ),
        ...(hasRoom
          ? [
              label(
                x(line) + width / 2,
                // In the larger part: the edge of the bar strikes no number through.
                part >= height / 2 ? bottom - part / 2 : top + (height - part) / 2,
                percentText(wantedBytes, size),
                'small',
              ),
            ]
          : []),
        ...(lanesFit ? [label(x(line) + width / 2, bottom + 11, lanes.length, 'small soft')] : []),
      ];
    }),
    ...(lanesFit ? [label(LEFT - 8, bottom + 11, 'lanes', 'end small faint')] : []),
  ];
}

const percentText = (part: number, whole: number): string =>
  `${Math.round((100 * part) / whole)} %`;
