/**
 * A tile in the LDS of a specification of CK Tile as a question to the search, once per group of chips that do the same to it.
 *
 * An answer counts only when the specification with the answer as its descriptor has the same conflicts: CK Tile chooses
 * the instructions by what a descriptor promises, so another descriptor can mean other instructions.
 */
import {
  type AccessTrace,
  type Candidate,
  type Diagnostic,
  firstDifference,
  type Machine,
  messages,
  problemFromTrace,
  reshapedFamilies,
  type Result,
  success,
  tileCost,
  type TileAccessPlan,
  type TileLayout,
  tileTrace,
} from '@ldscope/core';
import { alikeMachines } from '../buffers/alike.ts';
import type { FoundBuffer, TileQuestion } from '../source/found.ts';

/** The tile of a specification on a chip. */
export interface PlannedTile {
  readonly machine: Machine;
  /** The present one. */
  readonly layout: TileLayout;
  readonly trace: AccessTrace;
  /** How often a workgroup does so; once by default. */
  readonly times?: number;
  readonly waves: number;
  /** LDS of a workgroup besides the tile. */
  readonly otherBytes?: number;
  /** The accesses with another layout of the tile on a chip; fails where no descriptor expresses it. */
  readonly plansWith: (layout: TileLayout, machine: Machine) => Result<readonly TileAccessPlan[]>;
}

/** The questions of one tile, which has the same sizes on all chips. */
export function tileBuffers(name: string, planned: readonly PlannedTile[]): Result<FoundBuffer[]> {
  const buffers: FoundBuffer[] = [];
  for (const group of byLayout(planned).flatMap((alike) => alikeMachines(alike))) {
    const first = planned.find(({ machine }) => machine === group.machines[0]);
    if (first === undefined) continue;
    const { layout, times = 1, waves, otherBytes } = first;
    const problem = problemFromTrace(group.trace, { layout, baseBytes: 0 }, group.machines, {
      lastPad: 'left-out',
      cutsVectors: true,
      resident: { wavesPerWorkgroup: waves },
      ...(otherBytes !== undefined && { otherBytes }),
    });
    if (!problem.ok) return problem;
    const accesses = problem.value.accesses.map((access) => ({
      ...access,
      executions: access.executions.map((count) => count * times),
    }));
    const refuse: TileQuestion['refuse'] = (candidate, { targets }) => {
      const chips = targets.map(({ machine }) => machine);
      return otherCost(first, chips, candidate);
    };
    const question = {
      problem: { ...problem.value, accesses },
      now: layout,
      refuse,
      families: reshapedFamilies,
    };
    buffers.push({ names: [name], tiles: [question] });
  }
  return success(buffers);
}

/** Chips together whose descriptors are one map: without `mldslayer` it follows the banks. */
function byLayout(planned: readonly PlannedTile[]): PlannedTile[][] {
  const groups: PlannedTile[][] = [];
  for (const one of planned) {
    const group = groups.find(([other]) =>
      other === undefined ? false : isSameLayout(one.layout, other.layout),
    );
    if (group === undefined) groups.push([one]);
    else group.push(one);
  }
  return groups;
}

const isSameLayout = (a: TileLayout, b: TileLayout): boolean =>
  a.tile.rows === b.tile.rows &&
  a.tile.columns === b.tile.columns &&
  firstDifference(a, b) === undefined;

/** A diagnostic where the specification with a candidate as its descriptor costs something else than the search counted. */
function otherCost(
  { plansWith, times = 1 }: PlannedTile,
  machines: readonly Machine[],
  { layout, cost }: Candidate,
): Diagnostic | undefined {
  for (const [t, machine] of machines.entries()) {
    const plans = plansWith(layout, machine);
    if (!plans.ok) return plans.diagnostics[0];
    const bankConflict = times * tileCost(plans.value, machine).bankConflict;
    // The two addresses of a read2 are two accesses here as in the search.
    const accesses = times * tileTrace(plans.value).count;
    const promised = cost.conflictCycles[t] ?? 0;
    if (bankConflict === promised && accesses === cost.accessInstructions) continue;
    return messages.suggest.otherInstructions(
      `${accesses} accesses with ${bankConflict} conflict cycles on ${machine.name} instead of ${cost.accessInstructions} with ${promised}`,
    );
  }
  return undefined;
}
