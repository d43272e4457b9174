/** Compares published pairwise probes with ours. */
import { failed, type Parsed, parsed } from './expression.ts';
import { type JsonObject, listAt, numberAt, numbersAt, objectAt } from '../base/json.ts';
import { conflictingPairs, type Probe, samePhaseConflicts, sweepConflicts } from './probes.ts';
import type { Access } from './access.ts';

/** What we predict for an entry, and whether it is what was measured. */
export interface Outcome {
  readonly predicted: string;
  readonly exact: boolean;
  readonly other?: string;
  /** The address was inferred from the counter. */
  readonly circular?: boolean;
  /** What the reader should know although the number is exact. */
  readonly remark?: string;
  /** Why it differs, when the comparison knows. */
  readonly reason?: string;
}

export function compareProbe(
  quantity: string,
  entry: JsonObject,
  measured: JsonObject,
  { kernel, notation }: Access,
): Parsed<Outcome> {
  const [step] = kernel.steps;
  if (step === undefined || kernel.steps.length > 1 || step.count > 1) {
    return failed('a probe is made with one instruction');
  }
  const { machine, waveSize, parameters } = kernel;
  const probe: Probe = { machine, waveSize, op: step.op, parameters };
  const value = numberAt(measured, 'value');
  if (notation.kind === 'sweep') {
    const range = numbersAt(objectAt(entry, 'parameters'), 'N_range') ?? [];
    const by = numberAt(objectAt(entry, 'parameters'), 'N_step') ?? 1;
    const [first, last] = range;
    if (quantity !== 'probe' || first === undefined || last === undefined || by < 1) {
      return failed('the sweep gives no range of N');
    }
    const swept = Array.from(
      { length: Math.floor((last - first) / by) + 1 },
      (_, i) => first + i * by,
    );
    const found = sweepConflicts(probe, notation, swept);
    if (!found.ok) return found;
    const seen = numbersAt(measured, 'value') ?? [];
    return parsed({
      predicted: `[${found.value.join(', ')}]`,
      exact: found.value.join() === seen.join(),
    });
  }
  if (notation.activity === 'same-phase-pair') {
    const conflicts = samePhaseConflicts(probe, notation);
    if (!conflicts.ok) return conflicts;
    if (quantity !== 'conflicts') return failed('a pair of lanes, but no count of conflicts');
    return parsed({ predicted: String(conflicts.value), exact: conflicts.value === value });
  }
  if (quantity !== 'probe') return failed('pairs of lanes, but no count of conflicting pairs');
  const pairs = conflictingPairs(probe, notation);
  if (!pairs.ok) return pairs;
  const published = publishedPairs(objectAt(entry, 'parameters'));
  const ours = new Set(pairs.value.map((pair) => pair.join()));
  const samePairs =
    published === undefined ||
    (published.length === ours.size && published.every((pair) => ours.has(pair)));
  return parsed({
    predicted: String(ours.size),
    exact: ours.size === value && samePairs,
    ...(samePairs
      ? {}
      : { reason: 'as many pairs, but other ones than the published phases have' }),
  });
}

/** The pairs of lanes that share one of the published phases. */
function publishedPairs(parameters: JsonObject | undefined): readonly string[] | undefined {
  const phases = listAt(parameters, 'phases');
  if (phases.length === 0) return undefined;
  return phases.flatMap((phase) => {
    const lanes = Array.isArray(phase) ? phase.filter((lane) => typeof lane === 'number') : [];
    lanes.sort((a, b) => a - b);
    return lanes.flatMap((a, i) => lanes.slice(i + 1).map((b) => `${a},${b}`));
  });
}
