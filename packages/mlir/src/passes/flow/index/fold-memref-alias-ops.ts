/**
 * `fold-memref-alias-ops`: accesses of views become accesses of what the views show.
 *
 *     %e = memref.expand_shape %f [[0, 1]] output_shape [32, 64]        %o = affine.linearize_index [%i, %j] by (32, 64)
 *     vector.load %e[%i, %j]                                      ->    vector.load %f[%o]
 *
 * As upstream: collapse_shape by `affine.delinearize_index`, subview by `affine.apply`, cast by leaving it out. A
 * transfer that may run out of bounds stays, since the bounds of the view are not those of its source.
 */
import type { AffineExpression } from '../../../ir/affine.ts';
import { addAffine, multiplyAffine } from '../../../ir/affine.ts';
import { integersOf } from '../../../ir/attribute-values.ts';
import type { Operation, Value } from '../../../ir/ir.ts';
import { isTransfer } from '../../../rows/facts.ts';
import { isContiguousRowMajor, memrefOf, staticShape, stridesOf } from '../../memref-types.ts';
import { groupsOf, keptDimensions } from '../../views.ts';
import { Builder, denseI64, segmentSizes } from '../builder.ts';
import {
  accessesOf,
  baseOf,
  indicesOf,
  isPlainTransfer,
  movedElements,
  type MemoryAccess,
  redirect,
} from './memory-access.ts';
import type { Pass } from '../pass.ts';
import { type Rewriter } from '../../rewriter.ts';

export const foldMemRefAliasOps: Pass = {
  name: 'fold-memref-alias-ops',
  summary: 'accesses go to the memory itself instead of views of it',
  options: {},
  run: ({ rewriter }) => {
    const all = rewriter.operations();
    for (const op of all) {
      // An operation with two accesses has other operands after the first is folded.
      for (let i = 0; i < accessesOf(op).length; i++) {
        for (;;) {
          const access = accessesOf(op)[i];
          if (access === undefined || !foldOnce(access, rewriter)) break;
        }
      }
    }
    rewriter.sweep(
      all.flatMap(({ results }) => results).filter((one) => memrefOf(one) !== undefined),
    );
  },
};

/** Takes the view next to an access away; false when there is none that can be. */
function foldOnce(access: MemoryAccess, rewriter: Rewriter): boolean {
  const view = baseOf(access)?.definition;
  const [source] = view?.operands ?? [];
  if (view === undefined || source === undefined || memrefOf(source) === undefined) return false;
  if (!isPlainTransfer(access.op) || !staysOneRun(access, view)) return false;
  const build = new Builder(rewriter, access.op);
  const indices = sourceIndices(view, indicesOf(access), build);
  if (indices === undefined) return false;
  redirect(rewriter, access, source, indices);
  return true;
}

/** True when what an access moves through a view are neighbours in its source as well. */
function staysOneRun(access: MemoryAccess, view: Operation): boolean {
  const length = movedElements(access);
  if (length === 1 || view.name === 'memref.cast') return true;
  if (length === undefined) return false;
  // A transfer promises to stay in its row, which a row of the view may not be.
  if (view.name === 'memref.collapse_shape') return !isTransfer(access.op);
  const source = memrefOf(view.operands[0]);
  return source !== undefined && stridesOf(source)?.at(-1) === 1;
}

function sourceIndices(
  view: Operation,
  indices: readonly Value[],
  build: Builder,
): readonly Value[] | undefined {
  const shown = memrefOf(view.results[0]);
  const source = memrefOf(view.operands[0]);
  if (shown === undefined || source === undefined) return undefined;
  switch (view.name) {
    case 'memref.cast':
      return source.shape?.length === indices.length ? indices : undefined;
    case 'memref.expand_shape': {
      const shape = staticShape(shown);
      if (shape === undefined) return undefined;
      return groupsOf(view).map((group) => {
        const digits = group.map((d) => indices[d]).filter((one) => one !== undefined);
        const [only, second] = digits;
        if (only !== undefined && second === undefined) return only;
        return build.index('affine.linearize_index', digits, [
          ['static_basis', denseI64(group.map((d) => shape[d] ?? 1))],
          ['operandSegmentSizes', segmentSizes([digits.length, 0])],
        ]);
      });
    }
    case 'memref.collapse_shape': {
      const shape = staticShape(source);
      // An access may run from one row into the next: only where that is the next element.
      if (shape === undefined || !isContiguousRowMajor(source)) return undefined;
      return groupsOf(view).flatMap((group, i) => {
        const index = indices[i];
        if (index === undefined || group.length === 1) return index === undefined ? [] : [index];
        const sizes = group.map((d) => shape[d] ?? 1);
        return build.digits(index, sizes);
      });
    }
    case 'memref.subview':
      return subviewIndices(view, indices, build);
    default:
      return undefined;
  }
}

/** `offset + index * stride` in each dimension; a dropped dimension has the offset alone. */
function subviewIndices(
  view: Operation,
  indices: readonly Value[],
  build: Builder,
): readonly Value[] | undefined {
  const dynamic = view.operands.slice(1);
  let next = 0;
  const take = (name: string): (Value | number | undefined)[] =>
    integersOf(view, name).map((value) => value ?? dynamic[next++]);
  const offsets = take('static_offsets');
  const sizes = take('static_sizes').map((size) => (typeof size === 'number' ? size : undefined));
  const strides = take('static_strides');
  const kept = keptDimensions(sizes, indices.length);
  if (kept === undefined) return undefined;
  return offsets.map((offset, d) => {
    const own = kept.indexOf(d);
    const index = own < 0 ? undefined : indices[own];
    return affineSum(offset, index, strides[d] ?? 1, build);
  });
}

function affineSum(
  offset: Value | number | undefined,
  index: Value | undefined,
  stride: Value | number,
  build: Builder,
): Value {
  const operands: Value[] = [];
  const leaf = (value: Value | number | undefined): AffineExpression => {
    if (value === undefined || typeof value === 'number')
      return { kind: 'constant', value: value ?? 0 };
    const known = operands.indexOf(value);
    return { kind: 'symbol', index: known < 0 ? operands.push(value) - 1 : known };
  };
  const start = leaf(offset);
  const result =
    index === undefined ? start : addAffine(start, multiplyAffine(leaf(index), leaf(stride)));
  if (result.kind === 'constant') return build.constant(result.value);
  const [only, second] = operands;
  if (result.kind === 'symbol' && only !== undefined && second === undefined) return only;
  return build.apply({ dimensions: 0, symbols: operands.length, results: [result] }, operands);
}
