/** `vector.transfer_read` and `transfer_write`: maps, masks, bounds; see `transfer.ts` for the accesses that they become. */
import type { Operation, Value } from '../../ir/ir.ts';
import { resolveType } from '../../ir/types.ts';
import { constantOf } from '../../rows/facts.ts';
import { load, memoryAccess, type MemoryOperation, store } from '../access.ts';
import { attributeOf, operandSegments } from '../attributes.ts';
import { distributedAt } from '../distribute/attributes.ts';
import { elementNameOf } from '../elements.ts';
import { type LaneVector, wholeVector } from '../lane-vector.ts';
import { checkedInstruction, maskedInstruction } from '../element-masks.ts';
import type { LowerOperation, Lowering } from '../lowering.ts';
import { elementCount } from '../value-types.ts';
import type { MemRefRegister } from '../registers.ts';
import { transferDimensions, type TransferPiece, transferPieces } from '../transfer.ts';
import type { Wave } from '../wave.ts';
import { memrefType } from './memref.ts';
import { takes } from '../take.ts';

interface Transfer {
  readonly access: MemoryOperation;
  readonly vector: LaneVector;
  readonly dimensions: readonly number[];
  /** Dimensions of the memref whose bounds must be looked at. */
  readonly checked: readonly number[];
  readonly pieces: readonly TransferPiece[];
  /** Data slot of the mask, and its register of each neighbour of each piece. */
  readonly mask:
    | { readonly slot: number; readonly registers: readonly (readonly number[])[] }
    | undefined;
}

function prepare(
  op: Operation,
  lowering: Lowering,
  base: Value,
  indices: readonly Value[],
  data: Value,
  mask: Value | undefined,
  direction: 'read' | 'write',
): Transfer | undefined {
  const map = attributeOf(op, 'permutation_map');
  const type = memrefType(base);
  if (type?.shape === undefined)
    return lowering.unsupported('a transfer that is not through a memref');
  if (map?.kind !== 'affine_map') return lowering.unsupported('no permutation_map');
  const element = lowering.element(base.type);
  if (element === undefined) return undefined;
  if (elementNameOf(data) !== element.name)
    return lowering.unsupported('a vector of other elements');
  const dimensions = transferDimensions(map.map);
  const memrefRank = type.shape.length;
  const vector =
    distributedAt(op, direction === 'read' ? 'result' : 0, lowering) ??
    wholeVector(shapeOfVector(data));
  if (
    dimensions === undefined ||
    map.map.dimensions !== memrefRank ||
    dimensions.length !== vector.shape.length ||
    indices.length !== memrefRank
  ) {
    return lowering.unsupported('this permutation_map');
  }
  if (direction === 'write' && dimensions.includes(-1)) return lowering.unsupported('a broadcast');
  if (vector.registers !== elementCount(data.type)) return lowering.unsupported('this layout');
  const pieces = transferPieces(vector, dimensions, memrefRank, hasUnitStride(type.layout));
  const count = pieces[0]?.registers.length ?? 1;
  const checked = outOfBoundsDimensions(op, dimensions, indices, vector.shape, type.shape);
  const instruction = checked.includes(memrefRank - 1)
    ? checkedInstruction(count)
    : mask && maskedInstruction(mask, count);
  const access = memoryAccess(op, lowering, base, indices, direction, { count, ...instruction });
  if (access === undefined) return undefined;
  const maskVector =
    mask === undefined
      ? undefined
      : (distributedAt(op, op.operands.length - 1, lowering) ?? wholeVector(shapeOfVector(mask)));
  const registers = maskVector && maskRegisters(pieces, maskVector);
  if (registers?.some((list) => list.includes(-1)) === true) {
    return lowering.unsupported('a mask of another shape or layout');
  }
  return {
    access,
    vector,
    dimensions,
    checked,
    pieces,
    mask:
      mask === undefined || registers === undefined
        ? undefined
        : { slot: lowering.data(mask), registers },
  };
}

function shapeOfVector(value: Value): readonly number[] {
  const type = resolveType(value.type);
  return type.kind === 'vector' ? type.shape : [];
}

function hasUnitStride(layout: NonNullable<ReturnType<typeof memrefType>>['layout']): boolean {
  return layout?.kind !== 'strided' || layout.strides.at(-1) === 1;
}

/** The register of a mask that belongs to each neighbour of each piece; -1 where it has none. */
function maskRegisters(pieces: readonly TransferPiece[], mask: LaneVector): number[][] {
  const rank = mask.shape.length;
  const byCoordinates = new Map<string, number>();
  for (let register = 0; register < mask.registers; register++) {
    const key = mask.coordinates.subarray(register * rank, (register + 1) * rank).join();
    byCoordinates.set(key, register);
  }
  return pieces.map(({ masked }) =>
    masked.map((coordinates) => byCoordinates.get(coordinates.join()) ?? -1),
  );
}

/** `in_bounds` says of each dimension of the vector whether it stays inside; so does a constant index. */
function outOfBoundsDimensions(
  op: Operation,
  dimensions: readonly number[],
  indices: readonly Value[],
  extents: readonly number[],
  sizes: readonly (number | undefined)[],
): number[] {
  const attribute = attributeOf(op, 'in_bounds');
  const inside = attribute?.kind === 'array' ? attribute.elements : [];
  return dimensions.filter((dimension, d) => {
    const flag = inside[d];
    const [index, size = -1] = [indices[dimension], sizes[dimension]];
    const at = index && constantOf(index);
    const isInside = at !== undefined && at >= 0 && at + (extents[d] ?? 0) <= size;
    return dimension >= 0 && !isInside && !(flag?.kind === 'bool' && flag.value);
  });
}

/** Buffers of one transfer, made once. */
interface Scratch {
  readonly addresses: Float64Array;
  /** 1 for the elements that the piece moves. */
  readonly wanted: Float64Array;
  readonly values: Float64Array;
}

function scratchFor(count: number, lanes: number): Scratch {
  return {
    addresses: new Float64Array(lanes),
    wanted: new Float64Array(count * lanes),
    values: new Float64Array(count * lanes),
  };
}

/** Fills addresses and wanted elements of a piece; false when no lane moves anything. */
function place(
  wave: Wave,
  transfer: Transfer,
  view: MemRefRegister,
  number: number,
  { addresses, wanted }: Scratch,
): boolean {
  const { access, vector, dimensions, checked, pieces, mask } = transfer;
  const offsets = pieces[number]?.offsets ?? [];
  const { lanes } = wave;
  const rank = vector.shape.length;
  const last = view.strides.length - 1;
  const flags = mask === undefined ? undefined : wave.values(mask.slot);
  addresses.set(view.offsetBytes);
  wanted.fill(1);
  for (let p = 0; p <= last; p++) {
    const index = wave.values(access.indices[p] ?? 0);
    const pitch = (view.strides[p] ?? 0) * view.element.pitchBytes;
    const size = checked.includes(p) ? (view.sizes[p] ?? Infinity) : undefined;
    const d = dimensions.indexOf(p);
    for (let lane = 0; lane < lanes; lane++) {
      const thread = wave.index * lanes + lane;
      const origin = d < 0 ? 0 : (vector.origins?.[thread * rank + d] ?? 0);
      const at = (index[lane] ?? 0) + origin + (offsets[p] ?? 0);
      addresses[lane] = (addresses[lane] ?? 0) + at * pitch;
      if (size === undefined) continue;
      for (let i = 0; i < access.count; i++) {
        const reached = p === last ? at + i : at;
        if (reached < 0 || reached >= size) wanted[i * lanes + lane] = 0;
      }
    }
  }
  let some = false;
  for (let i = 0; i < access.count; i++) {
    const register = mask?.registers[number]?.[i] ?? 0;
    for (let lane = 0; lane < lanes; lane++) {
      if (flags?.[register * lanes + lane] === 0) wanted[i * lanes + lane] = 0;
      some ||= wanted[i * lanes + lane] !== 0;
    }
  }
  return some;
}

const transferRead = takes(0, 1, ([data], lowering, op) => {
  const [[base] = [], indices = [], [padding] = [], [mask] = []] = operandSegments(op);
  if (base === undefined || padding === undefined) return;
  const transfer = prepare(op, lowering, base, indices, data, mask, 'read');
  if (transfer === undefined) return;
  if (elementCount(padding.type) !== 1 || elementNameOf(padding) !== elementNameOf(data))
    return lowering.unsupported('this padding');
  const { access, pieces } = transfer;
  const [to, pad] = lowering.slots(data, padding);
  const scratch = scratchFor(access.count, lowering.launch.waveSize);
  lowering.emit((wave) => {
    const view = wave.memref(access.memref);
    const out = wave.values(to);
    const missing = wave.values(pad);
    const { lanes } = wave;
    for (const [number, { registers }] of pieces.entries()) {
      for (let i = 0; i < access.count; i++) scratch.values.set(missing, i * lanes);
      if (place(wave, transfer, view, number, scratch)) {
        load(wave, { access, view, ...scratch }, scratch.values);
        if (wave.failure !== undefined) return;
      }
      for (const [i, list] of registers.entries()) {
        const from = scratch.values.subarray(i * lanes, (i + 1) * lanes);
        for (const register of list) out.set(from, register * lanes);
      }
    }
  });
});

const transferWrite = takes(2, 0, ([data, base], lowering, op) => {
  const [, , indices = [], [mask] = []] = operandSegments(op);
  const transfer = prepare(op, lowering, base, indices, data, mask, 'write');
  if (transfer === undefined) return;
  const { access, pieces, vector } = transfer;
  const from = lowering.data(data);
  const scratch = scratchFor(access.count, lowering.launch.waveSize);
  lowering.emit((wave) => {
    const view = wave.memref(access.memref);
    const values = wave.values(from);
    const { lanes } = wave;
    for (const [number, { registers }] of pieces.entries()) {
      if (!place(wave, transfer, view, number, scratch)) continue;
      for (const [i, [register = 0]] of registers.entries()) {
        scratch.values.set(values.subarray(register * lanes, (register + 1) * lanes), i * lanes);
      }
      if (vector.writers !== undefined) {
        leaveOut(vector.writers, wave.index * lanes, lanes, scratch.wanted);
      }
      store(wave, { access, view, ...scratch }, scratch.values);
      if (wave.failure !== undefined) return;
    }
  });
});

/** Leaves out lanes that would write what a lower lane writes. */
function leaveOut(writers: Uint8Array, first: number, lanes: number, wanted: Float64Array): void {
  for (let lane = 0; lane < lanes; lane++) {
    if (writers[first + lane] === 1) continue;
    for (let at = lane; at < wanted.length; at += lanes) wanted[at] = 0;
  }
}

export const transfer: Readonly<Record<string, LowerOperation>> = {
  'vector.transfer_read': transferRead,
  'vector.transfer_write': transferWrite,
};
