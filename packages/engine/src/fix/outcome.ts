/** The outcome of `fix` as a report. */
import {
  type Account,
  type Diagnostic,
  elementView,
  FIX_SCHEMA,
  type FixedBuffer,
  type FixReport,
  messages,
  placeDiagnostics,
} from '@ldscope/core';
import { layoutWords } from '../layout/layout-words.ts';
import type { FixOptions, FixOutcome } from '../source/fix-outcome.ts';
import { pitchBytes } from './lanes.ts';
import type { LayoutPart } from './subject.ts';

export interface Ending extends Partial<
  Pick<FixReport, 'kernel' | 'workgroups' | 'buffers' | 'proof' | 'candidates'>
> {
  readonly diagnostics?: readonly Diagnostic[];
  /** The rewritten kernel. */
  readonly result?: string;
}

export function end(
  text: string,
  { machines }: FixOptions,
  verdict: FixReport['verdict'],
  { result, diagnostics = [], ...ending }: Ending,
): FixOutcome {
  const report: FixReport = {
    schema: FIX_SCHEMA,
    kernel: '',
    machines: machines.map(({ name }) => name),
    verdict,
    buffers: [],
    proof: [],
    ...ending,
    diagnostics: placeDiagnostics(diagnostics, text),
  };
  return result === undefined ? { report } : { report, text: result };
}

/** A buffer in both layouts. */
export function summaryOf(
  names: readonly string[],
  part: Pick<LayoutPart, 'from' | 'to' | 'accesses' | 'changed' | 'optimality'>,
  conflicts: FixedBuffer['conflicts'],
): FixedBuffer {
  const { from, to, accesses, changed, optimality } = part;
  const { rows, columns, elementBytes } = elementView(to.tile);
  return {
    names,
    rows,
    columns,
    elementBytes,
    before: layoutWords(from),
    after: layoutWords(to),
    bytesBefore: pitchBytes(from) * rows,
    bytesAfter: pitchBytes(to) * rows,
    accesses,
    changed,
    conflicts,
    optimality,
  };
}

/** That some accesses of the kernel have no counts, so that their conflicts are unknown. */
export function uncountedOf(accounts: readonly Account[]): Diagnostic[] {
  const found = accounts.find(({ missing }) => missing.length > 0);
  if (found === undefined) return [];
  const { instructions, counted, missing } = found;
  const reasons = missing.map((one) => `${one.instructions} ${one.reason}`);
  return [messages.fix.notCounted(instructions - counted, instructions, reasons)];
}
