/**
 * Whether a kernel may use a layout: what is checked, and what is said when it may not.
 *
 *     bijection     no two elements share a byte
 *     vectors       what an access moves stays contiguous and as aligned as its instruction requires
 *     coverage      every access stays inside the tile
 *     direct-to-LDS what a wave writes is still one block, lane after lane: then permuting the source is enough
 *     capacity      all copies fit into what a workgroup may have
 *
 *     96 columns of f16 in units of 16 B: 12 units, and XOR with a row of up to 7 takes unit 8 of row 4 to unit 12
 *
 * All of it is decided by looking at every element and every lane, so a layout that passes is legal for these accesses;
 * an access that the problem does not list is not covered.
 */
import { leastOf, roundUp } from '../base/numbers.ts';
import { opcodeAt } from '../access/opcodes.ts';
import { diagnose, type Diagnostic } from '../base/diagnostic.ts';
import { messages } from '../base/messages.ts';
import { pitchOf } from '../vendors/padding/notation.ts';
import {
  movedUnit,
  rowBytes,
  type RowLayout,
  type TileLayout,
} from '../layout/tile/tile-layout.ts';
import { columnText, isWhole } from '../layout/tile/packed-tile.ts';
import { blockStart, laneBytes } from './count.ts';
import { placeElements } from './placement.ts';
import {
  alignmentOf,
  constraintsOf,
  isLaneLinear,
  type Problem,
  type ProblemAccess,
} from './problem.ts';
import { isActive } from '../access/wave-rows.ts';

/** What forbids a layout; empty when it is legal. At most one diagnostic of each kind and access. */
export function legalityFaults(
  problem: Problem,
  layout: TileLayout,
  offsets: Int32Array = placeElements(layout),
): Diagnostic[] {
  const extent = extentOf(offsets, problem.tile.elementBytes);
  const lines = layout.kind === 'reshaped' ? layout.lines : layout;
  const shape = lines.kind === 'rows' ? (keyFault(lines) ?? packedFault(lines)) : undefined;
  const overlap = shape ?? overlapFault(problem, offsets, extent);
  if (overlap !== undefined) return [diagnose(overlap)];
  return [
    ...constraintsOf(problem).flatMap((access) => {
      const fault = accessFault(problem, access, offsets);
      return fault === undefined ? [] : [diagnose(fault)];
    }),
    ...capacityFault(problem, layout, extent),
  ];
}

type Fault = Diagnostic | undefined;

/** Bytes up to the end of the last element. */
export function extentOf(offsets: Int32Array, elementBytes: number): number {
  let last = 0;
  for (const offset of offsets) if (offset > last) last = offset;
  return last + elementBytes;
}

/**
 * Shared memory of the workgroup with all copies, as kernels allocate it; each copy begins as aligned as any instruction
 * requires.
 *
 *     16 rows of 256 + 8 bytes     memref<16x132xf16>, half tile[16][132]                4224 B: the last pad too
 *                                  CK Tile's descriptor, Triton's padded_shared          4216 B: up to the last element
 */
export function ldsBytesOf(problem: Problem, layout: TileLayout, extent: number): number {
  const { copies, otherBytes, lastPad } = problem;
  const bytes = lastPad === 'left-out' ? extent : allocatedBytes(layout, extent);
  return otherBytes + (copies - 1) * roundUp(bytes, 16) + bytes;
}

/** Shared memory of the workgroup under a layout, in bytes, with all copies and what it needs besides. */
export function ldsBytesFor(problem: Problem, layout: TileLayout): number {
  return ldsBytesOf(problem, layout, extentOf(placeElements(layout), problem.tile.elementBytes));
}

/** Bytes of an array with such rows: the pad of the last row is part of it. `extent` ends with the last element. */
export function allocatedBytes(layout: TileLayout, extent: number): number {
  return Math.max(extent, (pitchOf(layout) ?? 0) * layout.tile.rows);
}

/** A row that is not a whole number of units, or a key that takes a unit out of its row. */
function keyFault({ tile, unitBytes, key }: RowLayout): Fault {
  if (key === undefined) return undefined;
  const length = rowBytes(tile);
  if (unitBytes % tile.elementBytes !== 0) {
    return messages.mitigate.tornElement(unitBytes, tile.elementBytes);
  }
  if (length % unitBytes !== 0) return messages.mitigate.tail(length, unitBytes);
  const units = length / unitBytes;
  for (let row = 0; row < tile.rows; row++) {
    for (let unit = 0; unit < units; unit++) {
      const place = movedUnit(key, row, unit, units);
      if (place < 0 || place >= units || !Number.isInteger(place)) {
        return messages.mitigate.leavesRow(row, unit, place, units);
      }
    }
  }
  return undefined;
}

/** A unit or a padding that parts an element which shares bytes with others, such as one of 6 bits. */
function packedFault({ tile: { elementBits }, unitBytes, key, paddings }: RowLayout): Fault {
  if (elementBits === undefined) return undefined;
  const steps = paddings.map(({ intervalBytes }) => intervalBytes);
  if (key !== undefined) steps.push(unitBytes);
  const broken = steps.find((bytes) => !isWhole(bytes, elementBits));
  return broken === undefined
    ? undefined
    : messages.notation.partOfElement(`a unit of ${broken} B`, elementBits);
}

function overlapFault({ tile }: Problem, offsets: Int32Array, extent: number): Fault {
  const { columns, elementBytes } = tile;
  const place = (element: number): string =>
    `(${Math.floor(element / columns)}, ${element % columns})`;
  const owner = new Int32Array(extent).fill(-1);
  for (let element = 0; element < offsets.length; element++) {
    const offset = offsets[element] ?? 0;
    if (offset < 0)
      return messages.mitigate.overlap(place(element), 'the memory before it', offset);
    for (let byte = offset; byte < offset + elementBytes; byte++) {
      const other = owner[byte] ?? -1;
      if (other >= 0) return messages.mitigate.overlap(place(other), place(element), byte);
      owner[byte] = element;
    }
  }
  return undefined;
}

function accessFault(problem: Problem, access: ProblemAccess, offsets: Int32Array): Fault {
  const { tile, waveSize } = problem;
  const { name, widthBytes } = opcodeAt(access.op);
  const length = widthBytes / tile.elementBytes;
  if (!Number.isInteger(length)) {
    return messages.mitigate.partOfElement(access.name, widthBytes, tile.elementBytes);
  }
  const alignment = alignmentOf(problem, access);
  for (let instance = 0; instance < access.instances; instance++) {
    for (let lane = 0; lane < waveSize; lane++) {
      if (!isActive(access, instance, lane)) continue;
      const row = access.rows[instance * waveSize + lane] ?? 0;
      const column = access.columns[instance * waveSize + lane] ?? 0;
      const at = `(${row}, ${columnText(tile, column)})`;
      if (row >= tile.rows || column + length > tile.columns) {
        return messages.mitigate.outside(access.name, at, length, tile.rows, tile.columns);
      }
      const first = row * tile.columns + column;
      const offset = offsets[first] ?? 0;
      for (let i = 1; i < length; i++) {
        if (offsets[first + i] !== offset + i * tile.elementBytes) {
          return messages.mitigate.torn(access.name, name, at, i);
        }
      }
      if (offset % alignment !== 0) {
        return messages.mitigate.misaligned(access.name, name, at, offset, alignment);
      }
    }
    if (isLaneLinear(access) && !staysLinear(problem, access, instance, offsets)) {
      return messages.mitigate.laneLinear(access.name, name, instance);
    }
  }
  return undefined;
}

/** True when the elements of a wave fill the places of its active lanes, in whatever order. */
function staysLinear(
  { tile, waveSize }: Problem,
  access: ProblemAccess,
  instance: number,
  offsets: Int32Array,
): boolean {
  const offsetOf = (lane: number): number => {
    const at = instance * waveSize + lane;
    return offsets[(access.rows[at] ?? 0) * tile.columns + (access.columns[at] ?? 0)] ?? 0;
  };
  const start = blockStart(access, instance, waveSize, offsetOf);
  const step = laneBytes(access);
  const filled = new Set<number>();
  for (let lane = 0; lane < waveSize; lane++) {
    if (!isActive(access, instance, lane)) continue;
    const slot = (offsetOf(lane) - start) / step;
    if (!Number.isInteger(slot) || slot < 0 || slot >= waveSize) return false;
    if (!isActive(access, instance, slot) || filled.has(slot)) return false;
    filled.add(slot);
  }
  return true;
}

function capacityFault(problem: Problem, layout: TileLayout, extent: number): Diagnostic[] {
  const bytes = ldsBytesOf(problem, layout, extent);
  const limit = limitOf(problem);
  return bytes > limit ? [diagnose(messages.mitigate.capacity(bytes, limit))] : [];
}

/** The least that any of the chips gives a workgroup. */
function limitOf({ targets, limitBytes }: Problem): number {
  const given = targets.map(({ machine }) => machine.sharedMemory.bytesPerWorkgroup.value);
  return Math.min(leastOf(given), limitBytes ?? Number.POSITIVE_INFINITY);
}
