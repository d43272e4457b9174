/**
 * The layouts that operands need, derived backwards from the results, and the conversions where they have another one.
 *
 *     %s = arith.addf %a, %b     %s has #l, %a has #m      %c = to_layout %a to layout(#l); %s = arith.addf %c, %b
 *                                %b has none               it gets #l
 *     constants, steps, masks and what is made of them    copied instead, one for each layout
 *
 * Operations are visited from the last to the first; those that are put in are not. Source: iree-org/iree @b48a5955
 * `VectorLayoutAnalysis.cpp` (phase 2).
 */
import {
  dropNestedDimensions,
  type NestedLayout,
  pickNestedDimensions,
  printNestedLayout,
  reshapeNestedLayout,
  sameNestedLayout,
} from '@ldscope/core';
import type { AffineMap } from '../../../ir/affine.ts';
import { integersOf } from '../../../ir/attribute-values.ts';
import { createOperation } from '../../../ir/build.ts';
import type { Attribute } from '../../../ir/types.ts';
import { Copier } from '../../../ir/copy.ts';
import type { Operation, Region, Value } from '../../../ir/ir.ts';
import { isElementwise } from '../../../rows/facts.ts';
import { integersIn, type Layouts, mapOf, mapsOf } from './layout-analysis.ts';
import { conversionAttribute, toLayout } from './promotion-analysis.ts';
import { resultOf, type Rewriter } from '../../rewriter.ts';
import { isShaped, vectorOf } from './vector-operations.ts';

/** Longest chain of cheap operations that is copied. */
const LONGEST_CHAIN = 8;

interface Fixup {
  readonly layouts: Layouts;
  readonly rewriter: Rewriter;
}

/** Gives every operand of a function a layout; `layouts` and the function change. */
export function fixLayouts(func: Operation, layouts: Layouts, rewriter: Rewriter): void {
  for (const region of func.regions) fixRegion(region, { layouts, rewriter });
}

/** A `to_layout` in front of nothing yet. */
export function layoutAttribute(layout: NestedLayout): Attribute {
  return { kind: 'opaque', text: printNestedLayout(layout) };
}

function fixRegion({ blocks }: Region, fixup: Fixup): void {
  for (const { operations } of blocks) {
    for (const op of operations.toReversed()) fixOperation(op, fixup);
  }
}

function fixOperation(op: Operation, fixup: Fixup): void {
  const { layouts } = fixup;
  const [result, second] = op.results;
  const layout = result && layouts.get(result);
  const set = (at: number, wanted: NestedLayout | undefined): void => {
    setOrClone(op, at, wanted, fixup);
  };
  if (isElementwise(op)) {
    for (const at of op.operands.keys()) set(at, layout);
    return;
  }
  switch (op.name) {
    case 'vector.transfer_read':
      fixMask(op, layout, set);
      return;
    case 'vector.transfer_write':
      fixMask(op, op.operands[0] && layouts.get(op.operands[0]), set);
      return;
    case toLayout:
      if (!op.attributes.has(conversionAttribute)) set(0, layout);
      return;
    case 'vector.multi_reduction':
      set(1, layout);
      return;
    case 'vector.scan': {
      if (layout === undefined) return;
      set(0, layout);
      set(1, dropNestedDimensions(layout, integersIn(op, 'reduction_dim')));
      return;
    }
    case 'iree_vector_ext.arg_compare': {
      const initial = op.operands.length - 2 - (op.operands.length > 4 ? 1 : 0);
      set(initial, layout);
      set(initial + 1, second && layouts.get(second));
      return;
    }
    case 'vector.transpose':
      set(0, layout && pickNestedDimensions(layout, inverted(integersIn(op, 'permutation'))));
      return;
    case 'vector.broadcast':
      set(0, layout && broadcastSource(op, layout));
      return;
    case 'vector.contract':
      set(2, layout);
      return;
    case 'vector.gather': {
      const { length } = op.operands;
      for (const at of [length - 3, length - 2, length - 1]) set(at, layout);
      return;
    }
    case 'iree_vector_ext.transfer_gather':
      fixTransferGather(op, layout, set);
      return;
    case 'vector.shape_cast':
      set(0, layout && reshapeNestedLayout(layout, vectorOf(op.operands[0])?.shape ?? []));
      return;
    case 'scf.for': {
      const last = op.regions[0]?.blocks[0]?.operations.at(-1);
      for (const [i, one] of op.results.entries()) {
        if (last !== undefined) setOrClone(last, i, layouts.get(one), fixup);
        set(i + 3, layouts.get(one));
      }
      break;
    }
    default:
      break;
  }
  for (const region of op.regions) fixRegion(region, fixup);
}

type Set = (at: number, wanted: NestedLayout | undefined) => void;

/** The mask of a transfer has the dimensions of its memory: the inverse of the permutation. */
function fixMask(op: Operation, layout: NestedLayout | undefined, set: Set): void {
  const segments = integersOf(op, 'operandSegmentSizes');
  const map = mapOf(op.attributes.get('permutation_map'));
  if (layout === undefined || map === undefined || segments.at(-1) !== 1) return;
  set(op.operands.length - 1, pickNestedDimensions(layout, memoryDimensions(map)));
}

/** For each dimension of memory that is used, the dimension of the vector. */
function memoryDimensions(map: AffineMap): number[] {
  const used = map.results
    .map((one, i) => ({ one, i }))
    .flatMap(({ one, i }) => (one.kind === 'dimension' ? [{ d: one.index, i }] : []));
  return used.toSorted((a, b) => a.d - b.d).map(({ i }) => i);
}

/** Maps: the memory's, one for each index vector, one for the mask. */
function fixTransferGather(op: Operation, layout: NestedLayout | undefined, set: Set): void {
  const [base = 0, offsets = 0, indices = 0, padding = 0, mask = 0] = integersOf(
    op,
    'operandSegmentSizes',
  ).map((size) => size ?? 0);
  if (layout === undefined) return;
  const maps = mapsOf(op);
  const applied = (map: AffineMap | undefined): NestedLayout | undefined =>
    map &&
    pickNestedDimensions(
      layout,
      map.results.map((one) => (one.kind === 'dimension' ? one.index : undefined)),
    );
  for (let i = 0; i < indices; i++) set(base + offsets + i, applied(maps[1 + i]));
  if (mask > 0) set(base + offsets + indices + padding, applied(maps[1 + indices]));
}

function broadcastSource(op: Operation, layout: NestedLayout): NestedLayout | undefined {
  const source = vectorOf(op.operands[0]);
  if (source === undefined) return undefined;
  const added = layout.element_tile.length - source.shape.length;
  return dropNestedDimensions(
    layout,
    Array.from({ length: added }, (_, d) => d),
  );
}

function inverted(permutation: readonly number[]): number[] {
  return permutation.map((_, d) => permutation.indexOf(d));
}

/** Gives an operand a layout; a value that has another is copied when it is cheap, else converted. */
function setOrClone(
  op: Operation,
  at: number,
  wanted: NestedLayout | undefined,
  fixup: Fixup,
): void {
  const { layouts, rewriter } = fixup;
  const value = op.operands[at];
  if (value === undefined || wanted === undefined || !isShaped(value)) return;
  const now = layouts.get(value);
  if (now === undefined) {
    layouts.set(value, wanted);
    return;
  }
  if (sameNestedLayout(now, wanted)) return;
  const chain = value.definition === undefined ? undefined : cheapChain(value.definition, rewriter);
  if (chain !== undefined) {
    cloneChain(op, at, chain, wanted, fixup);
    return;
  }
  const converted = createOperation(toLayout, {
    operands: [value],
    results: [[value.name, value.type]],
    attributes: [['layout', layoutAttribute(wanted)]],
  });
  rewriter.insertBefore(op, converted);
  rewriter.setOperand(op, at, resultOf(converted));
  layouts.set(resultOf(converted), wanted);
}

function cloneChain(
  op: Operation,
  at: number,
  chain: readonly Operation[],
  wanted: NestedLayout,
  fixup: Fixup,
): void {
  const { layouts, rewriter } = fixup;
  const [anchor] = chain;
  const value = op.operands[at];
  if (anchor === undefined || value === undefined) return;
  const copier = new Copier({ typeOf: ({ type }) => type, replace: () => undefined });
  const copies = chain.map((one) => rewriter.insertBefore(anchor, copier.operation(one)));
  const copy = copier.value(value);
  rewriter.setOperand(op, at, copy);
  layouts.set(copy, wanted);
  for (const one of copies.toReversed()) fixOperation(one, fixup);
}

const leaves: ReadonlySet<string> = new Set([
  'arith.constant',
  'vector.constant_mask',
  'vector.create_mask',
  'vector.step',
]);
const cheap: ReadonlySet<string> = new Set([
  'vector.broadcast',
  'vector.shape_cast',
  'vector.transpose',
]);

const isLeaf = ({ name }: Operation): boolean => leaves.has(name) || name === 'ub.poison';

/** Operations in one block that make a value out of leaves, in the order of the block. */
function cheapChain(op: Operation, rewriter: Rewriter): Operation[] | undefined {
  const block = rewriter.blockOf(op);
  const chain = new Set<Operation>();
  const pending = [op];
  for (let one = pending.shift(); one !== undefined; one = pending.shift()) {
    if (chain.has(one)) continue;
    if (!isLeaf(one) && !cheap.has(one.name) && !isElementwise(one)) return undefined;
    chain.add(one);
    if (chain.size > LONGEST_CHAIN) return undefined;
    if (isLeaf(one)) continue;
    for (const operand of one.operands) {
      if (!needsClone(operand)) continue;
      const { definition } = operand;
      if (definition === undefined) return undefined;
      if (definition.name === 'arith.constant') continue;
      if (rewriter.blockOf(definition) !== block) return undefined;
      pending.push(definition);
    }
  }
  return block.operations.filter((one) => chain.has(one));
}

/** Scalars and single elements are the same for every layout. */
function needsClone(value: Value): boolean {
  const type = vectorOf(value);
  return type !== undefined && type.shape.reduce((all, size) => all * size, 1) > 1;
}
