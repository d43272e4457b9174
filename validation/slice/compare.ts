/**
 * An execution of accesses alone beside one of everything: they have to agree in all that a report is made of.
 *
 *     traces of LDS and of global memory, row by row; hazards, diagnostics, coverage, executions
 */
import type { ExecuteOptions, Execution } from '@ldscope/core';
import { Rows } from './rows.ts';

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
  const [lds, global] = [new Rows(), new Rows()];
  const begin = process.cpuUsage();
  const execution = execute({
    accessesOnly,
    onWorkgroup: (trace) => lds.addShared(trace, 1),
    onGlobal: (trace) => global.addGlobal(trace, 1),
  });
  const { user, system } = process.cpuUsage(begin);
  const milliseconds = (user + system) / 1000;
  const { kernel, hazards, diagnostics, workgroups, exceedsLds, isMissed = false } = execution;
  return {
    lds: lds.digest(),
    global: global.digest(),
    facts: JSON.stringify({ kernel, hazards, diagnostics, workgroups, exceedsLds }),
    isMissed,
    milliseconds,
  };
}

/** What differs between two executions of a launch; empty where they agree. */
function differencesOf(sliced: Observed, whole: Observed): string[] {
  return (['lds', 'global', 'facts'] as const).filter((part) => sliced[part] !== whole[part]);
}
