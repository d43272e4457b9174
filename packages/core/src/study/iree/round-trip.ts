/**
 * What a round trip of a vector through shared memory costs: written in one nested layout, read in another.
 *
 *     16 x 128 f16 on gfx942, 64 threads; written 8 halves per lane, read by lanes of 16 rows, 4 halves each
 *     as it is              reads conflict: all rows begin at bank 0
 *     rows of 132           reads are clean; rows begin at 8 bytes, so writes of 16 bytes become pairs of 8
 *     xor_shuffle<128, 4>   clean; writes are cut into groups of 4 halves
 *
 * Instructions are those that the alignment of all lanes allows, cycles those of the machine's default model: what a
 * phase takes, and conflicts on top. Elements of less than a byte are counted in whole bytes.
 *
 * Invariant: a mitigation that is not a permutation, or that an access does not fit, has no cost (`undefined`).
 * LIMITATIONS: one execution of the write and of the read; neighbouring small accesses are not joined to pairs.
 */
import type { AccessTrace } from '../../access/trace.ts';
import { opcodeAt } from '../../access/opcodes.ts';
import { diagnose } from '../../base/diagnostic.ts';
import { messages } from '../../base/messages.ts';
import { failure, type Result, success } from '../../base/result.ts';
import { simulate } from '../../conflict/simulate.ts';
import type { ConflictModel, Machine } from '../../machine/machine.ts';
import { type NestedAccess, nestedAccesses } from '../../vendors/iree/nested-access.ts';
import type { NestedLayout } from '../../vendors/iree/nested-layout.ts';
import { nestedTrace } from '../../vendors/iree/nested-trace.ts';
import { type IreeSwizzle, swizzleOffset, verifierFault } from '../../vendors/iree/swizzle.ts';
import { permutationFault } from '../../vendors/iree/traps.ts';

export interface RoundTrip {
  readonly shape: readonly number[];
  readonly elementBits: number;
  readonly writer: NestedLayout;
  readonly reader: NestedLayout;
  /** Threads of the workgroup. */
  readonly threads: number;
  readonly subgroupSize: 32 | 64;
  readonly machine: Machine;
  /** The machine's default one when absent. */
  readonly model?: ConflictModel;
}

export type Mitigation =
  | { readonly kind: 'none' }
  | { readonly kind: 'swizzle'; readonly swizzle: IreeSwizzle }
  /** Elements behind each row. */
  | { readonly kind: 'padding'; readonly elements: number };

export interface RoundTripCost {
  readonly writeConflictCycles: number;
  readonly readConflictCycles: number;
  /** All cycles of shared memory, conflicts among them. */
  readonly cycles: number;
  /** Memory instructions of all waves. */
  readonly instructions: number;
  readonly ldsBytes: number;
}

export type RoundTripCounter = (mitigation: Mitigation) => RoundTripCost | undefined;

/** Counts mitigations of one round trip. Errors: layouts that do not fit the vector or the workgroup. */
export function roundTripCounter(given: RoundTrip): Result<RoundTripCounter> {
  const units = 8 / given.elementBits;
  const inBytes = given.elementBits >= 8 ? given : wholeBytes(given, units);
  const bytes = inBytes.elementBits / 8;
  if (!Number.isInteger(bytes) || bytes === 0) {
    const what = `a lane moves parts of bytes: elements of ${given.elementBits} bits`;
    const hint = 'give layouts whose lanes hold whole bytes of neighbours';
    return failure(diagnose(messages.notation.parameter(what, hint)));
  }
  const scale = inBytes === given ? 1 : units;
  const whole = sides(inBytes);
  if (!whole.ok) return whole;
  const cut = new Map<number, Sides>();
  const accessesFor = (mostElements: number): Sides => {
    const found = cut.get(mostElements);
    if (found !== undefined) return found;
    const made = sides(inBytes, mostElements);
    const value = made.ok ? made.value : whole.value;
    cut.set(mostElements, value);
    return value;
  };
  return success((mitigation) => {
    const scaled = scale === 1 ? mitigation : inUnits(mitigation, scale);
    if (scaled === undefined) return undefined;
    const place = placement(inBytes, scaled);
    if (place === undefined) return undefined;
    const accesses =
      scaled.kind === 'swizzle' ? accessesFor(scaled.swizzle.accessWidth) : whole.value;
    return cost(inBytes, accesses, place);
  });
}

interface Sides {
  readonly write: readonly NestedAccess[];
  readonly read: readonly NestedAccess[];
}

function sides(trip: RoundTrip, mostElements?: number): Result<Sides> {
  const { shape, threads, subgroupSize, writer, reader } = trip;
  const common = { shape, subgroupSize, threads, ...(mostElements && { mostElements }) };
  const write = nestedAccesses(writer, { ...common, direction: 'write' });
  if (!write.ok) return write;
  const read = nestedAccesses(reader, { ...common, direction: 'read' });
  return read.ok ? success({ write: write.value, read: read.value }) : read;
}

/** Where an element lies, and how much memory the whole takes. */
interface Placement {
  readonly offsetOf: (index: readonly number[]) => number;
  readonly elements: number;
}

/** `undefined` where the mitigation is not a layout of this vector, or an access cannot follow it. */
function placement(trip: RoundTrip, mitigation: Mitigation): Placement | undefined {
  const { shape, writer, reader } = trip;
  const row = shape.at(-1) ?? 1;
  const elements = shape.reduce((all, size) => all * size, 1);
  const flat = (index: readonly number[], pitch: number): number => {
    let outer = 0;
    for (let d = 0; d < shape.length - 1; d++) outer = outer * (shape[d] ?? 1) + (index[d] ?? 0);
    return outer * pitch + (index[shape.length - 1] ?? 0);
  };
  if (mitigation.kind !== 'swizzle') {
    const pitch = row + (mitigation.kind === 'padding' ? mitigation.elements : 0);
    return { offsetOf: (index) => flat(index, pitch), elements: (elements / row) * pitch };
  }
  const { swizzle } = mitigation;
  const { accessWidth, rowWidth } = swizzle;
  const follows = [writer, reader].every(({ element_tile }) => {
    const width = element_tile.at(-1) ?? 1;
    // A part of a group stays in it, several groups are cut apart; both require that groups begin where rows do.
    if (width === 1) return true;
    return (width % accessWidth === 0 || accessWidth % width === 0) && row % accessWidth === 0;
  });
  const isLegal =
    follows &&
    elements % rowWidth === 0 &&
    verifierFault(swizzle) === undefined &&
    permutationFault(swizzle, elements) === undefined;
  if (!isLegal) return undefined;
  return { offsetOf: (index) => swizzleOffset(swizzle, flat(index, row)), elements };
}

function cost(trip: RoundTrip, accesses: Sides, { offsetOf, elements }: Placement): RoundTripCost {
  const { machine, subgroupSize, elementBits } = trip;
  const elementBytes = elementBits / 8;
  const count = (direction: 'read' | 'write'): ReturnType<typeof totals> =>
    totals(
      nestedTrace(accesses[direction], {
        isa: machine.isa,
        waveSize: subgroupSize,
        direction,
        elementBytes,
        addressOf: (index) => elementBytes * offsetOf(index),
        name: direction,
      }),
      trip,
    );
  const write = count('write');
  const read = count('read');
  return {
    writeConflictCycles: write.conflicts,
    readConflictCycles: read.conflicts,
    cycles: write.cycles + read.cycles,
    instructions: write.instructions + read.instructions,
    ldsBytes: elements * elementBytes,
  };
}

function totals(
  trace: AccessTrace,
  { machine, model }: RoundTrip,
): { readonly cycles: number; readonly conflicts: number; readonly instructions: number } {
  const { bankConflict, idxActive } = simulate(trace, machine, model, { ldsBytes: LARGE });
  let [cycles, conflicts, instructions] = [0, 0, 0];
  for (let row = 0; row < trace.count; row++) {
    cycles += idxActive[row] ?? 0;
    conflicts += bankConflict[row] ?? 0;
    const isPair = opcodeAt(trace.op[row] ?? 0).addressing.kind === 'double';
    // Both addresses of a pair are rows of their own.
    instructions += isPair ? 0.5 : 1;
  }
  return { cycles, conflicts, instructions };
}

/** Room for tiles that no machine holds: what they would cost is still a number. */
const LARGE = 2 ** 20;

/** Elements of less than a byte, taken together; unchanged where a lane's neighbours are not whole bytes. */
function wholeBytes(trip: RoundTrip, units: number): RoundTrip {
  const { shape, writer, reader } = trip;
  const last = shape.length - 1;
  const lists = [shape, writer.element_tile, reader.element_tile];
  if (!Number.isInteger(units) || lists.some((list) => (list[last] ?? 1) % units !== 0))
    return trip;
  const divided = (list: readonly number[]): number[] =>
    list.map((size, d) => (d === last ? size / units : size));
  const packed = (layout: NestedLayout): NestedLayout => ({
    ...layout,
    element_tile: divided(layout.element_tile),
  });
  const sizes = { shape: divided(shape), elementBits: 8 };
  return { ...trip, ...sizes, writer: packed(writer), reader: packed(reader) };
}

/** A mitigation in units of several elements; `undefined` where it would part them. */
function inUnits(mitigation: Mitigation, units: number): Mitigation | undefined {
  const whole = (elements: number): boolean => elements % units === 0;
  switch (mitigation.kind) {
    case 'none':
      return mitigation;
    case 'padding':
      return whole(mitigation.elements)
        ? { kind: 'padding', elements: mitigation.elements / units }
        : undefined;
    case 'swizzle': {
      const { swizzle } = mitigation;
      const numbers = {
        rowWidth: swizzle.rowWidth / units,
        accessWidth: swizzle.accessWidth / units,
      };
      if (!whole(swizzle.rowWidth) || !whole(swizzle.accessWidth)) return undefined;
      if (swizzle.kind === 'rotate_rows') {
        return { kind: 'swizzle', swizzle: { ...swizzle, ...numbers } };
      }
      const { rowStride } = swizzle;
      if (rowStride !== undefined && !whole(rowStride)) return undefined;
      const stride = rowStride === undefined ? {} : { rowStride: rowStride / units };
      return { kind: 'swizzle', swizzle: { ...swizzle, ...numbers, ...stride } };
    }
  }
}
