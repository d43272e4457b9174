/**
 * The path of Wave's B tile: the lane that fetches an element, its place in LDS, and the lane that reads it, with the
 * swizzle and without.
 *
 *     32 x 64 f16, gathers of 2, reads of 8
 *     element [1][8]   plain: fetched by wave 0, lane 36, at bank 36; swizzled: fetched by lane 32, at bank 32
 *
 * A gather fills LDS lane after lane, so the swizzle changes what a lane fetches, never where it puts it. The reads are
 * those of an operand of 16 or 32 rows: lane l has row l mod 16 and the group floor(l / 16) of the columns.
 */
import {
  elementOffset,
  findMachine,
  machineNamed,
  plainLayout,
  range,
  type RowLayout,
  sum,
  type Tile,
  WAVE_MAX_PHASE,
  waveColumn,
  waveConditions,
  waveLayout,
  type WaveSwizzle,
  waveSwizzleFor,
} from '@ldscope/core';
import { countEach, lanes, servedBy } from '../parts/one-access.ts';

/** The tile with its rows in an operand, elements that a lane fetches and reads, and the swizzle in Wave's names. */
export interface WaveParameters {
  readonly chip: Chip;
  readonly element: WaveElement;
  readonly rows: number;
  readonly columns: number;
  readonly operandRows: number;
  readonly gather: number;
  readonly read: number;
  readonly unit: number;
  readonly phases: number;
}

type Of<K extends keyof WaveParameters> = Pick<WaveParameters, K>;

export const chips = ['gfx950', 'gfx942'] as const;
export type Chip = (typeof chips)[number];

/** A pair of 4-bit elements is one of a byte, as Wave stores them. */
export const waveElements = ['f16', 'fp8', 'f32'] as const;
type WaveElement = (typeof waveElements)[number];

export const bytesOf = ({ element }: Of<'element'>): number =>
  ({ f16: 2, fp8: 1, f32: 4 })[element];

const LANES = 64;
const WAVES = 8;

/** Lanes beside each other in a row of the operand. */
const groupsOf = ({ operandRows }: Of<'operandRows'>): number => LANES / operandRows;

/** Widths of reads that divide a row among the lanes, in elements. */
export const readsFor = (
  tile: Of<'element' | 'columns' | 'operandRows'>,
  widths: readonly number[],
): number[] =>
  widths.filter(
    (read) => read * bytesOf(tile) <= 16 && tile.columns % (groupsOf(tile) * read) === 0,
  );

/** The unit and the phases that Wave's pass would choose; one phase where it leaves the tile alone. */
export function wavesChoice({ columns, read, gather }: Of<'columns' | 'read' | 'gather'>) {
  const chosen = waveSwizzleFor(columns, read, gather);
  return { unit: chosen?.swizzleUnit ?? Math.max(read, gather), phases: chosen?.maxPhase ?? 1 };
}

export const withWavesChoice = (parameters: WaveParameters): WaveParameters => ({
  ...parameters,
  ...wavesChoice(parameters),
});

export const tileOf = (tile: Of<'rows' | 'columns' | 'element'>): Tile => ({
  rows: tile.rows,
  columns: tile.columns,
  elementBytes: bytesOf(tile),
});

export const swizzleOf = ({ unit, phases }: Of<'unit' | 'phases'>): WaveSwizzle => ({
  swizzleUnit: unit,
  maxPhase: phases,
});

export type GatherSlot = ReturnType<typeof gatherSlots>[number];

/** Slots of LDS of `gather` elements, in order: who fills them, and with which element. */
export function gatherSlots(
  { rows, columns, gather }: WaveParameters,
  swizzle: WaveSwizzle | undefined,
) {
  return range((rows * columns) / gather).map((slot) => {
    const [row, place] = [Math.floor((slot * gather) / columns), (slot * gather) % columns];
    const thread = slot % (WAVES * LANES);
    return {
      /** Which of the gathers of a lane. */
      instance: Math.floor(slot / (WAVES * LANES)),
      wave: Math.floor(thread / LANES),
      lane: thread % LANES,
      row,
      /** In the row of LDS, and the column in global memory. */
      place,
      column: swizzle === undefined ? place : waveColumn(swizzle, row, place),
    };
  });
}

/** One read of the tile by one wave: its rows begin at `firstRow`, its columns at `firstColumn`. */
export type TileRead = Readonly<{ firstRow: number; firstColumn: number }>;

export const firstRead: TileRead = { firstRow: 0, firstColumn: 0 };

export function readsOf(tile: Of<'rows' | 'operandRows' | 'columns' | 'read'>): TileRead[] {
  const width = groupsOf(tile) * tile.read;
  const parts = tile.columns / width;
  return range((parts * tile.rows) / tile.operandRows).map((i) => ({
    firstRow: tile.operandRows * Math.floor(i / parts),
    firstColumn: width * (i % parts),
  }));
}

/** The first element that a lane reads. */
export const elementOfLane = (
  { read, operandRows }: WaveParameters,
  { firstRow, firstColumn }: TileRead,
  lane: number,
) => ({
  row: firstRow + (lane % operandRows),
  column: firstColumn + read * Math.floor(lane / operandRows),
});

/** The lane that a read gives an element to; `undefined` when the read leaves it out. */
export function laneOfElement(
  { read, operandRows }: WaveParameters,
  { firstRow, firstColumn }: TileRead,
  row: number,
  column: number,
): number | undefined {
  const [r, group] = [row - firstRow, Math.floor((column - firstColumn) / read)];
  if (r < 0 || r >= operandRows || group < 0 || group >= LANES / operandRows) return undefined;
  return operandRows * group + r;
}

export function instructionOf(parameters: Of<'read' | 'element'>): string {
  const bits = 8 * bytesOf(parameters) * parameters.read;
  return bits < 32 ? `ds_read_u${bits}` : `ds_read_b${bits}`;
}

const addressesOf = (parameters: WaveParameters, layout: RowLayout, read: TileRead): number[] =>
  lanes(LANES, (lane) => {
    const { row, column } = elementOfLane(parameters, read, lane);
    return elementOffset(layout, row, column);
  });

/** One read through a layout, phase by phase. */
export const explainRead = (parameters: WaveParameters, layout: RowLayout, read = firstRead) =>
  servedBy(
    machineNamed(parameters.chip),
    instructionOf(parameters),
    addressesOf(parameters, layout, read),
  );

/** The reads that take every element of the tile once, counted only, all at once. */
export function countReads(parameters: WaveParameters, layout: RowLayout) {
  const { idxActive, bankConflict, worstWays } = countEach(
    machineNamed(parameters.chip),
    instructionOf(parameters),
    readsOf(parameters).map((read) => addressesOf(parameters, layout, read)),
  );
  return { cycles: sum(idxActive), conflicts: sum(bankConflict), ways: Math.max(...worstWays) };
}

export type WaveModel = ReturnType<typeof waveModel>;
export type WaveSide = WaveModel['plain'];

/** Everything that the page shows; `readIndex` is a read of `readsOf`. */
export function waveModel(parameters: WaveParameters, readIndex: number) {
  const tile = tileOf(parameters);
  const swizzle = swizzleOf(parameters);
  const reads = readsOf(parameters);
  const conditions = waveConditions(swizzle, tile, [
    { kind: 'gather', name: 'the gather', column: 0, elements: parameters.gather },
    { kind: 'read', name: 'the read', column: 0, elements: parameters.read },
  ]);
  const side = (name: 'plain' | 'swizzled', layout: RowLayout, own?: WaveSwizzle) => ({
    name,
    layout,
    slots: gatherSlots(parameters, own),
    read: explainRead(parameters, layout, reads[readIndex]),
    ...countReads(parameters, layout),
  });
  const legal = swizzle.maxPhase > 1 && conditions.every(({ fault }) => fault === undefined);
  const plain = side('plain', plainLayout(tile));
  const swizzled = legal ? side('swizzled', waveLayout(swizzle, tile), swizzle) : undefined;
  return {
    parameters,
    machine: machineNamed(parameters.chip),
    reads,
    plain,
    /** Absent where the swizzle is none, or would not permute the tile. */
    swizzled,
    sides: swizzled === undefined ? [plain] : [plain, swizzled],
    /** What Wave's pass would choose; absent where it leaves the tile alone. */
    chosen: waveSwizzleFor(parameters.columns, parameters.read, parameters.gather),
    conditions,
  };
}

/** Whether a chip has a gather of this width that fills LDS without gaps: 4 bytes per lane, or 16. */
export function isGatherOf(parameters: WaveParameters): boolean {
  const bytes = parameters.gather * bytesOf(parameters);
  const code = findMachine(parameters.chip)?.code;
  return (
    bytes === 4 || (bytes === 16 && code?.family === 'cdna' && code.copyToLdsBytes.value >= 16)
  );
}

/** The specification of the tile for the playground. */
export function specificationOf(parameters: WaveParameters, swizzled: boolean): string {
  const { rows, operandRows, columns, read, unit, phases, element } = parameters;
  const groups = groupsOf(parameters);
  const parts = columns / (groups * read);
  // Where no gather fits, ordinary stores fill the tile, no wider than a unit.
  const gathers = isGatherOf(parameters)
    ? `direct-to-lds b${8 * bytesOf(parameters) * parameters.gather}`
    : `row-copy b${8 * Math.min(16, unit * bytesOf(parameters))}`;
  // With fewer blocks of rows than waves, several waves read one block; with more, each wave reads several.
  const blocks = rows / operandRows;
  const each = Math.max(1, blocks / WAVES);
  const block = blocks >= WAVES ? `(wave * ${each} + i / ${parts})` : `(wave / ${WAVES / blocks})`;
  return `name: B tile of a Wave kernel, ${swizzled ? 'swizzled' : 'plain'}
element: ${element}
tile: ${rows}x${columns}
${swizzled ? `layout: { wave: { swizzle_unit: ${unit}, max_phase: ${phases} } }\n` : ''}waves: ${WAVES}
accesses:
  - write: ${gathers}
  - name: operand
    read: b${8 * bytesOf(parameters) * read}
    row: lane % ${operandRows} + ${operandRows} * ${block}
    column: (lane / ${operandRows}) * ${read} + i % ${parts} * ${groups * read}
    repeat: ${parts * each}
`;
}

/** The steps of an address, for any lane of the first read. */
export function swizzleSteps(parameters: WaveParameters, lane: number) {
  const { unit, phases, read } = parameters;
  const layout = waveLayout(swizzleOf(parameters), tileOf(parameters));
  const { row, column } = elementOfLane(parameters, firstRead, lane);
  const { banks } = explainRead(parameters, layout).rule;
  const swizzledColumn = waveColumn(swizzleOf(parameters), row, column);
  const wordOf = (own: RowLayout): number => Math.floor(elementOffset(own, row, column) / 4);
  const word = wordOf(layout);
  return {
    row,
    column,
    chunk: Math.floor(column / unit),
    phase: row % phases,
    swizzledChunk: Math.floor(swizzledColumn / unit),
    swizzledColumn,
    banks,
    firstBank: word % banks,
    lastBank: (word + Math.max(1, (read * bytesOf(parameters)) / 4) - 1) % banks,
    plainFirstBank: wordOf(plainLayout(tileOf(parameters))) % banks,
  };
}

const SMALL = 8;
const small = { swizzleUnit: 1, maxPhase: WAVE_MAX_PHASE };

/** Where an element of a tile of 8 x 8 is stored once the first `rows` rows are swizzled. */
const placeOf = (rows: number, row: number, column: number): number =>
  row < rows ? waveColumn(small, row, column) : column;

/**
 * The columns that the places of each row of the small tile come from.
 *
 *     row 3    0 1 2 3 4 5 6 7    swizzled    3 2 1 0 7 6 5 4
 */
export const smallTile = (rows: number): number[][] =>
  range(SMALL).map((row) => {
    const stored: number[] = [];
    for (const column of range(SMALL)) stored[placeOf(rows, row, column)] = column;
    return stored;
  });

/** What a read down its columns costs when a cell is a chunk of 16 bytes: lane l reads row l mod 8 of column floor(l / 8). */
export const smallRead = (chip: Chip, rows: number) =>
  servedBy(
    machineNamed(chip),
    'ds_read_b128',
    lanes(LANES, (lane) => {
      const row = lane % SMALL;
      return 16 * (row * SMALL + placeOf(rows, row, Math.floor(lane / SMALL)));
    }),
  );
