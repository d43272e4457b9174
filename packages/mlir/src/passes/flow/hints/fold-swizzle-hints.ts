/**
 * `fold-swizzle-hints`: a slice or reshape of a hinted `tensor.empty` is a hinted `tensor.empty` of that shape.
 *
 *     %h = swizzle_hint %empty : tensor<64x64xf32>                %empty = tensor.empty() : tensor<16x32xf32>
 *     %s = tensor.extract_slice %h[0, 0] [16, 32] [1, 1]    ->    %s = swizzle_hint %empty
 *
 * Upstream's three patterns (`extract_slice`, `expand_shape`, `collapse_shape`), which run with tiling there. The
 * `tensor.empty` may have no other use. The attribute stays as it is: its row width is not that of the slice.
 */
import { operandSegments } from '../../../ir/attribute-values.ts';
import type { Operation, Value } from '../../../ir/ir.ts';
import { resolveType, type TensorType } from '../../../ir/types.ts';
import { printAttribute, printType } from '../../../text/print-types.ts';
import { groupsOf } from '../../views.ts';
import { Builder } from '../builder.ts';
import type { Pass, PassContext } from '../pass.ts';
import { swizzleHint } from './swizzle-hint.ts';

export const foldSwizzleHints: Pass = {
  name: 'fold-swizzle-hints',
  summary: 'slices and reshapes of hinted empty tensors become hinted empty tensors',
  options: {},
  run: (context) => {
    const all = context.rewriter.operations();
    for (const op of all) fold(op, context);
    context.rewriter.sweep(
      all.filter(({ name }) => name === swizzleHint).flatMap(({ results }) => results),
    );
  },
};

function fold(op: Operation, context: PassContext): void {
  const { rewriter } = context;
  if (!/^tensor\.(?:extract_slice|expand_shape|collapse_shape)$/.test(op.name)) return;
  const hint = op.operands[0]?.definition;
  const [empty] = hint?.name === swizzleHint ? hint.operands : [];
  const [result] = op.results;
  const type = result && resolveType(result.type);
  if (hint === undefined || empty?.definition?.name !== 'tensor.empty') return;
  if (result === undefined || type?.kind !== 'tensor' || rewriter.useCount(empty) !== 1) return;
  const build = new Builder(rewriter, op);
  const sizes = dynamicSizes(op, empty, type, build);
  if (sizes === undefined) return;
  const made = build.value('tensor.empty', sizes, type);
  const folded = build.value(swizzleHint, [made], type, hint.attributes, result.name);
  const swizzle = hint.attributes.get('swizzle');
  const text = swizzle === undefined ? '' : printAttribute(swizzle, { expand: true });
  rewriter.replace(op, [folded]);
  context.decide(folded, {
    verdict: 'folded',
    reason: `${op.name} of ${printType(empty.type, true)} became ${printType(type, true)} with the same ${text}`,
    figures: {},
  });
}

/** The values of the `?` of the result, in order; `undefined` where they are not known. */
function dynamicSizes(
  op: Operation,
  empty: Value,
  type: TensorType,
  build: Builder,
): readonly Value[] | undefined {
  if (type.shape === undefined) return undefined;
  const wanted = type.shape.filter((size) => size === undefined).length;
  if (wanted === 0) return [];
  let found: readonly Value[] = [];
  if (op.name === 'tensor.extract_slice') found = operandSegments(op)[2] ?? [];
  else if (op.name === 'tensor.expand_shape') found = op.operands.slice(1);
  else found = collapsedSizes(op, empty, type, build);
  return found.length === wanted ? found : undefined;
}

/** Products of the sizes that become one. */
function collapsedSizes(op: Operation, empty: Value, type: TensorType, build: Builder): Value[] {
  const source = resolveType(empty.type);
  if (source.kind !== 'tensor' || source.shape === undefined) return [];
  const dynamic = [...(empty.definition?.operands ?? [])];
  const sizes = source.shape.map((size) => size ?? dynamic.shift());
  return groupsOf(op).flatMap((group, i) => {
    if (type.shape?.[i] !== undefined) return [];
    let product: Value | undefined;
    for (const d of group) {
      const size = sizes[d];
      const value = typeof size === 'number' ? build.constant(size) : size;
      if (value === undefined) return [];
      product = product === undefined ? value : build.index('arith.muli', [product, value]);
    }
    return product === undefined ? [] : [product];
  });
}
