/**
 * Counters of whole dispatches, as profilers write them to CSV, and what ldscope predicts of the same launch.
 *
 *     rocprofv3 --pmc ... --output-format csv     a row per counter: Kernel_Name, Dispatch_Id, Grid_Size, Counter_Name, Counter_Value
 *     rocprof, rocprof-compute (pmc_perf.csv)     a column per counter: KernelName or Kernel_Name, then SQ_LDS_BANK_CONFLICT ...
 *     ncu --csv                                   a row per metric: Kernel Name, ID, Metric Name, Metric Value
 *     ncu --csv --page raw                        a column per metric; the row behind the names has units
 *
 * Names are those of the tools, without `.sum` of Nsight. A counter that is there several times for a dispatch is the sum of its
 * instances.
 */
import { diagnose } from '../base/diagnostic.ts';
import { messages } from '../base/messages.ts';
import { failure, type Result, success } from '../base/result.ts';
import { findMachine } from '../machine/machines.ts';
import { csvRows, numberOf } from './csv.ts';

/** One launch of a kernel, as it was counted. */
export interface ProfiledDispatch {
  /** As the profiler prints it, usually demangled. */
  readonly kernel: string;
  /** The number that the profiler gives it. */
  readonly dispatch: string;
  /** Work-items in all; absent where the file does not tell. */
  readonly workItems?: number | undefined;
  readonly counters: ReadonlyMap<string, number>;
}

const KERNEL = ['Kernel_Name', 'KernelName', 'Kernel Name'];
const DISPATCH = ['Dispatch_Id', 'Dispatch_ID', 'Index', 'ID'];
const WORK_ITEMS = ['Grid_Size', 'grd'];
const COUNTER = ['Counter_Name', 'Metric Name'];
const VALUE = ['Counter_Value', 'Metric Value'];

/** `SQ_WAVES`, `smsp__inst_executed`, `VALUBusy`; not `Grid_Size` or `grd`. */
const LIKE_COUNTER = /^(?:[A-Z0-9]+_[A-Z0-9_]+(?:_sum)?|\w+__[\w.]+|[A-Z][A-Za-z]+)$/;

/** The dispatches of a file, in its order; an error where it is not a profiler's CSV. */
export function readProfile(text: string): Result<readonly ProfiledDispatch[]> {
  const [header = [], ...rows] = csvRows(text);
  const at = (names: readonly string[]): number => header.findIndex((name) => names.includes(name));
  const kernelAt = at(KERNEL);
  if (kernelAt < 0) return failure(diagnose(messages.usage.notProfile(header)));
  const [dispatchAt, itemsAt, counterAt, valueAt] = [DISPATCH, WORK_ITEMS, COUNTER, VALUE].map(at);
  const found = new Map<string, ProfiledDispatch & { readonly counters: Map<string, number> }>();
  for (const row of rows) {
    const kernel = row[kernelAt] ?? '';
    // The row of units that Nsight Compute writes behind the names.
    if (kernel === '') continue;
    const dispatch = row[dispatchAt ?? -1] ?? '1';
    const key = `${dispatch} ${kernel}`;
    const items = numberOf(row[itemsAt ?? -1]);
    const known = found.get(key) ?? { kernel, dispatch, workItems: items, counters: new Map() };
    found.set(key, known);
    const add = (name: string, cell: string | undefined): void => {
      const value = numberOf(cell);
      if (value === undefined) return;
      const plain = name.replace(/\.sum$/, '');
      known.counters.set(plain, (known.counters.get(plain) ?? 0) + value);
    };
    if (counterAt !== undefined && counterAt >= 0) add(row[counterAt] ?? '', row[valueAt ?? -1]);
    else for (const [i, name] of header.entries()) if (i > kernelAt) add(name, row[i]);
  }
  return success([...found.values()]);
}

/** One counter of a dispatch with its prediction. */
interface ComparedCounter {
  readonly name: string;
  readonly unit: string;
  readonly measured: number;
  readonly predicted: number;
}

export interface ComparedDispatch extends Pick<ProfiledDispatch, 'kernel' | 'dispatch'> {
  readonly counters: readonly ComparedCounter[];
  /** Counters of the file that ldscope does not predict. */
  readonly others: readonly string[];
}

/** The names of a predicted counter on a chip. */
function namesOf(name: string, machine: string): readonly string[] {
  const prefix = findMachine(machine)?.counterPrefix?.value;
  const isOther = prefix !== undefined && name.startsWith('SQ_LDS_');
  return isOther ? [name, name.replace('SQ_', prefix)] : [name];
}

/** The counters of dispatches on a chip with those that a report predicts. */
export function compareProfile(
  dispatches: readonly ProfiledDispatch[],
  predicted: readonly { readonly name: string; readonly unit: string; readonly value: number }[],
  machine: string,
): readonly ComparedDispatch[] {
  return dispatches.map(({ kernel, dispatch, counters }) => {
    const compared = predicted.flatMap(({ name: known, unit, value }) =>
      namesOf(known, machine).flatMap((name) => {
        const measured = counters.get(name);
        return measured === undefined ? [] : [{ name, unit, measured, predicted: value }];
      }),
    );
    const names = new Set(compared.map(({ name }) => name));
    return {
      kernel,
      dispatch,
      counters: compared,
      others: [...counters.keys()].filter((name) => LIKE_COUNTER.test(name) && !names.has(name)),
    };
  });
}

/** True when a profiler's name of a kernel is one of its names: symbol, demangled, with or without parameters. */
export function isKernelNamed(profiled: string, names: readonly string[]): boolean {
  const plain = profiled.replace(/ \[clone [^\]]*\]$|\.kd$/, '').trim();
  return names.some((name) => name === plain || name === profiled || stem(name) === stem(plain));
}

/** `void add<float>(float*, int)` as `add<float>`. */
const stem = (name: string): string =>
  name
    .replace(/\(.*\)(?: const)?$/s, '')
    .replace(/^void /, '')
    .trim();
