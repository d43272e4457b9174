/** A layout of the page as a specification: what `ldscope analyze tile.yaml` counts is what the page counts. */
import { waveOf } from '../parts/one-access.ts';
import { lanesDownOf, THREADS } from './controls.ts';
import type { CountedSide, PaddingModel } from './model.ts';

const ELEMENTS: Readonly<Record<number, string>> = { 1: 'i8', 2: 'f16', 4: 'f32' };

export function specOf(model: PaddingModel, side: CountedSide): string {
  const { parameters, machine } = model;
  const { rows, columns, element, elementBytes, rowWidth, columnWidth, rowsOfLane, copies } =
    parameters;
  const waveSize = waveOf(machine);
  const waves = THREADS / waveSize;
  const thread = `wave * ${waveSize} + lane`;
  // The widest plain access that moves the same without a two-address instruction.
  const [write, read] = [
    [side.counts?.row.pieces, rowWidth] as const,
    [side.counts?.column.pieces, columnWidth] as const,
  ].map(([pieces, width]) => pieces && Math.min(pieces.bytes, pieces.alignmentBytes, width));
  const pieceOf = (width: number, piece = width): { count: number; elements: number } => ({
    count: width / piece,
    elements: piece / elementBytes,
  });
  const w = pieceOf(rowWidth, write);
  const r = pieceOf(columnWidth, read);
  const vectors = (rows * columns * elementBytes) / rowWidth;
  const down = lanesDownOf(parameters);
  const across = (columns * elementBytes) / columnWidth;
  const items = (rows / rowsOfLane) * across;
  const isWhole = down === rows / rowsOfLane;
  const rounds = (count: number): number => Math.ceil(count / THREADS);
  /** The number of a vector: threads count on from round to round. */
  const number = (count: number, ofRound: number): string =>
    rounds(count) === 1 ? `(${thread})` : `(${over('i', ofRound)} * ${THREADS} + ${thread})`;
  const vector = number(vectors, w.count);
  const first = `(${sum(times(vector, rowWidth / elementBytes), times(within('i', w.count), w.elements))})`;
  const item = number(items, rowsOfLane * r.count);
  const rowInLane = within(over('i', r.count), rowsOfLane);
  const group = `${item} / ${down}`;
  const lane = isWhole
    ? `${item} % ${down}`
    : `(${group} / ${across} * ${down} + ${item} % ${down})`;
  const row = sum(times(lane, rowsOfLane), rowInLane);
  const column = sum(
    times(isWhole ? group : `(${group} % ${across})`, columnWidth / elementBytes),
    times(within('i', r.count), r.elements),
  );
  return `name: ${rows} x ${columns}${element === 'fp4' ? ' pairs of fp4' : ''}, ${side.title.toLowerCase()}
element: ${ELEMENTS[elementBytes] ?? 'f16'}
tile: ${rows}x${columns}
layout:
  c: "${formulaOf(model, side)}"
waves: ${waves}
wave_size: ${waveSize}
copies: ${copies}
accesses:
  - name: along rows
    write: b${8 * (write ?? rowWidth)}
    row: ${first} / ${columns}
    column: ${first} % ${columns}
    repeat: ${rounds(vectors) * w.count}
    where: ${vector} < ${vectors}
  - name: down columns
    read: b${8 * (read ?? columnWidth)}
    row: ${row}
    column: ${column}
    repeat: ${rounds(items) * rowsOfLane * r.count}
    where: ${item} < ${items}
`;
}

// Formulas without the steps that change nothing; an empty one is 0.
const times = (text: string, factor: number): string =>
  factor === 1 || text === '' ? text : `${text} * ${factor}`;
const over = (text: string, divisor: number): string =>
  divisor === 1 ? text : `${text} / ${divisor}`;
const within = (text: string, modulus: number): string =>
  modulus === 1 ? '' : `${text} % ${modulus}`;
const sum = (...texts: readonly string[]): string =>
  texts.filter((text) => text !== '').join(' + ');

/** The element that an element of the tile is at, in C. */
function formulaOf({ parameters, rowsOfTurn }: PaddingModel, side: CountedSide): string {
  const { columns, elementBytes, padBytes, unitBytes, keys } = parameters;
  switch (side.name) {
    case 'none':
      return `row * ${columns} + col`;
    case 'padding':
      return `row * ${columns + padBytes / elementBytes} + col`;
    case 'xor': {
      const unit = unitBytes / elementBytes;
      const [group, within] =
        rowsOfTurn === 1
          ? ['row', 'col']
          : [`row / ${rowsOfTurn}`, `(row % ${rowsOfTurn} * ${columns} + col)`];
      const moved = unit === 1 ? within : `${within} / ${unit}`;
      const place = `(${moved} ^ ${group} % ${keys})`;
      const rest = unit === 1 ? '' : ` + col % ${unit}`;
      return `${group} * ${columns * rowsOfTurn} + ${place}${unit === 1 ? '' : ` * ${unit}`}${rest}`;
    }
  }
}
