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
import { diagnose } from '../../../base/diagnostic.ts';
import { messages } from '../../../base/messages.ts';
import { failure, type Result, success } from '../../../base/result.ts';
import type { Machine } from '../../../machine/machine.ts';
import { matrixChipOf } from '../../../machine/matrix-table.ts';
import { makeDescriptor } from '../descriptor.ts';
import { makeDistribution, type TileDistribution } from '../distribution.ts';
import type { TileDistributionEncoding } from '../encoding.ts';
import { embedEncodings, encodingPattern } from '../encoding-helpers.ts';
import { planTileAccess, type TileAccessPlan } from '../tile-access.ts';
import type { GemmLayout } from './layouts.ts';
import { operandEncoding, resultEncoding, type WarpGemm, warpGemm } from './warp-gemm.ts';

/** Sizes in elements of fp16. */
export interface GemmTile {
  readonly mPerBlock: number;
  readonly nPerBlock: number;
  readonly kPerBlock: number;
  /** Elements of a pack, which a thread loads and stores at once. */
  readonly kPack: number;
  /** Waves along M and along N. */
  readonly mWarp: number;
  readonly nWarp: number;
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
  /** Who has which element of the block of C. */
  readonly c: TileDistribution;
  /** Warp tiles along K. */
  readonly kIterations: number;
}

export const GEMM_ELEMENT_BYTES = 2;
const WAVE_SIZE = 64;

/** The accesses of a block, with every diagnostic on the way; both operands have the same layout. */
export function planGemm(tile: GemmTile, layout: GemmLayout, machine: Machine): Result<GemmPlan> {
  const chip = matrixChipOf(machine.name);
  if (chip === undefined) return refuse(`${machine.name} has no MFMA instructions`);
  const [m, k] = tile.warpTile;
  const warp = warpGemm(m, k, chip);
  if (!warp.ok) return warp;
  const { mPerBlock, nPerBlock, kPerBlock, mWarp, nWarp } = tile;
  const kIterations = kPerBlock / k;
  const [mIter, nIter] = [mPerBlock / (mWarp * m), nPerBlock / (nWarp * m)];
  if (![mIter, nIter, kIterations].every((count) => Number.isInteger(count) && count > 0)) {
    return refuse(
      `a block of ${mPerBlock} x ${nPerBlock} x ${kPerBlock} does not divide into ${mWarp} x ${nWarp} waves with warp tiles of ${m} x ${m} x ${k}`,
    );
  }
  const operand = operandEncoding(warp.value);
  const block = (outer: TileDistributionEncoding): TileDistributionEncoding =>
    embedEncodings(outer, operand);
  const around = { tile, layout, machine };
  const ofM = block(overWaves('m', tile, mIter, kIterations));
  const a = planOperand('A', mPerBlock, mIter, ofM, around);
  if (!a.ok) return a;
  const ofN = block(overWaves('n', tile, nIter, kIterations));
  const b = planOperand('B', nPerBlock, nIter, ofN, around);
  if (!b.ok) return b;
  const c = makeDistribution(
    embedEncodings(
      {
        rs: [],
        hs: [
          [mIter, mWarp],
          [nIter, nWarp],
        ],
        psMajor: [[1, 2]],
        psMinor: [[1, 1]],
        ysMajor: [1, 2],
        ysMinor: [0, 0],
      },
      resultEncoding(warp.value),
    ),
  );
  if (!c.ok) return c;
  const plan = { tile, warp: warp.value, a: a.value, b: b.value, c: c.value, kIterations };
  return success(plan, [...a.diagnostics, ...b.diagnostics]);
}

/** The waves of one direction have rows of their own, those of the other hold copies of them: P counts M, then N. */
function overWaves(own: 'm' | 'n', { mWarp, nWarp }: GemmTile, iterations: number, kIter: number) {
  const [ours, others] = own === 'm' ? [mWarp, nWarp] : [nWarp, mWarp];
  const ps = own === 'm' ? [1, 0] : [0, 1];
  return {
    rs: [others],
    hs: [[iterations, ours], [kIter]],
    psMajor: [ps],
    psMinor: [ps],
    ysMajor: [1, 2],
    ysMinor: [0, 0],
  };
}

interface Surroundings {
  readonly tile: GemmTile;
  readonly layout: GemmLayout;
  readonly machine: Machine;
}

function planOperand(
  name: string,
  rows: number,
  iterations: number,
  reading: TileDistributionEncoding,
  { tile, layout, machine }: Surroundings,
): Result<GemmOperand> {
  const { kPerBlock, kPack, mWarp, nWarp } = tile;
  const writing = encodingPattern({
    pattern: 'thread_raked',
    blockSize: mWarp * nWarp * WAVE_SIZE,
    yPerTile: rows,
    xPerTile: kPerBlock,
    vectorSize: kPack,
  });
  if (!writing.ok) return writing;
  const spec = layout.spec({ rows, k: kPerBlock, kPack });
  if (!spec.ok) return spec;
  const descriptor = makeDescriptor(spec.value);
  if (!descriptor.ok) return descriptor;
  const plans: TileAccessPlan[] = [];
  const diagnostics = [...descriptor.diagnostics];
  for (const [direction, encoding] of [
    ['write', writing.value],
    ['read', reading],
  ] as const) {
    const distribution = makeDistribution(encoding);
    if (!distribution.ok) return distribution;
    const plan = planTileAccess(
      {
        direction,
        descriptor: descriptor.value,
        distribution: distribution.value,
        elementBytes: GEMM_ELEMENT_BYTES,
        name: `${name} ${direction}`,
      },
      { isa: machine.isa, waveSize: WAVE_SIZE },
    );
    if (!plan.ok) return plan;
    plans.push(plan.value);
    diagnostics.push(...plan.diagnostics);
  }
  const [write, read] = plans;
  if (write === undefined || read === undefined) throw new Error('an operand is written and read');
  return success({ rows, write, read, iterations }, diagnostics);
}

function refuse(what: string): Result<never> {
  return failure(diagnose(messages.layout.gemm(what)));
}
