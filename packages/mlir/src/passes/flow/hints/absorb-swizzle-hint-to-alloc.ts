/**
 * `absorb-swizzle-hint-to-alloc`: the hint becomes an attribute of its allocation, where multi-buffering and prefetching
 * do not stumble over it.
 *
 *     %a = memref.alloc() : ...                  %a = memref.alloc() {iree_codegen.swizzle = #iree_codegen...} : ...
 *     %h = swizzle_hint %a[#iree_codegen...]
 *
 * A hint on anything else is an error, as upstream. Two different hints on one allocation are an error here; upstream
 * keeps the last.
 */
import { messages } from '@ldscope/core';
import { printAttribute } from '../../../text/print-types.ts';
import type { Operation } from '../../../ir/ir.ts';
import type { Pass, PassContext } from '../pass.ts';
import { absorbedSwizzle, functionsIn, hintsIn } from './swizzle-hint.ts';

export const absorbSwizzleHintToAlloc: Pass = {
  name: 'absorb-swizzle-hint-to-alloc',
  summary: 'hints become attributes of their allocations',
  options: {},
  run: (context) => {
    for (const func of functionsIn(context.module)) {
      for (const hint of hintsIn(func)) if (!absorb(hint, context)) break;
    }
  },
};

/** False when the hint cannot be absorbed, which ends the function. */
function absorb(hint: Operation, context: PassContext): boolean {
  const [operand] = hint.operands;
  const alloc = operand?.definition;
  const swizzle = hint.attributes.get('swizzle');
  if (operand === undefined || alloc?.name !== 'memref.alloc' || swizzle === undefined) {
    context.fail(messages.opt.hintNotOnAlloc(), hint);
    return false;
  }
  const text = printAttribute(swizzle, { expand: true });
  const present = alloc.attributes.get(absorbedSwizzle);
  const other = present && printAttribute(present, { expand: true });
  if (other !== undefined && other !== text && !context.likeIree) {
    context.decide(operand, {
      verdict: 'refused',
      reason: `two hints, ${other} and ${text}`,
      figures: {},
    });
    context.fail(messages.opt.differentHints(`%${operand.name}`, other, text), hint);
    return false;
  }
  alloc.attributes.set(absorbedSwizzle, swizzle);
  context.rewriter.replace(hint, [operand]);
  context.decide(operand, {
    verdict: 'absorbed',
    reason: `the allocation carries ${text}`,
    figures: {},
  });
  return true;
}
