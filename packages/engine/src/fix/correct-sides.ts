/**
 * Gives the writers of a buffer the layout of its readers, or the readers that of the writers.
 *
 *     store  XOR with row mod 8      load  plain        --correct readers: the load gets the XOR
 *
 * The kernel computes something else afterwards: what it computes without any swizzle. That kernel is made too, each
 * access taken to plain rows from its own layout, and the corrected one is proven to be it under the layout of the side
 * that stays.
 */
import {
  diagnose,
  failure,
  firstDifference,
  messages,
  plainLayout,
  type Result,
  type RowLayout,
  success,
} from '@ldscope/core';
import type { WorkgroupBuffer } from '@ldscope/mlir';
import type { MixedLayout } from '../buffers/mixed-layouts.ts';
import type { CorrectedSide } from '../source/fix-outcome.ts';
import { moveBuffer, type readKernel, type ReadKernel } from '../buffers/read-kernel.ts';

export interface CorrectedSides {
  /** The corrected kernel. */
  readonly text: string;
  /** The kernel with plain rows on both sides: what is meant. */
  readonly meant: string;
  readonly plain: RowLayout;
  readonly to: RowLayout;
  /** Accesses whose operands changed. */
  readonly changed: number;
}

/** The corrected kernel; a diagnostic where a side has no one layout that is understood. */
export function correctSides(
  read: ReadKernel,
  buffer: WorkgroupBuffer,
  { accesses, writers, readers }: MixedLayout,
  side: CorrectedSide,
  reread: (text: string) => ReturnType<typeof readKernel>,
): Result<CorrectedSides> {
  const isWrong = (index: number): boolean =>
    (buffer.accesses[index]?.direction === 'load') === (side === 'readers');
  const kept = accesses.filter((_, index) => !isWrong(index)).filter((one) => one !== 'any');
  const to = side === 'readers' ? writers.layout : readers.layout;
  const known = accesses.every((one) => one !== 'unknown');
  const isOne = kept.every(
    (one) => one !== 'unknown' && to !== undefined && firstDifference(one, to) === undefined,
  );
  if (to === undefined || !known || !isOne) {
    const message = messages.fix.noSide(buffer.names.join(', '), side);
    return failure(diagnose(message, (side === 'readers' ? writers : readers).op.span));
  }
  const plain: RowLayout = { ...plainLayout(to.tile), paddings: to.paddings };
  const wrong = accesses.map((one, index) => (isWrong(index) ? one : 'any'));
  const corrected = moveAccesses(read, buffer, wrong, to, reread);
  const meant = moveAccesses(read, buffer, accesses, plain, reread);
  if (!corrected.ok) return corrected;
  if (!meant.ok) return meant;
  const { text, changed } = corrected.value;
  return success({ text, meant: meant.value.text, plain, to, changed });
}

/** Takes accesses from a layout each to one layout, those of a layout together. */
function moveAccesses(
  read: ReadKernel,
  buffer: WorkgroupBuffer,
  from: MixedLayout['accesses'],
  to: RowLayout,
  reread: (text: string) => ReturnType<typeof readKernel>,
): Result<{ readonly text: string; readonly changed: number }> {
  const groups = new Map<string, { readonly layout: RowLayout; readonly only: Set<number> }>();
  for (const [index, layout] of from.entries()) {
    if (layout === 'any' || layout === 'unknown') continue;
    if (firstDifference(layout, to) === undefined) continue;
    const key = JSON.stringify(layout);
    const group = groups.get(key) ?? { layout, only: new Set<number>() };
    groups.set(key, group);
    group.only.add(index);
  }
  let { text } = read;
  let changed = 0;
  for (const { layout, only } of groups.values()) {
    const now = reread(text);
    if (!('text' in now)) return failure(...now);
    const rewritten = moveBuffer(now, buffer, { from: layout, to, only });
    if (!rewritten.ok) return rewritten;
    ({ text } = rewritten.value);
    changed += rewritten.value.changed;
  }
  return success({ text, changed });
}
