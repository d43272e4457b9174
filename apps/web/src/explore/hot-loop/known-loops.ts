/**
 * Schedules that were simulated already: what is compared gradually is there when a reader chooses it, and a change of
 * global memory does not read a schedule again.
 */
import { useMemo } from 'preact/hooks';
import { type HotLoop, prepare, type Prepared, simulated } from './model.ts';
import type { Settings } from './settings.ts';

/** The run of a schedule under the present settings. */
export type LoopOf = (text: string) => HotLoop;

/** More than there are pipelines; the rest are edits, of which a reader makes many. */
const MOST = 16;

export function useKnownLoops({ chip, circumstances }: Settings): LoopOf {
  const { latency, bytesPerCycle, readConflicts } = circumstances;
  const prepared = useMemo(() => new Map<string, Prepared>(), [chip, readConflicts]);
  return useMemo(() => {
    const loops = new Map<string, HotLoop>();
    return (text) =>
      known(loops, text, () =>
        simulated(
          known(prepared, text, () => prepare(text, chip, readConflicts)),
          circumstances,
        ),
      );
  }, [prepared, latency, bytesPerCycle]);
}

function known<T>(all: Map<string, T>, text: string, make: () => T): T {
  const found = all.get(text);
  if (found !== undefined) return found;
  if (all.size >= MOST) all.clear();
  const made = make();
  all.set(text, made);
  return made;
}
