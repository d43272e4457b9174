/**
 * The executions that one change has to serve: every kernel of the source that has a launch, on every chip.
 *
 *     transpose.yaml with `kernels:` for three instantiations, -m gfx942 -m gfx950     six runs
 */
import { messages, type Message, ownMemory, readableName, symbolsNamed } from '@ldscope/core';
import { entryFor } from '../launch/launch-file.ts';
import { launchFor, type LaunchOptions } from '../launch/launch-options.ts';
import type { SuggestOptions } from '../suggest/suggest-options.ts';
import type { Run } from './measured.ts';

export interface RunRequest {
  /** Options of every run: chips and launch aside. */
  readonly options: Omit<SuggestOptions, 'machines' | 'kernel' | keyof LaunchOptions>;
  readonly launches: readonly LaunchOptions[];
  readonly machines: readonly string[];
  /** Symbols of the kernels, by chip. */
  readonly kernels: ReadonlyMap<string, readonly string[]>;
  /** A name or pattern; without it those that a launch names, or the only one. */
  readonly kernel: string | undefined;
}

/** The runs, or why there are none. */
export function runsOf({
  options,
  launches,
  machines,
  kernels,
  kernel,
}: RunRequest): readonly Run[] | Message {
  const runs: Run[] = [];
  for (const machine of machines) {
    const all = kernels.get(machine) ?? [];
    const named = kernel === undefined ? all : symbolsNamed(all, kernel);
    for (const launch of launches) {
      const entries = [...(launch.kernels?.keys() ?? [])];
      const launched =
        entries.length === 0 ? named : named.filter((one) => entryFor(one, entries) !== undefined);
      // One launch for all: instantiations of one template, or the only kernel.
      const templates = new Set(launched.map((one) => readableName(one).replace(/<.*$/s, '')));
      if (entries.length === 0 && templates.size > 1)
        return messages.launch.severalKernels(launched.map(readableName));
      for (const each of launched)
        runs.push({ machine, options: { ...options, ...launchFor(launch, each), kernel: each } });
    }
  }
  if (runs.length > 0) return runs;
  const names = [...new Set([...kernels.values()].flat().map(readableName))];
  return messages.launch.noKernel(kernel, names);
}

/** Parts of a buffer by which its values move on. */
const SHIFTS = [0.37, 0.61];
/** Values stay what they are: no type is wider. */
const UNIT_BYTES = 16;

/** A run with the same values in other places of each buffer: what was an index or a size is still one. */
export function shifted(run: Run): Run[] {
  return SHIFTS.map((part) => {
    const moved = (data: Uint8Array): Uint8Array => {
      const units = Math.floor(data.length / UNIT_BYTES);
      const at = UNIT_BYTES * Math.floor(units * part);
      const other = new Uint8Array(data.length);
      other.set(data.subarray(at));
      other.set(data.subarray(0, at), data.length - at);
      return other;
    };
    return {
      ...run,
      options: { ...run.options, ...ownMemory(run.options, moved) },
      isShifted: true,
    };
  });
}
