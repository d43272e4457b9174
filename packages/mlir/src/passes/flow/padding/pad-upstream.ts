/**
 * Padding as upstream does it: every allocation of a function by the same bits, or none.
 *
 * Main looks at no swizzle hint: a hinted allocation is padded, its hint then has an operand of another type, and the
 * verifier stops the compiler. Pull request 23778 leaves allocations alone that have one. Source: iree-org/iree
 * @b48a5955 `GPUReduceBankConflicts.cpp`.
 */
import { type LdsAllocation, messages, paddedShape, paddingPlan } from '@ldscope/core';
import { integerOf } from '../../../ir/attribute-values.ts';
import type { Operation, Value } from '../../../ir/ir.ts';
import type { MemRefType } from '../../../ir/types.ts';
import {
  elementBitsOf,
  padAllocation,
  paddedTypes,
  paddingFault,
  sharedAllocation,
} from './pad-allocation.ts';
import { takePaddingHints } from './padding-hint.ts';
import { factsOf } from '../../../rows/facts.ts';
import type { PassContext } from '../pass.ts';
import { operationsIn, resultOf, type Rewriter } from '../../rewriter.ts';
import { swizzleHint } from '../hints/swizzle-hint.ts';
import { targetOf } from '../target-attribute.ts';
import { isTypedView } from './view-types.ts';

interface Candidate extends LdsAllocation {
  readonly op: Operation;
  readonly type: MemRefType;
}

export function padLikeUpstream(func: Operation, context: PassContext): void {
  const { module, rewriter, decide, like } = context;
  const bits = context.number('padding-bits');
  const candidates: Candidate[] = operationsIn(func.regions).flatMap((op) => {
    const type = sharedAllocation(op, true);
    if (type?.shape === undefined) return [];
    const alignmentBytes = integerOf(op, 'alignment');
    const elementBits = elementBitsOf(type.element) ?? 0;
    const aligned = alignmentBytes === undefined ? {} : { alignmentBytes };
    return [{ op, type, shape: type.shape, elementBits, ...aligned }];
  });
  if (candidates.length === 0) return;
  const keep = ({ op }: Candidate, reason: string, figures: Record<string, number> = {}): void => {
    decide(resultOf(op), { verdict: 'kept', reason, figures });
  };
  if (candidates.some(({ shape }) => shape.includes(undefined))) {
    for (const one of candidates) keep(one, 'an allocation of the function has a dynamic shape');
    return;
  }
  const hints = takePaddingHints(func, context);
  const wanted = candidates.map((one) => {
    const isHinted = hasSwizzleHint(one.op, context) && like === 'iree-pr-23778';
    const hint = hints.get(one.op);
    return { ...one, isHinted, paddingBits: isHinted ? 0 : (hint ?? bits) };
  });
  const limitBytes = targetOf(func, module, rewriter).ldsBytes;
  const plan = paddingPlan(wanted, bits, limitBytes);
  for (const one of wanted) {
    if (plan.kind === 'exit') {
      const figures = plan.reason === 'limit' ? plan : { usedBytes: 0, extraBytes: 0 };
      const { usedBytes, extraBytes } = figures;
      keep(one, 'padding all allocations would exceed the limit', { usedBytes, extraBytes });
    } else if (one.isHinted) {
      keep(one, 'it has a swizzle hint');
    } else if (one.paddingBits === 0 && hints.has(one.op)) {
      keep(one, 'its padding hints ask for none');
    } else {
      pad(one, one.paddingBits, context);
    }
  }
}

function hasSwizzleHint(op: Operation, { rewriter }: PassContext): boolean {
  return rewriter.usersOf(resultOf(op)).some(({ name }) => name === swizzleHint);
}

function pad(one: Candidate, bits: number, context: PassContext): void {
  const { rewriter, decide } = context;
  const { op, type, elementBits } = one;
  const padded = paddedShape(one, bits);
  const elements = (padded?.at(-1) ?? 0) - (one.shape.at(-1) ?? 0);
  const types = padded && paddedTypes(type, elements);
  if (types === undefined) {
    decide(resultOf(op), { verdict: 'kept', reason: 'it has no rows', figures: {} });
    return;
  }
  const fault = paddingFault(op, types, rewriter);
  if (fault !== undefined) {
    const reason = `${fault.name} cannot take the padded layout`;
    decide(resultOf(op), { verdict: 'kept', reason, figures: {} });
    return;
  }
  const stuck = tiedUse(resultOf(op), rewriter);
  const rows = one.shape.slice(0, -1).reduce<number>((all, size) => all * (size ?? 1), 1);
  const extraBytes = Math.ceil((rows * elements * elementBits) / 8);
  const reason = `rows of ${one.shape.at(-1)} become ${padded?.at(-1)}`;
  const figures = { paddingBits: bits, extraBytes };
  decide(resultOf(op), { verdict: 'padded', reason, figures });
  padAllocation(op, types, rewriter);
  if (stuck !== undefined) context.fail(messages.opt.tiedTypes(stuck.name), stuck);
}

/** True where all memrefs have to be of one type: the verifier stops upstream's compiler behind the pass. */
function isTied(op: Operation): boolean {
  const { control, index } = factsOf(op);
  const isLike = index === 'choice' || (index === 'same' && !isTypedView(op));
  return isLike || control === 'for' || control === 'while';
}

/** A use that cannot have another type, of an allocation or of a view of it. */
function tiedUse(root: Value, rewriter: Rewriter): Operation | undefined {
  const pending = [root];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    const users = rewriter.usersOf(value);
    const stuck = users.find(isTied);
    if (stuck !== undefined) return stuck;
    for (const user of users) if (isTypedView(user)) pending.push(...user.results);
  }
  return undefined;
}
