/** A layout of the page as a tile specification, for the playground. */
import type { CountedSide, PaddingModel } from './model.ts';
import { THREADS } from './parameters.ts';

const ELEMENTS: Readonly<Record<number, string>> = { 1: 'i8', 2: 'f16', 4: 'f32' };

export function specOf(model: PaddingModel, side: CountedSide): string {
  const { parameters, machine } = model;
  const { rows, columns, elementBytes, rowWidth, columnWidth, rowsOfLane, copies } = parameters;
  const waveSize = machine.waveSizes[0] ?? 64;
  const waves = THREADS / waveSize;
  const thread = `wave * ${waveSize} + lane`;
  const [write, read] = [side.counts?.row.pieces, side.counts?.column.pieces].map(
    (pieces, i) => pieces?.instructions[0] && narrowest(pieces, [rowWidth, columnWidth][i] ?? 4),
  );
  const pieceOf = (width: number, piece = width): { count: number; elements: number } => ({
    count: width / piece,
    elements: piece / elementBytes,
  });
  const w = pieceOf(rowWidth, write);
  const r = pieceOf(columnWidth, read);
  const vector = `(i / ${w.count} * ${THREADS} + ${thread})`;
  const element = `(${vector} * ${rowWidth / elementBytes} + i % ${w.count} * ${w.elements})`;
  const vectors = (rows * columns * elementBytes) / rowWidth;
  const down = rows / rowsOfLane;
  const item = `(i / ${rowsOfLane * r.count} * ${THREADS} + ${thread})`;
  const items = (down * columns * elementBytes) / columnWidth;
  const rounds = (count: number): number => Math.ceil(count / THREADS);
  return `name: ${rows} x ${columns}, ${side.title.toLowerCase()}
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
    row: ${element} / ${columns}
    column: ${element} % ${columns}
    repeat: ${rounds(vectors) * w.count}
    where: ${vector} < ${vectors}
  - name: down columns
    read: b${8 * (read ?? columnWidth)}
    row: ${item} % ${down} * ${rowsOfLane} + i / ${r.count} % ${rowsOfLane}
    column: ${item} / ${down} * ${columnWidth / elementBytes} + i % ${r.count} * ${r.elements}
    repeat: ${rounds(items) * rowsOfLane * r.count}
    where: ${item} < ${items}
`;
}

/** Bytes of the widest plain access that moves the same without a two-address instruction. */
function narrowest(
  { bytes, alignmentBytes }: { readonly bytes: number; readonly alignmentBytes: number },
  width: number,
): number {
  return Math.min(bytes, alignmentBytes, width);
}

/** The element that an element of the tile lies at, in C. */
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
