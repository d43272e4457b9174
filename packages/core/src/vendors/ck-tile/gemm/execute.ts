/**
 * Executes the GEMM of `gemm.ts`: values go where the addresses say that are also counted, through LDS and through
 * matrix instructions, so that a layout that loses or mixes elements gives a wrong product.
 */
import { allElements, type TileDistribution } from '../distribution.ts';
import type { GemmOperand, GemmPlan } from './gemm.ts';
import { MatrixUnit } from './mfma.ts';

/** A product of M x N x K elements. */
export interface GemmSize {
  readonly m: number;
  readonly n: number;
  readonly k: number;
}

/**
 * C (M x N) of A (M x K) and B (N x K), all row-major: a block per workgroup, whose sizes need not divide the
 * product's. Elements outside of a matrix are zero, as CK's padding makes them. LDS that nothing was written to is NaN.
 */
export function executeGemm(
  plan: GemmPlan,
  a: Float64Array,
  b: Float64Array,
  { m, n, k }: GemmSize,
): Float64Array {
  const { tile, c, warp } = plan;
  const product = new Float64Array(m * n);
  const unit = new MatrixUnit(warp.instruction);
  const [placesA, placesB] = [placesOf(plan.a), placesOf(plan.b)];
  for (let row = 0; row < m; row += tile.mPerBlock) {
    for (let column = 0; column < n; column += tile.nPerBlock) {
      const results = Array.from(
        { length: tile.mWarp * tile.nWarp },
        () => new Float64Array(unit.lanes * c.registers),
      );
      for (let first = 0; first < k; first += tile.kPerBlock) {
        const registersA = throughLds(placesA, { values: a, rows: m, k }, row, first);
        const registersB = throughLds(placesB, { values: b, rows: n, k }, column, first);
        for (const [wave, result] of results.entries()) {
          multiplyWave(plan, unit, wave, registersA, registersB, result);
        }
      }
      gather(c, results, { m, n, row, column }, product);
    }
  }
  return product;
}

interface Matrix {
  readonly values: Float64Array;
  readonly rows: number;
  readonly k: number;
}

/** Where an operand goes: its elements by write register, and places in LDS. */
interface Places {
  readonly elements: readonly Int32Array[];
  readonly written: Int32Array;
  readonly read: Int32Array;
  readonly size: number;
}

const placesOf = ({ write, read }: GemmOperand): Places => ({
  elements: allElements(write.access.distribution),
  written: write.offsets,
  read: read.offsets,
  size: write.access.descriptor.elementSpaceSize,
});

/**
 * The element, row * K + k of the tile, that each register of each thread reads: entry `thread * registers + register`, and -1
 * where nothing was written. `shared`: two elements that are written to one place, where there are any.
 */
export function operandRegisters(operand: GemmOperand): {
  readonly elements: Int32Array;
  readonly shared?: readonly [one: number, other: number];
} {
  const { elements, written, read, size } = placesOf(operand);
  const [rows, columns] = elements;
  const k = operand.write.access.distribution.xLengths[1] ?? 0;
  const lds = new Int32Array(size).fill(-1);
  let shared: readonly [number, number] | undefined;
  for (const [i, place] of written.entries()) {
    const element = (rows?.[i] ?? 0) * k + (columns?.[i] ?? 0);
    const other = lds[place] ?? -1;
    if (other >= 0 && other !== element) shared ??= [other, element];
    lds[place] = element;
  }
  const registers = Int32Array.from(read, (place) => lds[place] ?? -1);
  return shared === undefined ? { elements: registers } : { elements: registers, shared };
}

/** The operand registers of all threads after one step of K: entry `thread * registers + register`. */
function throughLds(
  { elements: [rows, columns], written, read, size }: Places,
  { values, rows: rowCount, k }: Matrix,
  firstRow: number,
  firstK: number,
): Float64Array {
  const lds = new Float64Array(size).fill(Number.NaN);
  for (const [i, place] of written.entries()) {
    const [row, column] = [firstRow + (rows?.[i] ?? 0), firstK + (columns?.[i] ?? 0)];
    const isInside = row < rowCount && column < k;
    lds[place] = isInside ? (values[row * k + column] ?? Number.NaN) : 0;
  }
  return Float64Array.from(read, (place) => lds[place] ?? Number.NaN);
}

/** All warp tiles of a wave, and of each the instructions along K. */
function multiplyWave(
  plan: GemmPlan,
  unit: MatrixUnit,
  wave: number,
  a: Float64Array,
  b: Float64Array,
  result: Float64Array,
): void {
  const { warp, kIterations } = plan;
  const perTile = unit.perLane.operand * warp.iterations;
  const tileResults = new Float64Array(unit.lanes * unit.perLane.result);
  /** Register e of a lane, of warp tile (i, kIter), for instruction `turn`. */
  const operand =
    (values: Float64Array, { iterations }: GemmOperand, i: number, step: number, turn: number) =>
    (lane: number, e: number): number => {
      const registers = iterations * kIterations * perTile;
      const register = (i * kIterations + step) * perTile + turn * unit.perLane.operand + e;
      return values[(wave * unit.lanes + lane) * registers + register] ?? Number.NaN;
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

/** The result registers of all waves in the product. */
function gather(
  c: TileDistribution,
  results: readonly Float64Array[],
  { m, n, row, column }: { m: number; n: number; row: number; column: number },
  product: Float64Array,
): void {
  const [rows, columns] = allElements(c);
  for (const [wave, values] of results.entries()) {
    for (const [i, value] of values.entries()) {
      const element = wave * values.length + i;
      const [at, by] = [row + (rows?.[element] ?? 0), column + (columns?.[element] ?? 0)];
      if (at < m && by < n) product[at * n + by] = value;
    }
  }
}
