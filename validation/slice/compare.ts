/**
 * An execution of accesses alone beside one of everything: they have to agree in all that a report is made of.
 *
 *     traces of LDS and of global memory, row by row; hazards, diagnostics, coverage, executions
 */
import { createHash } from 'node:crypto';
import {
  type AccessTrace,
  type ExecuteOptions,
  type Execution,
  type GlobalTrace,
} from '@ldscope/core';

/** What an execution gives, with its accesses. */
interface Observed {
  readonly lds: string;
  readonly global: string;
  readonly facts: string;
  readonly isMissed: boolean;
  /** Processor time. */
  readonly milliseconds: number;
}

/** Executions of everything and of accesses alone, beside each other. */
export interface SliceComparison {
  readonly whole: Observed;
  readonly sliced: Observed;
  /** What the slice gives otherwise; empty where it asks for everything instead. */
  readonly differences: readonly string[];
}

/** Compares both executions, each the fastest of some repeats. */
export function compareSlice(execute: ExecuteWith, repeats = 1): SliceComparison {
  const fastest = (accessesOnly: boolean): Observed =>
    Array.from({ length: repeats }, () => observe(execute, accessesOnly)).reduce((a, b) =>
      b.milliseconds < a.milliseconds ? b : a,
    );
  const [whole, sliced] = [fastest(false), fastest(true)];
  return { whole, sliced, differences: sliced.isMissed ? [] : differencesOf(sliced, whole) };
}

export type ExecuteWith = (options: Partial<ExecuteOptions>) => Execution;

/** Executes and keeps digests of what was seen. */
function observe(execute: ExecuteWith, accessesOnly: boolean): Observed {
  const lds = createHash('sha1');
  const global = createHash('sha1');
  const begin = process.cpuUsage();
  const execution = execute({
    accessesOnly,
    onWorkgroup: (trace) => digestRows(lds, trace),
    onGlobal: (trace) => digestGlobal(global, trace),
  });
  const { user, system } = process.cpuUsage(begin);
  const milliseconds = (user + system) / 1000;
  const { kernel, hazards, diagnostics, workgroups, exceedsLds, isMissed = false } = execution;
  return {
    lds: lds.digest('hex'),
    global: global.digest('hex'),
    facts: JSON.stringify({ kernel, hazards, diagnostics, workgroups, exceedsLds }),
    isMissed,
    milliseconds,
  };
}

type Hash = ReturnType<typeof createHash>;

function digestRows(hash: Hash, trace: AccessTrace): void {
  const { count, waveSize, addressBytes, activeMask, op, site, wave, order, sites } = trace;
  hash.update(JSON.stringify({ count, waveSize, sites }));
  for (const column of [
    addressBytes.subarray(0, count * waveSize),
    activeMask.subarray(0, 2 * count),
    op.subarray(0, count),
    site.subarray(0, count),
    wave.subarray(0, count),
    order.subarray(0, count),
  ])
    hash.update(new Uint8Array(column.buffer, column.byteOffset, column.byteLength));
}

function digestGlobal(hash: Hash, trace: GlobalTrace): void {
  for (const [name, column] of Object.entries(trace)) {
    if (ArrayBuffer.isView(column))
      hash.update(new Uint8Array(column.buffer, column.byteOffset, column.byteLength));
    else hash.update(`${name} ${JSON.stringify(column)}`);
  }
}

/** What differs between two executions of a launch; empty where they agree. */
function differencesOf(sliced: Observed, whole: Observed): string[] {
  return (['lds', 'global', 'facts'] as const).filter((part) => sliced[part] !== whole[part]);
}
