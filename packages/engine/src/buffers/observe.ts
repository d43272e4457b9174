/**
 * Executes a kernel on random data for one machine and keeps what a proof needs: memory afterwards, and for each buffer
 * its accesses and conflicts.
 */
import {
  type AccessTrace,
  type Diagnostic,
  type KernelSummary,
  type Launch,
  type LdsObject,
  type Machine,
  opcodeAt,
  placeDiagnostics,
  type Report,
  ReportBuilder,
  type RunOptions,
  simulate,
} from '@ldscope/core';
import { executeKernel, type WorkgroupBuffer } from '@ldscope/mlir';
import { bufferTrace, touches } from './buffer-trace.ts';
import { randomData } from './random-data.ts';
import type { ReadKernel } from './read-kernel.ts';

export interface ObserveOptions extends RunOptions {
  readonly launch: Launch;
  readonly workgroups?: number | undefined;
  /** Rows of all workgroups that are kept of a buffer: 64 MiB of addresses by default. */
  readonly mostRows?: number | undefined;
  readonly onProgress?: ((done: number, all: number) => void) | undefined;
}

export interface Observed {
  readonly diagnostics: readonly Diagnostic[];
  readonly workgroups: { readonly executed: number; readonly launched: number };
  /** Buffers of the kernel after it ran. */
  readonly memory: ReadonlyMap<number, Uint8Array>;
  readonly ldsBytes: number;
  readonly kernel: KernelSummary;
  /** Of all memory. */
  readonly report: Report;
  /** In the order of the buffers that were requested. */
  readonly buffers: readonly ObservedBuffer[];
  /** Conflict cycles of accesses to no buffer. */
  readonly elsewhere: number;
  /** Every allocation. */
  readonly objects: readonly LdsObject[];
}

interface ObservedBuffer {
  readonly objects: readonly LdsObject[];
  readonly reads: number;
  readonly writes: number;
  /** By workgroup, with the allocations one after the other; those of the first workgroup and up to `mostRows` rows in all. */
  readonly traces: readonly AccessTrace[];
  /** True when the traces are all rows of all workgroups that were executed. */
  readonly isWhole: boolean;
  /** False when some access was partly elsewhere. */
  readonly complete: boolean;
}

/** Runs a kernel. */
export function observe(
  { module, text, description, buffers }: ReadKernel,
  machine: Machine,
  { onProgress, mostRows = 2 ** 18, ...options }: ObserveOptions,
): Observed {
  const request = { ...options, kernel: description.name };
  // The kernel that is not executed yet tells where the allocations are.
  const scout = executeKernel(module, text, { ...request, machine, workgroups: 0 });
  const { ldsObjects: objects = [] } = scout;
  const run = (unknownBytes: number): Observed => {
    const parts = buffers.map((buffer) => new Part(buffer, objects, machine, mostRows));
    const memory = randomData(description.buffers, unknownBytes);
    let elsewhere = 0;
    const builder = new ReportBuilder(machine);
    const { diagnostics, hazards, workgroups, kernel } = executeKernel(module, text, {
      ...request,
      machine,
      buffers: memory,
      onWorkgroup: (trace, done, all) => {
        builder.add(trace);
        const rows = parts.map((part) => part.add(trace));
        const known = rows.reduce((all: number, count) => all + (count ?? NaN), 0);
        if (known !== trace.count) elsewhere += addPartly(trace, machine, parts, rows);
        onProgress?.(done, all);
      },
    });
    return {
      diagnostics,
      workgroups,
      memory,
      ldsBytes: kernel.ldsBytes,
      kernel,
      report: builder.finish(kernel, hazards, placeDiagnostics(diagnostics, text)).report,
      buffers: parts,
      elsewhere,
      objects,
    };
  };
  const first = run(USUAL_BYTES);
  const unknown = description.buffers.some(({ bytes }) => bytes === undefined);
  const tooSmall = first.diagnostics.some(({ about }) => about === 'memory-size');
  return unknown && tooSmall ? run(LARGE_BYTES) : first;
}

/** Bytes of a buffer of unknown size; the larger one when the kernel accesses bytes outside of the first. */
const USUAL_BYTES = 2 ** 20;
const LARGE_BYTES = 2 ** 26;

/** Conflict cycles of a buffer over all machines. */
export function conflictsOf(observed: readonly Observed[], index: number): number {
  return observed.reduce((all, { buffers }) => {
    const { reads = 0, writes = 0 } = buffers[index] ?? {};
    return all + reads + writes;
  }, 0);
}

class Part implements ObservedBuffer {
  readonly objects: readonly LdsObject[];
  readonly traces: AccessTrace[] = [];
  reads = 0;
  writes = 0;
  complete = true;
  isWhole = true;
  readonly #machine: Machine;
  readonly #mostRows: number;
  #rows = 0;

  constructor(
    { places }: WorkgroupBuffer,
    objects: readonly LdsObject[],
    machine: Machine,
    mostRows: number,
  ) {
    this.#machine = machine;
    this.#mostRows = mostRows;
    this.objects = places.flatMap(({ allocation, startBytes, bytes }) => {
      const object = objects.find(({ name }) => name === allocation);
      return object === undefined
        ? []
        : [{ name: allocation, offset: object.offset + startBytes, bytes }];
    });
  }

  /** The rows of the buffer; `undefined` where one is partly elsewhere: then nothing is counted. */
  add(trace: AccessTrace): number | undefined {
    const part = bufferTrace(trace, this.objects);
    if (part === undefined) {
      this.complete = false;
      this.isWhole = false;
      return undefined;
    }
    const { bankConflict } = simulate(part, this.#machine);
    for (let row = 0; row < part.count; row++) this.count(part, row, bankConflict[row] ?? 0);
    this.#rows += part.count;
    if (this.#rows <= this.#mostRows || this.traces.length === 0) this.traces.push(part);
    else this.isWhole = false;
    return part.count;
  }

  count({ op }: AccessTrace, row: number, conflicts: number): void {
    if (opcodeAt(op[row] ?? 0).direction === 'read') this.reads += conflicts;
    else this.writes += conflicts;
  }
}

/**
 * Counts the conflicts of buffers that an access is partly of, for each of them, as if it were theirs alone. Returns those of
 * accesses to no buffer. `counted`: the rows of each part, `undefined` where nothing is counted yet.
 */
function addPartly(
  trace: AccessTrace,
  machine: Machine,
  parts: readonly Part[],
  counted: readonly (number | undefined)[],
): number {
  const { bankConflict } = simulate(trace, machine);
  let elsewhere = 0;
  for (let row = 0; row < trace.count; row++) {
    const conflicts = bankConflict[row] ?? 0;
    if (conflicts === 0) continue;
    const own = parts.filter(({ objects }) => touches(trace, row, objects));
    if (own.length === 0) elsewhere += conflicts;
    for (const part of own)
      if (counted[parts.indexOf(part)] === undefined) part.count(trace, row, conflicts);
  }
  return elsewhere;
}
