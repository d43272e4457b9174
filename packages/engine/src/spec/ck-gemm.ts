/**
 * Executes a GEMM of CK Tile: its accesses of LDS and loads from global memory, as those of every kernel, and its product.
 *
 *     a.write.0, a.read.3      an instruction of operand A, by its number; b likewise
 *
 * Workgroups do the same to LDS, each for its block of C, and walk along K. What they store of C is not counted.
 */
import {
  type CkGemm,
  diagnose,
  executeGemm,
  gemmElementBytes,
  type GemmOperand,
  gemmValues,
  type GlobalTileAccess,
  globalTileTrace,
  messages,
  readCkGemm,
  type TileAccessPlan,
} from '@ldscope/core';
import { type ExecutionRequest, type ExecutionResult, notExecuted } from '../source.ts';
import { placed, type YamlData } from '../yaml-data.ts';
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
  const siteName = ({ access }: TileAccessPlan): string =>
    access.name.toLowerCase().replace(' ', '.');
  const bufferName = ({ access }: TileAccessPlan): string => access.name.slice(0, 1);
  onWorkgroup?.(ckTrace(plans, steps, siteName, bufferName), workgroups, workgroups, workgroups);
  for (let step = 0; step < (onGlobal === undefined ? 0 : steps); step++) {
    for (const access of loadsOf(read.value, step)) {
      const trace = globalTileTrace(access);
      const operand = access.name;
      const sites = trace.sites.map((site) => ({ ...site, id: `${operand}.${site.id}` }));
      onGlobal?.({ ...trace, sites });
    }
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

/** What the first workgroup loads of A and of B in a step. */
function loadsOf(
  { size, plan }: CkGemm,
  step: number,
): readonly (GlobalTileAccess & { readonly name: 'a' | 'b' })[] {
  const elementBytes = gemmElementBytes(plan.tile.type);
  return (['a', 'b'] as const).map((name) => ({
    name,
    direction: 'load',
    distribution: plan[name].write.access.distribution,
    along: 1,
    elementBytes,
    pitchBytes: Math.ceil(size.k * elementBytes),
    origin: [0, step * plan.tile.kPerBlock],
    lengths: [name === 'a' ? size.m : size.n, size.k],
  }));
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
