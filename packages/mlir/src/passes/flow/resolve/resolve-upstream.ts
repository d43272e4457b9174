/**
 * `resolve-swizzle-hints` as IREE does it: every hint of an allocation is resolved, or all are dropped.
 *
 *     vector.load %h[%o] : vector<16xf32>     ->     4 loads of 4 elements at swizzled(%o + 4 k), put together again
 *
 * An access resolves when it is a `vector.load` or `vector.store` of one dimension whose length is a multiple of
 * access_width; with pull request 23778 a single element as well. Alignment is not looked at, nor whether a swizzle is
 * a permutation: both are defects of upstream, kept here. `amdgpu.gather_to_lds` is never touched, since its lowering
 * has permuted the source.
 */
import { type IreeSwizzle, messages } from '@ldscope/core';
import type { Operation, Value } from '../../../ir/ir.ts';
import { resolveType, type VectorType } from '../../../ir/types.ts';
import { printOperation } from '../../../module/printer.ts';
import type { Builder } from '../builder.ts';
import { isSymbol } from '../index/fold-affine.ts';
import type { PassContext } from '../pass.ts';
import { splitLoad, splitStore } from './split-access.ts';
import { allocationOf, swizzleOf } from '../hints/swizzle-hint.ts';
import { emitUpstreamOffset, emitUpstreamSum } from './upstream-offset.ts';

/** The facts about the memory behind some hints. */
interface HintedMemory {
  readonly memory: Value;
  readonly hints: Operation[];
  /** Why the hints are dropped; `undefined` while they are not. */
  obstacle: string | undefined;
  copies: number;
  accesses: number;
  pieces: number;
}

export function resolveLikeUpstream(hints: readonly Operation[], context: PassContext): void {
  const memories = new Map<Value, HintedMemory>();
  for (const hint of hints) {
    const [operand] = hint.operands;
    if (operand === undefined) continue;
    const memory = allocationOf(operand, context.rewriter)?.results[0] ?? operand;
    const state = memories.get(memory) ?? emptyMemory(memory);
    memories.set(memory, state);
    state.hints.push(hint);
    verifyUsers(hint, state, context);
  }
  for (const { memory, copies, obstacle } of memories.values()) {
    if (obstacle === undefined || copies === 0 || memory.definition === undefined) continue;
    context.decide(memory, { verdict: 'refused', reason: obstacle, figures: { copies } });
    context.fail(messages.opt.gatherUnresolved(), memory.definition);
    return;
  }
  for (const state of memories.values()) {
    if (state.obstacle === undefined) for (const hint of state.hints) resolveHint(hint, context);
    const { memory, obstacle, accesses, pieces, copies } = state;
    for (const hint of state.hints) {
      const [operand] = hint.operands;
      if (operand !== undefined) context.rewriter.replace(hint, [operand]);
    }
    context.decide(
      memory,
      obstacle === undefined
        ? {
            verdict: 'resolved',
            reason: 'each access goes to its swizzled offset',
            figures: { accesses, pieces, copies },
          }
        : { verdict: 'dropped', reason: obstacle, figures: { accesses, copies } },
    );
  }
}

function emptyMemory(memory: Value): HintedMemory {
  return { memory, hints: [], obstacle: undefined, copies: 0, accesses: 0, pieces: 0 };
}

function verifyUsers(hint: Operation, state: HintedMemory, context: PassContext): void {
  const swizzle = swizzleOf(hint);
  const [result] = hint.results;
  if (swizzle === undefined || result === undefined) return;
  for (const user of context.rewriter.usersOf(result)) {
    if (user.name === 'amdgpu.gather_to_lds') state.copies++;
    else if (user.name === 'vector.load' || user.name === 'vector.store') {
      const lengths = piecesOf(user, swizzle, context);
      if (typeof lengths === 'string') state.obstacle ??= lengths;
      else state.pieces += lengths.length;
      state.accesses++;
    } else {
      context.report(messages.opt.unsupportedUser(printOperation(user)), hint);
      state.obstacle ??= `${user.name} uses the hint, which is not an access that resolves`;
    }
  }
}

/** The one classifier: lengths of the accesses that an access becomes, or why it does not resolve. */
function piecesOf(
  op: Operation,
  { accessWidth }: IreeSwizzle,
  context: PassContext,
): readonly number[] | string {
  const { shape } = movedVector(op) ?? { shape: [] };
  const [length] = shape;
  if (length === undefined || shape.length !== 1)
    return `${op.name} moves a vector of rank ${shape.length}`;
  if (length === 1 && context.like === 'iree-pr-23778') return [1];
  if (length % accessWidth === 0)
    return Array.from({ length: length / accessWidth }, () => accessWidth);
  return `${op.name} moves ${length} elements, which is not a multiple of access_width ${accessWidth}`;
}

function movedVector(op: Operation): VectorType | undefined {
  const moved = op.name === 'vector.load' ? op.results[0] : op.operands[0];
  const type = moved && resolveType(moved.type);
  return type?.kind === 'vector' ? type : undefined;
}

function resolveHint(hint: Operation, context: PassContext): void {
  const { rewriter } = context;
  const swizzle = swizzleOf(hint);
  const [result] = hint.results;
  const [memory] = hint.operands;
  if (swizzle === undefined || result === undefined || memory === undefined) return;
  const symbol = (value: Value): boolean => isSymbol(value, rewriter);
  for (const user of rewriter.usersOf(result)) {
    if (user.name !== 'vector.load' && user.name !== 'vector.store') continue;
    const lengths = piecesOf(user, swizzle, context);
    const type = movedVector(user);
    const [stored] = user.operands;
    const offset = user.operands.at(-1);
    if (typeof lengths === 'string' || type === undefined || offset === undefined) continue;
    let next = 0;
    const pieces = lengths.map((length) => {
      const start = next;
      next += length;
      const index = (build: Builder): Value =>
        emitUpstreamOffset(swizzle, emitUpstreamSum(offset, start, build), build, symbol);
      return { start, length, index };
    });
    if (user.name === 'vector.load') splitLoad(rewriter, user, memory, type, pieces);
    else if (stored !== undefined) splitStore(rewriter, user, memory, stored, pieces);
  }
}
