/**
 * What Wave's pass chooses for the accesses of a problem, whether that is legal, the conflicts that it leaves, and the
 * key that would leave fewer.
 *
 *     32 x 128 f16 on gfx950, gathers and reads of 8      swizzle_unit = 8, max_phase = min(8, 16) = 8: 2 ways
 *     the same without the cap of 8                       max_phase = 16: 1 way
 *     32 x 64 f16, operands of 32 rows                    row mod 8: 2 ways; floor(row / 2) mod 8, not a key of Wave: 1 way
 *
 * The elements per thread that the pass looks at are those that one lane moves with one instruction: of the first read, and of
 * the first gather to LDS or, where nothing gathers, of the first store. Stores are not rewritten by the pass; where a kernel
 * has some, the condition on other users says so, and counts are those of a kernel whose stores are swizzled too.
 */
import { opcodeAt } from '../access/opcodes.ts';
import { isActive } from '../access/wave-rows.ts';
import { elementView, layoutOfBytes } from '../layout/tile/packed-tile.ts';
import type { RowLayout, Tile, TileLayout } from '../layout/tile/tile-layout.ts';
import { type WaveCondition, waveConditions, type WaveUse } from '../vendors/wave/legality.ts';
import { waveLayout, type WaveSwizzle, waveSwizzleFor } from '../vendors/wave/swizzle.ts';
import { makeCounter } from './count.ts';
import { legalityFaults } from './legality.ts';
import { placeElements } from './placement.ts';
import { isLaneLinear, type Problem, type ProblemAccess } from './problem.ts';

/** All accesses on one target, over all executions. */
export interface WaveCount {
  readonly machine: string;
  readonly cycles: number;
  readonly conflicts: number;
  /** Ways of the worst access. */
  readonly ways: number;
}

/** A swizzle of Wave's form: the key is floor(row / rowsPerPhase) mod max_phase. The pass has 1 row per phase. */
export interface WaveKey extends WaveSwizzle {
  readonly rowsPerPhase: number;
}

export interface WaveChoice {
  /** Elements that a lane moves with the first read and the first gather or store; 0 where there is none. */
  readonly readElements: number;
  readonly gatherElements: number;
  /** Absent where the pass leaves the tile alone: rows of less than two units. */
  readonly chosen?: WaveSwizzle | undefined;
  /** The four conditions of `vendors/wave/legality.ts`, of the accesses of the problem; empty without a choice. */
  readonly conditions: readonly WaveCondition[];
  /** By target, the counts under the choice; absent where it is not legal. Those of the plain tile, where there is no choice. */
  readonly leaves?: readonly WaveCount[] | undefined;
  /** The simplest key with units of the same size and fewer conflicts, the fewest of all; absent where there is none. */
  readonly better?: { readonly key: WaveKey; readonly leaves: readonly WaveCount[] } | undefined;
}

export function waveChoice(problem: Problem): WaveChoice {
  const { accesses } = problem;
  const view = elementView(problem.tile);
  const elementsOf = (access: ProblemAccess | undefined): number =>
    access === undefined ? 0 : opcodeAt(access.op).widthBytes / view.elementBytes;
  const fills = accesses.filter((access) => !isRead(access));
  const readElements = elementsOf(accesses.find(isRead));
  const gatherElements = elementsOf(fills.find(isLaneLinear) ?? fills[0]);
  const chosen = waveSwizzleFor(view.columns, readElements, gatherElements);
  const count = counterOf(problem, view);
  const unit = chosen?.swizzleUnit ?? Math.max(readElements, gatherElements);
  const leaves = count({ swizzleUnit: unit, maxPhase: chosen?.maxPhase ?? 1, rowsPerPhase: 1 });
  return {
    readElements,
    gatherElements,
    chosen,
    conditions:
      chosen === undefined
        ? []
        : waveConditions(
            chosen,
            view,
            accesses.map((access) => useOf(access, chosen, problem, view)),
          ),
    leaves,
    better: betterKey(unit, view, leaves, count),
  };
}

const isRead = ({ op }: ProblemAccess): boolean => opcodeAt(op).direction === 'read';

type Count = (key: WaveKey) => readonly WaveCount[] | undefined;

function counterOf(problem: Problem, view: Tile): Count {
  const counter = makeCounter(problem);
  return (key) => {
    const layout = layoutOfBytes(keyLayout(key, view), problem.tile);
    if (!layout.ok || legalityFaults(problem, layout.value).length > 0) return undefined;
    const counts = counter.count(placeElements(layout.value));
    return problem.targets.map(({ machine }, t) => {
      const own = counts[t] ?? [];
      return {
        machine: machine.name,
        cycles: own.reduce((sum, { cycles }) => sum + cycles, 0),
        conflicts: own.reduce((sum, { conflicts }) => sum + conflicts, 0),
        ways: own.reduce((most, { ways }) => Math.max(most, ways), 0),
      };
    });
  };
}

/** The layout of a key, with columns in elements. */
function keyLayout({ rowsPerPhase, ...swizzle }: WaveKey, view: Tile): TileLayout {
  const layout: RowLayout = waveLayout(swizzle, view);
  const { key, ...plain } = layout;
  if (key?.kind !== 'xor' || swizzle.maxPhase < 2) return plain;
  return { ...layout, key: { ...key, rowsPerPhase } };
}

/** The access as the conditions look at it: the first element that reaches farthest into its unit. */
function useOf(
  access: ProblemAccess,
  { swizzleUnit }: WaveSwizzle,
  { tile, waveSize }: Problem,
  view: Tile,
): WaveUse {
  const { widthBytes, name } = opcodeAt(access.op);
  const perColumn = view.columns / tile.columns;
  let column = 0;
  for (let i = 0; i < access.columns.length; i++) {
    if (!isActive(access, Math.floor(i / waveSize), i % waveSize)) continue;
    const at = (access.columns[i] ?? 0) * perColumn;
    if (at % swizzleUnit > column % swizzleUnit) column = at;
  }
  return {
    kind: isRead(access) ? 'read' : isLaneLinear(access) ? 'gather' : 'other',
    name: `${name} at ${access.name}`,
    column,
    elements: widthBytes / view.elementBytes,
  };
}

/** Keys from the simplest on: rows per phase, then phases, by powers of two. */
function betterKey(
  swizzleUnit: number,
  { rows, columns }: Tile,
  leaves: readonly WaveCount[] | undefined,
  count: Count,
): WaveChoice['better'] {
  let fewest = leaves === undefined ? Number.POSITIVE_INFINITY : conflictsOf(leaves);
  let better: WaveChoice['better'];
  const chunks = Math.floor(columns / swizzleUnit);
  for (let rowsPerPhase = 1; rowsPerPhase < rows && fewest > 0; rowsPerPhase *= 2) {
    for (let maxPhase = 2; maxPhase <= chunks && fewest > 0; maxPhase *= 2) {
      const key = { swizzleUnit, maxPhase, rowsPerPhase };
      const found = count(key);
      if (found === undefined || conflictsOf(found) >= fewest) continue;
      fewest = conflictsOf(found);
      better = { key, leaves: found };
    }
  }
  return better;
}

const conflictsOf = (counts: readonly WaveCount[]): number =>
  counts.reduce((sum, { conflicts }) => sum + conflicts, 0);
