/**
 * `amdgpu-lower-coalesced-dma-to-gather-lds`: a copy of a subgroup becomes direct-to-LDS instructions.
 *
 *     scf.forall (%lane) in (64) {                           %o = 0 + %lane * 4, swizzled where the destination is
 *       iree_gpu.coalesced_gather_dma %s into %d lane(%lane)   gather_to_lds %s[%o into (4, 128)], %d[0, 0] : vector<4xf32>
 *     }                                                        ... one for each transfer
 *
 * As upstream: the widest sizes of the target first, which have to cover the contiguous part of the destination exactly;
 * where they do not, lanes copy single elements through registers. A lane may not copy more than a group of the swizzle.
 *
 * Upstream leaves the source alone where the hint is not an XOR, and permutes by an XOR that does not undo itself; the
 * corrected pass refuses both. It refuses a copy that crosses groups as well, which upstream reports and then copies
 * through registers.
 */
import { messages, printIreeSwizzle } from '@ldscope/core';
import { attributeOf } from '../../../ir/attribute-values.ts';
import { createBlock, createOperation } from '../../../ir/build.ts';
import type { Operation, Value } from '../../../ir/ir.ts';
import type { MemRefType, VectorType } from '../../../ir/types.ts';
import { resolveType } from '../../../ir/types.ts';
import { statedWaveSize } from '../../../module/workgroup-size.ts';
import { printAttribute } from '../../../text/print-types.ts';
import { elementBytesOf } from '../../buffers.ts';
import { contiguousTrailing, memrefOf } from '../../memref-types.ts';
import { boolList, Builder, segmentSizes } from '../builder.ts';
import { positions } from './dma-layout.ts';
import { transferSegments } from './dma-segments.ts';
import {
  destinationSwizzle,
  emitSourceOffset,
  isViewed,
  sourceSwizzle,
  viewedRoot,
} from './dma-swizzle.ts';
import { isSymbol } from '../index/fold-affine.ts';
import type { Pass, PassContext } from '../pass.ts';
import { operationsIn } from '../../rewriter.ts';
import { functionsIn } from '../hints/swizzle-hint.ts';
import { namedTarget } from '../target-attribute.ts';

const COPY = 'iree_gpu.coalesced_gather_dma';

export const lowerCoalescedDma: Pass = {
  name: 'amdgpu-lower-coalesced-dma-to-gather-lds',
  summary: 'copies of a subgroup become gather_to_lds, sources permuted for hinted destinations',
  options: {},
  run: (context) => {
    for (const func of functionsIn(context.module)) {
      const target = namedTarget(func, context.module, context.rewriter);
      if (target === undefined) continue;
      for (const op of operationsIn(func.regions)) {
        if (op.name !== COPY) continue;
        const copy = readCopy(op, func, context);
        if (copy !== undefined && lower(copy, target.dmaSizes ?? [], context)) continue;
        if (!context.failed()) context.fail(messages.opt.dmaNotLowered(), op);
      }
    }
  },
};

interface Copy {
  readonly op: Operation;
  readonly source: Value;
  readonly sourceType: MemRefType;
  readonly destination: Value;
  readonly type: MemRefType;
  /** Sizes of the destination. */
  readonly shape: readonly number[];
  readonly indices: readonly Value[];
  readonly lane: Value;
  readonly lanes: number;
  readonly elementBits: number;
  readonly inBounds: readonly boolean[] | undefined;
}

/** The data that both lowerings of a copy need; `undefined` where neither applies. */
function readCopy(op: Operation, func: Operation, context: PassContext): Copy | undefined {
  const [source, ...rest] = op.operands;
  const [destination, lane] = rest.slice(-2);
  const [sourceType, type] = [memrefOf(source), memrefOf(destination)];
  const lanes = statedWaveSize(func);
  if (source === undefined || destination === undefined || lane === undefined) return undefined;
  if (sourceType === undefined || type?.shape === undefined || lanes === undefined)
    return undefined;
  const shape = type.shape.map((size) => size ?? Number.NaN);
  if (shape.some(Number.isNaN) || contiguousTrailing(type) < 1) return undefined;
  if (!isMappedToThreads(op, context)) return undefined;
  const bounds = attributeOf(op, 'in_bounds');
  const inBounds =
    bounds?.kind === 'array'
      ? bounds.elements.map((one) => one.kind === 'bool' && one.value)
      : undefined;
  if (inBounds?.includes(false) === true && !isFatBuffer(sourceType)) return undefined;
  const bytes = elementBytesOf(sourceType.element);
  if (bytes === undefined) return undefined;
  const indices = rest.slice(0, -2);
  const elementBits = bytes * 8;
  return {
    op,
    source,
    sourceType,
    destination,
    type,
    shape,
    indices,
    lane,
    lanes,
    elementBits,
    inBounds,
  };
}

const isFatBuffer = ({ memorySpace }: MemRefType): boolean =>
  memorySpace !== undefined &&
  printAttribute(memorySpace, { expand: true }).includes('fat_raw_buffer');

function isMappedToThreads(op: Operation, { rewriter }: PassContext): boolean {
  for (let at = rewriter.parentOf(op); at !== undefined; at = rewriter.parentOf(at)) {
    if (at.name !== 'scf.forall') continue;
    const mapping = attributeOf(at, 'mapping');
    return (
      mapping?.kind === 'array' &&
      mapping.elements.every((one) =>
        /#(?:gpu\.thread|iree_gpu\.lane_id)</.test(printAttribute(one, { expand: true })),
      )
    );
  }
  return false;
}

/** True when the copy is lowered. */
function lower(copy: Copy, dmaSizes: readonly number[], context: PassContext): boolean {
  const { op, type, sourceType, shape, lanes, elementBits } = copy;
  const elements = trailingElements(type);
  const segments = transferSegments(
    elements,
    elementBits,
    lanes,
    dmaSizes,
    Math.min(elements, trailingElements(sourceType)),
  );
  const hint = destinationSwizzle(copy.destination);
  const swizzle = sourceSwizzle(hint, context.likeIree);
  if (swizzle === 'refused' && hint !== undefined) {
    context.fail(messages.opt.dmaInverse(printIreeSwizzle(hint)), op);
    return false;
  }
  const permuted = swizzle === 'refused' ? undefined : swizzle;
  const wide =
    permuted &&
    segments?.find(({ elementsPerLane }) => permuted.accessWidth % elementsPerLane !== 0);
  if (wide !== undefined && permuted !== undefined) {
    const message = messages.opt.dmaSwizzle(wide.elementsPerLane, permuted.accessWidth);
    if (!context.likeIree) {
      context.fail(message, op);
      return false;
    }
    context.report(message, op);
  }
  if (segments === undefined || wide !== undefined) return copyThroughRegisters(copy, context);
  const build = new Builder(context.rewriter, op);
  const linear = shape.slice(shape.length - linearDimensions(type));
  const outer = shape.slice(0, shape.length - linear.length);
  const laneOffsets = segments.map(({ elementsPerLane }) =>
    build.index('arith.muli', [copy.lane, build.constant(elementsPerLane)]),
  );
  const options = {
    isSymbol: (value: Value) => isSymbol(value, context.rewriter),
    likeIree: context.likeIree,
  };
  let transfers = 0;
  for (const position of positions(outer)) {
    for (const [i, segment] of segments.entries()) {
      const moved: VectorType = {
        kind: 'vector',
        shape: [segment.elementsPerLane],
        element: sourceType.element,
      };
      for (let n = 0; n < segment.transfers; n++) {
        const outside = position.map((value) => build.constant(value));
        const start = build.constant(segment.start + n * segment.elementsPerTransfer);
        const laneOffset = laneOffsets[i];
        if (laneOffset === undefined) return false;
        const place = build.index('arith.addi', [start, laneOffset]);
        const fetched =
          permuted === undefined
            ? place
            : emitSourceOffset(permuted, place, copy.destination, build, options);
        if (fetched === undefined) return false;
        const from = [...outside, ...build.digits(fetched, linear)];
        const to = [...outside, ...build.digits(start, linear)];
        const sourceIndices = gathered(copy, from, build);
        build.effect(
          'amdgpu.gather_to_lds',
          [copy.source, ...clamped(copy, sourceIndices, build), copy.destination, ...to],
          [
            ['transferType', { kind: 'type', type: moved }],
            ['operandSegmentSizes', segmentSizes([1, sourceIndices.length, 1, to.length])],
          ],
        );
        transfers++;
      }
    }
  }
  decide(copy, context, permuted !== undefined, transfers);
  context.rewriter.erase(op);
  return true;
}

function decide(copy: Copy, context: PassContext, permuted: boolean, transfers: number): void {
  const root = viewedRoot(copy.destination);
  const [hinted] = root.definition?.operands ?? [];
  const allocation = permuted && hinted !== undefined ? hinted : root;
  context.decide(allocation, {
    verdict: 'lowered',
    reason: permuted
      ? 'copies fetch from permuted places, so that the buffer is swizzled'
      : 'copies write it as it is',
    figures: { transfers },
  });
}

const linearDimensions = (type: MemRefType): number => {
  const sizes = type.shape ?? [];
  const wanted = Math.max(1, contiguousTrailing(type));
  let count = 0;
  while (count < wanted && sizes[sizes.length - 1 - count] !== undefined) count++;
  return count;
};

/** Elements of the last dimensions that follow each other. */
function trailingElements(type: MemRefType): number {
  const sizes = type.shape ?? [];
  return sizes
    .slice(sizes.length - linearDimensions(type))
    .reduce<number>((all, size) => all * (size ?? 1), 1);
}

/** Indices of dimensions that are gathered are looked up. */
function gathered({ indices }: Copy, at: readonly Value[], build: Builder): readonly Value[] {
  return at.map((position, d) => {
    const list = indices[d];
    const type = memrefOf(list);
    return list === undefined || type === undefined
      ? position
      : build.value('memref.load', [list, position], type.element);
  });
}

/** Where an index may be out of bounds, the first goes beyond the buffer: the hardware then reads zero. */
function clamped(copy: Copy, indices: readonly Value[], build: Builder): readonly Value[] {
  const { inBounds, source, sourceType } = copy;
  const [first, ...rest] = indices;
  if (inBounds === undefined || first === undefined || !isFatBuffer(sourceType)) return indices;
  const i1 = { kind: 'integer', width: 1, signedness: 'signless' } as const;
  let outside = build.value(
    'arith.constant',
    [],
    i1,
    [['value', { kind: 'bool', value: false }]],
    'false',
  );
  for (let d = isViewed(source) ? 0 : 1; d < indices.length && d < inBounds.length; d++) {
    const index = indices[d];
    if (inBounds[d] !== false || index === undefined) continue;
    const size = sizeOf(source, d, build);
    const beyond = build.value('arith.cmpi', [index, size], i1, [predicate(UNSIGNED_NOT_LESS)]);
    outside = build.value('arith.ori', [outside, beyond], i1);
  }
  const end = sizeOf(viewedRoot(source), 0, build);
  return [build.index('arith.select', [outside, end, first]), ...rest];
}

const UNSIGNED_LESS = 6n;
const UNSIGNED_NOT_LESS = 9n;
const i64 = { kind: 'integer', width: 64, signedness: 'signless' } as const;
const predicate = (value: bigint) => ['predicate', { kind: 'integer', value, type: i64 }] as const;

function sizeOf(value: Value, dimension: number, build: Builder): Value {
  const size = memrefOf(value)?.shape?.[dimension];
  if (size !== undefined) return build.constant(size);
  return build.index('memref.dim', [value, build.constant(dimension)]);
}

/** A lane at a time moves an element; what is left over is guarded. */
function copyThroughRegisters(copy: Copy, context: PassContext): boolean {
  const { op, shape, type, lanes, lane, sourceType } = copy;
  const { rewriter } = context;
  const linear = shape.slice(shape.length - linearDimensions(type));
  const outer = shape.slice(0, shape.length - linear.length);
  const elements = linear.reduce((all, size) => all * size, 1);
  const build = new Builder(rewriter, op);
  const element = resolveType(sourceType.element);
  const zero =
    element.kind === 'float'
      ? ({ kind: 'float', value: 0, text: '0.000000e+00', type: element } as const)
      : ({ kind: 'integer', value: 0n, type: element } as const);
  const padding = build.value('arith.constant', [], element, [['value', zero]]);
  for (const position of positions(outer)) {
    const outside = position.map((value) => build.constant(value));
    for (let start = 0; start < elements; start += lanes) {
      const offset = build.index('arith.addi', [build.constant(start), lane]);
      let inner = build;
      if (start + lanes > elements) {
        const i1 = { kind: 'integer', width: 1, signedness: 'signless' } as const;
        const inside = build.value('arith.cmpi', [offset, build.constant(elements)], i1, [
          predicate(UNSIGNED_LESS),
        ]);
        const end = createOperation('scf.yield');
        rewriter.insertBefore(
          op,
          createOperation('scf.if', {
            operands: [inside],
            regions: [{ blocks: [createBlock(undefined, [], [end])] }, { blocks: [] }],
          }),
        );
        inner = new Builder(rewriter, end);
      }
      moveElement(copy, outside, inner.digits(offset, linear), padding, inner);
    }
  }
  decide(copy, context, false, 0);
  rewriter.erase(op);
  return true;
}

function moveElement(
  copy: Copy,
  outside: readonly Value[],
  digits: readonly Value[],
  padding: Value,
  build: Builder,
): void {
  const { source, sourceType, destination, inBounds } = copy;
  const one: VectorType = { kind: 'vector', shape: [1], element: sourceType.element };
  const at = [...outside, ...digits];
  const from = clamped(copy, gathered(copy, at, build), build);
  const map = (rank: number) =>
    [
      'permutation_map',
      {
        kind: 'affine_map',
        map: { dimensions: rank, symbols: 0, results: [{ kind: 'dimension', index: rank - 1 }] },
      },
    ] as const;
  const value = build.value('vector.transfer_read', [source, ...from, padding], one, [
    map(from.length),
    ['in_bounds', boolList([inBounds?.at(-1) ?? true])],
    ['operandSegmentSizes', segmentSizes([1, from.length, 1, 0])],
  ]);
  build.effect(
    'vector.transfer_write',
    [value, destination, ...at],
    [
      map(at.length),
      ['in_bounds', boolList([true])],
      ['operandSegmentSizes', segmentSizes([1, 1, at.length, 0])],
    ],
  );
}
