/**
 * `reinsert-swizzle-hints`: allocations that carry a swizzle give it back, as a hint in front of every access.
 *
 *     vector.load %a[%i, %j]  ->  %c = memref.collapse_shape %a [[0, 1]]
 *                                 %h = swizzle_hint %c[#iree_codegen...]
 *                                 %e = memref.expand_shape %h [[0, 1]]
 *                                 vector.load %e[%i, %j]
 *
 * As upstream: `vector.load`, `vector.store` and the destination of `amdgpu.gather_to_lds`; a flat memref needs the hint
 * alone. Other accesses go without hint, upstream, and read what the hinted ones stored elsewhere; the corrected pass
 * wraps scalar and transfer accesses as well.
 */
import { messages } from '@ldscope/core';
import type { Attribute, MemRefType } from '../../../ir/types.ts';
import type { Operation, Value } from '../../../ir/ir.ts';
import { isContiguousRowMajor, memrefOf, staticShape } from '../../memref-types.ts';
import { Builder, reassociation } from '../builder.ts';
import { accessesOf } from '../index/memory-access.ts';
import type { Pass, PassContext } from '../pass.ts';
import { operationsIn } from '../../rewriter.ts';
import { absorbedSwizzle, allocationOf, functionsIn, swizzleHint } from './swizzle-hint.ts';
import { printAttribute, printType } from '../../../text/print-types.ts';

export const reinsertSwizzleHints: Pass = {
  name: 'reinsert-swizzle-hints',
  summary: 'swizzles of allocations become hints in front of every access',
  options: {},
  run: (context) => {
    for (const func of functionsIn(context.module)) reinsert(func, context);
  },
};

const upstreamAccesses: ReadonlySet<string> = new Set([
  'amdgpu.gather_to_lds',
  'vector.load',
  'vector.store',
]);

/** Position of the memref that an operation accesses in workgroup memory. */
function hintedOperand(op: Operation, likeIree: boolean): number | undefined {
  if (likeIree && !upstreamAccesses.has(op.name)) return undefined;
  return accessesOf(op).findLast(({ direction }) => direction !== 'copy source')?.base;
}

function reinsert(func: Operation, context: PassContext): void {
  const { rewriter } = context;
  const wrapped = new Map<Operation, number>();
  const operations = operationsIn(func.regions);
  for (const op of operations) {
    const at = hintedOperand(op, context.likeIree);
    const base = at === undefined ? undefined : op.operands[at];
    const type = memrefOf(base);
    if (at === undefined || base === undefined || type === undefined) continue;
    const alloc = allocationOf(base, rewriter);
    const swizzle = alloc?.attributes.get(absorbedSwizzle);
    if (alloc === undefined || swizzle === undefined) continue;
    const hinted = wrap(base, type, swizzle, new Builder(rewriter, op));
    if (hinted === undefined) {
      context.fail(messages.opt.notContiguous(op.name, printType(type)), op);
      continue;
    }
    rewriter.setOperand(op, at, hinted);
    wrapped.set(alloc, (wrapped.get(alloc) ?? 0) + 1);
  }
  for (const alloc of operations) {
    const swizzle =
      alloc.name === 'memref.alloc' ? alloc.attributes.get(absorbedSwizzle) : undefined;
    const [result] = alloc.results;
    if (swizzle === undefined || result === undefined) continue;
    alloc.attributes.delete(absorbedSwizzle);
    const accesses = wrapped.get(alloc) ?? 0;
    const text = printAttribute(swizzle, { expand: true });
    context.decide(result, {
      verdict: accesses === 0 ? 'dropped' : 'reinserted',
      reason: accesses === 0 ? 'nothing accesses it' : `${text} in front of each access`,
      figures: { accesses },
    });
  }
}

/** The memref behind a hint, in its own shape; `undefined` where its elements do not follow each other. */
function wrap(
  base: Value,
  type: MemRefType,
  swizzle: Attribute,
  build: Builder,
): Value | undefined {
  const attributes = [['swizzle', swizzle]] as const;
  if (type.shape?.length === 1) return build.value(swizzleHint, [base], type, attributes);
  const shape = staticShape(type);
  if (shape === undefined || shape.length === 0 || !isContiguousRowMajor(type)) return undefined;
  const flatType = collapsed(type, shape);
  const flat = build.value('memref.collapse_shape', [base], flatType, [
    ['reassociation', reassociation([shape.map((_, i) => i)])],
  ]);
  const hint = build.value(swizzleHint, [flat], flatType, attributes);
  return build.expand(hint, type, shape);
}

/** The type of all elements in a row. */
function collapsed(type: MemRefType, shape: readonly number[]): MemRefType {
  const { layout, ...rest } = type;
  const flat = { ...rest, shape: [shape.reduce((all, size) => all * size, 1)] };
  if (layout?.kind !== 'strided') return flat;
  return { ...flat, layout: { kind: 'strided', strides: [1], offset: layout.offset } };
}
