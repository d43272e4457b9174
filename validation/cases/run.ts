/** Runs the cases of a file: each kind has its comparison. */
import { eachCase } from '../base/each-case.ts';
import { runIreeCase } from '../iree-cases/run.ts';
import { type JsonObject, listAt, objectAt, textAt } from '../base/json.ts';
import {
  compareAddresses,
  compareCounters,
  comparePhases,
  compareScore,
  inconsistent,
} from './counters.ts';
import {
  compareEmbed,
  comparePattern,
  compareReduce,
  compareShuffle,
  compareSlice,
} from './encodings.ts';
import {
  compareCurve,
  compareDescriptor,
  compareDistribution,
  compareTraits,
  compareTransform,
} from './layouts.ts';
import { type CaseOutcome, Comparison, unreadableCase } from '../base/comparison.ts';

type Compare = (input: JsonObject, expected: JsonObject, to: Comparison) => void;

const kinds: Readonly<Record<string, Compare>> = {
  transform: compareTransform,
  descriptor: compareDescriptor,
  distribution: compareDistribution,
  tile_window_load_store_traits: compareTraits,
  space_filling_curve: compareCurve,
  slice_distribution_from_x: compareSlice,
  make_embed_tile_distribution_encoding: compareEmbed,
  make_reduce_tile_distribution_encoding: compareReduce,
  tile_distribution_encoding_shuffle: compareShuffle,
  lds_byte_addresses: compareAddresses,
  lds_phase_groups: (_, expected, to) => comparePhases(expected, to),
};

/** The outcomes of all cases; `undefined` when the object is not a list of cases. */
export function runCases(file: JsonObject): readonly CaseOutcome[] | undefined {
  if (!Array.isArray(file['cases'])) return undefined;
  const isIree = textAt(file, 'schema')?.startsWith('iree-cases/') === true;
  return eachCase(listAt(file, 'cases'), isIree ? runIreeCase : runCase, unreadableCase);
}

function runCase(item: JsonObject, number: number): CaseOutcome {
  const id = textAt(item, 'id') ?? `case ${number}`;
  const kind = textAt(item, 'kind') ?? '';
  const to = new Comparison();
  if (kind === 'hardware_counter') {
    const contradictions = compareCounters(item, to);
    return inconsistent(to.outcome(id, kind), contradictions);
  }
  const compare = kinds[kind] ?? (kind.includes('encoding_pattern') ? comparePattern : undefined);
  if (kind === 'hardware_counter_single_instruction') compareScore(item, to);
  else if (compare === undefined) to.fail(`'${kind}' is not a kind of case that we know`);
  else compare(objectAt(item, 'input') ?? {}, objectAt(item, 'expected') ?? {}, to);
  return to.outcome(id, kind);
}
