/**
 * Wave's B tile on its way: which lane fetches an element, where it lies in LDS, which lane reads it, with the swizzle
 * and without.
 *
 *     32 x 64 f16, gathers of 2, reads of 8
 *     element [1][8]   plain: fetched by wave 0, lane 36, at bank 36; swizzled: fetched by lane 32, at bank 32
 *
 * A gather fills LDS lane after lane, so the swizzle changes what a lane fetches, never where it puts it. The reads are
 * those of a 16-row operand: lane l has row l mod 16 and the group floor(l / 16) of the columns.
 */
import {
  type AccessExplanation,
  elementOffset,
  findMachine,
  type Machine,
  opcodeNumber,
  plainLayout,
  type RowLayout,
  simulate,
  type Tile,
  TraceBuilder,
  waveColumn,
  type WaveCondition,
  waveConditions,
  waveLayout,
  type WaveSwizzle,
  waveSwizzleFor,
} from '@ldscope/core';
import { lanes, machineOf, servedBy } from '../parts/one-access.ts';

/** Elements of a row of the tile, and of what a lane fetches and reads. */
interface TileAccesses {
  readonly columns: number;
  readonly gather: number;
  readonly read: number;
}

/** The tile, and the swizzle of it: elements, and units and phases of Wave's names. */
export interface WaveParameters {
  readonly chip: Chip;
  readonly columns: number;
  readonly gather: number;
  readonly read: number;
  readonly unit: number;
  readonly phases: number;
}

export const chips = ['gfx950', 'gfx942'] as const;
export type Chip = (typeof chips)[number];

export const ROWS = 32;
export const ELEMENT_BYTES = 2;
const LANES = 64;
const WAVES = 8;
const OPERAND_ROWS = 16;
const LANE_GROUPS = 4;

/** The unit and the phases that Wave's pass would choose; one phase where it leaves the tile alone. */
export function wavesChoice({ columns, read, gather }: TileAccesses): {
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

export const tileOf = ({ columns }: Pick<WaveParameters, 'columns'>): Tile => ({
  rows: ROWS,
  columns,
  elementBytes: ELEMENT_BYTES,
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
  /** Where it lies in the row of LDS, and where it comes from in global memory. */
  readonly place: number;
  readonly column: number;
}

export function gatherSlots(
  parameters: WaveParameters,
  swizzle: WaveSwizzle | undefined,
): GatherSlot[] {
  const { columns, gather } = parameters;
  return Array.from({ length: (ROWS * columns) / gather }, (_, slot) => {
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
export interface TileRead {
  readonly firstRow: number;
  readonly firstColumn: number;
}

export function readsOf({ columns, read }: Omit<TileAccesses, 'gather'>): TileRead[] {
  const [parts, halves] = [columns / (LANE_GROUPS * read), ROWS / OPERAND_ROWS];
  return Array.from({ length: parts * halves }, (_, i) => ({
    firstRow: OPERAND_ROWS * Math.floor(i / parts),
    firstColumn: LANE_GROUPS * read * (i % parts),
  }));
}

/** The first element that a lane wants. */
export function elementOfLane(
  { read }: WaveParameters,
  { firstRow, firstColumn }: TileRead,
  lane: number,
): { readonly row: number; readonly column: number } {
  return {
    row: firstRow + (lane % OPERAND_ROWS),
    column: firstColumn + read * Math.floor(lane / OPERAND_ROWS),
  };
}

/** The lane that a read gives an element to; `undefined` when the read leaves it out. */
export function laneOfElement(
  { read }: WaveParameters,
  { firstRow, firstColumn }: TileRead,
  row: number,
  column: number,
): number | undefined {
  const [r, group] = [row - firstRow, Math.floor((column - firstColumn) / read)];
  if (r < 0 || r >= OPERAND_ROWS || group < 0 || group >= LANE_GROUPS) return undefined;
  return OPERAND_ROWS * group + r;
}

export const instructionOf = ({ read }: Pick<WaveParameters, 'read'>): string =>
  `ds_read_b${8 * ELEMENT_BYTES * read}`;

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
    machineOf(parameters.chip),
    instructionOf(parameters),
    addressesOf(parameters, layout, read),
  );

/** LDS cycles of several reads, conflicts among them, and the worst ways of any. */
export interface ReadCost {
  readonly cycles: number;
  readonly conflicts: number;
  readonly ways: number;
}

/** The same reads counted only, all at once. */
export function countReads(
  parameters: WaveParameters,
  layout: RowLayout,
  reads: readonly TileRead[],
): ReadCost {
  const op = opcodeNumber(instructionOf(parameters));
  if (op === undefined) throw new Error(`there is no ${instructionOf(parameters)}`);
  const builder = new TraceBuilder(LANES, [{ id: 'read' }], reads.length);
  for (const [order, read] of reads.entries()) {
    builder.add(op, 0, 0, order, addressesOf(parameters, layout, read), 0xffffffff, 0xffffffff);
  }
  const { idxActive, bankConflict, worstWays } = simulate(
    builder.finish(),
    machineOf(parameters.chip),
  );
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
    machine: machineOf(parameters.chip),
    tile,
    reads,
    plain: side('plain', plainLayout(tile)),
    ...(legal ? { swizzled: side('swizzled', waveLayout(swizzle, tile), swizzle) } : {}),
    ...(chosen === undefined ? {} : { chosen }),
    conditions,
  };
}

/** Whether a chip gathers 16 bytes per lane into LDS. */
export function hasWideGathers(chip: string): boolean {
  const code = findMachine(chip)?.code;
  return code?.family === 'cdna' && code.copyToLdsBytes.value >= 16;
}

/** The specification of the tile for the playground. */
export function specificationOf(parameters: WaveParameters, swizzled: boolean): string {
  const { chip, columns, gather, read, unit, phases } = parameters;
  const parts = columns / (LANE_GROUPS * read);
  const direct = gather === 2 || (gather === 8 && hasWideGathers(chip));
  const gathers = direct ? `direct-to-lds b${16 * gather}` : 'row-copy b128';
  return [
    `name: B tile of a Wave kernel, ${swizzled ? 'swizzled' : 'plain'}`,
    'element: f16',
    `tile: ${ROWS}x${columns}`,
    ...(swizzled ? [`layout: { wave: { swizzle_unit: ${unit}, max_phase: ${phases} } }`] : []),
    `waves: ${WAVES}`,
    'accesses:',
    `  - write: ${gathers}`,
    '  - name: operand',
    `    read: b${16 * read}`,
    `    row: lane % ${OPERAND_ROWS} + ${OPERAND_ROWS} * (wave / ${LANE_GROUPS})`,
    `    column: (lane / ${OPERAND_ROWS}) * ${read} + i * ${LANE_GROUPS * read}`,
    `    repeat: ${parts}`,
    '',
  ].join('\n');
}

/** The steps of the document's example for any lane of the first read. */
export interface SwizzleSteps {
  readonly row: number;
  readonly column: number;
  readonly chunk: number;
  readonly phase: number;
  readonly swizzledChunk: number;
  readonly swizzledColumn: number;
  readonly banks: number;
  readonly firstBank: number;
  readonly lastBank: number;
  readonly plainFirstBank: number;
}

export function swizzleSteps(parameters: WaveParameters, lane: number): SwizzleSteps {
  const { unit, phases, read } = parameters;
  const layout = waveLayout(swizzleOf(parameters), tileOf(parameters));
  const { row, column } = elementOfLane(parameters, { firstRow: 0, firstColumn: 0 }, lane);
  const { banks } = explainRead(parameters, layout, { firstRow: 0, firstColumn: 0 }).rule;
  const [chunk, phase] = [Math.floor(column / unit), row % phases];
  const word = Math.floor(elementOffset(layout, row, column) / 4);
  const plain = Math.floor(elementOffset(plainLayout(tileOf(parameters)), row, column) / 4);
  return {
    row,
    column,
    chunk,
    phase,
    swizzledChunk: chunk ^ phase,
    swizzledColumn: waveColumn(swizzleOf(parameters), row, column),
    banks,
    firstBank: word % banks,
    lastBank: (word + Math.max(1, (read * ELEMENT_BYTES) / 4) - 1) % banks,
    plainFirstBank: plain % banks,
  };
}
