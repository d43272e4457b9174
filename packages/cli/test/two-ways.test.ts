/**
 * One kernel, two ways: Wave's GEMM as MLIR through the interpreter, and as LLVM compiled it through the emulator.
 */
import { existsSync, readFileSync } from 'node:fs';
import { executeProgram, parseAssembly } from '@ldscope/amdgcn';
import {
  type AccessTrace,
  encodeSmallFloat,
  findMachine,
  ReportBuilder,
  type ReportSite,
  smallFloats,
} from '@ldscope/core';
import { executeKernel, parseModule } from '@ldscope/mlir';
import { describe, expect, test } from 'vitest';

const folder = new URL('../../../../shared/kernels/wave/', import.meta.url);
const present = existsSync(new URL('gemm-gfx950.s', folder));
if (!present) console.log('skipped: ../shared/kernels/wave is absent');
const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8');

const machine = findMachine('gfx950') ?? raise('no gfx950');
const f16 = smallFloats['f16'] ?? raise('no f16');

function raise(message: string): never {
  throw new Error(message);
}

/** Random halves in [-1, 1). */
function matrix(elements: number, seed: number): Uint8Array {
  const bytes = new Uint8Array(2 * elements);
  const view = new DataView(bytes.buffer);
  let state = seed;
  for (let i = 0; i < elements; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    view.setUint16(2 * i, encodeSmallFloat(f16, state / 2 ** 31 - 1), true);
  }
  return bytes;
}

interface Outcome {
  readonly c: Float32Array;
  readonly sites: readonly ReportSite[];
}

function outcome(run: (c: Uint8Array, onWorkgroup: (trace: AccessTrace) => void) => void): Outcome {
  const c = new Uint8Array(4 * 128 * 256);
  const builder = new ReportBuilder(machine);
  run(c, (trace) => builder.add(trace));
  const kernel = { name: 'gemm', frontend: '', waves: 128, ldsBytes: 36864 };
  return { c: new Float32Array(c.buffer), sites: builder.finish(kernel).report.sites };
}

/** Sums over the sites of one instruction. */
function totals(sites: readonly ReportSite[]): unknown[] {
  const ops = [...new Set(sites.map(({ op }) => op))].sort();
  return ops.map((op) => {
    const own = sites.filter((site) => site.op === op);
    const sum = (field: 'executions' | 'idxActive' | 'bankConflict'): number =>
      own.reduce((total, site) => total + site[field], 0);
    return [op, own.length, sum('executions'), sum('idxActive'), sum('bankConflict')];
  });
}

describe.skipIf(!present)("Wave's GEMM as MLIR and as machine code", () => {
  const a = matrix(128 * 1024, 1);
  const b = matrix(256 * 1024, 2);

  /** Both ways, from texts that may have the swizzle taken out of the MLIR. */
  const both = (): { readonly mlir: Outcome; readonly assembly: Outcome } => ({
    mlir: outcome((c, onWorkgroup) => {
      const text = read('gemm.mlir');
      const buffers = new Map([a, b, c].map((buffer, i) => [i, buffer] as const));
      executeKernel(parseModule(text).module, text, { machine, buffers, onWorkgroup });
    }),
    assembly: outcome((c, onWorkgroup) => {
      const text = read('gemm-gfx950.s');
      const { diagnostics } = executeProgram(parseAssembly(text).program, text, {
        machine,
        launch: { grid: [2, 8, 1], scalars: new Map() },
        arguments: [a, b, c].map((data) => ({ kind: 'buffer' as const, data })),
        onWorkgroup,
      });
      expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    }),
  });

  test('gives the same product and the same LDS traffic', () => {
    const { mlir, assembly } = both();
    let largest = 0;
    for (const [i, value] of mlir.c.entries()) {
      largest = Math.max(largest, Math.abs(value - (assembly.c[i] ?? Number.NaN)));
    }
    expect(largest).toBeLessThan(1e-4);
    expect(mlir.c.some((value) => value !== 0)).toBe(true);
    expect(totals(assembly.sites)).toEqual(totals(mlir.sites));
  });
});
