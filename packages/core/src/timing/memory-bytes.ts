/**
 * What accesses of the workgroups of one compute unit move to and from memory, as bytes at its peak bandwidth.
 *
 *     64 lanes load 4 x 16 B of 16 rows      16 lines of 128 B that nobody has touched        2,048 B / 0.73
 *     the next 64 B of the same rows         the same lines, in a cache by now                     0 B
 *     64 lanes store 2 B each                128 B, that the L2 cache joins to lines          128 B / 0.67
 *
 * A line is fetched once, by the first access to it; stores are as many bytes as they request. Divided by the share of the peak that
 * such accesses get (`memory-share.ts`), they take their time at the peak.
 *
 * LIMITATION. Caches lose nothing: a line that is fetched stays for the workgroups that run at the same time.
 */
import type { GlobalTrace } from '../access/global-trace.ts';
import { laneAddresses } from '../access/wave-rows.ts';
import type { Machine } from '../machine/machine.ts';
import { memoryShare } from './memory-share.ts';

/** Counts over the accesses of all workgroups that it is given, in order. */
export class MemoryBytes {
  readBytes = 0;
  writtenBytes = 0;
  /** Bytes of lines that a workgroup reads and another one has read before: what compute units may share. */
  sharedBytes = 0;
  readonly #machine: Machine;
  /** The workgroup that touched a line first. */
  readonly #lines = new Map<number, number>();

  constructor(machine: Machine) {
    this.#machine = machine;
  }

  /** Bytes at peak bandwidth of every row. */
  of(trace: GlobalTrace, workgroup: number): Float64Array {
    const line = this.#machine.coalescing[0].transactionBytes.value;
    const weighed = new Float64Array(trace.count);
    for (let row = 0; row < trace.count; row++) {
      const { direction = 'load', widthBytes = 0 } =
        trace.instructions[trace.instruction[row] ?? 0] ?? {};
      const starts = laneAddresses(trace, row).filter((address) => address !== undefined);
      if (starts.length === 0) continue;
      const isStore = direction !== 'load';
      const bytes = isStore
        ? this.#written(starts, widthBytes)
        : this.#read(starts, widthBytes, line, workgroup);
      const share = memoryShare(
        this.#machine.name,
        isStore ? 'store' : 'load',
        starts.length / runsIn(starts, widthBytes),
        widthBytes,
      );
      weighed[row] = bytes / share.value;
    }
    return weighed;
  }

  #written(starts: readonly number[], widthBytes: number): number {
    const bytes = new Set(starts).size * widthBytes;
    this.writtenBytes += bytes;
    return bytes;
  }

  #read(starts: readonly number[], widthBytes: number, line: number, workgroup: number): number {
    const touched = new Set<number>();
    for (const start of starts) {
      const last = Math.floor((start + widthBytes - 1) / line);
      for (let at = Math.floor(start / line); at <= last; at++) touched.add(at);
    }
    let fetched = 0;
    for (const at of touched) {
      const first = this.#lines.get(at);
      if (first === undefined) {
        this.#lines.set(at, workgroup);
        fetched += line;
      } else if (first !== workgroup) this.sharedBytes += line;
    }
    this.readBytes += fetched;
    return fetched;
  }
}

/** Stretches of lanes whose bytes follow each other. */
function runsIn(starts: readonly number[], widthBytes: number): number {
  let runs = 1;
  for (let i = 1; i < starts.length; i++)
    if (starts[i] !== (starts[i - 1] ?? 0) + widthBytes) runs++;
  return runs;
}
