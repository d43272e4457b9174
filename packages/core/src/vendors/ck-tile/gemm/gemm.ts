/**
 * The GEMM of CK's page on index swapping: C = A B, where A (M x K) and B, as N x K, go through LDS.
 *
 *     global --load--> registers --write--> LDS --read--> registers --MFMA--> C in registers --> global
 *             rows of K in packs     descriptor   operands of the warp GEMM
 *
 * The threads load rows in packs (CK's thread-raked pattern) and store them through the LDS descriptor. Waves are
 * MWarp x NWarp over the block; each has MIter x NIter warp tiles and reads its rows of A and of B, which the waves
 * beside and below it read as well (R factors). This is what CK's `BlockUniversalGemmAsBsCr` does.
 */
import { type Result, success } from '../../../base/result.ts';
import type { Machine } from '../../../machine/machine.ts';
import { type DescriptorSpec, makeDescriptor } from '../descriptor.ts';
import { makeDistribution, type TileDistribution } from '../distribution.ts';
import type { TileDistributionEncoding } from '../encoding.ts';
import { encodingPattern } from '../encoding-patterns.ts';
import {
  planTileAccess,
  type PlanOptions,
  type TileAccess,
  type TileAccessPlan,
} from '../tile-access.ts';
import { blockEncoding, type GemmBlock, warpTilesOf } from './block-encodings.ts';
import { gemmElementBytes, type GemmType } from './element.ts';
import type { GemmLayout } from './layouts.ts';
import { type WarpGemm, warpGemm } from './warp-gemm.ts';

/** Sizes in elements. */
export interface GemmTile extends GemmBlock {
  readonly type: GemmType;
  /** Elements of a pack, which a thread loads and stores at once. */
  readonly kPack: number;
  /** The tile of the warp GEMM: M x M x K. */
  readonly warpTile: readonly [m: 16 | 32, k: number];
}

/** One operand on its way through LDS. Rows are those of A, or the columns of B. */
export interface GemmOperand {
  readonly rows: number;
  readonly write: TileAccessPlan;
  readonly read: TileAccessPlan;
  /** Warp tiles of a wave along the rows. */
  readonly iterations: number;
}

export interface GemmPlan {
  readonly tile: GemmTile;
  readonly warp: WarpGemm;
  readonly a: GemmOperand;
  readonly b: GemmOperand;
  /** Which lane has which element of the block of C. */
  readonly c: TileDistribution;
  /** Warp tiles along K. */
  readonly kIterations: number;
}

/** The accesses of a block, with every diagnostic on the way; both operands have the same layout unless B has its own. */
export function planGemm(
  tile: GemmTile,
  layout: GemmLayout,
  machine: Machine,
  layoutOfB = layout,
): Result<GemmPlan> {
  const warp = warpGemm(...tile.warpTile, machine.name, tile.type);
  if (!warp.ok) return warp;
  const tiles = warpTilesOf(tile, warp.value);
  if (!tiles.ok) return tiles;
  const { m, n, k } = tiles.value;
  const reading = (operand: 'a' | 'b'): TileDistributionEncoding =>
    blockEncoding(operand, tile, tiles.value, warp.value);
  const around = { tile, machine, waveSize: warp.value.instruction.waveSize };
  const a = planOperand('A', tile.mPerBlock, m, reading('a'), layout, around);
  if (!a.ok) return a;
  const b = planOperand('B', tile.nPerBlock, n, reading('b'), layoutOfB, around);
  if (!b.ok) return b;
  const c = makeDistribution(blockEncoding('c', tile, tiles.value, warp.value));
  if (!c.ok) return c;
  const plan = { tile, warp: warp.value, a: a.value, b: b.value, c: c.value, kIterations: k };
  return success(plan, [...a.diagnostics, ...b.diagnostics]);
}

interface Surroundings {
  readonly tile: GemmTile;
  readonly machine: Machine;
  readonly waveSize: 32 | 64;
}

function planOperand(
  name: string,
  rows: number,
  iterations: number,
  reading: TileDistributionEncoding,
  layout: GemmLayout,
  { tile, machine, waveSize }: Surroundings,
): Result<GemmOperand> {
  const { kPerBlock, kPack, mWarp, nWarp, type } = tile;
  const writing = encodingPattern({
    pattern: 'thread_raked',
    blockSize: mWarp * nWarp * waveSize,
    yPerTile: rows,
    xPerTile: kPerBlock,
    vectorSize: kPack,
    waveSize,
  });
  if (!writing.ok) return writing;
  const spec = layout.spec({ rows, k: kPerBlock, kPack });
  if (!spec.ok) return spec;
  const sides: Side[] = [];
  for (const [direction, encoding] of [
    ['write', writing.value],
    ['read', reading],
  ] as const) {
    const distribution = makeDistribution(encoding);
    if (!distribution.ok) return distribution;
    sides.push({
      direction,
      distribution: distribution.value,
      elementBytes: gemmElementBytes(type),
      name: `${name} ${direction}`,
    });
  }
  return planSides({ rows, iterations, sides }, spec.value, { isa: machine.isa, waveSize });
}

/** An operand with another LDS descriptor: the same elements in the same registers, through other places. */
export function moveOperand(
  { rows, iterations, write, read }: GemmOperand,
  spec: DescriptorSpec,
  { isa }: Machine,
): Result<GemmOperand> {
  const sides = [write.access, read.access];
  return planSides({ rows, iterations, sides }, spec, { isa, waveSize: write.waveSize });
}

type Side = Omit<TileAccess, 'descriptor'>;

function planSides(
  {
    sides,
    ...operand
  }: Pick<GemmOperand, 'rows' | 'iterations'> & { readonly sides: readonly Side[] },
  spec: DescriptorSpec,
  options: PlanOptions,
): Result<GemmOperand> {
  const descriptor = makeDescriptor(spec);
  if (!descriptor.ok) return descriptor;
  const plans: TileAccessPlan[] = [];
  const diagnostics = [...descriptor.diagnostics];
  for (const side of sides) {
    const plan = planTileAccess({ ...side, descriptor: descriptor.value }, options);
    if (!plan.ok) return plan;
    plans.push(plan.value);
    for (const each of plan.diagnostics) diagnostics.push(each);
  }
  const [write, read] = plans;
  if (write === undefined || read === undefined) throw new Error('an operand is written and read');
  return success({ ...operand, write, read }, diagnostics);
}
