/**
 * `flatten-swizzle-hint-allocs`: hints work on flat buffers, so an allocation of several dimensions under a hint becomes
 * one of a single dimension.
 *
 *     %a = memref.alloc() : memref<32x64xf32>         %a = memref.alloc() : memref<2048xf32>
 *     %h = swizzle_hint %a                       ->   %h = swizzle_hint %a
 *                                                     %e = memref.expand_shape %h [[0, 1]] output_shape [32, 64]
 *
 * As upstream: only an allocation of static shape and identity layout, whose one use is the hint; the alignment is
 * dropped. Its pull request 23778 tolerates one deallocation and keeps the place of the allocation, and so does the
 * corrected pass.
 */
import type { Operation } from '../../../ir/ir.ts';
import type { MemRefType } from '../../../ir/types.ts';
import { isContiguousRowMajor, memrefOf, staticShape } from '../../memref-types.ts';
import { Builder, segmentSizes } from '../builder.ts';
import type { Pass, PassContext } from '../pass.ts';
import { resultOf } from '../../rewriter.ts';
import { functionsIn, hintsIn, swizzleHint } from './swizzle-hint.ts';
import { createOperation } from '../../../ir/build.ts';

export const flattenSwizzleHintAllocs: Pass = {
  name: 'flatten-swizzle-hint-allocs',
  summary: 'hinted allocations become flat, with an expand_shape behind the hint',
  options: {},
  run: (context) => {
    for (const func of functionsIn(context.module)) {
      for (const hint of hintsIn(func)) flatten(hint, context);
    }
  },
};

function flatten(hint: Operation, context: PassContext): void {
  const { rewriter } = context;
  const [operand] = hint.operands;
  const alloc = operand?.definition;
  if (operand === undefined || alloc?.name !== 'memref.alloc') return;
  const keep = (reason: string): void =>
    context.decide(operand, { verdict: 'kept', reason, figures: {} });
  const obstacle = flatteningObstacle(hint, context);
  if (obstacle !== undefined) return keep(obstacle);
  const type = memrefOf(operand);
  const shape = type && staticShape(type);
  if (type === undefined || shape === undefined) return;
  if (shape.length === 1) return keep('it is flat already');
  const deallocs = rewriter.usersOf(operand).filter(({ name }) => name === 'memref.dealloc');
  const elements = shape.reduce((all, size) => all * size, 1);
  const flatType: MemRefType = {
    kind: 'memref',
    shape: [elements],
    element: type.element,
    ...(type.memorySpace === undefined ? {} : { memorySpace: type.memorySpace }),
  };
  const flat = createOperation('memref.alloc', {
    results: [[operand.name, flatType]],
    attributes: [['operandSegmentSizes', segmentSizes([0, 0])]],
    span: alloc.span,
  });
  rewriter.insertBefore(context.like === 'iree' ? hint : alloc, flat);
  const build = new Builder(rewriter, hint);
  const hinted = build.value(
    swizzleHint,
    [resultOf(flat)],
    flatType,
    hint.attributes,
    hint.results[0]?.name,
  );
  rewriter.replace(hint, [build.expand(hinted, type, shape)]);
  for (const dealloc of deallocs) rewriter.setOperands(dealloc, [resultOf(flat)]);
  rewriter.erase(alloc);
  context.decide(resultOf(flat), {
    verdict: 'flattened',
    reason: `${shape.join('x')} became ${elements} elements in a row`,
    figures: { elements },
  });
}

/** Why the allocation under a hint cannot become flat; `undefined` where it can, or is. */
export function flatteningObstacle(
  hint: Operation,
  { rewriter, like }: Pick<PassContext, 'rewriter' | 'like'>,
): string | undefined {
  const [operand] = hint.operands;
  const type = memrefOf(operand);
  const shape = type && staticShape(type);
  if (operand === undefined || type === undefined || shape === undefined) {
    return 'its shape is not static';
  }
  if (shape.length === 1) return undefined;
  if (type.layout !== undefined || !isContiguousRowMajor(type)) {
    return 'its layout is not the identity';
  }
  const deallocs = rewriter.usersOf(operand).filter(({ name }) => name === 'memref.dealloc');
  const tolerated = like === 'iree' ? 0 : Math.min(deallocs.length, 1);
  return rewriter.useCount(operand) === 1 + tolerated ? undefined : 'it has uses besides the hint';
}
