/**
 * `llvmgpu-vector-distribute`: a vector of the workgroup becomes what each thread holds of it, by its nested layout.
 *
 *     %v = transfer_read %m[0, 0] : vector<16x128xf16>, layout #l     vector<1x8x1x1x1x4xf16>: batch, outer, element tile
 *       8 times:  %x = vector.load %m[thread mod 16, thread / 16 * 4 + 16 b] : vector<4xf16>, put at [0, b, 0, 0, 0, 0]
 *     arith.addf %v, %w : vector<16x128xf16>                          on what a thread holds
 *     to_layout %v to layout(#l)                                      %v
 *
 * A dimension of the vector that is the innermost of memory is moved in one access per element tile, the others one by one.
 * An element that several threads hold is stored by the first of them.
 *
 * LIMITATIONS: accesses without masks inside of their bounds, elementwise operations, splats and loops. A function with anything
 * else on distributed vectors stays as it is, and the pass says what. Source: iree-org/iree
 * `GPUNestedLayoutDistributionPatterns.cpp`.
 */
import { messages, nestedLayoutFaults, type NestedLayout, sameNestedLayout } from '@ldscope/core';
import { attributeOf } from '../../../ir/attribute-values.ts';
import { resolveType, type Type } from '../../../ir/types.ts';
import type { Operation, Value } from '../../../ir/ir.ts';
import { factsOf, isElementwise } from '../../../rows/facts.ts';
import { statedBlock, statedWaveSize } from '../../../module/workgroup-size.ts';
import { operationsIn, type Rewriter } from '../../rewriter.ts';
import { functionsIn } from '../hints/swizzle-hint.ts';
import type { Pass, PassContext } from '../pass.ts';
import { forwardLayouts, type Layouts } from '../vector-alloc/layout-analysis.ts';
import { fixLayouts } from '../vector-alloc/layout-fixup.ts';
import { conversionAttribute, toLayout } from '../vector-alloc/promotion-analysis.ts';
import { vectorOf } from '../vector-alloc/vector-operations.ts';
import { distributedTransfer, type ThreadShape, transferFault } from './distributed-transfer.ts';

export const llvmgpuVectorDistribute: Pass = {
  name: 'llvmgpu-vector-distribute',
  ireeOpt: 'iree-llvmgpu-vector-distribute',
  summary: 'vectors of the workgroup become what each thread holds, by their layouts',
  options: {},
  run: (context) => {
    for (const func of functionsIn(context.module)) distribute(func, context);
  },
};

function distribute(func: Operation, context: PassContext): void {
  const { rewriter, report, fail, likeIree, machine } = context;
  if (!operationsIn(func.regions).some(({ name }) => name === toLayout)) return;
  const keep = (what: string, at: Operation): void => {
    (likeIree ? fail : report)(messages.opt.functionKept('distributed', what, likeIree), at);
  };
  const block = statedBlock(func);
  if (block === undefined) return keep('the size of its workgroup is not stated', func);
  const threads: ThreadShape = {
    block,
    subgroupSize: statedWaveSize(func) ?? machine.waveSizes[0] ?? 64,
  };
  const layouts = forwardLayouts(func, rewriter);
  fixLayouts(func, layouts, rewriter);
  const operations = operationsIn(func.regions);
  for (const op of operations) {
    const fault = faultOf(op, layouts, threads);
    if (fault !== undefined) return keep(`${op.name}: ${fault}`, op);
  }
  // Values of memory are replaced on the way, and their layouts go with them.
  const moved = operations.map((op) => {
    const vector = isTransfer(op) ? movedBy(op) : undefined;
    return vector && layouts.get(vector);
  });
  for (const [i, op] of operations.entries()) rewrite(op, moved[i], layouts, threads, rewriter);
}

/** Why an operation cannot be distributed; `undefined` where it can, or need not. */
function faultOf(op: Operation, layouts: Layouts, threads: ThreadShape): string | undefined {
  const [first] = op.operands;
  if (isTransfer(op)) {
    const own = movedBy(op);
    if ((vectorOf(own)?.shape.length ?? 0) === 0) return undefined;
    const layout = own && layouts.get(own);
    return layout === undefined
      ? 'no layout reaches its vector'
      : transferFault(op, layout, threads);
  }
  const touched = [...op.operands, ...op.results].filter((value) => layouts.has(value));
  const all = touched.flatMap((value) => layouts.get(value) ?? []);
  const [some] = all;
  if (some === undefined) return undefined;
  const fault = layoutFault(some, threads);
  if (fault !== undefined) return fault;
  const isOne = all.every((other) => sameNestedLayout(other, some));
  if (op.name === toLayout) {
    if (op.attributes.has(conversionAttribute)) return 'run gpu-vector-alloc before';
    return isOne && all.length === 2
      ? undefined
      : 'its elements change hands: run gpu-vector-alloc before';
  }
  // Loops are on a thread's part what they are on the whole vector.
  if (['for', 'yield'].includes(factsOf(op).control)) return undefined;
  if (op.name === 'arith.constant')
    return splatOf(op) === undefined ? 'it is not a splat' : undefined;
  if (op.name === 'vector.broadcast') {
    return vectorOf(first) === undefined ? undefined : 'it is not of a scalar';
  }
  const vectors = [...op.operands, ...op.results].filter((value) => vectorOf(value) !== undefined);
  if (isElementwise(op) && isOne && vectors.length === all.length) return undefined;
  return 'it has no form on what a thread holds';
}

function layoutFault(
  layout: NestedLayout,
  { block, subgroupSize }: ThreadShape,
): string | undefined {
  // Where no subgroups are told apart, threads are dealt through the whole workgroup.
  const isWhole = layout.subgroup_tile.every((tile) => tile === 1);
  const threads = block[0] * block[1] * block[2];
  const dealt = isWhole ? Math.max(subgroupSize, threads) : subgroupSize;
  return nestedLayoutFaults(layout, dealt)[0]?.message;
}

const isTransfer = ({ name }: Operation): boolean =>
  name === 'vector.transfer_read' || name === 'vector.transfer_write';

/** The vector of a transfer. */
const movedBy = ({ name, operands, results }: Operation): Value | undefined =>
  name === 'vector.transfer_write' ? operands[0] : results[0];

/** `transferred` is the layout of the vector that the operation moves, where it is a transfer. */
function rewrite(
  op: Operation,
  transferred: NestedLayout | undefined,
  layouts: Layouts,
  threads: ThreadShape,
  rewriter: Rewriter,
): void {
  const [first] = op.operands;
  if (isTransfer(op)) {
    if (transferred !== undefined) distributedTransfer(op, transferred, threads, rewriter);
  } else if (op.name === toLayout && first !== undefined) {
    rewriter.replace(op, [first]);
  } else {
    const inner = op.regions.flatMap(({ blocks }) => blocks.flatMap((block) => block.arguments));
    for (const value of [...op.results, ...inner]) {
      const layout = layouts.get(value);
      if (layout === undefined) continue;
      const type = heldType(value.type, layout);
      const splat = op.name === 'arith.constant' ? splatOf(op) : undefined;
      if (splat !== undefined) rewriter.setAttribute(op, 'value', { ...splat, type });
      rewriter.retype(value, type);
    }
  }
}

function splatOf(
  op: Operation,
): Extract<ReturnType<typeof attributeOf>, { kind: 'dense' }> | undefined {
  const value = attributeOf(op, 'value');
  return value?.kind === 'dense' && value.values?.length === 1 ? value : undefined;
}

/** The shape of a thread's part: batch, outer and element tile, one after the other. */
function heldType(type: Type, { batch_tile, outer_tile, element_tile }: NestedLayout): Type {
  const vector = resolveType(type);
  if (vector.kind !== 'vector') return type;
  return { ...vector, shape: [...batch_tile, ...outer_tile, ...element_tile] };
}
