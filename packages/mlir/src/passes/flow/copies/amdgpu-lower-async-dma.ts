/**
 * `amdgpu-lower-async-dma`: a copy of a workgroup becomes direct-to-LDS instructions, `dma-layout.ts` says whose.
 *
 *     iree_gpu.async_dma %s[%i, %j] to %d[%i, %j], vector<16x64xf16>
 *       ->  gather_to_lds %s[%thread / 8 + %i, %thread mod 8 * 8 + %j], %d[%i, %j] : vector<8xf16>     twice
 *
 * As upstream: everything in bounds, source and destination contiguous, every wave takes part. Where the destination is
 * hinted, a lane copies no more than a group, and its place in the tile is permuted before the source is found.
 *
 * Upstream permutes places of the tile as if it were the whole buffer. The corrected pass requires it to be: with a hint the
 * tile has the destination's shape and begins at its start; and rows of the tile are rows of the destination, since lanes
 * are written side by side.
 */
import { groupsOf, messages, printIreeSwizzle, type XorShuffle } from '@ldscope/core';
import { attributeOf, operandSegments } from '../../../ir/attribute-values.ts';
import type { Operation, Value } from '../../../ir/ir.ts';
import { isLds } from '../../../ir/memory-space.ts';
import { type MemRefType, resolveType, type VectorType } from '../../../ir/types.ts';
import { statedBlock, statedWaveSize } from '../../../module/workgroup-size.ts';
import { printAttribute } from '../../../text/print-types.ts';
import { elementBytesOf } from '../../buffers.ts';
import { contiguousTrailing, memrefOf } from '../../memref-types.ts';
import { Builder, denseI64, indexType, segmentSizes } from '../builder.ts';
import { type DmaLayout, dmaLayout, positions } from './dma-layout.ts';
import { destinationSwizzle, emitSourceOffset, sourceSwizzle, viewedRoot } from './dma-swizzle.ts';
import { isSymbol } from '../index/fold-affine.ts';
import { integerConstant } from '../index/fold-arith.ts';
import type { Pass, PassContext } from '../pass.ts';
import { operationsIn } from '../../rewriter.ts';
import { functionsIn } from '../hints/swizzle-hint.ts';
import { namedTarget } from '../target-attribute.ts';

export const lowerAsyncDma: Pass = {
  name: 'amdgpu-lower-async-dma',
  summary: 'copies of a workgroup become gather_to_lds, sources permuted for hinted destinations',
  options: {},
  run: (context) => {
    for (const func of functionsIn(context.module)) {
      for (const op of operationsIn(func.regions)) {
        if (op.name !== 'iree_gpu.async_dma') continue;
        const copy = readCopy(op, func, context);
        const problem = typeof copy === 'string' ? copy : lower(copy, context);
        if (problem !== undefined) context.fail(messages.opt.asyncNotLowered(problem), op);
      }
    }
  },
};

interface Copy {
  readonly op: Operation;
  readonly source: Value;
  readonly sourceIndices: readonly Value[];
  readonly destination: Value;
  readonly indices: readonly Value[];
  readonly type: MemRefType;
  /** The tile that is copied. */
  readonly shape: readonly number[];
  /** Which dimension of the source each dimension of the tile is. */
  readonly sourceDimensions: readonly number[];
  readonly swizzle: XorShuffle | undefined;
  readonly layout: DmaLayout;
  readonly block: readonly [number, number, number];
  readonly waveSize: number;
  readonly func: Operation;
}

/** The parts of the copy; a text says why it cannot be lowered. */
function readCopy(op: Operation, func: Operation, context: PassContext): Copy | string {
  const [[source] = [], sourceIndices = [], [destination] = [], indices = []] = operandSegments(op);
  const [sourceType, type] = [memrefOf(source), memrefOf(destination)];
  const transfer = attributeOf(op, 'transfer_type');
  const vector = transfer?.kind === 'type' ? resolveType(transfer.type) : undefined;
  if (source === undefined || destination === undefined) return 'it has no source and destination';
  if (sourceType === undefined || type === undefined || vector?.kind !== 'vector') {
    return 'source and destination have to be memrefs';
  }
  const bounds = attributeOf(op, 'in_bounds');
  if (
    bounds?.kind === 'array' &&
    bounds.elements.some((one) => one.kind === 'bool' && !one.value)
  ) {
    return 'it may run out of bounds';
  }
  if (sourceIndices.some(({ type: own }) => resolveType(own).kind === 'vector'))
    return 'its source is gathered';
  const space = sourceType.memorySpace;
  if (space === undefined || !printAttribute(space, { expand: true }).includes('fat_raw_buffer')) {
    return 'its source is not fat_raw_buffer';
  }
  if (!isLds(destination)) return 'its destination is not in the memory of the workgroup';
  if (contiguousTrailing(sourceType) !== sourceType.shape?.length)
    return 'its source is not contiguous';
  if (contiguousTrailing(type) !== type.shape?.length) return 'its destination is not contiguous';
  const { shape } = vector;
  const hint = destinationSwizzle(destination);
  const swizzle = sourceSwizzle(hint, context.likeIree);
  if (swizzle === 'refused') {
    return `${hint === undefined ? 'the swizzle' : printIreeSwizzle(hint)} does not undo itself`;
  }
  if (!context.likeIree) {
    const problem = tileProblem(shape, type, indices, swizzle);
    if (problem !== undefined) return problem;
  }
  const target = namedTarget(func, context.module, context.rewriter);
  const block = statedBlock(func);
  const waveSize = statedWaveSize(func);
  const bytes = elementBytesOf(type.element);
  if (block === undefined || waveSize === undefined)
    return 'the function does not state its workgroup';
  const sizes = (target?.dmaSizes ?? []).filter((bits) => {
    const elements = bits / (8 * (bytes ?? 0));
    return (
      swizzle === undefined || (Number.isInteger(elements) && swizzle.accessWidth % elements === 0)
    );
  });
  const items = block[0] * block[1] * block[2];
  const layout = dmaLayout(shape, items, waveSize, 8 * (bytes ?? 0), sizes);
  if (layout === undefined) return 'no size of the target divides the tile among the waves';
  const map = attributeOf(op, 'permutation_map');
  const results = map?.kind === 'affine_map' ? map.map.results : undefined;
  const sourceDimensions = shape.map((_, d) => {
    const result = results?.[d];
    return result?.kind === 'dimension' ? result.index : d;
  });
  return {
    op,
    source,
    sourceIndices,
    destination,
    indices,
    type,
    shape,
    sourceDimensions,
    swizzle,
    layout,
    block,
    waveSize,
    func,
  };
}

/** Why lanes that are written side by side do not fill the tile in the order of the buffer. */
function tileProblem(
  shape: readonly number[],
  type: MemRefType,
  indices: readonly Value[],
  swizzle: XorShuffle | undefined,
): string | undefined {
  const inner = shape.slice(1).every((size, d) => size === type.shape?.[d + 1]);
  if (!inner) return 'rows of the tile are not rows of the destination';
  if (swizzle === undefined) return undefined;
  const whole =
    shape[0] === type.shape?.[0] && indices.every((index) => integerConstant(index) === 0n);
  if (whole) return undefined;
  return `the tile is not the whole buffer, whose ${groupsOf(swizzle)} groups are permuted from its start`;
}

/** Emits the copies; words say why that cannot be. */
function lower(copy: Copy, context: PassContext): string | undefined {
  const { op, layout, shape, swizzle, sourceDimensions, type } = copy;
  const { rewriter } = context;
  const build = new Builder(rewriter, op);
  const item = linearItem(copy, context);
  const zero = build.constant(0);
  const waves = digitsOf(item, [...layout.waves, copy.waveSize], zero, build).slice(
    0,
    shape.length,
  );
  const lanes = digitsOf(item, layout.lanes, zero, build);
  const elements = layout.elements.reduce((all, size) => all * size, 1);
  const moved: VectorType = { kind: 'vector', shape: [elements], element: type.element };
  const options = {
    isSymbol: (value: Value) => isSymbol(value, rewriter),
    likeIree: context.likeIree,
  };
  let transfers = 0;
  for (const batch of positions(layout.batches)) {
    const batches = batch.map((value) => (value === 0 ? zero : build.constant(value)));
    const at = (lane: readonly Value[], base: readonly Value[]): Value[] =>
      base.map((start, d) =>
        placeIn(
          [
            { value: waves[d] ?? zero, size: layout.waves[d] ?? 1 },
            { value: batches[d] ?? zero, size: layout.batches[d] ?? 1 },
            { value: lane[d] ?? zero, size: layout.lanes[d] ?? 1 },
            { value: start, size: layout.elements[d] ?? 1 },
          ],
          build,
        ),
      );
    const to = at(
      shape.map(() => zero),
      copy.indices,
    );
    const from = [...copy.sourceIndices];
    if (swizzle === undefined) {
      const starts = sourceDimensions.map((d) => copy.sourceIndices[d] ?? zero);
      for (const [i, place] of at(lanes, starts).entries()) from[sourceDimensions[i] ?? i] = place;
    } else {
      const inTile = at(
        lanes,
        shape.map(() => zero),
      );
      const flat = build.index('affine.linearize_index', inTile, [
        ['disjoint', { kind: 'unit' }],
        ['static_basis', denseI64(shape)],
        ['operandSegmentSizes', segmentSizes([inTile.length, 0])],
      ]);
      const fetched = emitSourceOffset(swizzle, flat, copy.destination, build, options);
      if (fetched === undefined) return 'where the destination begins is not known';
      for (const [i, digit] of build.digits(fetched, shape).entries()) {
        const d = sourceDimensions[i] ?? i;
        from[d] = build.index('arith.addi', [copy.sourceIndices[d] ?? zero, digit]);
      }
    }
    build.effect(
      'amdgpu.gather_to_lds',
      [copy.source, ...from, copy.destination, ...to],
      [
        ['transferType', { kind: 'type', type: moved }],
        ['operandSegmentSizes', segmentSizes([1, from.length, 1, to.length])],
      ],
    );
    transfers++;
  }
  const root = viewedRoot(copy.destination);
  const [hinted] = root.definition?.operands ?? [];
  context.decide(swizzle !== undefined && hinted !== undefined ? hinted : root, {
    verdict: 'lowered',
    reason:
      swizzle === undefined
        ? 'copies write it as it is'
        : 'copies fetch from permuted places, so that the buffer is swizzled',
    figures: { transfers },
  });
  rewriter.erase(op);
  return undefined;
}

/** The number of the work-item in its workgroup, at the start of the function. */
function linearItem({ block, func }: Copy, { rewriter }: PassContext): Value {
  const entry = func.regions[0]?.blocks[0];
  const [first] = entry?.operations ?? [];
  if (first === undefined) throw new Error('a function with a copy has operations');
  const build = new Builder(rewriter, first);
  const axes = (['z', 'y', 'x'] as const).filter((axis, i) => axis === 'x' || block[2 - i] !== 1);
  const ids = axes.map((axis) => {
    const dimension = { kind: 'opaque', text: `#gpu<dim ${axis}>` } as const;
    return build.value('gpu.thread_id', [], indexType, [['dimension', dimension]]);
  });
  const [only, second] = ids;
  if (only !== undefined && second === undefined) return only;
  const sizes = axes.map((axis) => block[axis === 'x' ? 0 : axis === 'y' ? 1 : 2]);
  return build.index('affine.linearize_index', ids, [
    ['disjoint', { kind: 'unit' }],
    ['static_basis', denseI64(sizes)],
    ['operandSegmentSizes', segmentSizes([ids.length, 0])],
  ]);
}

/** Digits of a number that may be larger than the sizes say; those of size 1 are zero. */
function digitsOf(value: Value, sizes: readonly number[], zero: Value, build: Builder): Value[] {
  const long = sizes.filter((size) => size !== 1);
  if (long.length === 0) return sizes.map(() => zero);
  const [, ...digits] = build.openDigits(value, long);
  return sizes.map((size) => (size === 1 ? zero : (digits.shift() ?? zero)));
}

interface Digit {
  readonly value: Value;
  readonly size: number;
}

/** Digits as an index: zeros in front, and those of size 1, are left out. */
function placeIn(digits: readonly Digit[], build: Builder): Value {
  const last = digits.at(-1);
  if (last === undefined) throw new Error('a place has digits');
  const isZero = ({ value }: Digit): boolean => integerConstant(value) === 0n;
  const long = digits.slice(0, -1).filter((digit) => !(digit.size === 1 && isZero(digit)));
  // Of zeros alone one is left.
  const kept = long.slice(long.findIndex((digit) => !isZero(digit)));
  if (kept.every(isZero)) return last.value;
  const all = [...kept, last];
  const start = integerConstant(last.value);
  const disjoint = start !== undefined && start >= 0n && start < BigInt(last.size);
  return build.index(
    'affine.linearize_index',
    all.map(({ value }) => value),
    [
      ...(disjoint ? [['disjoint', { kind: 'unit' }] as const] : []),
      ['static_basis', denseI64(all.map(({ size }) => size))],
      ['operandSegmentSizes', segmentSizes([all.length, 0])],
    ],
  );
}
