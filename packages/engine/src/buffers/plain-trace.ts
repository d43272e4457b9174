/**
 * The accesses of a padded buffer as they are without its padding.
 *
 *     rows of 136 B: vector.load of 16 B is one ds_read2_b64, for it is aligned to 8 B only
 *     rows of 128 B: the same load is one ds_read_b128
 *
 * Padding narrows the instructions, and a layout in its place does not have to: it is searched with these. The kernel is
 * rewritten to plain rows and executed; where that cannot be, the narrow accesses stand.
 */
import { type AccessTrace, type Machine, plainLayout, type RowLayout } from '@ldscope/core';
import type { WorkgroupBuffer } from '@ldscope/mlir';
import { observe, type ObserveOptions } from './observe.ts';
import { moveBuffer, readKernel, type ReadKernel } from './read-kernel.ts';

export interface PlainRequest extends Omit<ObserveOptions, 'workgroups'> {
  readonly machines: readonly Machine[];
}

/** The widest shared-memory instruction. */
const WIDEST_BYTES = 16;

/** One workgroup's accesses under plain rows, by machine; `undefined` where the present rows narrow nothing. */
export function plainTraces(
  { text, description }: ReadKernel,
  buffer: WorkgroupBuffer,
  index: number,
  from: RowLayout,
  { machines, ...options }: PlainRequest,
): ReadonlyMap<Machine, AccessTrace> | undefined {
  const [machine] = machines;
  const isNarrow = from.paddings.some(
    ({ intervalBytes, padBytes }) => (intervalBytes + padBytes) % WIDEST_BYTES !== 0,
  );
  if (!isNarrow || machine === undefined) return undefined;
  const named = { kernel: description.name, launch: options.launch };
  const fresh = readKernel(text, machine, named);
  if (!('text' in fresh)) return undefined;
  const rewritten = moveBuffer(fresh, buffer, { from, to: plainLayout(from.tile) });
  const plain = rewritten.ok ? readKernel(rewritten.value.text, machine, named) : [];
  if (!('text' in plain)) return undefined;
  const traces = new Map<Machine, AccessTrace>();
  for (const one of machines) {
    const { buffers } = observe(plain, one, { ...options, workgroups: 1 });
    const [trace] = buffers[index]?.traces ?? [];
    if (trace === undefined) return undefined;
    traces.set(one, trace);
  }
  return traces;
}
