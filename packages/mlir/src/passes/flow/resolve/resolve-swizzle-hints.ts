/**
 * `resolve-swizzle-hints`: accesses behind a hint go to where the swizzle puts their elements, and the hints go.
 *
 *     --like iree     upstream's rules and arithmetic (`resolve-upstream.ts`)
 *     else            what is proven, with padding as the way out (`resolve-exact.ts`)
 *
 * Both take hints on flat buffers. Upstream fails otherwise; corrected, such a hint is dropped, and others go on.
 */
import { messages } from '@ldscope/core';
import type { Operation } from '../../../ir/ir.ts';
import { printType } from '../../../text/print-types.ts';
import { operationsIn } from '../../rewriter.ts';
import { isContiguousRowMajor, memrefOf, staticShape } from '../../memref-types.ts';
import type { Pass, PassContext } from '../pass.ts';
import { resolveExactly } from './resolve-exact.ts';
import { resolveLikeUpstream } from './resolve-upstream.ts';
import { functionsIn, hintsIn } from '../hints/swizzle-hint.ts';

export const resolveSwizzleHints: Pass = {
  name: 'resolve-swizzle-hints',
  summary: 'accesses behind hints go to swizzled offsets; all of an allocation or none',
  options: {},
  run: (context) => {
    for (const func of functionsIn(context.module)) {
      const hints = hintsIn(func);
      const wrong = hints.find((hint) => !isFlat(hint));
      if (wrong !== undefined && (context.likeIree || hasCopies(func))) rejectHint(wrong, context);
      else if (context.likeIree) resolveLikeUpstream(hints, context);
      else {
        for (const hint of hints) if (!isFlat(hint)) dropHint(hint, context);
        resolveExactly(func, context);
      }
    }
  },
};

/** One dimension; contiguous where the size is known, as upstream has it. */
function isFlat({ operands: [operand] }: Operation): boolean {
  const type = memrefOf(operand);
  if (type?.shape?.length !== 1) return false;
  return staticShape(type) === undefined || isContiguousRowMajor(type);
}

/** A copy to shared memory has permuted its source already: its hints have to resolve. */
const hasCopies = (func: Operation): boolean =>
  operationsIn(func.regions).some(({ name }) => name === 'amdgpu.gather_to_lds');

/** The logical layout stays, for this allocation alone. */
function dropHint(hint: Operation, { rewriter, decide }: PassContext): void {
  const [operand] = hint.operands;
  if (operand === undefined) return;
  const reason = `${printType(operand.type, true)} is not flat: the logical layout stays`;
  decide(operand, { verdict: 'dropped', reason, figures: {} });
  rewriter.replace(hint, [operand]);
}

function rejectHint(hint: Operation, context: PassContext): void {
  const [operand] = hint.operands;
  if (operand === undefined) return;
  const text = printType(operand.type, true);
  context.decide(operand, { verdict: 'refused', reason: `${text} is not flat`, figures: {} });
  context.fail(messages.opt.notFlat(text, operand.type.kind === 'tensor'), hint);
}
