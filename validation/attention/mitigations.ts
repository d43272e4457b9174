/**
 * What each configuration of the talk does with the tiles of a kernel, as IREE decides it.
 *
 *     f16, head 128     baseline   padding   swizzle              hinted
 *     Q, K  64 x 128    as it is   + 4       xor_shuffle<128, 8>  xor_shuffle<128, 8>
 *     V     64 x 64     as it is   + 4       + 4 (rule 4)         xor_shuffle<64, 8>
 *
 * `swizzle` is the rule of the pull request's public head: a tile without a hint is padded as before. `hinted` is the same
 * without rule 4, which refuses V of f16: its writer moves 8 halves, its reader single ones. The talk's revision is
 * not public; its LDS figures say which of the two it had (see docs/attention.md).
 */
import {
  decideSwizzle,
  defaultPaddingBits,
  findIreeTarget,
  type Machine,
  type Mitigation,
  paddingPlan,
  type SwizzleDecision,
} from '@ldscope/core';
import type { StagedTile } from './tiles.ts';

export const mitigationNames = ['baseline', 'padding', 'swizzle', 'hinted'] as const;

export type MitigationName = (typeof mitigationNames)[number];

export type TileMitigations = Readonly<Record<MitigationName, Mitigation>>;

/** The mitigations of each tile of a kernel, in the order of the tiles. */
export function mitigationsOf(tiles: readonly StagedTile[], machine: Machine): TileMitigations[] {
  const swizzle = withHints(tiles, machine, (tile) => hintOf(tile, machine));
  const hinted = withHints(tiles, machine, (tile) => hintWithoutRule4(tile, machine));
  const padding = paddingOf(tiles, machine);
  return tiles.map((tile, i) => ({
    baseline: { kind: 'none' },
    padding: padding(tile),
    swizzle: swizzle[i] ?? { kind: 'none' },
    hinted: hinted[i] ?? { kind: 'none' },
  }));
}

/** Tiles with a hint are swizzled; the others are padded, if they fit beside each other. */
function withHints(
  tiles: readonly StagedTile[],
  machine: Machine,
  decide: (tile: StagedTile) => SwizzleDecision,
): Mitigation[] {
  const decisions = tiles.map(decide);
  const rest = tiles.filter((_, i) => decisions[i]?.kind === 'none');
  const padding = paddingOf(rest, machine);
  return tiles.map((tile, i) => {
    const decision = decisions[i];
    return decision?.kind === 'hint'
      ? { kind: 'swizzle', swizzle: decision.swizzle }
      : padding(tile);
  });
}

/** The pull request's decision on a tile. */
function hintOf(tile: StagedTile, machine: Machine): SwizzleDecision {
  const banks = findIreeTarget(machine.name)?.banks;
  return decideSwizzle({
    shape: [tile.rows, tile.columns],
    elementBits: 8 * tile.elementBytes,
    writerWidth: tile.writer.element_tile.at(-1) ?? 1,
    readerWidth: tile.reader.element_tile.at(-1) ?? 1,
    ...(banks === undefined ? {} : { banks }),
  });
}

/** The same where rule 4 asks nothing of single elements, which the resolver moves alone; the wider side decides. */
function hintWithoutRule4(tile: StagedTile, machine: Machine): SwizzleDecision {
  const decision = hintOf(tile, machine);
  if (decision.kind === 'hint' || decision.rule !== 4) return decision;
  const widths = [tile.writer, tile.reader].map(({ element_tile }) => element_tile.at(-1) ?? 1);
  if (Math.min(...widths) > 1) return decision;
  const side = { ...tile.writer, element_tile: [1, Math.max(...widths)] };
  return hintOf({ ...tile, writer: side, reader: side }, machine);
}

/** Padding of some allocations together: all of them, or none when they do not fit. */
function paddingOf(
  tiles: readonly StagedTile[],
  { sharedMemory }: Machine,
): (tile: StagedTile) => Mitigation {
  const bits = defaultPaddingBits.pipeline;
  const allocations = tiles.map(({ rows, columns, elementBytes }) => ({
    shape: [rows, columns],
    elementBits: 8 * elementBytes,
  }));
  const plan = paddingPlan(allocations, bits, sharedMemory.bytesPerWorkgroup.value);
  return ({ elementBytes }) =>
    plan.kind === 'pad' ? { kind: 'padding', elements: bits / 8 / elementBytes } : { kind: 'none' };
}
