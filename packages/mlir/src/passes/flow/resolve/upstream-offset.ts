/**
 * The arithmetic that IREE emits for a swizzled offset, operation by operation.
 *
 *     rotate_rows<64, 4>      %r = remui %o, 4      %a = subi %o, %r        the group that the offset is in
 *                             %i = divui %a, 64     %e = remui %a, 64       %j = divui %e, 4
 *                             %s = addi %i, %j      %m = remui %s, 16       %x = muli %m, 4
 *                             %y = muli %i, 64      %p = addi %x, %y        %d = subi %p, %a
 *                             addi %o, %d
 *     xor_shuffle             the same with affine.apply for row, column and the new column, and xori
 *
 * Where the offset is `x + constant`, the move is computed from `x + constant mod period`, so that accesses which differ
 * by a period share it. The period is that of the default row stride and phase: for others the move is that of another
 * element, which is upstream's defect and is kept here. Source: iree-org/iree @b48a5955
 * `Codegen/Dialect/Codegen/IR/IREECodegenAttrs.cpp`.
 */
import {
  assumedPeriod,
  groupsOf,
  type IreeSwizzle,
  rowStrideOf,
  type XorShuffle,
} from '@ldscope/core';
import {
  addAffine,
  type AffineExpression,
  divideAffine,
  multiplyAffine,
} from '../../../ir/affine.ts';
import type { Attribute } from '../../../ir/types.ts';
import type { Operation, Value } from '../../../ir/ir.ts';
import type { Builder } from '../builder.ts';
import { integerConstant } from '../index/fold-arith.ts';

const zero: AffineExpression = { kind: 'constant', value: 0 };

/** Where the element at `offset` is. */
export function emitUpstreamOffset(
  swizzle: IreeSwizzle,
  offset: Value,
  build: Builder,
  isSymbol: (value: Value) => boolean,
  period: number = assumedPeriod(swizzle),
): Value {
  const id = reducedOffset(offset, period, build);
  const delta =
    swizzle.kind === 'rotate_rows'
      ? rotateDelta(swizzle, id, build)
      : xorDelta(swizzle, id, build, isSymbol);
  return build.index('arith.addi', [offset, delta]);
}

/** `offset + constant`, into an addition of a constant where the offset is one already. */
export function emitUpstreamSum(offset: Value, constant: number, build: Builder): Value {
  if (constant === 0) return offset;
  const sum = addedConstant(offset);
  if (sum === undefined) return build.index('arith.addi', [offset, build.constant(constant)]);
  const combined = build.constant(sum.constant + constant);
  return build.index('arith.addi', [sum.base, combined], flagsOf(sum.op));
}

/** `x + constant` becomes `x + constant mod period`; the remainder has the sign of the constant. */
function reducedOffset(offset: Value, period: number, build: Builder): Value {
  const sum = addedConstant(offset);
  if (sum === undefined || sum.constant % period === sum.constant) return offset;
  const rest = build.constant(sum.constant % period);
  return build.index('arith.addi', [sum.base, rest], flagsOf(sum.op));
}

interface ConstantSum {
  readonly op: Operation;
  readonly base: Value;
  readonly constant: number;
}

function addedConstant({ definition: op }: Value): ConstantSum | undefined {
  const [base, added] = op?.name === 'arith.addi' ? op.operands : [];
  const constant = integerConstant(added);
  return op === undefined || base === undefined || !Number.isSafeInteger(Number(constant))
    ? undefined
    : { op, base, constant: Number(constant) };
}

function flagsOf({ attributes }: Operation): (readonly [string, Attribute])[] {
  const flags = attributes.get('overflowFlags');
  return flags === undefined ? [] : [['overflowFlags', flags]];
}

function rotateDelta(swizzle: IreeSwizzle, id: Value, build: Builder): Value {
  const rowWidth = build.constant(swizzle.rowWidth);
  const groups = build.constant(groupsOf(swizzle));
  const accessWidth = build.constant(swizzle.accessWidth);
  const within = build.index('arith.remui', [id, accessWidth]);
  const aligned = build.index('arith.subi', [id, within]);
  const row = build.index('arith.divui', [aligned, rowWidth]);
  const element = build.index('arith.remui', [aligned, rowWidth]);
  const column = build.index('arith.divui', [element, accessWidth]);
  const sum = build.index('arith.addi', [row, column]);
  const rotated = build.index('arith.remui', [sum, groups]);
  const moved = build.index('arith.muli', [rotated, accessWidth]);
  const start = build.index('arith.muli', [row, rowWidth]);
  const place = build.index('arith.addi', [moved, start]);
  return build.index('arith.subi', [place, aligned]);
}

function xorDelta(
  swizzle: XorShuffle,
  id: Value,
  build: Builder,
  isSymbol: (value: Value) => boolean,
): Value {
  const { rowWidth, accessWidth } = swizzle;
  const within = build.index('arith.remui', [id, build.constant(accessWidth)]);
  const aligned = build.index('arith.subi', [id, within]);
  const apply = (
    values: readonly Value[],
    of: (first: AffineExpression, second: AffineExpression) => AffineExpression,
  ): Value => {
    // Dimensions first, then symbols: what the function's own body defines is a symbol.
    const dimensions = values.filter((value) => !isSymbol(value));
    const symbols = values.filter((value) => isSymbol(value));
    const [first = zero, second = zero] = values.map((value): AffineExpression =>
      isSymbol(value)
        ? { kind: 'symbol', index: symbols.indexOf(value) }
        : { kind: 'dimension', index: dimensions.indexOf(value) },
    );
    return build.apply(
      { dimensions: dimensions.length, symbols: symbols.length, results: [of(first, second)] },
      [...dimensions, ...symbols],
    );
  };
  const whole = (value: number): AffineExpression => ({ kind: 'constant', value });
  const mod = (left: AffineExpression, by: number): AffineExpression =>
    divideAffine('mod', left, whole(by));
  const floordiv = (left: AffineExpression, by: number): AffineExpression =>
    divideAffine('floordiv', left, whole(by));
  const column = apply([aligned], (d) => floordiv(mod(d, rowWidth), accessWidth));
  const row = apply([aligned], (d) =>
    mod(floordiv(floordiv(d, rowStrideOf(swizzle)), swizzle.perPhase ?? 1), groupsOf(swizzle)),
  );
  const place = build.index('arith.xori', [row, column]);
  const swizzled = apply([aligned, place], (d, p) => {
    const rowStart = addAffine(d, multiplyAffine(mod(d, rowWidth), whole(-1)));
    return addAffine(rowStart, multiplyAffine(p, whole(accessWidth)));
  });
  return build.index('arith.subi', [swizzled, aligned]);
}
