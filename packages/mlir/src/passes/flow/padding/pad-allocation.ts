/**
 * Pads one allocation: rows get some elements more, and a view of the old shape takes its place.
 *
 *     %m = memref.alloc() : memref<4x32x64xf32, #wg>
 *
 *     %p = memref.alloc() : memref<4x32x66xf32, #wg>
 *     %m = memref.subview %p[0, 0, 0] [4, 32, 64] [1, 1, 1] : ... to memref<4x32x64xf32, strided<[2112, 66, 1]>, #wg>
 *
 * The new allocation has no alignment and no attributes, as upstream's has. Source: iree-org/iree @b48a5955
 * `GPUReduceBankConflicts.cpp` (padAlloc).
 */
import { roundUp } from '@ldscope/core';
import { createOperation } from '../../../ir/build.ts';
import {
  type Attribute,
  type MemRefType,
  resolveAttribute,
  resolveType,
  type Type,
} from '../../../ir/types.ts';
import type { Operation } from '../../../ir/ir.ts';
import { isLds } from '../../../ir/memory-space.ts';
import { memrefOf, staticShape, stridesOf } from '../../memref-types.ts';
import { denseI64, segmentSizes } from '../builder.ts';
import { propagationFault, replaceAndPropagate } from './propagate-type.ts';
import { resultOf, type Rewriter } from '../../rewriter.ts';
import { stridedType } from './view-types.ts';

/** The type of the allocation, when it is one of shared memory; upstream knows it by the attribute of `gpu` alone. */
export function sharedAllocation(op: Operation, likeIree: boolean): MemRefType | undefined {
  const [result] = op.results;
  const type = memrefOf(result);
  if (op.name !== 'memref.alloc' || result === undefined || type === undefined) return undefined;
  if (!likeIree) return isLds(result) ? type : undefined;
  const space = type.memorySpace && resolveAttribute(type.memorySpace);
  const text = space?.kind === 'opaque' ? space.text.replaceAll(/\s/g, '') : '';
  return text === '#gpu.address_space<workgroup>' ? type : undefined;
}

/**
 * The fewest elements, at least `least`, that keep the position of a row in its word: 11 of 6 bits would be 8 bytes and a
 * fraction, 16 are 12 bytes. For elements of whole bytes it is `least`.
 */
export function wholeWords(least: number, elementBits: number): number {
  if (elementBits >= 8 || elementBits === 1) return least;
  let step = 1;
  while ((step * elementBits) % 32 !== 0) step *= 2;
  return roundUp(least, step);
}

/** Bits of an element; an index has 64. `undefined` for types without a size. */
export function elementBitsOf(type: Type): number | undefined {
  const element = resolveType(type);
  switch (element.kind) {
    case 'integer':
    case 'float':
      return element.width;
    case 'index':
      return 64;
    case 'vector': {
      const bits = elementBitsOf(element.element);
      return bits && element.shape.reduce((all, size) => all * size, bits);
    }
    default: {
      const part = element.kind === 'opaque' ? /^complex<[a-z]+(\d+)>$/.exec(element.text) : null;
      return part === null ? undefined : 2 * Number(part[1]);
    }
  }
}

export interface PaddedTypes {
  readonly allocation: MemRefType;
  readonly view: MemRefType;
}

/** The types of the padded allocation and of the view of it; `undefined` for shapes that cannot be padded. */
export function paddedTypes(type: MemRefType, elements: number): PaddedTypes | undefined {
  const shape = staticShape(type);
  const row = shape?.at(-1);
  if (shape === undefined || row === undefined) return undefined;
  const { layout: _, ...plain } = type;
  const allocation = { ...plain, shape: [...shape.slice(0, -1), row + elements] };
  return { allocation, view: stridedType(type, shape, stridesOf(allocation) ?? [], 0) };
}

/** The user that keeps an allocation from being padded; `undefined` when nothing does. */
export function paddingFault(
  alloc: Operation,
  { view }: PaddedTypes,
  rewriter: Rewriter,
): Operation | undefined {
  return propagationFault(resultOf(alloc), view, rewriter);
}

/** Pads an allocation that has no `paddingFault`; returns the new one. */
export function padAllocation(
  alloc: Operation,
  { allocation, view }: PaddedTypes,
  rewriter: Rewriter,
): Operation {
  const old = resultOf(alloc);
  const padded = rewriter.insertBefore(
    alloc,
    createOperation('memref.alloc', {
      results: [[old.name, allocation]],
      attributes: noOperands(alloc),
      span: alloc.span,
    }),
  );
  const sizes = staticShape(view) ?? [];
  const each = (value: number): number[] => sizes.map(() => value);
  const subview = createOperation('memref.subview', {
    operands: [resultOf(padded)],
    results: [[old.name, view]],
    attributes: [
      ['static_offsets', denseI64(each(0))],
      ['static_sizes', denseI64(sizes)],
      ['static_strides', denseI64(each(1))],
      ['operandSegmentSizes', segmentSizes([1, 0, 0, 0])],
    ],
  });
  replaceAndPropagate(old, resultOf(rewriter.insertBefore(alloc, subview)), rewriter);
  rewriter.erase(alloc);
  return padded;
}

/** The segments of an allocation without operands. */
function noOperands(alloc: Operation): [string, Attribute][] {
  return alloc.attributes.has('operandSegmentSizes')
    ? [['operandSegmentSizes', segmentSizes([0, 0])]]
    : [];
}
