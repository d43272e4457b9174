/** A GEMM of CK Tile, executed: its product compared with plain arithmetic, and what LDS costs. */
import {
  addSums,
  type CkGemm,
  diagnose,
  type Diagnostic,
  failure,
  gemmSum,
  type GlobalSums,
  GlobalTotals,
  isGemmData,
  type Machine,
  messages,
  NO_ACCESSES,
  readCkGemm,
  type Result,
  success,
  tileCost,
  type TileCost,
} from '@ldscope/core';
import { type GemmProduct, globalTracesOf, gridOf, MOST_PRODUCTS, multiply } from './ck-gemm.ts';
import { parseYaml, placed } from '../input/yaml-data.ts';

export interface RanGemm {
  readonly name: string;
  readonly machine: string;
  readonly size: { readonly m: number; readonly n: number; readonly k: number };
  readonly element: string;
  /** The type in which products are summed. */
  readonly sum: 'f64' | 'f32' | 'i32';
  readonly instruction: string;
  readonly layouts: readonly [a: string, b: string];
  readonly workgroups: number;
  /** Steps of K of a workgroup. */
  readonly steps: number;
  /** Elements of C that plain arithmetic gives too. */
  readonly right: number;
  /** Of all workgroups, in LDS cycles, writes and reads apart. */
  readonly write: TileCost;
  readonly read: TileCost;
  /** What the first workgroup does to global memory, by matrix: loads of A and B, stores of C. */
  readonly global: GemmGlobal;
  readonly product: GemmProduct;
}

interface GemmGlobal {
  /** `line` or `sector`, and what it moves. */
  readonly unit: string;
  readonly transactionBytes: number;
  readonly matrices: readonly (GlobalSums & { readonly name: 'a' | 'b' | 'c' })[];
}

/** True for a text that `runGemm` takes: a YAML file with the key `gemm`. */
export const isGemmText = (text: string): boolean => /^gemm\s*:/m.test(text);

/** Executes a GEMM on random values whose sums are exact; `seed` chooses them. */
export function runGemm(text: string, name: string, machine: Machine, seed = 1): Result<RanGemm> {
  const data = parseYaml(text);
  if (!data.ok) return data;
  if (!isGemmData(data.value.value)) return failure(diagnose(messages.spec.missing('gemm', name)));
  const read = readCkGemm(data.value.value, machine, name);
  const diagnostics: readonly Diagnostic[] = placed(data.value, read.diagnostics);
  if (read.value === undefined) return failure(...diagnostics);
  const { plan, size, layouts } = read.value;
  const products = size.m * size.n * size.k;
  if (products > MOST_PRODUCTS) {
    const what = `${size.m} x ${size.n} x ${size.k} is ${products} products`;
    return failure(...diagnostics, diagnose(messages.spec.tooManyProducts(what, MOST_PRODUCTS)));
  }
  const { workgroups, steps } = gridOf(read.value);
  const product = multiply(read.value, seed);
  const cost = (side: 'write' | 'read'): TileCost =>
    times(tileCost([plan.a[side], plan.b[side]], machine), workgroups * steps);
  return success(
    {
      name: read.value.name,
      machine: machine.name,
      size,
      element: plan.tile.type,
      sum: gemmSum(plan.tile.type),
      instruction: plan.warp.instruction.name,
      layouts,
      workgroups,
      steps,
      right: product.right,
      write: cost('write'),
      read: cost('read'),
      global: globalOf(read.value, machine),
      product,
    },
    diagnostics,
  );
}

/** Lines or sectors of the first workgroup. */
function globalOf(gemm: CkGemm, machine: Machine): GemmGlobal {
  const [model] = machine.coalescing;
  const totals = {
    a: new GlobalTotals(model),
    b: new GlobalTotals(model),
    c: new GlobalTotals(model),
  };
  for (const { operand, trace } of globalTracesOf(gemm)) totals[operand].add(trace);
  return {
    unit: model.unit,
    transactionBytes: model.transactionBytes.value,
    matrices: (['a', 'b', 'c'] as const).map((name) => ({
      name,
      ...totals[name].sites().reduce<GlobalSums>((sum, site) => addSums(sum, site), NO_ACCESSES),
    })),
  };
}

/** The cost of every workgroup and step, which all do the same. */
const times = (cost: TileCost, count: number): TileCost => ({
  ...cost,
  executions: cost.executions * count,
  idxActive: cost.idxActive * count,
  bankConflict: cost.bankConflict * count,
  instructions: cost.instructions.map((each) => ({
    ...each,
    executions: each.executions * count,
    idxActive: each.idxActive * count,
    bankConflict: each.bankConflict * count,
  })),
});
