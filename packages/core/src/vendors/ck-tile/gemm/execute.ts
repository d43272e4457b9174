/**
 * Executes the GEMM of `gemm.ts`: values go where the addresses say that are also counted, through LDS and through
 * matrix instructions, so that a layout that loses or mixes elements gives a wrong product.
 */
import { allElements, type TileDistribution } from '../distribution.ts';
import type { TileAccessPlan } from '../tile-access.ts';
import { GEMM_ELEMENT_BYTES, type GemmOperand, type GemmPlan } from './gemm.ts';
import { MatrixUnit } from './mfma.ts';
import { shapeOf } from './warp-gemm.ts';

const LANES = 64;

/**
 * One block of C, row-major M x N, from A (M x K) and B (N x K), both row-major. `k` is a multiple of KPerBlock.
 * LDS that nothing was written to is NaN.
 */
export function executeGemm(
  plan: GemmPlan,
  a: Float64Array,
  b: Float64Array,
  k: number,
): Float64Array {
  const { tile, c } = plan;
  const results = waves(tile).map(() => new Float64Array(LANES * c.registers));
  for (let first = 0; first < k; first += tile.kPerBlock) {
    const registersA = throughLds(plan.a, a, k, first);
    const registersB = throughLds(plan.b, b, k, first);
    for (const [wave, result] of results.entries()) {
      multiplyWave(plan, wave, registersA, registersB, result);
    }
  }
  return gathered(c, results, tile.nPerBlock);
}

const waves = ({ mWarp, nWarp }: GemmPlan['tile']): readonly undefined[] =>
  Array.from({ length: mWarp * nWarp });

/** The operand registers of all threads after one step of K: entry `thread * registers + register`. */
function throughLds(
  { write, read }: GemmOperand,
  matrix: Float64Array,
  k: number,
  first: number,
): Float64Array {
  const lds = new Float64Array(write.access.descriptor.elementSpaceSize).fill(Number.NaN);
  const [rows, columns] = allElements(write.access.distribution);
  for (const [i, element] of elementsOf(write).entries()) {
    lds[element] = matrix[(rows?.[i] ?? 0) * k + first + (columns?.[i] ?? 0)] ?? Number.NaN;
  }
  return Float64Array.from(elementsOf(read), (element) => lds[element] ?? Number.NaN);
}

/** The place in LDS of each register of each thread, in elements. */
const elementsOf = ({ addressBytes }: TileAccessPlan): Int32Array =>
  addressBytes.map((address) => address / GEMM_ELEMENT_BYTES);

/** All warp tiles of a wave, and of each the instructions along K. */
function multiplyWave(
  plan: GemmPlan,
  wave: number,
  a: Float64Array,
  b: Float64Array,
  result: Float64Array,
): void {
  const { warp, kIterations } = plan;
  const unit = new MatrixUnit(shapeOf(warp));
  const perTile = unit.perLane.operand * warp.iterations;
  const tileResults = new Float64Array(LANES * unit.perLane.result);
  /** Register e of a lane, of warp tile (i, kIter), for instruction `turn`. */
  const operand =
    (values: Float64Array, { iterations }: GemmOperand, i: number, step: number, turn: number) =>
    (lane: number, e: number): number => {
      const registers = iterations * kIterations * perTile;
      const register = (i * kIterations + step) * perTile + turn * unit.perLane.operand + e;
      return values[(wave * LANES + lane) * registers + register] ?? Number.NaN;
    };
  for (let m = 0; m < plan.a.iterations; m++) {
    for (let n = 0; n < plan.b.iterations; n++) {
      tileResults.fill(0);
      for (let step = 0; step < kIterations; step++) {
        for (let turn = 0; turn < warp.iterations; turn++) {
          const left = operand(a, plan.a, m, step, turn);
          unit.multiply(left, operand(b, plan.b, n, step, turn), tileResults);
        }
      }
      addTile(plan, unit.perLane.result, m * plan.b.iterations + n, tileResults, result);
    }
  }
}

function addTile(
  { c }: GemmPlan,
  perTile: number,
  tile: number,
  values: Float64Array,
  result: Float64Array,
): void {
  for (const [i, value] of values.entries()) {
    const [lane, register] = [Math.floor(i / perTile), i % perTile];
    const place = lane * c.registers + tile * perTile + register;
    result[place] = (result[place] ?? 0) + value;
  }
}

/** The result registers of all waves as a matrix. */
function gathered(
  c: TileDistribution,
  results: readonly Float64Array[],
  columnCount: number,
): Float64Array {
  const [rows, columns] = allElements(c);
  const matrix = new Float64Array(rows?.length ?? 0).fill(Number.NaN);
  for (const [wave, values] of results.entries()) {
    for (const [i, value] of values.entries()) {
      const element = wave * LANES * c.registers + i;
      matrix[(rows?.[element] ?? 0) * columnCount + (columns?.[element] ?? 0)] = value;
    }
  }
  return matrix;
}
