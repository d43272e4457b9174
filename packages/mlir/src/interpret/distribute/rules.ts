/**
 * How layouts pass through one operation: from operands to results, and back.
 *
 *     %t = vector.transpose %v, [1, 0]             result: permuted           operand: permuted back
 *     %r = vector.multi_reduction <add>, %v, %acc  result: without the dims   accumulator: as the result
 *     %b = vector.broadcast %v                     result: unknown            operand: without the new dims
 *
 * Source: iree-org/iree `Codegen/Common/VectorLayoutAnalysis.cpp`.
 */
import {
  dropNestedDimensions,
  type NestedLayout,
  nestedShape,
  parseNestedLayout,
  pickNestedDimensions,
  reshapeNestedLayout,
} from '@ldscope/core';
import type { AffineMap } from '../../ir/affine.ts';
import { resolveAttribute, resolveType } from '../../ir/types.ts';
import type { Operation, Value } from '../../ir/ir.ts';
import { isElementwise } from '../../rows/facts.ts';
import { attributeOf, integersOf, operandSegments, wordsOf } from '../attributes.ts';
import { memoryOrder, transferDimensions } from '../transfer.ts';
import { recombineLayouts } from './layouts.ts';

export type LayoutOf = (value: Value) => NestedLayout | undefined;

export function vectorShape(value: Value | undefined): readonly number[] | undefined {
  const type = value && resolveType(value.type);
  return type?.kind === 'vector' ? type.shape : undefined;
}

/** True for an operation that treats each element of its operands by itself, in the same way. */
export const isLayoutFree = (op: Operation): boolean =>
  isElementwise(op) || op.name === 'iree_gpu.value_barrier';

/** The layout that a `to_layout` asks for; `undefined` when it is none that we know or not of this vector. */
export function anchorOf(op: Operation): NestedLayout | undefined {
  const text = wordsOf(op, 'layout');
  const layout = text === '' ? undefined : parseNestedLayout(text);
  if (layout?.ok !== true) return undefined;
  return nestedShape(layout.value).join() === vectorShape(op.results[0])?.join()
    ? layout.value
    : undefined;
}

/** The layouts of the results that follow from an operand's. */
export function forwardLayouts(
  op: Operation,
  operand: number,
  layoutOf: LayoutOf,
  subgroupSize: number,
): (NestedLayout | undefined)[] {
  const value = op.operands[operand];
  const layout = value && layoutOf(value);
  const [result] = op.results;
  if (layout === undefined) return [];
  if (op.name === 'iree_gpu.value_barrier') {
    return op.results.map((_, i) => (i === operand ? layout : undefined));
  }
  if (isLayoutFree(op)) return op.results.map(() => layout);
  switch (op.name) {
    case 'vector.transpose':
      return [pickNestedDimensions(layout, integersOf(op, 'permutation'))];
    case 'vector.multi_reduction':
      return [operand === 0 ? dropNestedDimensions(layout, reducedDimensions(op)) : layout];
    case 'vector.scan':
      return operand === 0
        ? [layout, dropNestedDimensions(layout, [scanDimension(op)])]
        : [undefined, layout];
    case 'vector.shape_cast':
      return [reshapeNestedLayout(layout, vectorShape(result) ?? [])];
    case 'vector.gather':
      return vectorShape(value)?.join() === vectorShape(result)?.join() ? [layout] : [];
    case 'iree_codegen.inner_tiled':
      return operand + 1 === op.operands.length ? [layout] : [];
    case 'vector.contract':
      if (operand === 2) return [layout];
      return [contractLayout(op, layoutOf, subgroupSize)];
    default:
      return [];
  }
}

function contractLayout(
  op: Operation,
  layoutOf: LayoutOf,
  subgroupSize: number,
): NestedLayout | undefined {
  const [lhs, rhs] = op.operands.map((value) => layoutOf(value));
  const [lhsMap, rhsMap, resultMap] = indexingMaps(op);
  if (lhs === undefined || rhs === undefined) return undefined;
  if (lhsMap === undefined || rhsMap === undefined || resultMap === undefined) return undefined;
  const operands = [
    { layout: lhs, map: lhsMap },
    { layout: rhs, map: rhsMap },
  ];
  return recombineLayouts(operands, resultMap, subgroupSize);
}

/** `indexing_maps` of a contraction. */
export function indexingMaps(op: Operation): AffineMap[] {
  const attribute = attributeOf(op, 'indexing_maps');
  if (attribute?.kind !== 'array') return [];
  return attribute.elements.flatMap((element) => {
    const map = resolveAttribute(element);
    return map.kind === 'affine_map' ? [map.map] : [];
  });
}

export const reducedDimensions = (op: Operation): number[] =>
  integersOf(op, 'reduction_dims').flatMap((d) => (d === undefined ? [] : [d]));

const scanDimension = (op: Operation): number => {
  const attribute = attributeOf(op, 'reduction_dim');
  return attribute?.kind === 'integer' ? Number(attribute.value) : 0;
};

/** The layouts in which an operation needs its operands; `undefined` where it takes them as they are. */
export function operandLayouts(op: Operation, layoutOf: LayoutOf): (NestedLayout | undefined)[] {
  const [result] = op.results;
  const layout = result && layoutOf(result);
  if (op.name === 'vector.transfer_write') {
    const [value] = op.operands;
    return maskAtEnd(op, 3, value && layoutOf(value));
  }
  if (op.name === 'iree_gpu.value_barrier') return op.results.map((value) => layoutOf(value));
  if (layout === undefined) return [];
  if (isLayoutFree(op)) {
    return op.operands.map((value) => (vectorShape(value) === undefined ? undefined : layout));
  }
  switch (op.name) {
    case 'vector.transfer_read':
      return maskAtEnd(op, 3, layout);
    case 'iree_vector_ext.to_layout':
      return op.attributes.has('shared_memory_conversion') ? [] : [layout];
    case 'vector.multi_reduction':
      return [undefined, layout];
    case 'iree_codegen.inner_tiled':
      return [undefined, undefined, layout];
    case 'vector.contract':
      return [undefined, undefined, layout];
    case 'vector.scan':
      return [layout, dropNestedDimensions(layout, [scanDimension(op)])];
    case 'vector.transpose': {
      const permutation = integersOf(op, 'permutation');
      return [
        pickNestedDimensions(
          layout,
          permutation.map((_, d) => permutation.indexOf(d)),
        ),
      ];
    }
    case 'vector.broadcast':
      return [broadcastSource(layout, vectorShape(op.operands[0]))];
    case 'vector.shape_cast':
      return [reshapeNestedLayout(layout, vectorShape(op.operands[0]) ?? [])];
    case 'vector.gather':
      return op.operands.map((value) =>
        vectorShape(value)?.join() === vectorShape(result)?.join() ? layout : undefined,
      );
    default:
      return [];
  }
}

/** The mask of a transfer has the dimensions that move, in the order of memory. */
function maskAtEnd(
  op: Operation,
  segment: number,
  layout: NestedLayout | undefined,
): (NestedLayout | undefined)[] {
  const map = attributeOf(op, 'permutation_map');
  const dimensions = map?.kind === 'affine_map' ? transferDimensions(map.map) : undefined;
  const mask = operandSegments(op)[segment]?.[0];
  if (layout === undefined || mask === undefined || dimensions === undefined) return [];
  return op.operands.map((value) =>
    value === mask ? pickNestedDimensions(layout, memoryOrder(dimensions)) : undefined,
  );
}

/** New dimensions in front are left out; a stretched one has its only element in every lane. */
function broadcastSource(
  layout: NestedLayout,
  source: readonly number[] | undefined,
): NestedLayout | undefined {
  if (source === undefined) return undefined;
  const added = layout.element_tile.length - source.length;
  const shape = nestedShape(layout);
  return pickNestedDimensions(
    layout,
    source.map((size, d) => (size === 1 && shape[d + added] !== 1 ? undefined : d + added)),
  );
}
