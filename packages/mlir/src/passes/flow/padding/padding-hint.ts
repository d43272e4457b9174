/**
 * `iree_gpu.bank_conflict_padding_hint`: how many bits the rows of one allocation shall get.
 *
 *     %h = iree_gpu.bank_conflict_padding_hint %alloc [padding_bits = 32] : memref<4x32x64xf32, #wg>
 *
 * Hints are found through views; two that disagree are not a hint at all, and a warning. Source: iree-org/iree pull
 * requests 23486 and 23487.
 */
import { messages } from '@ldscope/core';
import { integerOf } from '../../../ir/attribute-values.ts';
import type { Operation, Value } from '../../../ir/ir.ts';
import { isViewOperation } from '../../views.ts';
import { shownName, type PassContext } from '../pass.ts';
import { operationsIn, resultOf } from '../../rewriter.ts';

export const paddingHint = 'iree_gpu.bank_conflict_padding_hint';

/** The bits that hints ask for, by allocation; the hints are taken out. */
export function takePaddingHints(
  func: Operation,
  { rewriter, report }: PassContext,
): ReadonlyMap<Operation, number> {
  const wanted = new Map<Operation, number>();
  const hints = operationsIn(func.regions).filter(({ name }) => name === paddingHint);
  for (const hint of hints) {
    const alloc = allocationBehind(hint);
    const bits = integerOf(hint, 'padding_bits') ?? 0;
    const other = alloc && wanted.get(alloc);
    if (alloc === undefined) continue;
    if (other !== undefined && other !== bits) {
      report(messages.opt.paddingHints(shownName(resultOf(alloc)), other, bits), hint);
      wanted.set(alloc, 0);
    } else {
      wanted.set(alloc, bits);
    }
  }
  for (const hint of hints) {
    const [operand] = hint.operands;
    if (operand !== undefined) rewriter.replace(hint, [operand]);
  }
  return wanted;
}

function allocationBehind(hint: Operation): Operation | undefined {
  let value: Value | undefined = hint.operands[0];
  while (value?.definition !== undefined) {
    const op: Operation = value.definition;
    if (op.name === 'memref.alloc') return op;
    if (!isViewOperation(op) && op.name !== paddingHint) return undefined;
    value = op.operands[0];
  }
  return undefined;
}
