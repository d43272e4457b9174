/**
 * What no layout that keeps vectors whole can beat: a lower bound on the conflicts of an access, by counting.
 *
 * A layout that keeps units of u bytes whole and aligned chooses a place for each unit, but not for what is inside it.
 * Requests of a phase that begin at the same word inside their units reach only every u/4-th bank:
 *
 *     unit 16 B, 32 banks    a unit begins on bank 0, 4, ..., 28: 8 places around the banks
 *     ds_read_u16, 32 lanes  of 32 rows, one column: all begin at one word of their units
 *                            32 units in 8 places: 4 ways
 *
 * So a phase takes at least ceil(units / places) slots of one bank. The bound holds for every layout that keeps these units whole and
 * aligned, padded, swizzled or neither; the accesses that make units so large prevent a better one, as long as vectors are not cut.
 */
import { opcodeAt } from '../access/opcodes.ts';
import { gcd } from '../base/numbers.ts';
import type { ServiceRule } from '../machine/machine.ts';
import type { PhaseTable } from '../machine/phases.ts';
import {
  type ProblemAccess,
  addressedLanes,
  isLaneLinear,
  type Problem,
  ruleOf,
  type Target,
} from './problem.ts';
import { isActive } from '../access/wave-rows.ts';

/** The phase that shows best why an access cannot do with fewer ways. */
interface Crowd {
  readonly instance: number;
  readonly phase: number;
  /** Requests that begin at the same word of different units. */
  readonly units: number;
  /** Banks on which such a request can begin. */
  readonly places: number;
}

export interface Bound {
  /** Conflict cycles over all executions, at least. */
  readonly conflicts: number;
  /** Ways of the worst phase, at least. */
  readonly ways: number;
  /** Absent where the bound is that every phase takes one slot. */
  readonly crowd?: Crowd;
}

/**
 * Places of a unit around the banks: how many units the banks serve at once. Units of 12 B begin on any bank, and of units below a
 * word several begin in one.
 */
export function placesOf(banks: number, unitBytes: number): number {
  if (unitBytes < 4) return banks * Math.ceil(4 / unitBytes);
  const step = unitBytes % 4 === 0 ? unitBytes / 4 : 1;
  return banks / gcd(step, banks);
}

/** The least that an access costs on a target under any layout that keeps units of `unitBytes` whole and aligned. */
export function lowerBound(
  problem: Problem,
  target: Target,
  access: ProblemAccess,
  unitBytes: number,
): Bound {
  const opcode = opcodeAt(access.op);
  const rule = ruleOf(target, opcode, problem.waveSize);
  const free = rule === undefined || isLaneLinear(access) || rule.slots === 'same-element';
  // Models that serve both addresses of an instruction at once are not bounded here.
  if (free || target.model.twoAddresses === 'together') return { conflicts: 0, ways: 1 };
  const { tile, waveSize } = problem;
  const ports = target.model.portsPerBank;
  const steps = rule.steps === 'serial' ? Math.max(1, opcode.widthBytes >> 2) : 1;
  const places = placesOf(rule.banks, unitBytes);
  const unitsPerRow = (tile.columns * tile.elementBytes) / unitBytes;
  let conflicts = 0;
  let ways = 1;
  let crowd: Crowd | undefined;
  for (let instance = 0; instance < access.instances; instance++) {
    const table = phasesFor(rule, access, instance, waveSize, tile.columns);
    for (let phase = 0; phase < table.count; phase++) {
      const groups = new Map<number, Set<number>>();
      const most = { units: 0 };
      for (let i = 0; i < table.lanesPerPhase; i++) {
        const lane = table.lanes[phase * table.lanesPerPhase + i] ?? 0;
        if (lane >= addressedLanes(opcode, waveSize) || !isActive(access, instance, lane)) continue;
        const at = instance * waveSize + lane;
        const within = (access.columns[at] ?? 0) * tile.elementBytes;
        const word = Math.floor((within % unitBytes) / 4) % rule.banks;
        const unit = (access.rows[at] ?? 0) * unitsPerRow + Math.floor(within / unitBytes);
        const group = groups.get(word) ?? new Set();
        groups.set(word, group);
        // Lanes that are never combined count each; others once per word, so once per unit and place in it.
        group.add(
          rule.slots === 'each-lane' ? -1 - lane : unit * unitBytes + ((within % unitBytes) >>> 2),
        );
        most.units = Math.max(most.units, group.size);
      }
      const slots = Math.ceil(most.units / places);
      if (slots > ways) {
        ways = slots;
        crowd = { instance, phase, units: most.units, places };
      }
      const cost = Math.max(1, Math.ceil(slots / ports));
      conflicts += (cost - 1) * steps * (access.executions[instance] ?? 0);
    }
  }
  return crowd === undefined ? { conflicts, ways } : { conflicts, ways, crowd };
}

/** The phases that serve an instance: under a pair condition they depend on which lanes access the same element. */
export function phasesFor(
  rule: ServiceRule,
  access: ProblemAccess,
  instance: number,
  waveSize: 32 | 64,
  columns: number,
): PhaseTable {
  if (rule.pairedPhases === undefined) return rule.phases;
  const element = (lane: number): number | undefined => {
    const at = instance * waveSize + lane;
    return isActive(access, instance, lane)
      ? (access.rows[at] ?? 0) * columns + (access.columns[at] ?? 0)
      : undefined;
  };
  const pairedBy = (x: number): boolean => {
    for (let lane = 0; lane < waveSize; lane++) {
      const [one, other] = [element(lane), element(lane ^ x)];
      if (one !== undefined && other !== undefined && one !== other) return false;
    }
    return true;
  };
  return pairedBy(1) || pairedBy(2) ? rule.pairedPhases : rule.phases;
}

/** Bounds by target, then by access. */
export function lowerBounds(problem: Problem, unitBytes: number): Bound[][] {
  return problem.targets.map((target) =>
    problem.accesses.map((access) => lowerBound(problem, target, access, unitBytes)),
  );
}
