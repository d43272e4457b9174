/**
 * Pairwise probes: only two lanes are active, and what counts is whether they conflict. They are how the
 * lanes of a phase and the number of banks are found on hardware.
 */
import {
  findRule,
  type Machine,
  opcodeAt,
  phaseLanes,
  type PhaseTable,
  simulate,
  TraceBuilder,
} from '@ldscope/core';
import { evaluate, failed, type Names, namesFrom, type Parsed, parsed } from './expression.ts';
import { evaluateFormula, type Formula, type Sweep } from './notation.ts';

export interface Probe {
  readonly machine: Machine;
  readonly waveSize: 32 | 64;
  readonly op: number;
  readonly parameters: ReadonlyMap<string, number>;
}

interface Pair {
  readonly lanes: readonly [number, number];
  readonly addresses: readonly [number, number];
}

/** Conflict cycles of each pair, alone in its wave. */
function conflictsOf(probe: Probe, pairs: readonly Pair[]): Uint32Array {
  const builder = new TraceBuilder(probe.waveSize, [{ id: 'probe' }]);
  const addresses = new Uint32Array(probe.waveSize);
  for (const { lanes, addresses: two } of pairs) {
    let [low, high] = [0, 0];
    for (const [i, lane] of lanes.entries()) {
      addresses[lane] = two[i] ?? 0;
      if (lane < 32) low |= 1 << lane;
      else high |= 1 << (lane - 32);
    }
    builder.add(probe.op, 0, 0, 0, addresses, low, high);
  }
  return simulate(builder.finish(), probe.machine).bankConflict;
}

function phasesOf(probe: Probe): PhaseTable | undefined {
  const { request } = opcodeAt(probe.op);
  if (request === undefined) return undefined;
  return findRule(probe.machine.models[0], probe.waveSize, request)?.phases;
}

/** Every pair of lanes, at the addresses of a formula. */
function allPairs(probe: Probe, formula: Formula): Parsed<readonly Pair[]> {
  const addresses: number[] = [];
  for (let lane = 0; lane < probe.waveSize; lane++) {
    const names: Names = (name) =>
      name === 'lane' || name === 'l' ? parsed(lane) : namesFrom(probe.parameters)(name);
    const address = evaluateFormula(formula, names);
    if (!address.ok) return address;
    if (address.value < 0 || address.value >= 2 ** 32) return failed('an address is out of range');
    addresses.push(address.value);
  }
  return parsed(
    addresses.flatMap((a, i) =>
      addresses.slice(i + 1).map((b, n): Pair => ({ lanes: [i, i + 1 + n], addresses: [a, b] })),
    ),
  );
}

/** The pairs of lanes that conflict. */
export function conflictingPairs(
  probe: Probe,
  formula: Formula,
): Parsed<readonly (readonly [number, number])[]> {
  const pairs = allPairs(probe, formula);
  if (!pairs.ok) return pairs;
  const conflicts = conflictsOf(probe, pairs.value);
  return parsed(pairs.value.filter((_, i) => (conflicts[i] ?? 0) > 0).map((pair) => pair.lanes));
}

/** Conflict cycles of two lanes that share a phase: the same for every such pair, or an error. */
export function samePhaseConflicts(probe: Probe, formula: Formula): Parsed<number> {
  const pairs = allPairs(probe, formula);
  const phases = phasesOf(probe);
  if (!pairs.ok) return pairs;
  if (phases === undefined) return failed('the chip has no rule for the instruction');
  const phaseOf = phaseNumbers(phases);
  const together = pairs.value.filter(({ lanes }) => phaseOf[lanes[0]] === phaseOf[lanes[1]]);
  const [first, ...others] = new Set(conflictsOf(probe, together));
  if (first === undefined) return failed('no two lanes share a phase');
  return others.length === 0 ? parsed(first) : failed('it depends on which two lanes');
}

function phaseNumbers(table: PhaseTable): Uint8Array {
  const numbers = new Uint8Array(table.waveSize);
  for (let phase = 0; phase < table.count; phase++) {
    for (const lane of phaseLanes(table, phase)) numbers[lane] = phase;
  }
  return numbers;
}

/** The values of the swept name `N` for which the two lanes conflict; the same for every partner. */
export function sweepConflicts(
  probe: Probe,
  sweep: Sweep,
  values: readonly number[],
): Parsed<readonly number[]> {
  const phases = phasesOf(probe);
  if (phases === undefined) return failed('the chip has no rule for the instruction');
  const phaseOf = phaseNumbers(phases);
  const partners = [...phaseOf.keys()].filter(
    (lane) => lane !== sweep.lane && phaseOf[lane] === phaseOf[sweep.lane],
  );
  let agreed: readonly number[] | undefined;
  for (const partner of partners) {
    const pairs: Pair[] = [];
    for (const value of values) {
      const names = namesFrom(new Map([...probe.parameters, ['N', value]]));
      const [a, b] = [evaluate(sweep.address, names), evaluate(sweep.partner, names)];
      if (!a.ok) return a;
      if (!b.ok) return b;
      pairs.push({ lanes: [sweep.lane, partner], addresses: [a.value, b.value] });
    }
    const conflicts = conflictsOf(probe, pairs);
    const found = values.filter((_, i) => (conflicts[i] ?? 0) > 0);
    if (agreed !== undefined && agreed.join() !== found.join()) {
      return failed('it depends on which partner');
    }
    agreed = found;
  }
  return agreed === undefined ? failed('no lane shares a phase with the first') : parsed(agreed);
}
