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
  type AccessExplanation,
  elementOffset,
  findMachine,
  type Machine,
  machineNamed,
  plainLayout,
  type RowLayout,
  type Tile,
  waveColumn,
  type WaveCondition,
  waveConditions,
  waveLayout,
  type WaveSwizzle,
  waveSwizzleFor,
} from '@ldscope/core';
import { countEach, lanes, servedBy } from '../parts/one-access.ts';

/** The tile and its rows in an operand; elements of a row, and of what a lane fetches and reads. */
interface TileAccesses {
  readonly rows: number;
  readonly operandRows: number;
  readonly columns: number;
  readonly gather: number;
  readonly read: number;
}

/** The tile, and the swizzle of it: elements, and units and phases of Wave's names. */
export interface WaveParameters extends TileAccesses {
  readonly chip: Chip;
  readonly element: WaveElement;
  readonly unit: number;
  readonly phases: number;
}

export const chips = ['gfx950', 'gfx942'] as const;
export type Chip = (typeof chips)[number];

/** A pair of 4-bit elements is one of a byte, as Wave stores them. */
export const waveElements = ['f16', 'fp8', 'f32'] as const;
type WaveElement = (typeof waveElements)[number];

const elementBytes: Readonly<Record<WaveElement, number>> = { f16: 2, fp8: 1, f32: 4 };

export const bytesOf = ({ element }: Pick<WaveParameters, 'element'>): number =>
  elementBytes[element];

const LANES = 64;
const WAVES = 8;

/** Lanes beside each other in a row of the operand. */
const groupsOf = ({ operandRows }: Pick<TileAccesses, 'operandRows'>): number =>
  LANES / operandRows;

/** Widths of reads that divide a row among the lanes, in elements. */
export const readsFor = (
  tile: Pick<WaveParameters, 'element' | 'columns' | 'operandRows'>,
  widths: readonly number[],
): number[] =>
  widths.filter(
    (read) => read * bytesOf(tile) <= 16 && tile.columns % (groupsOf(tile) * read) === 0,
  );

/** The unit and the phases that Wave's pass would choose; one phase where it leaves the tile alone. */
export function wavesChoice({
  columns,
  read,
  gather,
}: Pick<TileAccesses, 'columns' | 'read' | 'gather'>): {
  readonly unit: number;
  readonly phases: number;
} {
  const chosen = waveSwizzleFor(columns, read, gather);
  return { unit: chosen?.swizzleUnit ?? Math.max(read, gather), phases: chosen?.maxPhase ?? 1 };
}

export const withWavesChoice = (parameters: WaveParameters): WaveParameters => ({
  ...parameters,
  ...wavesChoice(parameters),
});

export const tileOf = (tile: Pick<WaveParameters, 'rows' | 'columns' | 'element'>): Tile => ({
  rows: tile.rows,
  columns: tile.columns,
  elementBytes: bytesOf(tile),
});

export const swizzleOf = ({ unit, phases }: WaveParameters): WaveSwizzle => ({
  swizzleUnit: unit,
  maxPhase: phases,
});

/** Slots of LDS of `gather` elements, in order: who fills them, and with which element. */
export interface GatherSlot {
  /** Which of the gathers of a lane. */
  readonly instance: number;
  readonly wave: number;
  readonly lane: number;
  readonly row: number;
  /** Its place in the row of LDS, and its column in global memory. */
  readonly place: number;
  readonly column: number;
}

export function gatherSlots(
  parameters: WaveParameters,
  swizzle: WaveSwizzle | undefined,
): GatherSlot[] {
  const { rows, columns, gather } = parameters;
  return Array.from({ length: (rows * columns) / gather }, (_, slot) => {
    const [row, place] = [Math.floor((slot * gather) / columns), (slot * gather) % columns];
    const thread = slot % (WAVES * LANES);
    return {
      instance: Math.floor(slot / (WAVES * LANES)),
      wave: Math.floor(thread / LANES),
      lane: thread % LANES,
      row,
      place,
      column: swizzle === undefined ? place : waveColumn(swizzle, row, place),
    };
  });
}

/** One read of the tile by one wave: its rows begin at `firstRow`, its columns at `firstColumn`. */
export type TileRead = Readonly<{ firstRow: number; firstColumn: number }>;

export function readsOf(tile: Omit<TileAccesses, 'gather'>): TileRead[] {
  const { rows, operandRows, columns, read } = tile;
  const groups = groupsOf(tile);
  const [parts, blocks] = [columns / (groups * read), rows / operandRows];
  return Array.from({ length: parts * blocks }, (_, i) => ({
    firstRow: operandRows * Math.floor(i / parts),
    firstColumn: groups * read * (i % parts),
  }));
}

/** The first element that a lane reads. */
export function elementOfLane(
  { read, operandRows }: WaveParameters,
  { firstRow, firstColumn }: TileRead,
  lane: number,
): { readonly row: number; readonly column: number } {
  return {
    row: firstRow + (lane % operandRows),
    column: firstColumn + read * Math.floor(lane / operandRows),
  };
}

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

export function instructionOf(parameters: Pick<WaveParameters, 'read' | 'element'>): string {
  const bits = 8 * bytesOf(parameters) * parameters.read;
  return bits < 32 ? `ds_read_u${bits}` : `ds_read_b${bits}`;
}

const addressesOf = (parameters: WaveParameters, layout: RowLayout, read: TileRead): number[] =>
  lanes(LANES, (lane) => {
    const { row, column } = elementOfLane(parameters, read, lane);
    return elementOffset(layout, row, column);
  });

/** One read through a layout, phase by phase. */
export const explainRead = (
  parameters: WaveParameters,
  layout: RowLayout,
  read: TileRead,
): AccessExplanation =>
  servedBy(
    machineNamed(parameters.chip),
    instructionOf(parameters),
    addressesOf(parameters, layout, read),
  );

/** The same reads counted only, all at once. */
export function countReads(
  parameters: WaveParameters,
  layout: RowLayout,
  reads: readonly TileRead[],
) {
  const addresses = reads.map((read) => addressesOf(parameters, layout, read));
  const machine = machineNamed(parameters.chip);
  const counts = countEach(machine, instructionOf(parameters), addresses);
  const { idxActive, bankConflict, worstWays } = counts;
  const sum = (list: Uint32Array): number => list.reduce((total, one) => total + one, 0);
  return { cycles: sum(idxActive), conflicts: sum(bankConflict), ways: Math.max(...worstWays) };
}

export interface WaveSide {
  readonly name: 'plain' | 'swizzled';
  readonly layout: RowLayout;
  readonly slots: readonly GatherSlot[];
  readonly read: AccessExplanation;
  /** LDS cycles of the reads that take every element of the tile once, and conflicts among them. */
  readonly cycles: number;
  readonly conflicts: number;
}

export interface WaveModel {
  readonly parameters: WaveParameters;
  readonly machine: Machine;
  readonly tile: Tile;
  readonly reads: readonly TileRead[];
  readonly plain: WaveSide;
  /** Absent where the swizzle is none, or would not permute the tile. */
  readonly swizzled?: WaveSide;
  /** What Wave's pass would choose; absent where it leaves the tile alone. */
  readonly chosen?: WaveSwizzle;
  readonly conditions: readonly WaveCondition[];
}

/** Everything that the page shows; `readIndex` is a read of `readsOf`. */
export function waveModel(parameters: WaveParameters, readIndex: number): WaveModel {
  const tile = tileOf(parameters);
  const swizzle = swizzleOf(parameters);
  const reads = readsOf(parameters);
  const read = reads[readIndex] ?? { firstRow: 0, firstColumn: 0 };
  const conditions = waveConditions(swizzle, tile, [
    { kind: 'gather', name: 'the gather', column: 0, elements: parameters.gather },
    { kind: 'read', name: 'the read', column: 0, elements: parameters.read },
  ]);
  const side = (name: WaveSide['name'], layout: RowLayout, own?: WaveSwizzle): WaveSide => {
    const { cycles, conflicts } = countReads(parameters, layout, reads);
    return {
      name,
      layout,
      slots: gatherSlots(parameters, own),
      read: explainRead(parameters, layout, read),
      cycles,
      conflicts,
    };
  };
  const legal = swizzle.maxPhase > 1 && conditions.every(({ fault }) => fault === undefined);
  const chosen = waveSwizzleFor(parameters.columns, parameters.read, parameters.gather);
  return {
    parameters,
    machine: machineNamed(parameters.chip),
    tile,
    reads,
    plain: side('plain', plainLayout(tile)),
    ...(legal ? { swizzled: side('swizzled', waveLayout(swizzle, tile), swizzle) } : {}),
    ...(chosen === undefined ? {} : { chosen }),
    conditions,
  };
}

/** Whether a chip gathers 16 bytes per lane into LDS. */
function hasWideGathers(chip: string): boolean {
  const code = findMachine(chip)?.code;
  return code?.family === 'cdna' && code.copyToLdsBytes.value >= 16;
}

/** Whether a chip has a gather of this width that fills LDS without gaps: 4 bytes per lane, or 16. */
export function isGatherOf(parameters: WaveParameters): boolean {
  const bytes = parameters.gather * bytesOf(parameters);
  return bytes === 4 || (bytes === 16 && hasWideGathers(parameters.chip));
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
  return [
    `name: B tile of a Wave kernel, ${swizzled ? 'swizzled' : 'plain'}`,
    `element: ${element}`,
    `tile: ${rows}x${columns}`,
    ...(swizzled ? [`layout: { wave: { swizzle_unit: ${unit}, max_phase: ${phases} } }`] : []),
    `waves: ${WAVES}`,
    'accesses:',
    `  - write: ${gathers}`,
    '  - name: operand',
    `    read: b${8 * bytesOf(parameters) * read}`,
    `    row: lane % ${operandRows} + ${operandRows} * ${block}`,
    `    column: (lane / ${operandRows}) * ${read} + i % ${parts} * ${groups * read}`,
    `    repeat: ${parts * each}`,
    '',
  ].join('\n');
}

/** The steps of an address, for any lane of the first read. */
export function swizzleSteps(parameters: WaveParameters, lane: number) {
  const { unit, phases, read } = parameters;
  const layout = waveLayout(swizzleOf(parameters), tileOf(parameters));
  const { row, column } = elementOfLane(parameters, { firstRow: 0, firstColumn: 0 }, lane);
  const { banks } = explainRead(parameters, layout, { firstRow: 0, firstColumn: 0 }).rule;
  const [chunk, phase] = [Math.floor(column / unit), row % phases];
  const swizzledColumn = waveColumn(swizzleOf(parameters), row, column);
  const word = Math.floor(elementOffset(layout, row, column) / 4);
  const plain = Math.floor(elementOffset(plainLayout(tileOf(parameters)), row, column) / 4);
  return {
    row,
    column,
    chunk,
    phase,
    swizzledChunk: Math.floor(swizzledColumn / unit),
    swizzledColumn,
    banks,
    firstBank: word % banks,
    lastBank: (word + Math.max(1, (read * bytesOf(parameters)) / 4) - 1) % banks,
    plainFirstBank: plain % banks,
  };
}
