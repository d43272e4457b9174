/**
 * Why no layout makes an access free of conflicts, or not all accesses at once: as data and as a sentence.
 *
 *     unit        the widest access moves 16 B, so a layout places units of 16 B, and 32 of them need 8 places
 *     rows        a phase takes 16 rows at one column, a row has 4 units: XOR keys have only 4 places to move them to
 *     disjoint    each access alone has a conflict-free layout, all together have none
 *
 * The first holds for every layout that keeps units whole, so cutting vectors may still help; the second for row keys, so padding or
 * a layout across rows may; the third for layouts that are linear over GF(2), and only when their search was exhausted.
 */
import { opcodeAt } from '../access/opcodes.ts';
import { rowBytes } from '../layout/tile/tile-layout.ts';
import { lowerBound, phasesFor, placesOf } from './bounds.ts';
import {
  type ProblemAccess,
  addressedLanes,
  constraintsOf,
  isLaneLinear,
  type Problem,
  rigidUnitOf,
  ruleOf,
  type Target,
  unitOf,
} from './problem.ts';
import { linearProblem, type Requirement } from './requirements.ts';
import { solveLinear } from './solve.ts';
import { isActive } from '../access/wave-rows.ts';

export type Obstacle =
  | {
      readonly kind: 'unit';
      readonly target: string;
      readonly access: string;
      /** Ways under any layout that keeps units whole, at least. */
      readonly ways: number;
      readonly units: number;
      readonly places: number;
      readonly unitBytes: number;
      /** The accesses that make units so large. */
      readonly widest: readonly string[];
      readonly text: string;
    }
  | {
      readonly kind: 'rows';
      readonly target: string;
      readonly access: string;
      /** Rows that a phase takes and that begin on the same banks. */
      readonly rows: number;
      /** Units of a row, so places that a key can move to. */
      readonly units: number;
      readonly ways: number;
      readonly text: string;
    }
  | {
      readonly kind: 'disjoint';
      /** A smallest set of accesses that cannot be served together. */
      readonly accesses: readonly string[];
      readonly size: number;
      readonly text: string;
    }
  | { readonly kind: 'lane-linear'; readonly access: string; readonly text: string };

/** The obstacles to a conflict-free layout of a problem. */
export function findObstacles(problem: Problem): Obstacle[] {
  const unitBytes = rigidUnitOf(problem);
  return [
    ...problem.targets.flatMap((target) =>
      problem.accesses.flatMap((access) => [
        ...unitObstacle(problem, target, access, unitBytes),
        ...rowsObstacle(problem, target, access),
      ]),
    ),
    ...disjointObstacle(problem),
    ...problem.accesses.filter(isLaneLinear).map(laneLinearObstacle),
  ];
}

function unitObstacle(
  problem: Problem,
  target: Target,
  access: ProblemAccess,
  unitBytes: number,
): Obstacle[] {
  const { ways, crowd } = lowerBound(problem, target, access, unitBytes);
  if (crowd === undefined) return [];
  const { units, places } = crowd;
  const { name, widthBytes } = opcodeAt(access.op);
  const widest = constraintsOf(problem)
    .filter(({ op }) => opcodeAt(op).widthBytes >= unitBytes)
    .map((other) => other.name);
  const larger = widthBytes < unitBytes;
  const text =
    `${access.name} (${name}) on ${target.machine.name}: ${units} units need ${places} places in phase ${crowd.phase + 1}, ` +
    `${ways} ways under any layout that keeps units of ${unitBytes} B whole. ` +
    (larger
      ? `Units are ${unitBytes} B because ${widest.join(', ')} moves that much at once, more than the ${widthBytes} B ` +
        `of ${access.name}: what is inside a unit cannot be moved apart.`
      : 'The lanes of the phase need more than the banks provide, so it takes more than one cycle.');
  return [
    {
      kind: 'unit',
      target: target.machine.name,
      access: access.name,
      ways,
      units,
      places,
      unitBytes,
      widest,
      text,
    },
  ];
}

/** The phase whose rows have the fewest places to go to. */
function rowsObstacle(problem: Problem, target: Target, access: ProblemAccess): Obstacle[] {
  const { tile, waveSize } = problem;
  const opcode = opcodeAt(access.op);
  const rule = ruleOf(target, opcode, waveSize);
  const unitBytes = unitOf(problem);
  const units = Math.floor(rowBytes(tile) / unitBytes);
  // Rows that end within a unit, and elements that do, have no places of whole units.
  const isWhole = rowBytes(tile) % unitBytes === 0 && unitBytes % tile.elementBytes === 0;
  if (rule === undefined || isLaneLinear(access) || units === 0 || !isWhole) return [];
  const places = placesOf(rule.banks, unitBytes);
  let worst: { rows: number; ways: number } | undefined;
  for (let instance = 0; instance < access.instances; instance++) {
    const table = phasesFor(rule, access, instance, waveSize, tile.columns);
    for (let phase = 0; phase < table.count; phase++) {
      const crowds = new Map<string, { rows: Set<number>; units: Set<string> }>();
      for (let i = 0; i < table.lanesPerPhase; i++) {
        const lane = table.lanes[phase * table.lanesPerPhase + i] ?? 0;
        if (lane >= addressedLanes(opcode, waveSize) || !isActive(access, instance, lane)) continue;
        const at = instance * waveSize + lane;
        const row = access.rows[at] ?? 0;
        const within = (access.columns[at] ?? 0) * tile.elementBytes;
        const key = `${(row * units) % places} ${Math.floor((within % unitBytes) / 4)}`;
        const crowd = crowds.get(key) ?? { rows: new Set(), units: new Set() };
        crowds.set(key, crowd);
        crowd.rows.add(row);
        crowd.units.add(`${row} ${Math.floor(within / unitBytes)}`);
      }
      for (const crowd of crowds.values()) {
        const ways = Math.ceil(crowd.units.size / Math.min(units, places));
        if (crowd.rows.size > 1 && ways > (worst?.ways ?? 1))
          worst = { rows: crowd.rows.size, ways };
      }
    }
  }
  if (worst === undefined || units >= places) return [];
  const { rows, ways } = worst;
  return [
    {
      kind: 'rows',
      target: target.machine.name,
      access: access.name,
      rows,
      units,
      ways,
      text:
        `${access.name} on ${target.machine.name}: a phase takes ${rows} rows that begin on the same banks, but a row ` +
        `of ${rowBytes(tile)} B has only ${units} ${units === 1 ? 'unit' : 'units'} of ${unitBytes} B: moving units ` +
        `within rows leaves ${ways} ways.`,
    },
  ];
}

/** The accesses that cannot all be served, when each alone can. */
function disjointObstacle(problem: Problem): Obstacle[] {
  const linear = linearProblem(problem);
  if (linear === undefined || linear.requirements.length === 0) return [];
  const family = linear.anyLinear ? 'any' : 'row-keys';
  const solve = (requirements: readonly Requirement[]): { gap: boolean; size: number } => {
    const { conflicts, bound, exhausted, size } = solveLinear({ ...linear, requirements }, family);
    return { gap: exhausted && conflicts > bound, size };
  };
  if (!solve(linear.requirements).gap) return [];
  let core = linear.requirements;
  for (const requirement of linear.requirements) {
    const without = core.filter((one) => one !== requirement);
    if (without.length > 0 && solve(without).gap) core = without;
  }
  const names = core.map(({ from }) =>
    from
      .map(({ target, access }) => {
        const machine = problem.targets[target]?.machine.name ?? '';
        return `${problem.accesses[access]?.name ?? ''} on ${machine}`;
      })
      .join(' and '),
  );
  if (core.length < 2) return [];
  const { size } = solve(core);
  return [
    {
      kind: 'disjoint',
      accesses: names,
      size,
      text:
        `${names.join('; ')}: a layout that is linear over GF(2) can serve ${core.length === 2 ? 'either' : 'any fewer'} with the fewest ` +
        `conflicts, but not all of them at once (${size} choices of bank bits, none).`,
    },
  ];
}

function laneLinearObstacle({ name, op }: ProblemAccess): Obstacle {
  return {
    kind: 'lane-linear',
    access: name,
    text:
      `${name} (${opcodeAt(op).name}) writes lane after lane, so its destination cannot be padded or permuted: only the ` +
      'source can, within what one wave writes.',
  };
}
