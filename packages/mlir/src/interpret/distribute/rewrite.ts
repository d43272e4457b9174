/**
 * Gives every distributed vector of a kernel the type that a lane holds, and notes layouts where operations need them.
 *
 *     %v : vector<64x64xf16> with #L           %v : vector<4x2x1x1x1x4xf16>: batch, outer and element tile
 *     arith.addf %v, %w : vector<64x64xf16>    arith.addf of what a lane has
 *     vector.transpose %v, [1, 0]              the same with `ldscope.0 = #L, ldscope.result = #L'`
 *
 * An operand that has another layout than the operation needs is computed again where that costs no memory access
 * (constants, masks, broadcasts and arithmetic on them), and converted by a `to_layout` of its own otherwise.
 * Source: iree-org/iree `Codegen/Common/VectorLayoutAnalysis.cpp`, `GPUNestedLayoutDistributionPatterns.cpp`.
 */
import {
  diagnose,
  type Diagnostic,
  messages,
  type NestedLayout,
  nestedLayoutFaults,
  sameNestedLayout,
} from '@ldscope/core';
import { AttributeMap } from '../../ir/attribute-map.ts';
import { Copier } from '../../ir/copy.ts';
import type { Operation, Value } from '../../ir/ir.ts';
import { resolveType, type Type } from '../../ir/types.ts';
import { walk } from '../../ir/walk.ts';
import { statedBlock } from '../../module/workgroup-size.ts';
import { factsOf } from '../../rows/facts.ts';
import { attributeOf } from '../attributes.ts';
import type { Rewritten } from '../prepare/build.ts';
import { layoutAttribute } from './attributes.ts';
import { parentsOf, propagateLayouts } from './propagate.ts';
import { renames } from './exchange.ts';
import { leaves } from './leaves.ts';
import { distributedOperations } from './operations.ts';
import { anchorOf, isLayoutFree, operandLayouts, vectorShape } from './rules.ts';

const TO_LAYOUT = 'iree_vector_ext.to_layout';

/** True for control flow, which passes the vectors of a lane as it does those of a workgroup. */
const isTransparent = (op: Operation): boolean =>
  ['for', 'if', 'return', 'yield'].includes(factsOf(op).control);

/** True for what lanes make by themselves in any layout, or rearrange, or compute element by element. */
const isComputedAgain = (op: Operation): boolean =>
  Object.hasOwn(leaves, op.name) ||
  (Object.hasOwn(renames, op.name) && op.name !== TO_LAYOUT) ||
  isLayoutFree(op);

/** Registers of all threads of a workgroup for one vector. */
const MOST_ENTRIES = 2 ** 22;
/** The longest chain of cheap operations that is computed again. */
const MOST_REPEATED = 8;

/** True for a kernel whose vectors are those of the workgroup. */
export function hasDistributedVectors(kernel: Operation): boolean {
  for (const { name } of walk([kernel])) if (name === TO_LAYOUT) return true;
  return false;
}

export function distributeVectors(
  kernel: Operation,
  subgroupSize: number,
  threads: number,
): Rewritten {
  const layouts = propagateLayouts(kernel, subgroupSize);
  for (const [{ name }, layout] of layouts) {
    const entries = registersOf(layout) * threads;
    if (entries <= MOST_ENTRIES) continue;
    const message = messages.execute.tooLarge(`%${name}`, `${entries} registers`, MOST_ENTRIES);
    return { kernel, diagnostics: [diagnose(message, kernel.span)] };
  }
  const parents = parentsOf(kernel);
  const diagnostics = layoutFaults(kernel, subgroupSize);
  const layoutOf = (value: Value): NestedLayout | undefined => layouts.get(value);

  const copier = new Copier({
    typeOf: (value) => distributedType(value.type, layoutOf(value)),
    replace: (op) => {
      const touched = [...op.operands, ...op.results].some((value) => layouts.has(value));
      if (!touched) {
        if (lacksLayout(op))
          diagnostics.push(diagnose(messages.execute.noLayout(op.name), op.span));
        return undefined;
      }
      const before: Operation[] = [];
      const needed = neededLayouts(op);
      const operands = op.operands.map((operand, i) => inLayout(operand, needed[i], before));
      return [...before, copy(op, operands, needed)];
    },
  });
  return { kernel: copier.operation(kernel), diagnostics };

  function neededLayouts(op: Operation): (NestedLayout | undefined)[] {
    if (op.name === 'scf.yield') {
      return op.operands.map((_, i) => {
        const result = parents.get(op)?.results[i];
        return result && layoutOf(result);
      });
    }
    if (op.name === 'scf.for') {
      const results = op.results.map((value) => layoutOf(value));
      return [undefined, undefined, undefined, ...results];
    }
    return operandLayouts(op, layoutOf);
  }

  function copy(
    op: Operation,
    operands: readonly Value[],
    needed: readonly (NestedLayout | undefined)[],
  ): Operation {
    if (isLayoutFree(op) || isTransparent(op)) return copier.withOperands(op, operands);
    const own = (i: number): NestedLayout | undefined => {
      const value = op.operands[i];
      return needed[i] ?? (value && layoutOf(value));
    };
    const [result] = op.results;
    const attributes = noted(op, result && layoutOf(result), own);
    if (!distributedOperations.has(op.name)) {
      const what = 'a vector that is distributed over lanes';
      diagnostics.push(diagnose(messages.execute.unsupported(op.name, what), op.span));
    }
    return copier.withOperands(op, operands, attributes);
  }

  /** A value in a layout; `before` gets what makes it. */
  function inLayout(value: Value, layout: NestedLayout | undefined, before: Operation[]): Value {
    const own = layoutOf(value);
    if (layout === undefined || own === undefined || sameNestedLayout(own, layout)) {
      return copier.value(value);
    }
    const again = computedAgain(value, layout, MOST_REPEATED, before);
    if (again !== undefined) return again;
    const { definition } = value;
    const attributes = new AttributeMap([
      layoutAttribute(0, own),
      layoutAttribute('result', layout),
    ]);
    const span = definition?.span ?? kernel.span;
    const conversion = madeLike(undefined, [copier.value(value)], attributes, value, layout, span);
    before.push(conversion);
    return conversion.results[0] ?? value;
  }

  function computedAgain(
    value: Value,
    layout: NestedLayout,
    depth: number,
    before: Operation[],
  ): Value | undefined {
    const op = value.definition;
    const own = layoutOf(value);
    if (own === undefined || sameNestedLayout(own, layout)) return copier.value(value);
    if (op === undefined || depth === 0 || op.results.length !== 1) return undefined;
    if (!isComputedAgain(op)) return undefined;
    const needed = operandLayouts(op, (other) => (other === value ? layout : layoutOf(other)));
    const made: Operation[] = [];
    const operands: Value[] = [];
    for (const [i, operand] of op.operands.entries()) {
      const wanted = needed[i];
      const found =
        wanted === undefined
          ? copier.value(operand)
          : computedAgain(operand, wanted, depth - 1, made);
      if (found === undefined) return undefined;
      operands.push(found);
    }
    for (const each of made) before.push(each);
    const attributes = isLayoutFree(op) ? op.attributes : noted(op, layout, (i) => needed[i]);
    const again = madeLike(op, operands, attributes, value, layout, op.span);
    before.push(again);
    return again.results[0];
  }
}

/** The attributes of an operation with the layouts of its vectors. */
function noted(
  op: Operation,
  result: NestedLayout | undefined,
  operand: (i: number) => NestedLayout | undefined,
): AttributeMap {
  const attributes = new AttributeMap(op.attributes);
  if (result !== undefined) attributes.set(...layoutAttribute('result', result));
  for (const i of op.operands.keys()) {
    const layout = operand(i);
    if (layout !== undefined) attributes.set(...layoutAttribute(i, layout));
  }
  return attributes;
}

/** A copy of an operation, or a new `to_layout`, whose result is a value in another layout. */
function madeLike(
  op: Operation | undefined,
  operands: readonly Value[],
  attributes: AttributeMap,
  value: Value,
  layout: NestedLayout,
  span: Operation['span'],
): Operation {
  const made: Operation = {
    name: op?.name ?? TO_LAYOUT,
    operands: [...operands],
    results: [],
    attributes,
    regions: [],
    successors: [],
    syntax: 'generic',
    text: undefined,
    location: undefined,
    properties: undefined,
    span,
  };
  const type = distributedType(value.type, layout);
  made.results.push({ ...value, index: 0, group: 1, type, definition: made });
  return made;
}

function registersOf({ batch_tile, outer_tile, element_tile }: NestedLayout): number {
  return [...batch_tile, ...outer_tile, ...element_tile].reduce((a, b) => a * b, 1);
}

/** The shape of a lane's part: batch, outer and element tile, one after the other. */
function distributedType(type: Type, layout: NestedLayout | undefined): Type {
  const vector = resolveType(type);
  if (layout === undefined || vector.kind !== 'vector') return type;
  const { batch_tile, outer_tile, element_tile } = layout;
  return { ...vector, shape: [...batch_tile, ...outer_tile, ...element_tile] };
}

/** An access to memory of a vector with dimensions. */
function lacksLayout(op: Operation): boolean {
  const value =
    op.name === 'vector.transfer_read'
      ? op.results[0]
      : op.name === 'vector.transfer_write'
        ? op.operands[0]
        : undefined;
  return (vectorShape(value)?.length ?? 0) > 0;
}

/** Layouts that are none, or that the workgroup cannot have. */
function layoutFaults(kernel: Operation, subgroupSize: number): Diagnostic[] {
  const faults: Diagnostic[] = [];
  const threads = (statedBlock(kernel) ?? []).reduce((all, size) => all * size, 1);
  for (const op of walk([kernel])) {
    if (op.name !== TO_LAYOUT) continue;
    const layout = anchorOf(op);
    if (layout === undefined) {
      const found = attributeOf(op, 'layout');
      const text = found?.kind === 'opaque' ? found.text : 'no layout';
      const message = messages.execute.unsupported(
        op.name,
        `'${text.slice(0, 80)}' on this vector`,
      );
      faults.push(diagnose(message, op.span));
      continue;
    }
    // Where no subgroups are told apart, threads are dealt through the whole workgroup: derived copy layouts.
    const isWhole = layout.subgroup_tile.every((tile) => tile === 1);
    const dealt = isWhole ? Math.max(subgroupSize, threads) : subgroupSize;
    for (const fault of nestedLayoutFaults(layout, dealt)) faults.push({ ...fault, span: op.span });
  }
  return faults;
}
