/**
 * `ttg.convert_layout` through shared memory: where Triton puts the elements between the store and the load.
 *
 * Memory is a flat tensor, divided into a vector that both sides move at once, 32 banks, and segments of banks; the
 * segments are XORed into the banks so that the lanes of neither side meet:
 *
 *     vector   registers of both
 *     segment  bits that no lane of either has; then sums a ^ b of a lane bit of one and one of the other
 *     bank     the rest
 *     reps     segments that are registers in both: the same memory again, after a barrier
 *
 * Written from the description in "Linear Layouts: Robust Code Generation of Efficient Tensor Computation Using F2"
 * (arXiv 2505.23819, section on optimal swizzling) and Triton 3.5's `optimalSwizzlingLdSt`
 * (triton-lang/triton:lib/Tools/GenericSwizzling.cpp). Triton 3.8 counts the banks of the chip, and the lanes that are served
 * together. LIMITATION: Triton 3.6 fills the vector in another way for elements of less than 32 bits; NVIDIA's `stmatrix` is not tried.
 */
import { greatestOf, leastOf } from '../../base/numbers.ts';
import { apply, echelon, inverse, nullSpace } from '../../gf2/gf2.ts';
import type { LinearLayout } from '../../layout/linear/linear-layout.ts';
import { columnsOf, type Holder, HOLDERS } from './bases.ts';
import type { OffsetColumns } from './transfer.ts';

/** How a conversion moves elements. */
export type ConversionKind = 'nothing' | 'registers' | 'lanes' | 'memory';

export interface MemoryConversion {
  readonly store: OffsetColumns;
  readonly load: OffsetColumns;
  /** How often the memory is written and read again. */
  readonly repetitions: number;
  readonly scratchElements: number;
}

/**
 * What a conversion needs: bits of the destination that come from another holder or another bit of it. Lanes of a wave
 * exchange values where at most one bit changes between register and lane; else they go through memory.
 */
export function conversionKind(source: LinearLayout, target: LinearLayout): ConversionKind {
  if (!staysInWarp(source, target)) return 'memory';
  if (differs(source, target, 'lane'))
    return registersToLanes(source, target) < 2 ? 'lanes' : 'memory';
  return differs(source, target, 'register') ? 'registers' : 'nothing';
}

/** Whether each warp has in the end what it had before, in whatever lanes. */
export const staysInWarp = (source: LinearLayout, target: LinearLayout): boolean =>
  !differs(source, target, 'warp') && !differs(source, target, 'block');

function differs(source: LinearLayout, target: LinearLayout, holder: Holder): boolean {
  const [from, to] = [columnsOf(source, holder), columnsOf(target, holder)];
  return from.length !== to.length || from.some((column, bit) => column !== to[bit]);
}

/**
 * How many bits of the register become bits of the lane, when bits that hold nothing change places with what is left
 * over, lowest first. Source: `getWarpLayoutConvertDecomposition`, triton-lang/triton:lib/Analysis/Utility.cpp (Triton 3.5).
 */
function registersToLanes(source: LinearLayout, target: LinearLayout): number {
  const bits = (['register', 'lane'] as const).map((holder) => {
    const held = [source, target].map((layout) =>
      columnsOf(layout, holder).filter((column) => holder === 'lane' || column !== 0),
    );
    const count = greatestOf(held.map((list) => list.length));
    return held.map((list) => Array.from({ length: count }, (_, bit) => list[bit] ?? 0));
  });
  const registers = bits[0]?.[0]?.length ?? 0;
  const [from = [], to = []] = [0, 1].map((side) => bits.flatMap((list) => list[side] ?? []));
  const free = (list: readonly number[], other: readonly number[]): number[] =>
    list.flatMap((column, bit) => (column === 0 && other[bit] !== 0 ? [bit] : []));
  const freeTargets = free(to, from);
  const places = new Map(free(from, to).map((bit, i) => [bit, freeTargets[i] ?? bit]));
  const goesTo = (bit: number): number =>
    from[bit] === 0 ? (places.get(bit) ?? bit) : to.indexOf(from[bit] ?? 0);
  return from.filter((_, bit) => bit < registers && goesTo(bit) >= registers).length;
}

/** How a version of Triton lays out shared memory for conversions. */
export interface SwizzledMemory {
  readonly banks: 32 | 64;
  /** In a wave of 64, no more lanes than banks are separated. */
  readonly byBanks: boolean;
  /** Bits of the lanes that a 16-byte load serves together, where they are not the lowest. */
  readonly loadLanes?: readonly number[] | undefined;
}

/** As Triton 3.5 and 3.6 take it, of every chip. */
const PLAIN_MEMORY: SwizzledMemory = { banks: 32, byBanks: false };

/** As Triton 3.8 takes the memory of a chip, by its name. */
export function swizzledMemoryOf(machine: string): SwizzledMemory {
  if (/^gfx(?:950|1250)/.test(machine))
    return { banks: 64, byBanks: true, loadLanes: [0, 1, 3, 4] };
  if (/^gfx(?:94|10|11)/.test(machine)) return { banks: 32, byBanks: true, loadLanes: [0, 1, 4] };
  return { banks: 32, byBanks: true };
}

/**
 * The stores and loads of a conversion through memory. Both layouts are of one tensor; `undefined` when they are not, or
 * do not hold all of it.
 */
export function convertThroughMemory(
  source: LinearLayout,
  target: LinearLayout,
  elementBytes: number,
  memoryModel: SwizzledMemory = PLAIN_MEMORY,
): MemoryConversion | undefined {
  const bits = source.outputs.reduce((sum, output) => sum + output.bits, 0);
  const [src, dst] = [flatten(source), flatten(target)];
  const memory = divideMemory(src, dst, bits, 8 * elementBytes, memoryModel);
  const columns = [...memory.vector, ...memory.bank, ...memory.segment, ...memory.reps];
  const place = inverse(columns);
  if (place === undefined) return undefined;
  const kept = bits - memory.reps.length;
  const offsets = (list: readonly number[]): number[] =>
    list.map((column) => apply(place, column) & (2 ** kept - 1));
  const moves = ({ register, lane, warp }: Flat): OffsetColumns => ({
    register: offsets(register.filter((column) => !memory.reps.includes(column))),
    lane: offsets(lane),
    warp: offsets(warp),
  });
  return {
    store: moves(src),
    load: moves(dst),
    repetitions: 2 ** memory.reps.length,
    scratchElements: 2 ** kept,
  };
}

/** Columns in a tensor of one dimension, dim0 in the lowest bits; registers without what repeats. */
type Flat = Readonly<Record<Holder, readonly number[]>>;

function flatten(layout: LinearLayout): Flat {
  const [register = [], lane = [], warp = [], block = []] = HOLDERS.map((holder) =>
    columnsOf(layout, holder),
  );
  return { register: register.filter((column) => column !== 0), lane, warp, block };
}

interface Memory {
  readonly vector: readonly number[];
  readonly bank: readonly number[];
  readonly segment: readonly number[];
  readonly reps: readonly number[];
}

const BANK_BITS = 32;

function divideMemory(
  src: Flat,
  dst: Flat,
  bits: number,
  elementBits: number,
  { banks, byBanks, loadLanes }: SwizzledMemory,
): Memory {
  const { vector, fill } = vectorOf(src, dst, bits, elementBits);
  const vectorBits = 2 ** vector.length * elementBits;
  const wide = Math.floor(Math.max(0, Math.log2(vectorBits / BANK_BITS)));
  const tile = ({ lane }: Flat, lanes?: readonly number[]): readonly number[] => {
    if (lanes !== undefined && vectorBits === 128) return lanes.map((bit) => lane[bit] ?? 0);
    const surplus = byBanks ? lane.length - Math.log2(banks) : 0;
    return lane.slice(0, lane.length - Math.max(0, wide + surplus));
  };
  const bankLength = Math.min(
    Math.max(0, Math.floor(Math.log2((banks * BANK_BITS) / vectorBits))),
    bits - vector.length,
  );
  const length = bits - bankLength - vector.length;
  const inLoads = [...vector, ...tile(dst, loadLanes)];
  const segments = segmentsOf([...vector, ...tile(src)], inLoads, bits, length);
  const bank = complement([...vector, ...segments], bits);
  const isRep = (column: number): boolean =>
    src.register.includes(column) && dst.register.includes(column);
  return {
    vector,
    bank: wide < 2 ? bankOrder(bank, src, dst, fill) : bank,
    segment: segments.filter((column) => !isRep(column)),
    reps: segments.filter(isRep),
  };
}

/** Registers of one side first, so that it can move more at once. */
function bankOrder(
  bank: readonly number[],
  src: Flat,
  dst: Flat,
  fill: 'source' | 'target' | undefined,
): number[] {
  const [inSource, inTarget] = [src, dst].map(({ register }) =>
    bank.filter((column) => register.includes(column)),
  );
  const ofSource =
    fill === undefined ? (inSource?.length ?? 0) > (inTarget?.length ?? 0) : fill === 'source';
  const first = (ofSource ? inSource : inTarget) ?? [];
  return [...first, ...bank.filter((column) => !first.includes(column))];
}

/** The elements that both sides have in registers, up to 128 bits; filled up to a bank with elements of warps. */
function vectorOf(
  src: Flat,
  dst: Flat,
  bits: number,
  elementBits: number,
): { readonly vector: number[]; readonly fill: 'source' | 'target' | undefined } {
  const most = Math.log2(128 / elementBits);
  const vector = common(src.register, dst.register, bits).slice(0, most);
  if (2 ** vector.length * elementBits >= BANK_BITS) return { vector, fill: undefined };
  const perBank = Math.log2(BANK_BITS / elementBits);
  const [warpSource, warpTarget] = [src, dst].map(({ warp }) =>
    warp.filter((column) => column !== 0),
  );
  const without = (list: readonly number[]): number[] =>
    list.filter((column) => !vector.includes(column));
  const fromSource = common(without(src.register), warpTarget ?? [], bits);
  const fromTarget = common(without(dst.register), warpSource ?? [], bits);
  const bySource =
    fromSource.length === fromTarget.length && fromSource.length > 0
      ? leastOf(fromSource) < leastOf(fromTarget)
      : fromSource.length > fromTarget.length;
  vector.push(...(bySource ? fromSource : fromTarget));
  if (vector.length < perBank) vector.push(...common(warpSource ?? [], warpTarget ?? [], bits));
  const rounds = Math.max(warpSource?.length ?? 0, warpTarget?.length ?? 0);
  for (let i = 0; i < rounds; i++) {
    for (const column of [warpSource?.[i], warpTarget?.[i]])
      if (column !== undefined && vector.length < perBank && !vector.includes(column))
        vector.push(column);
  }
  return { vector: vector.slice(0, perBank), fill: bySource ? 'source' : 'target' };
}

/** Bases of what two spans share, those of the first in its order where that can be kept. */
function common(one: readonly number[], other: readonly number[], bits: number): number[] {
  const plain = [...one, ...other].every((column) => (column & (column - 1)) === 0);
  if (plain) return one.filter((column) => column !== 0 && other.includes(column));
  return annihilator([...annihilator(one, bits), ...annihilator(other, bits)], bits);
}

/** The vectors whose product with each of these is even: a basis, by its free bits. */
function annihilator(rows: readonly number[], bits: number): number[] {
  const columns = Array.from({ length: bits }, (_, bit) =>
    rows.reduce((sum, row, i) => sum | (((row >>> bit) & 1) << i), 0),
  );
  return nullSpace(columns);
}

/** How many columns, and which, separate lanes that would meet. */
function segmentsOf(
  src: readonly number[],
  dst: readonly number[],
  bits: number,
  length: number,
): number[] {
  const [sources, targets] = [src, dst].map((list) =>
    [...new Set(list.filter((column) => column !== 0))].sort((a, b) => a - b),
  );
  const [inSource, inTarget] = [sources ?? [], targets ?? []];
  const segment: number[] = [];
  for (let bit = 0; bit < bits; bit++)
    if (!inSource.includes(2 ** bit) && !inTarget.includes(2 ** bit)) segment.push(2 ** bit);
  if (segment.length >= length) return segment.slice(0, length);
  const onlySource = inSource.filter((column) => !inTarget.includes(column));
  const onlyTarget = inTarget.filter((column) => !inSource.includes(column));
  const [few, many] =
    onlySource.length > onlyTarget.length ? [onlyTarget, onlySource] : [onlySource, onlyTarget];
  const clashes = Math.min(Math.max(0, length - few.length - segment.length), few.length);
  for (let i = clashes; i < few.length; i++) segment.push((few[i] ?? 0) ^ (many[i] ?? 0));
  segment.push(...few.slice(0, clashes), ...many.slice(0, clashes));
  return segment.slice(0, length);
}

/** Unit columns that complete a basis. */
function complement(columns: readonly number[], bits: number): number[] {
  const reversed = columns.map((column) => reverse(column, bits));
  const leading = new Set(echelon(reversed).map((row) => 31 - Math.clz32(row)));
  return Array.from({ length: bits }, (_, bit) => bit)
    .filter((bit) => !leading.has(bits - 1 - bit))
    .map((bit) => 2 ** bit);
}

/** The bits in reverse: upstream reduces from the lowest bit up. */
function reverse(value: number, bits: number): number {
  let result = 0;
  for (let bit = 0; bit < bits; bit++) if ((value >>> bit) & 1) result |= 1 << (bits - 1 - bit);
  return result >>> 0;
}
