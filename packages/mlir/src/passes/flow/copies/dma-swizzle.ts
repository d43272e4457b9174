/**
 * The swizzle of a copy's destination, applied to its source: the hardware writes lanes side by side, so the lane that
 * owns a place fetches the element that belongs there. An XOR undoes itself, which makes that the same permutation.
 *
 *     %h = swizzle_hint %a[xor_shuffle<128, 4>]     %o = lane * 4            where a lane writes
 *     %d = memref.expand_shape %h                   %s = swizzled(%o)        what it reads
 */
import {
  assumedPeriod,
  exactPeriod,
  type IreeSwizzle,
  isSelfInverse,
  type XorShuffle,
} from '@ldscope/core';
import { addAffine, type AffineExpression, multiplyAffine } from '../../../ir/affine.ts';
import { integersOf } from '../../../ir/attribute-values.ts';
import type { Operation, Value } from '../../../ir/ir.ts';
import { isViewOperation } from '../../views.ts';
import { memrefOf, stridesOf } from '../../memref-types.ts';
import type { Builder } from '../builder.ts';
import { integerConstant } from '../index/fold-arith.ts';
import { swizzleHint, swizzleOf } from '../hints/swizzle-hint.ts';
import { emitUpstreamOffset } from '../resolve/upstream-offset.ts';

/** Views that are followed; a hint is none of them. */
const isView = (op: Operation): boolean =>
  op.name !== swizzleHint &&
  (isViewOperation(op) || op.name === 'memref.view' || op.name === 'amdgpu.fat_raw_buffer_cast');

/** The memref that a memref is a view of. */
export function viewedRoot(value: Value): Value {
  let root = value;
  while (root.definition !== undefined && isView(root.definition)) {
    const [source] = root.definition.operands;
    if (source === undefined) break;
    root = source;
  }
  return root;
}

export const isViewed = (value: Value): boolean =>
  value.definition !== undefined && isView(value.definition);

/** The swizzle that a destination is behind. */
export function destinationSwizzle(destination: Value): IreeSwizzle | undefined {
  const hint = viewedRoot(destination).definition;
  return hint?.name === swizzleHint ? swizzleOf(hint) : undefined;
}

/** The permutation that upstream applies to sources: XORs only, without checking that they are their own inverse. */
export function sourceSwizzle(
  swizzle: IreeSwizzle | undefined,
  likeIree: boolean,
): XorShuffle | undefined | 'refused' {
  if (swizzle === undefined) return undefined;
  if (likeIree) return swizzle.kind === 'xor_shuffle' ? swizzle : undefined;
  return swizzle.kind === 'xor_shuffle' && isSelfInverse(swizzle) ? swizzle : 'refused';
}

/**
 * The source offset of what is written at `offset` of the destination, both from its start. The permutation counts from
 * the start of the hinted buffer, so where a view begins is added before and subtracted behind.
 */
export function emitSourceOffset(
  swizzle: XorShuffle,
  offset: Value,
  destination: Value,
  build: Builder,
  options: { readonly isSymbol: (value: Value) => boolean; readonly likeIree: boolean },
): Value | undefined {
  const period = options.likeIree ? assumedPeriod(swizzle) : exactPeriod(swizzle);
  const start = viewStart(destination);
  if (start === undefined) return undefined;
  const { expression, operands } = start;
  const aligned = expression.kind === 'constant' && expression.value % period === 0;
  const base = aligned
    ? undefined
    : expression.kind === 'constant'
      ? build.constant(expression.value)
      : build.apply({ dimensions: 0, symbols: operands.length, results: [expression] }, operands);
  const input = base === undefined ? offset : build.index('arith.addi', [base, offset]);
  const swizzled = emitUpstreamOffset(swizzle, input, build, options.isSymbol, period);
  return base === undefined ? swizzled : build.index('arith.subi', [swizzled, base]);
}

/** Where a view begins in the hinted buffer, in elements, as an affine expression over its dynamic offsets. */
function viewStart(
  destination: Value,
): { readonly expression: AffineExpression; readonly operands: readonly Value[] } | undefined {
  const operands: Value[] = [];
  let expression: AffineExpression = { kind: 'constant', value: 0 };
  for (let at = destination; at.definition !== undefined && isView(at.definition);) {
    const view = at.definition;
    const [source] = view.operands;
    if (source === undefined) return undefined;
    if (view.name === 'memref.subview') {
      const type = memrefOf(source);
      const strides = type && stridesOf(type);
      const dynamic = view.operands.slice(1);
      for (const [d, known] of integersOf(view, 'static_offsets').entries()) {
        const stride = strides?.[d];
        const value = known === undefined ? dynamic.shift() : undefined;
        const constant = known ?? (value && integerConstant(value));
        if (stride === undefined || (constant === undefined && value === undefined))
          return undefined;
        const leaf: AffineExpression =
          constant === undefined && value !== undefined
            ? { kind: 'symbol', index: operands.push(value) - 1 }
            : { kind: 'constant', value: Number(constant) };
        const step = multiplyAffine(leaf, { kind: 'constant', value: stride });
        expression = addAffine(expression, step);
      }
    } else if (view.name !== 'memref.expand_shape' && view.name !== 'memref.collapse_shape') {
      return undefined;
    }
    at = source;
  }
  return { expression, operands };
}
