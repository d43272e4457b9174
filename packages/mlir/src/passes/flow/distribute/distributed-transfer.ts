/**
 * A transfer between memory and a distributed vector, as the accesses of each thread.
 *
 *     index of memory dimension = its index + ((((subgroup * B + b) * O + o) * T + thread) * E + e)
 *     subgroup, thread          = digits of the thread's number, as the strides of the layout say
 */
import { nestedElement, type NestedLayout, nestedRegisters } from '@ldscope/core';
import type { Extent } from '@ldscope/core';
import type { AffineExpression } from '../../../ir/affine.ts';
import { attributeOf, operandSegments } from '../../../ir/attribute-values.ts';
import { createBlock, createOperation } from '../../../ir/build.ts';
import type { Operation, Value } from '../../../ir/ir.ts';
import { resolveType, type VectorType } from '../../../ir/types.ts';
import { memrefOf, stridesOf } from '../../memref-types.ts';
import type { Rewriter } from '../../rewriter.ts';
import { Builder, indexType, integerList } from '../builder.ts';
import { mapOf } from '../vector-alloc/layout-analysis.ts';
import { vectorOf } from '../vector-alloc/vector-operations.ts';

export interface ThreadShape {
  readonly block: Extent;
  readonly subgroupSize: number;
}

interface Transfer {
  readonly isRead: boolean;
  readonly vector: Value;
  readonly memory: Value;
  readonly indices: readonly Value[];
  /** The dimension of memory of each dimension of the vector. */
  readonly dimensions: readonly number[];
}

/** The parts of a transfer of a vector with `rank` dimensions, or why it cannot be distributed. */
function transferOf(op: Operation, rank: number): Transfer | string {
  const isRead = op.name === 'vector.transfer_read';
  const segments = operandSegments(op);
  const [first = [], second = [], third = [], mask = []] = segments;
  const vector = isRead ? op.results[0] : first[0];
  const memory = isRead ? first[0] : second[0];
  const indices = isRead ? second : third;
  const masked = isRead ? segments[3] : mask;
  if ((masked ?? []).length > 0) return 'it is masked';
  const type = memrefOf(memory);
  if (vector === undefined || memory === undefined || type === undefined) {
    return 'it is not of memory: run iree-comprehensive-bufferize before';
  }
  if ((stridesOf(type) ?? []).at(-1) !== 1) return 'the elements of its rows are not neighbours';
  const bounds = attributeOf(op, 'in_bounds');
  const isInside =
    bounds?.kind === 'array' &&
    bounds.elements.length === rank &&
    bounds.elements.every((one) => one.kind === 'bool' && one.value);
  if (!isInside) return 'it may leave its memory';
  const map = mapOf(op.attributes.get('permutation_map'));
  const dimensions =
    map === undefined
      ? Array.from({ length: rank }, (_, d) => indices.length - rank + d)
      : map.results.map((one) => (one.kind === 'dimension' ? one.index : -1));
  if (dimensions.includes(-1)) return 'it repeats elements';
  return { isRead, vector, memory, indices, dimensions };
}

/** Why a transfer cannot be distributed by a layout. */
export function transferFault(
  op: Operation,
  layout: NestedLayout,
  threads: ThreadShape,
): string | undefined {
  const transfer = transferOf(op, layout.element_tile.length);
  if (typeof transfer === 'string') return transfer;
  if (transfer.isRead || ownersOf(layout, threads) !== undefined) return undefined;
  return 'the threads that store an element once are not the first of the workgroup';
}

/**
 * How many threads store: the first ones, each element once. `undefined` where those that have an element first are not
 * the first threads.
 */
function ownersOf(layout: NestedLayout, { block, subgroupSize }: ThreadShape): number | undefined {
  const zeros = layout.element_tile.map(() => 0);
  const register = { batch: zeros, outer: zeros, element: zeros };
  const seen = new Set<string>();
  const threads = block[0] * block[1] * block[2];
  let owners = 0;
  for (let thread = 0; thread < threads; thread++) {
    const key = nestedElement(layout, thread, subgroupSize, register).join();
    if (seen.has(key)) continue;
    if (owners !== thread) return undefined;
    seen.add(key);
    owners++;
  }
  return owners;
}

/** Puts the accesses of a thread in the place of a transfer that has no fault. */
export function distributedTransfer(
  op: Operation,
  layout: NestedLayout,
  threads: ThreadShape,
  rewriter: Rewriter,
): void {
  const transfer = transferOf(op, layout.element_tile.length);
  const type = typeof transfer === 'string' ? undefined : vectorOf(transfer.vector);
  if (typeof transfer === 'string' || type === undefined) throw new Error('it has a fault');
  const { batch_tile, outer_tile, element_tile } = layout;
  const held: VectorType = { ...type, shape: [...batch_tile, ...outer_tile, ...element_tile] };
  const build = new Builder(rewriter, op);
  const thread = threadId(build, threads);
  if (transfer.isRead) {
    let whole = build.value('arith.constant', [], held, [['value', zerosOf(held)]]);
    for (const piece of piecesOf(layout, transfer)) {
      const indices = indicesOf(piece.start, layout, transfer, thread, threads, build);
      const part: VectorType = { ...type, shape: [piece.width] };
      const loaded = build.value('vector.load', [transfer.memory, ...indices], part);
      const shaped = reshaped(loaded, part, piece.shape, build);
      whole = build.value('vector.insert_strided_slice', [shaped, whole], held, [
        ['offsets', integerList(piece.offsets)],
        ['strides', integerList(piece.shape.map(() => 1))],
      ]);
    }
    rewriter.replace(op, [whole]);
    return;
  }
  const inside = storingBuilder(op, layout, threads, thread, build, rewriter);
  for (const piece of piecesOf(layout, transfer)) {
    const indices = indicesOf(piece.start, layout, transfer, thread, threads, inside);
    const slice: VectorType = { ...type, shape: piece.shape };
    const part: VectorType = { ...type, shape: [piece.width] };
    const value = inside.value('vector.extract_strided_slice', [transfer.vector], slice, [
      ['offsets', integerList(piece.offsets)],
      ['sizes', integerList(piece.shape)],
      ['strides', integerList(piece.shape.map(() => 1))],
    ]);
    const flat = inside.value('vector.shape_cast', [value], part);
    inside.effect('vector.store', [flat, transfer.memory, ...indices]);
  }
  rewriter.erase(op);
}

/** Where stores go: in front of the transfer, or into a condition that only the threads that store fulfil. */
function storingBuilder(
  op: Operation,
  layout: NestedLayout,
  threads: ThreadShape,
  thread: Value,
  build: Builder,
  rewriter: Rewriter,
): Builder {
  const owners = ownersOf(layout, threads) ?? 0;
  const [x, y, z] = threads.block;
  if (owners === x * y * z) return build;
  const i1 = { kind: 'integer', width: 1, signedness: 'signless' } as const;
  const i64 = { kind: 'integer', width: 64, signedness: 'signless' } as const;
  const isOwner = build.value('arith.cmpi', [thread, build.constant(owners)], i1, [
    // Unsigned less than.
    ['predicate', { kind: 'integer', value: 6n, type: i64 }],
  ]);
  const end = createOperation('scf.yield');
  const then = { blocks: [createBlock(undefined, [], [end])] };
  rewriter.insertBefore(
    op,
    createOperation('scf.if', { operands: [isOwner], regions: [then, { blocks: [] }] }),
  );
  return new Builder(rewriter, end);
}

/** The number of the thread in its workgroup. */
function threadId(build: Builder, { block }: ThreadShape): Value {
  const id = (dimension: 'x' | 'y' | 'z', size: number): Value =>
    build.index(
      'gpu.thread_id',
      [],
      [
        ['dimension', { kind: 'opaque', text: `#gpu<dim ${dimension}>` }],
        ['upper_bound', { kind: 'integer', value: BigInt(size), type: indexType }],
      ],
    );
  const [x, y, z] = block;
  if (y === 1 && z === 1) return id('x', x);
  const ids = [id('x', x), id('y', y), id('z', z)];
  const result = sum(symbol(0), product(symbol(1), x), product(symbol(2), x * y));
  return build.apply({ dimensions: 0, symbols: 3, results: [result] }, ids);
}

/** One access of a thread. */
interface Piece {
  /** By dimension of the vector, the distance from the thread's first element. */
  readonly start: readonly number[];
  readonly width: number;
  /** Its position in the thread's part, and its shape there. */
  readonly offsets: readonly number[];
  readonly shape: readonly number[];
}

function piecesOf(layout: NestedLayout, { dimensions, memory }: Transfer): Piece[] {
  const rank = dimensions.length;
  const innermost = (memrefOf(memory)?.shape?.length ?? 0) - 1;
  const along = dimensions.indexOf(innermost);
  const width = along < 0 ? 1 : (layout.element_tile[along] ?? 1);
  const shape = Array.from({ length: 3 * rank }, (_, d) => (d === 2 * rank + along ? width : 1));
  return nestedRegisters(layout)
    .filter(({ element }) => along < 0 || element[along] === 0)
    .map((register) => ({
      // Thread 0 has the origin.
      start: nestedElement(layout, 0, 1, register),
      width,
      offsets: [...register.batch, ...register.outer, ...register.element],
      shape,
    }));
}

/** A flat vector with the shape that it has among what a thread holds. */
function reshaped(value: Value, type: VectorType, shape: readonly number[], build: Builder): Value {
  return build.value('vector.shape_cast', [value], { ...type, shape });
}

function indicesOf(
  start: readonly number[],
  layout: NestedLayout,
  { indices, dimensions }: Transfer,
  thread: Value,
  { subgroupSize }: ThreadShape,
  build: Builder,
): Value[] {
  return indices.map((index, m) => {
    const d = dimensions.indexOf(m);
    if (d < 0) return index;
    const own = sum(symbol(1), firstElement(layout, d, subgroupSize), constant(start[d] ?? 0));
    return build.apply({ dimensions: 0, symbols: 2, results: [own] }, [thread, index]);
  });
}

/** The first element of a thread along a dimension, of its number. */
function firstElement(layout: NestedLayout, d: number, subgroupSize: number): AffineExpression {
  const at = (list: readonly number[]): number => list[d] ?? 0;
  const digit = (stride: number, tile: number): AffineExpression =>
    stride === 0 || tile === 1
      ? constant(0)
      : { kind: 'mod', left: quotient(symbol(0), stride), right: constant(tile) };
  const subgroup = digit(at(layout.subgroup_strides) * subgroupSize, at(layout.subgroup_tile));
  const thread = digit(at(layout.thread_strides), at(layout.thread_tile));
  const element = at(layout.element_tile);
  const tile = at(layout.batch_tile) * at(layout.outer_tile) * at(layout.thread_tile) * element;
  return sum(product(subgroup, tile), product(thread, element));
}

const symbol = (index: number): AffineExpression => ({ kind: 'symbol', index });
const constant = (value: number): AffineExpression => ({ kind: 'constant', value });
const isConstant = (one: AffineExpression, value: number): boolean =>
  one.kind === 'constant' && one.value === value;
const sum = (...terms: AffineExpression[]): AffineExpression =>
  terms
    .filter((term) => !isConstant(term, 0))
    .reduce<AffineExpression | undefined>(
      (left, right) => (left === undefined ? right : { kind: 'add', left, right }),
      undefined,
    ) ?? constant(0);
const product = (left: AffineExpression, factor: number): AffineExpression =>
  isConstant(left, 0) || factor === 1 ? left : { kind: 'multiply', left, right: constant(factor) };
const quotient = (left: AffineExpression, divisor: number): AffineExpression =>
  divisor === 1 ? left : { kind: 'floordiv', left, right: constant(divisor) };

function zerosOf(type: VectorType): {
  kind: 'dense';
  text: string;
  values: number[];
  type: VectorType;
} {
  const text = resolveType(type.element).kind === 'float' ? '0.000000e+00' : '0';
  return { kind: 'dense', text, values: [0], type };
}
