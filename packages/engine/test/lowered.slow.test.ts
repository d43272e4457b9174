/**
 * The reference kernel goes through LLVM: as published, without its swizzle, and as `ldscope fix` corrects that. All three
 * run in the emulator of machine code and give the C that the MLIR interpreter gives, bit for bit the same among them.
 */
import { existsSync, readFileSync } from 'node:fs';
import { executeProgram, parseAssembly } from '@ldscope/amdgcn';
import { machineNamed, ReportBuilder } from '@ldscope/core';
import { executeKernel, parseModule } from '@ldscope/mlir';
import { describe, expect, test } from 'vitest';
import { raise } from '../../../test/raise.ts';
import { fixKernel } from '../src/fix/fix-kernel.ts';
import { compileMlir, mlirOpt } from './llvm.ts';
import { randomHalves } from './random-halves.ts';
import { skips } from '../../../test/llvm.ts';

const path = new URL('../../../../shared/kernels/wave/gemm-upstream.mlir', import.meta.url);
if (!existsSync(path)) console.log('skipped: ../shared/kernels/wave is absent');
const present = existsSync(path) && !skips(mlirOpt);

const machine = machineNamed('gfx950');
const grid = [2, 8, 1] as const;
const [m, n, k] = [128, 256, 1024];

interface Outcome {
  readonly c: Float32Array;
  /** Of all LDS accesses. */
  readonly conflicts: number;
}

function outcome(run: (buffers: readonly Uint8Array[], report: ReportBuilder) => void): Outcome {
  const c = new Uint8Array(4 * m * n);
  const builder = new ReportBuilder(machine);
  run([randomHalves(m * k, 1), randomHalves(n * k, 2), c], builder);
  const { report } = builder.finish({ name: 'gemm', frontend: '', waves: 128, ldsBytes: 36864 });
  return { c: new Float32Array(c.buffer), conflicts: report.totals.bankConflict };
}

const interpreted = (text: string): Outcome =>
  outcome((buffers, builder) => {
    const { diagnostics } = executeKernel(parseModule(text).module, text, {
      machine,
      launch: { grid, scalars: new Map() },
      buffers: new Map(buffers.entries()),
      asyncCompletion: 'early',
      onWorkgroup: (trace) => builder.add(trace),
    });
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

const emulated = (text: string): Outcome =>
  outcome((buffers, builder) => {
    const assembly = compileMlir(text);
    const { diagnostics } = executeProgram(parseAssembly(assembly).program, assembly, {
      machine,
      launch: { grid, scalars: new Map() },
      arguments: buffers.map((data) => ({ kind: 'buffer' as const, data })),
      asyncCompletion: 'early',
      onWorkgroup: (trace) => builder.add(trace),
    });
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

describe.skipIf(!present)('the reference kernel, through LLVM', () => {
  const published = present ? readFileSync(path, 'utf8') : '';
  const plain = published.replaceAll(
    /arith\.xori (%\w+), %\w+ : index/g,
    'arith.addi $1, %c0 : index',
  );

  test('has one C as published, without its swizzle, and fixed', () => {
    expect(plain).not.toBe(published);
    const fix = fixKernel(plain, {
      machines: [machine],
      launch: { grid, scalars: new Map() },
      workgroups: 1,
    });
    expect(fix.report.verdict).toBe('fixed');
    const fixed = fix.text ?? raise('no text');

    const reference = interpreted(published);
    expect(reference.c.some((value) => value !== 0)).toBe(true);
    const [original, without, corrected] = [published, plain, fixed].map(emulated);
    if (!original || !without || !corrected) return raise('three kernels');
    expect(without.c).toEqual(original.c);
    expect(corrected.c).toEqual(original.c);
    let largest = 0;
    for (const [i, value] of original.c.entries()) {
      largest = Math.max(largest, Math.abs(value - (reference.c[i] ?? Number.NaN)));
    }
    expect(largest).toBeLessThan(1e-4);

    expect(without.conflicts).toBe(interpreted(plain).conflicts);
    expect(without.conflicts).toBeGreaterThan(0);
    expect([original.conflicts, corrected.conflicts]).toEqual([0, 0]);
  }, 120_000);
});
