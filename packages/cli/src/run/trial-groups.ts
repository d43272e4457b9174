/**
 * Which kernels of which chips one change of a source has to serve.
 *
 *     k under a.yaml on gfx942 and gfx950, l under b.yaml on both     one trial with both launches on both chips
 */
import type { TriedLaunch } from './tried-source.ts';

/** A kernel that conflicts, with its launch as `--launch` takes it. */
export interface ConflictingCase extends TriedLaunch {
  readonly file: string;
  readonly machine: string;
  readonly kernel: string;
}

/** Chips with the same kernels under the same launches. */
export interface TrialGroup {
  readonly file: string;
  readonly machines: readonly string[];
  readonly launches: readonly TriedLaunch[];
}

export function trialGroups(cases: readonly ConflictingCase[]): readonly TrialGroup[] {
  const byChip = new Map<string, TrialGroup>();
  for (const { file, machine, kernel, spec } of cases) {
    const key = JSON.stringify([file, machine]);
    const { launches = [] } = byChip.get(key) ?? {};
    const more = { file, machines: [machine], launches: [...launches, { spec, kernel }] };
    byChip.set(key, more);
  }
  const groups = new Map<string, TrialGroup>();
  for (const one of byChip.values()) {
    const key = JSON.stringify([one.file, one.launches]);
    const { machines = [] } = groups.get(key) ?? {};
    groups.set(key, { ...one, machines: [...machines, ...one.machines] });
  }
  return [...groups.values()];
}
