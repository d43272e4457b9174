/**
 * The memory behind hints, with everything that touches it.
 *
 *     %a = memref.alloc()                        one memory: root %a, a hint, an access behind it at offset %o,
 *     %h = swizzle_hint %a[...]                  and one that bypasses the hint, which prevents resolving it
 *     vector.load %h[%o]
 *     vector.load %a[%o]
 *
 * Memrefs are one memory when views, loops, conditions or selections connect them. A use that is neither of these nor an
 * access that we know is an obstacle: somebody else may look at the memory.
 */
import { append } from '@ldscope/core';
import { symbolOf } from '../../../ir/attribute-values.ts';
import type { Operation, Value } from '../../../ir/ir.ts';
import { carriesMemory, factsOf, seesNoElements } from '../../../rows/facts.ts';
import type { Emitter } from '../../emit.ts';
import { add, type Expression, scale, zero } from '../../expression.ts';
import type { IndexAnalysis } from '../../index-analysis.ts';
import { memrefOf, staticShape } from '../../memref-types.ts';
import { inflows, MemoryGroups } from '../../memory-groups.ts';
import { indicesThrough, type SourceIndices, isViewOperation } from '../../views.ts';
import { accessesOf, baseOf, indicesOf, type MemoryAccess } from '../index/memory-access.ts';
import { operationsIn, type Rewriter } from '../../rewriter.ts';
import { swizzleHint } from '../hints/swizzle-hint.ts';

export interface HintedAccess {
  readonly access: MemoryAccess;
  readonly hint: Operation;
  /** In elements, from the start of the hint's operand. */
  readonly offset: Expression;
}

export interface HintedMemory {
  /** Where the memory comes from: allocations as a rule. */
  readonly roots: readonly Value[];
  readonly members: readonly Value[];
  readonly hints: readonly Operation[];
  /** Every access of any member, hinted or not. */
  readonly all: readonly MemoryAccess[];
  readonly hinted: readonly HintedAccess[];
  /** Why hints cannot be resolved, as far as uses tell. */
  readonly obstacle: string | undefined;
  /** An unknown use: then nothing about the memory may change. */
  readonly escape: string | undefined;
}

/** Words for an access whose index is made of a value that nothing can be computed of: its operation is not known. */
export function unknownIndex(
  { all }: HintedMemory,
  analysis: IndexAnalysis,
  emitter: Emitter,
): string | undefined {
  for (const access of all) {
    for (const index of indicesOf(access)) {
      const missing = emitter.missing(analysis.expressionOf(index), access.op);
      if (missing !== undefined)
        return `an index of ${access.op.name} depends on ${missing}, whose operation is not known`;
    }
  }
  return undefined;
}

/** The memories of a function that have hints, in the order of their first hint. */
export function hintedMemories(
  func: Operation,
  rewriter: Rewriter,
  analysis: IndexAnalysis,
): HintedMemory[] {
  const groups = new MemoryGroups((value) => memrefOf(value) !== undefined);
  const enter = (value: Value): void => groups.enter(value, rewriter.ownerOf);
  const operations = operationsIn(func.regions);
  const globals = new Map<string, Value>();
  for (const region of func.regions) {
    for (const block of region.blocks) for (const value of block.arguments) enter(value);
  }
  for (const op of operations) {
    for (const { blocks } of op.regions) {
      for (const block of blocks) for (const value of block.arguments) enter(value);
    }
    for (const result of op.results) enter(result);
    if (isView(op)) groups.join(op.operands[0], op.results[0]);
    if (op.name === 'memref.get_global') {
      const symbol = symbolOf(op.attributes.get('name')) ?? '';
      groups.join(globals.get(symbol), op.results[0]);
      if (op.results[0] !== undefined) globals.set(symbol, op.results[0]);
    }
  }
  const hints = new Map<Value, Operation[]>();
  for (const op of operations) {
    const [operand] = op.name === swizzleHint ? op.operands : [];
    if (operand === undefined || memrefOf(operand) === undefined) continue;
    const key = groups.find(operand);
    append(hints, key, op);
  }
  return [...hints].map(([key, own]) => memoryOf(groups.members(key), own, rewriter, analysis));
}

const isView = (op: Operation): boolean => isViewOperation(op) || op.name === 'memref.view';

function memoryOf(
  members: readonly Value[],
  hints: readonly Operation[],
  rewriter: Rewriter,
  analysis: IndexAnalysis,
): HintedMemory {
  const { ownerOf } = rewriter;
  const roots = members.filter((value) => {
    if (value.definition !== undefined && isView(value.definition)) return false;
    return inflows(value, ownerOf) === undefined;
  });
  const all: MemoryAccess[] = [];
  let escape: string | undefined;
  for (const member of members) {
    for (const user of rewriter.usersOf(member)) {
      const accesses = accessesOf(user).filter((access) => baseOf(access) === member);
      for (const each of accesses) all.push(each);
      const jumps = user.successors.some(({ operands }) => operands.includes(member));
      const stored =
        accesses.length > 0 &&
        user.operands.filter((one) => one === member).length > accesses.length;
      const known =
        accesses.length > 0 || isView(user) || carriesMemory(user) || seesNoElements(user);
      if (!known || jumps || stored)
        escape ??= `${user.name} uses %${member.name}, which may reach any of it`;
    }
  }
  const hinted: HintedAccess[] = [];
  let obstacle = escape;
  for (const access of all) {
    const found = behindHint(access, analysis);
    if (found === undefined) {
      obstacle ??= `${access.op.name} reaches it without the hint`;
    } else if (typeof found === 'string') obstacle ??= found;
    else hinted.push(found);
  }
  for (const hint of hints) obstacle ??= carriedHint(hint, rewriter);
  return { roots, members, hints, all, hinted, obstacle, escape };
}

/** The hint that an access is behind and its offset there; `undefined` without a hint, words where views hide it. */
function behindHint(
  access: MemoryAccess,
  analysis: IndexAnalysis,
): HintedAccess | string | undefined {
  let base = baseOf(access);
  let indices: readonly Expression[] | undefined = indicesOf(access).map((index) =>
    analysis.expressionOf(index),
  );
  let lost = '';
  while (base?.definition !== undefined && isView(base.definition)) {
    const view: Operation = base.definition;
    if (view.name === swizzleHint) {
      const [offset] = indices ?? [];
      if (offset === undefined) return `the places of ${lost} do not follow from its operands`;
      return { access, hint: view, offset };
    }
    const before: SourceIndices | undefined =
      indices === undefined ? undefined : indicesThrough(view, indices, analysis);
    if (before === undefined) lost ||= view.name;
    indices = before?.indices;
    base = view.operands[0];
  }
  return undefined;
}

/** A hinted memref that a loop or condition passes on is not followed. */
function carriedHint(hint: Operation, rewriter: Rewriter): string | undefined {
  const pending = [...hint.results];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    for (const user of rewriter.usersOf(value)) {
      if (carriesMemory(user)) return `${user.name} passes the hinted memref on`;
      if (isView(user)) pending.push(...user.results);
    }
  }
  return undefined;
}

/** Where a memref begins in its root, in elements; `undefined` where that is not known. */
export function startOf(
  value: Value,
  rewriter: Rewriter,
  analysis: IndexAnalysis,
): Expression | undefined {
  const type = memrefOf(value);
  const rank = type?.shape?.length;
  if (rank === undefined) return undefined;
  return flatOffset(
    value,
    Array.from({ length: rank }, () => zero),
    analysis,
    rewriter,
  );
}

/** The offset of an element of a memref in the memory that it comes from; the root has to be dense. */
export function flatOffset(
  value: Value,
  at: readonly Expression[],
  analysis: IndexAnalysis,
  rewriter: Rewriter,
): Expression | undefined {
  let [base, indices] = [value, at];
  while (base.definition !== undefined && isView(base.definition)) {
    const before: SourceIndices | undefined = indicesThrough(base.definition, indices, analysis);
    if (before === undefined) return undefined;
    ({ source: base, indices } = before);
  }
  const type = memrefOf(base);
  const shape = type && staticShape(type);
  if (type?.layout !== undefined) return undefined;
  // A memref that a loop carries is the whole allocation where its type has no offset.
  if (inflows(base, rewriter.ownerOf) !== undefined && !isWhole(base, rewriter)) return undefined;
  if (shape === undefined) return indices.length === 1 ? indices[0] : undefined;
  return shape.reduce<Expression>(
    (sum, size, d) => add(scale(sum, size), indices[d] ?? zero),
    zero,
  );
}

/** True when a value that control flow chooses is always a whole allocation. */
function isWhole(value: Value, rewriter: Rewriter, seen: Set<Value> = new Set()): boolean {
  if (seen.has(value)) return true;
  seen.add(value);
  const sources = inflows(value, rewriter.ownerOf);
  if (sources !== undefined) return sources.every((source) => isWhole(source, rewriter, seen));
  return value.definition !== undefined && factsOf(value.definition).effect === 'allocation';
}
