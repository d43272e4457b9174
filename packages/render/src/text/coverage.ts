/**
 * How much of a kernel a report has counts for. "No bank conflicts" and "does not access LDS" are about the whole kernel, so
 * the verdict says them only where nothing is missing.
 *
 *     7 LDS instructions, 2 of them behind an unknown jump  ->  5 of 7 LDS instructions counted, not counted: 2 not reached
 */
import type { KernelSummary, Report } from '@ldscope/core';
import type { Terms } from '../terminology.ts';
import { counted, grouped } from './numbers.ts';

/** Reasons that a verdict names; JSON has them all. */
const MOST_REASONS = 3;

/** True when accesses of the kernel have no counts. */
export function isPartial({ ldsInstructions, partsOfTile }: KernelSummary): boolean {
  return (
    (ldsInstructions !== undefined && ldsInstructions.missing.length > 0) ||
    partsOfTile !== undefined
  );
}

/** The clauses of a specification whose distributions are smaller than its tile. */
export function partClauses({ partsOfTile = [] }: KernelSummary): string[] {
  return partsOfTile.map(
    ({ side, part, tile }) =>
      `the ${side} covers only ${part.join(' x ')} of the ${tile.join(' x ')} tile`,
  );
}

/** The clause that a verdict begins with; `undefined` when everything was counted. */
export function coverageClause(kernel: KernelSummary, terms: Terms): string | undefined {
  const coverage = kernel.ldsInstructions;
  if (coverage === undefined || coverage.missing.length === 0) return undefined;
  const { instructions, counted: all, missing } = coverage;
  const list = missing
    .slice(0, MOST_REASONS)
    .map((one) => `${grouped(one.instructions)} ${one.reason}`);
  const others = missing.slice(MOST_REASONS).reduce((sum, one) => sum + one.instructions, 0);
  if (others > 0) list.push(`${grouped(others)} for other reasons`);
  return `${grouped(all)} of ${counted(instructions, unitOf(kernel, terms))} counted, not counted: ${list.join(', ')}`;
}

/** True when units of the hardware access shared memory by themselves, beside the lanes. */
export function hasUnits({ ldsInstructions }: KernelSummary): boolean {
  return ldsInstructions?.units !== undefined;
}

/** The clause for accesses of units of the hardware, which have no bank conflicts of lanes; `undefined` without any. */
export function unitClause({ ldsInstructions }: KernelSummary): string | undefined {
  const { units = [] } = ldsInstructions ?? {};
  if (units.length === 0) return undefined;
  const list = units.map(
    ({ unit, operations, instructions }) =>
      `${grouped(instructions)} of ${unit} (${operations.join(', ')})`,
  );
  return `accesses without lanes are not counted: ${list.join(', ')}`;
}

/** The verdict on a kernel without a single access: it has none, executes none, or nothing is known about it. */
export function nothingCounted(
  { kernel, diagnostics }: Report,
  terms: Terms,
  where: string,
): string {
  if (hasUnits(kernel) && kernel.ldsInstructions?.instructions === 0)
    return `No lane accesses ${terms.sharedMemory} by itself${where}`;
  const idle = kernel.ldsInstructions?.instructions ?? 0;
  if (idle > 0)
    return `None of the ${counted(idle, unitOf(kernel, terms))} of the kernel is executed${where}`;
  return diagnostics.some(({ severity }) => severity === 'error')
    ? `No access to ${terms.sharedMemory} was counted; the errors give the reason`
    : `The kernel does not access ${terms.sharedMemory}${where}`;
}

/** The unit of the count: Triton IR has operations. */
function unitOf({ language }: KernelSummary, { sharedMemory }: Terms): string {
  return `${sharedMemory} ${language?.unit ?? 'instruction'}`;
}
