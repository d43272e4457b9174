/**
 * The kernels of `attention.hip` as machine code: compiled by clang, executed in the emulator, their LDS accesses counted
 * and compared with what the evaluation derives from nested layouts.
 *
 * Conflicts are equal, whatever the compiler joins. Instructions are equal where nothing can be joined, and otherwise
 * as many as joining allows. The results are exact, so every lane reads the elements that it should.
 */
import { executeProgram, type Execution, parseAssembly, type Program } from '@ldscope/amdgcn';
import { type AccessTrace, copyTrace, machineNamed, simulate } from '@ldscope/core';
import { beforeAll, describe, expect, test } from 'vitest';
import { int32 } from '../../../packages/amdgcn/test/emulate/harness.ts';
import { assemblyOf } from '../../../packages/amdgcn/test/emulate/hip/compile.ts';
import { memory, numbers } from '../../../packages/amdgcn/test/emulate/hip/case.ts';
import { mitigationCosts } from '../evaluate-tile.ts';
import { chips } from '../intrinsics.ts';
import type { MitigationName } from '../mitigations.ts';
import type { Element } from '../shapes.ts';
import { planSweep, type SweepPlan, type Totals, totalsOf } from '../sweep.ts';
import { clang } from '../../../packages/amdgcn/test/text/oracle.ts';
import { skips } from '../../../test/llvm.ts';
import { inRepository } from '../../base/paths.ts';
import { chosenOf } from '../../../test/cases.ts';

const noClang = skips(clang);

const LENGTH = 128;

/** The variants that are kernels; of f32 V has a hint in any case. */
const compiledVariants: Readonly<Record<Element, readonly MitigationName[]>> = {
  f16: ['baseline', 'padding', 'swizzle', 'hinted'],
  f32: ['baseline', 'padding', 'swizzle'],
};

const source = inRepository('validation/attention/compiled/attention.hip');

const kernels = (['f16', 'f32'] as const).flatMap((element) =>
  [64, 128].flatMap((headDim) =>
    compiledVariants[element].map((variant) => ({ element, headDim, variant })),
  ),
);

type CompiledKernel = (typeof kernels)[number];

interface Run {
  readonly execution: Execution;
  readonly traces: readonly AccessTrace[];
  readonly wrong: number;
}

/** A matrix of -1, 0 and 1, and the same in the bits of its element. */
function matrix(
  element: Element,
  count: number,
  word: () => number,
): { readonly values: Float64Array; readonly bits: ArrayBufferView } {
  const values = Float64Array.from({ length: count }, () => (word() % 3) - 1);
  if (element === 'f32') return { values, bits: Float32Array.from(values) };
  const half = (value: number): number => (value === 0 ? 0 : value > 0 ? 0x3c00 : 0xbc00);
  return { values, bits: Uint16Array.from(values, half) };
}

function run(
  { program, text }: { readonly program: Program; readonly text: string },
  chip: string,
  { element, headDim, variant }: CompiledKernel,
): Run {
  const { word } = numbers(headDim);
  const count = LENGTH * headDim;
  const q = matrix(element, count, () => word() >>> 0);
  const k = matrix(element, count, () => word() >>> 0);
  const v = matrix(element, count, () => word() >>> 0);
  const out = new Float32Array(count).fill(Number.NaN);
  const traces: AccessTrace[] = [];
  const execution = executeProgram(program, text, {
    machine: machineNamed(chip),
    kernel: `${element}_${headDim}_${variant}`,
    launch: { block: [256, 1, 1], grid: [LENGTH / 64, headDim / 64, 1], scalars: new Map() },
    arguments: [memory(q.bits), memory(k.bits), memory(v.bits), memory(out), int32(LENGTH)],
    asyncCompletion: 'late',
    onWorkgroup: (trace) => traces.push(copyTrace(trace)),
  });
  const wanted = product(
    product(q.values, transposed(k.values, headDim), headDim),
    v.values,
    LENGTH,
  );
  const wrong = out.reduce((sum, value, i) => sum + Number(value !== wanted[i]), 0);
  return { execution, traces, wrong };
}

/** Rows of `inner` elements times a matrix of `inner` rows. */
function product(a: Float64Array, b: Float64Array, inner: number): Float64Array {
  const [rows, columns] = [a.length / inner, b.length / inner];
  const result = new Float64Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    for (let i = 0; i < inner; i++) {
      for (let column = 0; column < columns; column++) {
        const at = row * columns + column;
        const term = (a[row * inner + i] ?? 0) * (b[i * columns + column] ?? 0);
        result[at] = (result[at] ?? 0) + term;
      }
    }
  }
  return result;
}

function transposed(a: Float64Array, columns: number): Float64Array {
  const rows = a.length / columns;
  return Float64Array.from(a, (_, i) => a[(i % rows) * columns + Math.floor(i / rows)] ?? 0);
}

function counted(traces: readonly AccessTrace[], chip: string): [conflicts: number, all: number] {
  let [conflicts, instructions] = [0, 0];
  for (const trace of traces) {
    const { bankConflict } = simulate(trace, machineNamed(chip));
    conflicts += bankConflict.reduce((sum, cycles) => sum + cycles, 0);
    const executed = new Set<string>();
    for (let row = 0; row < trace.count; row++) {
      executed.add(`${trace.wave[row]} ${trace.order[row]}`);
    }
    instructions += executed.size;
  }
  return [conflicts, instructions];
}

describe.skipIf(noClang).each(chosenOf(chips, 1))('compiled for %s', (chip) => {
  let compiled: { program: Program; text: string };
  let plan: SweepPlan;

  beforeAll(() => {
    const text = assemblyOf(source, chip, '-O3');
    compiled = { program: parseAssembly(text).program, text };
    const shapes = [64, 128].map((headDim) => ({ batch: 1, length: LENGTH, headDim }));
    plan = planSweep(chip, ['f16', 'f32'], shapes);
  });

  const totalsOfKernel = (kernel: CompiledKernel): Totals => {
    const found = plan.kernels.find(
      ({ element, shape }) => element === kernel.element && shape.headDim === kernel.headDim,
    );
    if (found === undefined) throw new Error('there is no such kernel');
    const tasks = found.tasks.flatMap((task) => plan.tasks[task] ?? []);
    const costs = tasks.map((task) => mitigationCosts(task)[kernel.variant]);
    return totalsOf(plan.machine, found, costs);
  };

  test.each(chosenOf(kernels))('$element, head $headDim, $variant', (kernel) => {
    const { execution, traces, wrong } = run(compiled, chip, kernel);
    expect(execution.diagnostics).toEqual([]);
    expect(execution.hazards).toEqual([]);
    expect(wrong).toBe(0);
    const totals = totalsOfKernel(kernel);
    const [conflicts, instructions] = counted(traces, chip);
    expect(conflicts).toBe(totals.conflicts);
    expect(instructions).toBeLessThanOrEqual(totals.instructions);
    expect(instructions).toBeGreaterThanOrEqual(totals.instructions - totals.joinable);
  });

  test.skipIf(noClang)('clang 22 joins all words of padded f32 but the writes of P', () => {
    const kernel = { element: 'f32', headDim: 128, variant: 'padding' } as const;
    const [, instructions] = counted(run(compiled, chip, kernel).traces, chip);
    const { instructions: all, joinable } = totalsOfKernel(kernel);
    const [waves, iterations, pairsOfP] = [4 * 4, LENGTH / 16, 2];
    expect(instructions).toBe(all - joinable + waves * iterations * pairsOfP);
  });
});
