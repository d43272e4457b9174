/**
 * Executes a GEMM of CK Tile: its accesses of LDS and of global memory, as those of every kernel, and its product.
 *
 *     a.write.0, a.read.3      an instruction of operand A, by its number; b likewise
 *
 * Workgroups do the same to LDS, each for its block of C, and walk along K.
 */
import {
  type CkGemm,
  diagnose,
  executeGemm,
  gemmElementBytes,
  type GemmOperand,
  gemmSum,
  gemmValues,
  type GlobalTileAccess,
  globalTileTrace,
  type GlobalTrace,
  messages,
  readCkGemm,
  type TileAccessPlan,
} from '@ldscope/core';
import { type ExecutionRequest, type ExecutionResult, notExecuted } from '../source/source.ts';
import { placed, type YamlData } from '../input/yaml-data.ts';
import { ckTrace, countsOf, MOST_ROWS } from './ck-trace.ts';

/** Executes the accesses of a GEMM for a machine. */
export function executeCkGemm(
  data: YamlData,
  name: string,
  { machine, onWorkgroup, onGlobal }: ExecutionRequest,
): ExecutionResult {
  const read = readCkGemm(data.value, machine, name);
  const diagnostics = placed(data, read.diagnostics);
  if (read.value === undefined) return notExecuted(diagnostics);
  const { plan, name: title } = read.value;
  const plans = [plan.a.write, plan.b.write, plan.a.read, plan.b.read];
  const { workgroups, steps } = gridOf(read.value);
  const waves = plan.tile.mWarp * plan.tile.nWarp;
  const rows =
    steps * waves * plans.reduce((sum, { instructions }) => sum + instructions.length, 0);
  if (rows > MOST_ROWS) {
    const what = `a workgroup walks along ${steps} steps of K and executes ${rows} instructions`;
    return notExecuted([...diagnostics, diagnose(messages.spec.tooMany(what, MOST_ROWS))]);
  }
  const bufferName = ({ access }: TileAccessPlan): string => access.name.slice(0, 1);
  onWorkgroup?.(
    ckTrace(plans, steps, gemmSiteName, bufferName),
    workgroups,
    workgroups,
    workgroups,
  );
  if (onGlobal !== undefined)
    for (const { operand, trace } of globalTracesOf(read.value)) {
      const sites = trace.sites.map((site) => ({ ...site, id: `${operand}.${site.id}` }));
      onGlobal({ ...trace, sites });
    }
  const bytes = gemmElementBytes(plan.tile.type);
  const bytesOf = ({ write }: GemmOperand): number =>
    Math.ceil(write.access.descriptor.elementSpaceSize * bytes);
  const kernel = {
    name: title,
    waves: waves * workgroups,
    wavesPerWorkgroup: waves,
    ldsBytes: bytesOf(plan.a) + bytesOf(plan.b),
    workgroups: countsOf(workgroups),
  };
  return { kernel, hazards: [], diagnostics };
}

/** `a.write`, of an access of an operand. */
export const gemmSiteName = ({ access }: TileAccessPlan): string =>
  access.name.toLowerCase().replace(' ', '.');

/** Blocks of C, and steps of K in each. */
export function gridOf({ size, plan: { tile } }: CkGemm): {
  readonly workgroups: number;
  readonly steps: number;
} {
  return {
    workgroups: Math.ceil(size.m / tile.mPerBlock) * Math.ceil(size.n / tile.nPerBlock),
    steps: Math.ceil(size.k / tile.kPerBlock),
  };
}

/** What the first workgroup does to global memory: loads of A and of B in each step, then the stores of its block of C. */
export function* globalTracesOf(gemm: CkGemm): Generator<{
  readonly operand: 'a' | 'b' | 'c';
  readonly trace: GlobalTrace;
}> {
  const { size, plan } = gemm;
  for (let step = 0; step < gridOf(gemm).steps; step++)
    for (const operand of ['a', 'b'] as const)
      yield { operand, trace: globalTileTrace(loadOf(gemm, operand, step)) };
  const elementBytes = SUM_BYTES[gemmSum(plan.tile.type)];
  const trace = globalTileTrace({
    direction: 'store',
    distribution: plan.c,
    along: 1,
    elementBytes,
    pitchBytes: size.n * elementBytes,
    lengths: [size.m, size.n],
  });
  yield { operand: 'c', trace };
}

/** C is stored row after row in the type of its sums. */
const SUM_BYTES = { f64: 8, f32: 4, i32: 4 } as const;

function loadOf({ size, plan }: CkGemm, operand: 'a' | 'b', step: number): GlobalTileAccess {
  const elementBytes = gemmElementBytes(plan.tile.type);
  return {
    direction: 'load',
    distribution: plan[operand].write.access.distribution,
    along: 1,
    elementBytes,
    pitchBytes: Math.ceil(size.k * elementBytes),
    origin: [0, step * plan.tile.kPerBlock],
    lengths: [operand === 'a' ? size.m : size.n, size.k],
  };
}

/** A product that was executed, and how much of it is what plain arithmetic gives. */
export interface GemmProduct {
  readonly a: Float64Array;
  readonly b: Float64Array;
  readonly c: Float64Array;
  readonly right: number;
}

/** Most products of two elements that are executed: some seconds. */
export const MOST_PRODUCTS = 2 ** 29;

/** Executes the product on random values of the type, whose sums are exact. */
export function multiply({ plan, size }: CkGemm, seed: number): GemmProduct {
  const { m, n, k } = size;
  const values = gemmValues(plan.tile.type);
  let state = seed;
  const random = (count: number): Float64Array =>
    Float64Array.from({ length: count }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return values[(state >>> 12) % values.length] ?? 0;
    });
  const [a, b] = [random(m * k), random(n * k)];
  const c = executeGemm(plan, a, b, size);
  let right = 0;
  for (let row = 0; row < m; row++) {
    for (let column = 0; column < n; column++) {
      let sum = 0;
      for (let q = 0; q < k; q++) sum += (a[row * k + q] ?? 0) * (b[column * k + q] ?? 0);
      if (c[row * n + column] === sum) right++;
    }
  }
  return { a, b, c, right };
}
