/**
 * The rules of `canonicalize` for `affine`: constants in maps, maps of maps, digits of constants.
 *
 *     %a = affine.apply ()[s0] -> (s0 mod 64)  [%c130]      ->   2
 *     %b = affine.apply ()[s0] -> (s0 floordiv 8)  [%a]     ->   one map over what %a was of
 */
import { type AffineExpression, type AffineMap, substituteAffine } from '../../../ir/affine.ts';
import { attributeOf, integersOf } from '../../../ir/attribute-values.ts';
import type { Operation, Value } from '../../../ir/ir.ts';
import { isFunction } from '../../../rows/facts.ts';
import { integerConstant } from './fold-arith.ts';
import type { Rewriter } from '../../rewriter.ts';

export type FoldedApply =
  | { readonly kind: 'constant'; readonly value: bigint }
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'map'; readonly map: AffineMap; readonly operands: readonly Value[] };

export function mapOf(op: Operation): AffineMap | undefined {
  const map = op.name === 'affine.apply' ? attributeOf(op, 'map') : undefined;
  return map?.kind === 'affine_map' && map.map.results.length === 1 ? map.map : undefined;
}

/** True for what an affine map may take as a symbol: values of the function's own body. */
export function isSymbol(value: Value, rewriter: Rewriter): boolean {
  const { definition } = value;
  const around = definition === undefined ? rewriter.ownerOf(value) : rewriter.parentOf(definition);
  return around !== undefined && isFunction(around);
}

/** A simpler `affine.apply`; `undefined` when it is simple already. Dimensions that can be symbols are, behind the others. */
export function foldApply(op: Operation, rewriter: Rewriter): FoldedApply | undefined {
  const map = mapOf(op);
  if (map === undefined) return undefined;
  const operands: { readonly value: Value; readonly symbol: boolean }[] = [];
  const leafOf = (value: Value, symbol: boolean): AffineExpression => {
    let index = operands.findIndex((one) => one.value === value);
    if (index < 0) index = operands.push({ value, symbol }) - 1;
    // Numbered at the end, when it is known how many of each there are.
    return { kind: 'symbol', index };
  };
  const inline = (outer: AffineMap, values: readonly Value[], depth: number): AffineExpression =>
    substituteAffine(outer.results[0] ?? { kind: 'constant', value: 0 }, (kind, index) => {
      const value = values[kind === 'dimension' ? index : outer.dimensions + index];
      const known = integerConstant(value);
      if (known !== undefined && Number.isSafeInteger(Number(known))) {
        return { kind: 'constant', value: Number(known) };
      }
      const inner = value?.definition && mapOf(value.definition);
      if (inner !== undefined && value?.definition !== undefined && depth < 32) {
        return inline(inner, value.definition.operands, depth + 1);
      }
      return value === undefined
        ? { kind: 'constant', value: 0 }
        : leafOf(value, kind === 'symbol');
    });
  const result = inline(map, op.operands, 0);
  if (result.kind === 'constant') return { kind: 'constant', value: BigInt(result.value) };
  const [only] = operands;
  if (result.kind === 'symbol' && only !== undefined) {
    const value = operands[result.index]?.value ?? only.value;
    return { kind: 'value', value };
  }
  const used = operands.filter((_, i) => uses(result, i));
  const promoted = used.filter((one) => !one.symbol && isSymbol(one.value, rewriter));
  const dimensions = used.filter((one) => !one.symbol && !promoted.includes(one));
  const symbols = [...used.filter((one) => one.symbol), ...promoted];
  const ordered = [...dimensions, ...symbols];
  const renumbered = substituteAffine(result, (_, index) => {
    const operand = operands[index];
    const dimension = dimensions.findIndex((one) => one === operand);
    return dimension >= 0
      ? { kind: 'dimension', index: dimension }
      : { kind: 'symbol', index: symbols.findIndex((one) => one === operand) };
  });
  const values = ordered.map(({ value }) => value);
  const unchanged =
    values.length === op.operands.length &&
    values.every((value, i) => value === op.operands[i]) &&
    dimensions.length === map.dimensions &&
    JSON.stringify(renumbered) === JSON.stringify(map.results[0]);
  if (unchanged) return undefined;
  const folded = {
    dimensions: dimensions.length,
    symbols: symbols.length,
    results: [renumbered],
  };
  return { kind: 'map', map: folded, operands: values };
}

function uses(expression: AffineExpression, symbol: number): boolean {
  if (expression.kind === 'symbol') return expression.index === symbol;
  if (expression.kind === 'constant' || expression.kind === 'dimension') return false;
  return uses(expression.left, symbol) || uses(expression.right, symbol);
}

/** Row-major digits of constants, and the index of constant digits; one value per result. */
export function foldDigits(op: Operation): readonly bigint[] | undefined {
  const values = op.operands.map(integerConstant);
  const basis = integersOf(op, 'static_basis');
  if (basis.includes(undefined) || values.includes(undefined)) return undefined;
  const known = values.map((value) => value ?? 0n);
  if (op.name === 'affine.linearize_index') {
    const sizes = basis.length === known.length ? basis : [1, ...basis];
    return [known.reduce((sum, digit, i) => sum * BigInt(sizes[i] ?? 1) + digit, 0n)];
  }
  if (op.name !== 'affine.delinearize_index') return undefined;
  let rest = known[0] ?? 0n;
  if (rest < 0n) return undefined;
  const inner = basis.length === op.results.length ? basis.slice(1) : basis;
  const digits: bigint[] = [];
  for (const size of inner.toReversed()) {
    digits.unshift(rest % BigInt(size ?? 1));
    rest /= BigInt(size ?? 1);
  }
  return [rest, ...digits];
}
