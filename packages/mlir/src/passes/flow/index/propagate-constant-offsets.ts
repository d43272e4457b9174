/**
 * `propagate-constant-offsets`: constants of an index end as an addition behind everything else, so that accesses which
 * differ by a constant share the rest.
 *
 *     affine.apply (s0 + 32)                              ->   %id + 32
 *     affine.linearize_index [%i + 1, 13] by (5, 11)      ->   affine.linearize_index [%i, 0] by (5, 11), + 24
 *     affine.linearize_index [%i * 2] by (16)             ->   affine.linearize_index [%i, 0] by (8, 2)
 *
 * Upstream's four rules. Additions and products have to be `overflow<nsw>` to be decomposed, and are so when they are
 * made.
 */
import { addAffine, type AffineExpression, substituteAffine } from '../../../ir/affine.ts';
import { integersOf, wordsOf } from '../../../ir/attribute-values.ts';
import type { Attribute } from '../../../ir/types.ts';
import { createOperation } from '../../../ir/build.ts';
import type { Operation, Value } from '../../../ir/ir.ts';
import { Builder, constantName, denseI64, indexType, segmentSizes } from '../builder.ts';
import { hoistConstants } from './canonicalize.ts';
import { foldApply, mapOf } from './fold-affine.ts';
import { foldArith, integerConstant } from './fold-arith.ts';
import type { Pass } from '../pass.ts';
import { resultOf, type Rewriter } from '../../rewriter.ts';

const MOST_ROUNDS = 16;

const nsw: readonly (readonly [string, Attribute])[] = [
  ['overflowFlags', { kind: 'opaque', text: '#arith.overflow<nsw>' }],
];

export const propagateConstantOffsets: Pass = {
  name: 'propagate-constant-offsets',
  summary: 'constants of indices become one addition at the end',
  options: {},
  run: ({ rewriter }) => {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const changes = rewriter
        .operations()
        .filter((op) => !rewriter.isErased(op) && propagate(op, rewriter));
      if (changes.length === 0) break;
    }
    rewriter.sweep(rewriter.operations().flatMap(({ results }) => results));
    hoistConstants(rewriter);
  },
};

function propagate(op: Operation, rewriter: Rewriter): boolean {
  if (op.results.every((result) => rewriter.usersOf(result).length === 0)) return false;
  switch (op.name) {
    case 'affine.apply':
      return foldSums(op, rewriter) || simplifyApply(op, rewriter) || extractConstant(op, rewriter);
    case 'affine.linearize_index':
      return splitProducts(op, rewriter) || extractOffsets(op, rewriter);
    case 'arith.addi':
      return composeAdditions(op, rewriter);
    default:
      return false;
  }
}

/** The constant that an `overflow<nsw>` operation has on its right. */
function constantRight(
  { definition: op }: Value,
  name: string,
): { readonly base: Value; readonly constant: bigint } | undefined {
  if (op?.name !== name || !/\bnsw\b/.test(wordsOf(op, 'overflowFlags'))) return undefined;
  const [base, right] = op.operands;
  const constant = integerConstant(right);
  if (base === undefined || constant === undefined) return undefined;
  // Maps hold numbers.
  return Number.isSafeInteger(Number(constant)) ? { base, constant } : undefined;
}

/** Operands that are sums go into the map. */
function foldSums(op: Operation, rewriter: Rewriter): boolean {
  const map = mapOf(op);
  const sums = op.operands.map((operand) => constantRight(operand, 'arith.addi'));
  if (map === undefined || sums.every((sum) => sum === undefined)) return false;
  const results = map.results.map((result) =>
    substituteAffine(result, (leaf, index) => {
      const constant = sums[leaf === 'dimension' ? index : map.dimensions + index]?.constant ?? 0n;
      return addAffine({ kind: leaf, index }, { kind: 'constant', value: Number(constant) });
    }),
  );
  op.attributes.set('map', { kind: 'affine_map', map: { ...map, results } });
  rewriter.setOperands(
    op,
    op.operands.map((operand, i) => sums[i]?.base ?? operand),
  );
  return true;
}

/** As `canonicalize` does it. */
function simplifyApply(op: Operation, rewriter: Rewriter): boolean {
  const folded = foldApply(op, rewriter);
  if (folded === undefined) return false;
  if (folded.kind === 'constant') {
    rewriter.replace(op, [new Builder(rewriter, op).constant(folded.value)]);
  } else if (folded.kind === 'value') rewriter.replace(op, [folded.value]);
  else {
    op.attributes.set('map', { kind: 'affine_map', map: folded.map });
    rewriter.setOperands(op, folded.operands);
  }
  return true;
}

/** `x + c` becomes an addition behind `x`. */
function extractConstant(op: Operation, rewriter: Rewriter): boolean {
  const map = mapOf(op);
  const [result] = (map?.results ?? []).map((one) => substituteAffine(one, leafOf));
  if (map === undefined || result?.kind !== 'add' || result.right.kind !== 'constant') return false;
  const build = new Builder(rewriter, op);
  const rest = build.apply({ ...map, results: [result.left] }, op.operands);
  const sum = build.index('arith.addi', [rest, build.constant(result.right.value)], nsw);
  rewriter.replace(op, [sum]);
  return true;
}

const leafOf = (kind: 'dimension' | 'symbol', index: number): AffineExpression => ({ kind, index });

/** Constant digits, and constants added to digits, are worth their place; beyond a size that is not known they stay. */
function extractOffsets(op: Operation, rewriter: Rewriter): boolean {
  const sizes = integersOf(op, 'static_basis');
  const dynamic = sizes.filter((size) => size === undefined).length;
  const digits = op.operands.slice(0, op.operands.length - dynamic);
  const build = new Builder(rewriter, op);
  let offset = 0n;
  let weight = 1n;
  const kept = [...digits];
  for (let i = 0; i < digits.length; i++) {
    const at = digits.length - 1 - i;
    const digit = digits[at];
    if (digit === undefined) break;
    const constant = integerConstant(digit);
    const sum = constantRight(digit, 'arith.addi');
    if (constant !== undefined && constant !== 0n) {
      offset += constant * weight;
      kept[at] = build.constant(0);
    } else if (sum !== undefined) {
      offset += sum.constant * weight;
      kept[at] = sum.base;
    }
    const size = sizes[sizes.length - 1 - i];
    if (size === undefined) break;
    weight *= BigInt(size);
  }
  if (kept.every((digit, i) => digit === digits[i])) return false;
  rewriter.setOperands(op, [...kept, ...op.operands.slice(digits.length)]);
  const [result] = op.results;
  if (result === undefined) return true;
  const added = rewriter.insertAfter(
    op,
    createOperation('arith.constant', {
      results: [[constantName(offset), indexType]],
      attributes: [['value', { kind: 'integer', value: offset, type: indexType }]],
    }),
  );
  const sum = createOperation('arith.addi', {
    operands: [result, resultOf(added)],
    results: [['', indexType]],
    attributes: nsw,
  });
  rewriter.replaceAllUses(result, resultOf(sum));
  rewriter.insertAfter(added, sum);
  return true;
}

/** `x * c` in a digit whose size `c` divides is two digits, `x` and 0. */
function splitProducts(op: Operation, rewriter: Rewriter): boolean {
  const sizes = integersOf(op, 'static_basis');
  if (sizes.includes(undefined)) return false;
  const build = new Builder(rewriter, op);
  const digits: Value[] = [];
  const basis: number[] = [];
  const bounded = sizes.length === op.operands.length;
  for (const [i, operand] of op.operands.entries()) {
    const size = bounded ? sizes[i] : i === 0 ? undefined : sizes[i - 1];
    const product = constantRight(operand, 'arith.muli');
    const factor = Number(product?.constant ?? 0n);
    if (product !== undefined && factor > 0 && (size ?? factor) % factor === 0) {
      digits.push(product.base, build.constant(0));
      if (size !== undefined) basis.push(size / factor);
      basis.push(factor);
    } else {
      digits.push(operand);
      if (size !== undefined) basis.push(size);
    }
  }
  if (digits.length === op.operands.length) return false;
  rewriter.setOperands(op, digits);
  op.attributes.set('static_basis', denseI64(basis));
  op.attributes.set('operandSegmentSizes', segmentSizes([digits.length, 0]));
  return true;
}

/** `(x + a) + b` is `x + (a + b)`; what both say of overflow stays. */
function composeAdditions(op: Operation, rewriter: Rewriter): boolean {
  const [left, right] = op.operands;
  const outer = integerConstant(right);
  const inner = left && constantRight(left, 'arith.addi');
  if (outer !== undefined && inner !== undefined && /\bnsw\b/.test(wordsOf(op, 'overflowFlags'))) {
    const build = new Builder(rewriter, op);
    rewriter.setOperands(op, [
      inner.base,
      build.constant(BigInt.asIntN(64, inner.constant + outer)),
    ]);
    return true;
  }
  const folded = foldArith(op);
  if (folded?.kind !== 'value') return false;
  rewriter.replace(op, [folded.value]);
  return true;
}
