/**
 * The declarations of an array in its source that have fewer conflicts: rows of another length, which the compiler then addresses.
 *
 *     __shared__ float tile[32][32];        tile[32][33], tile[32][34], ...
 *
 * Every pitch of a few more elements is looked at, apart from what other layouts can do: nothing else is as easy to write. Some
 * part or misalign a vector that the machine code has now. Whether the compiler then cuts it, and what it computes, shows only when
 * it is tried.
 */
import {
  type LdsObject,
  legalityFaults,
  makeCounter,
  narrowedProblem,
  paddedLayout,
  placeElements,
  type Problem,
  rowBytes,
  type SuggestedDeclaration,
  sum,
  type TileLayout,
} from '@ldscope/core';

/** Elements that a row gets at most. */
const MOST_MORE = 32;

/** Declarations with fewer conflicts, those that keep vectors first, then by cycles and by bytes. */
export function declarationsOf(
  problem: Problem,
  now: TileLayout,
  { name, shape = [], elementBytes = problem.tile.elementBytes, declared }: LdsObject,
): readonly SuggestedDeclaration[] {
  const row = shape.at(-1);
  if (declared === undefined || row === undefined || problem.accesses.length === 0) return [];
  const { file, line } = declared;
  const present = costOf(problem, now);
  if (present === undefined) return [];
  const found: SuggestedDeclaration[] = [];
  for (let more = 1; more <= MOST_MORE; more++) {
    const pitch = row + more;
    const pitchBytes = rowBytes(problem.tile) + more * elementBytes;
    const layout = paddedLayout(problem.tile, pitchBytes);
    const whole = costOf(problem, layout);
    const cost = whole ?? cutCost(problem, layout);
    if (cost === undefined || sum(cost.conflicts) >= sum(present.conflicts)) continue;
    if (sum(cost.cycles) >= sum(present.cycles)) continue;
    found.push({
      name,
      file,
      line,
      now: shape,
      better: [...shape.slice(0, -1), pitch],
      before: present.conflicts,
      after: cost.conflicts,
      cycles: cost.cycles,
      keepsVectors: whole !== undefined,
    });
  }
  return found.toSorted(byMerit);
}

/** The fewest cycles first, and of equals the least memory; what keeps vectors goes before what does not. */
const byMerit = (a: SuggestedDeclaration, b: SuggestedDeclaration): number =>
  Number(b.keepsVectors) - Number(a.keepsVectors) ||
  sum(a.cycles) - sum(b.cycles) ||
  sum(a.better) - sum(b.better);

interface PitchCost {
  readonly conflicts: readonly number[];
  readonly cycles: readonly number[];
}

/** By target; `undefined` where the layout is not legal for these accesses. */
function costOf(problem: Problem, layout: TileLayout): PitchCost | undefined {
  const offsets = placeElements(layout);
  if (legalityFaults(problem, layout, offsets).length > 0) return undefined;
  const counts = makeCounter(problem).count(offsets);
  return {
    conflicts: counts.map((list) => sum(list.map(({ conflicts }) => conflicts))),
    cycles: counts.map((list) => sum(list.map(({ cycles }) => cycles))),
  };
}

/** As if the compiler cut vectors, as clang does for AMD chips where it knows the alignment; nvcc never does. */
function cutCost(problem: Problem, layout: TileLayout): PitchCost | undefined {
  if (problem.targets.some(({ machine }) => machine.isa === 'ptx')) return undefined;
  for (const width of [8, 4] as const) {
    const narrow = narrowedProblem(problem, width);
    const cost = narrow && costOf(narrow, layout);
    if (cost !== undefined) return cost;
  }
  return undefined;
}
