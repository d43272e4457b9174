/**
 * The reference kernel of Wave's document, whole: 2 x 8 workgroups of 512 work-items, A 128x1024 and B
 * 256x1024 in f16, C 128x256 in f32.
 */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  type AccessExplanation,
  type Analysis,
  encodeSmallFloat,
  type Execution,
  explainAccess,
  type Location,
  machineNamed,
  ReportBuilder,
  roundToFormat,
  smallFloats,
} from '@ldscope/core';
import { type ExecuteOptions, executeKernel, parseModule } from '@ldscope/mlir';
import { raise } from '../../../../test/raise.ts';
import { bufferMap } from './harness.ts';

const path = new URL('../../../../../shared/kernels/wave/gemm.mlir', import.meta.url);
const present = existsSync(path);
const upstreamPath = new URL(
  '../../../../../shared/kernels/wave/gemm-upstream.mlir',
  import.meta.url,
);
const upstreamPresent = existsSync(upstreamPath);
if (!present || !upstreamPresent)
  console.log('skipped: the reference kernel (../shared/kernels/wave/gemm.mlir) is absent');

const M = 128;
const N = 256;
const K = 1024;
const f16 = smallFloats['f16'] ?? raise('no f16');

/** Small pseudo-random values that f16 holds exactly enough. */
function randomMatrix(rows: number, columns: number, seed: number): Float64Array {
  let state = seed;
  return Float64Array.from({ length: rows * columns }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return roundToFormat(f16, state / 2 ** 31 - 1);
  });
}

function halves(values: Float64Array): Uint8Array {
  const bytes = new Uint8Array(2 * values.length);
  const view = new DataView(bytes.buffer);
  for (const [i, value] of values.entries()) {
    view.setUint16(2 * i, encodeSmallFloat(f16, value), true);
  }
  return bytes;
}

interface Run {
  readonly execution: Execution;
  readonly analysis: Analysis;
  readonly c: Float32Array;
  readonly a: Float64Array;
  readonly b: Float64Array;
}

/** Copies arrive early unless the options say otherwise: then the product is right in spite of the kernel's hazard. */
function run(
  text: string,
  name: string,
  options: Pick<ExecuteOptions, 'asyncCompletion' | 'seed'> = { asyncCompletion: 'early' },
): Run {
  const { module, diagnostics } = parseModule(text);
  expect(diagnostics).toEqual([]);
  const a = randomMatrix(M, K, 1);
  const b = randomMatrix(N, K, 2);
  const result = new Uint8Array(4 * M * N);
  const c = new Float32Array(result.buffer).fill(Number.NaN);
  const buffers = bufferMap(halves(a), halves(b), result);
  const builder = new ReportBuilder(machineNamed(name));
  const execution = executeKernel(module, text, {
    machine: machineNamed(name),
    buffers,
    ...options,
    onWorkgroup: (trace) => builder.add(trace),
  });
  return { execution, analysis: builder.finish(execution.kernel, execution.hazards), c, a, b };
}

/** Largest error of C relative to the largest element of the product. */
function worstError({ c, a, b }: Run): number {
  let worst = 0;
  let largest = 0;
  for (let i = 0; i < M; i++) {
    for (let j = 0; j < N; j++) {
      let sum = 0;
      for (let k = 0; k < K; k++) sum += (a[i * K + k] ?? 0) * (b[j * K + k] ?? 0);
      largest = Math.max(largest, Math.abs(sum));
      const error = Math.abs((c[i * N + j] ?? Number.NaN) - sum);
      worst = Math.max(worst, Number.isNaN(error) ? Infinity : error);
    }
  }
  return worst / largest;
}

describe.skipIf(!present)('the reference kernel', () => {
  const text = present ? readFileSync(path, 'utf8') : '';
  const swizzled = present ? run(text, 'gfx950') : undefined;
  let late: Run | undefined;
  /** Copies take as long as the waits allow. */
  const withLateCopies = (): Run => (late ??= run(text, 'gfx950', {}));

  it('computes the matrix product, every element of it', () => {
    if (swizzled === undefined) return;
    expect(swizzled.execution.diagnostics).toEqual([]);
    expect(swizzled.execution.workgroups).toEqual({ executed: 16, launched: 16 });
    expect(swizzled.c.some(Number.isNaN)).toBe(false);
    expect(worstError(swizzled)).toBeLessThan(1e-3);
  });
  it('reads LDS without a conflict on gfx950', () => {
    const sites = swizzled?.analysis.sites ?? [];
    const reads = sites.filter((site) => site.direction === 'read');
    expect(reads.length).toBe(16);
    for (const site of reads) {
      expect(site).toMatchObject({ op: 'ds_read_b128', phases: 4, bankConflict: 0, worstWays: 1 });
    }
    expect(swizzled?.analysis.report.totals.bankConflict).toBe(0);
  });

  it('puts lane 1 of the read of tile B on banks 36 to 39', () => {
    if (swizzled === undefined) return;
    const explanation = explainTileB(swizzled, 'gfx950');
    expect(banksOf(explanation.addressBytes[1] ?? -1, 16, 64)).toEqual([36, 37, 38, 39]);
  });

  it('shows the four-way conflict of the document when the XOR is taken out', () => {
    const plain = run(withoutXor(text), 'gfx950');
    expect(worstError(plain)).toBeLessThan(1e-3);
    const explanation = explainTileB(plain, 'gfx950');
    const [phase0] = explanation.phases;
    expect(phase0?.lanes).toEqual([0, 1, 2, 3, 12, 13, 14, 15, 20, 21, 22, 23, 24, 25, 26, 27]);
    expect(phase0?.ways).toBe(4);
    const bank0 = phase0?.banks.find(({ bank }) => bank === 0);
    expect(bank0?.words.flatMap((word) => word.lanes)).toEqual([0, 2, 12, 14]);
    for (const lane of [0, 2, 12, 14]) {
      expect(banksOf(explanation.addressBytes[lane] ?? -1, 16, 64)).toEqual([0, 1, 2, 3]);
    }
    expect(explanation).toMatchObject({ idxActive: 16, bankConflict: 12, worstWays: 4 });
  });

  it('answers differently for a chip with 32 banks', () => {
    const plain = explainTileB(run(withoutXor(text), 'gfx942'), 'gfx942');
    expect(plain.phases.length).toBe(8);
    expect(plain.phases[0]?.lanes).toEqual([0, 1, 2, 3, 20, 21, 22, 23]);
    expect(plain).toMatchObject({ idxActive: 32, bankConflict: 24, worstWays: 4 });
    expect(explainTileB(run(text, 'gfx942'), 'gfx942').bankConflict).toBe(0);
  });

  /** The line of a place, by its first words. */
  const placeOf = ({ line = 0, text: words = '' }: Location): string =>
    `${line}: ${words.split(/ :|\[/, 1)[0]}`;

  it('depends on luck: the last two tiles are read before their copies are waited for', () => {
    if (swizzled === undefined) return;
    const pairs = swizzled.execution.hazards.map(({ location, other }) => [
      placeOf(location),
      other && placeOf(other.location),
    ]);
    expect(pairs).toEqual([
      ['193: %51 = vector.load %46#4', '131: amdgpu.gather_to_lds %23'],
      ['193: %51 = vector.load %46#4', '133: amdgpu.gather_to_lds %23'],
      ['197: %55 = vector.load %46#4', '131: amdgpu.gather_to_lds %23'],
      ['197: %55 = vector.load %46#4', '133: amdgpu.gather_to_lds %23'],
      ['199: %57 = vector.load %46#1', '128: amdgpu.gather_to_lds %13'],
      ['200: %58 = vector.load %46#1', '128: amdgpu.gather_to_lds %13'],
      ['203: %61 = vector.load %46#5', '163: amdgpu.gather_to_lds %23'],
      ['203: %61 = vector.load %46#5', '165: amdgpu.gather_to_lds %23'],
      ['204: %62 = vector.load %46#5', '163: amdgpu.gather_to_lds %23'],
      ['204: %62 = vector.load %46#5', '165: amdgpu.gather_to_lds %23'],
      ['205: %63 = vector.load %46#2', '160: amdgpu.gather_to_lds %13'],
      ['206: %64 = vector.load %46#2', '160: amdgpu.gather_to_lds %13'],
    ]);
    for (const { code, other, witness, hint } of swizzled.execution.hazards) {
      expect(code).toBe('hazard/unfinished-async-copy');
      expect(other?.access).toBe('async');
      // Of 1,024 bytes, those that other waves have copied: for its own the compiler waits.
      expect([512, 896]).toContain(witness?.bytes);
      expect(hint).toContain('barrier');
    }
  });

  it('is wrong when copies take as long as the waits allow, which is the default', () => {
    expect(worstError(withLateCopies())).toBeGreaterThan(1e-3);
  });

  it('counts the same whenever copies arrive', () => {
    const { analysis, execution } = withLateCopies();
    expect(analysis.report).toEqual(swizzled?.analysis.report);
    expect(execution.hazards).toEqual(swizzled?.execution.hazards);
  });

  it('gives other results in other interleavings, with the same hazards', () => {
    const results = [1, 2].map((seed) => run(text, 'gfx950', { seed }));
    expect(results[0]?.c).not.toEqual(results[1]?.c);
    const keys = results.map(({ execution }) =>
      execution.hazards.map(({ location, other }) => `${location.line} ${other?.location.line}`),
    );
    expect(keys[0]).toEqual(keys[1]);
    expect(keys[0]?.length).toBe(12);
  });

  const drained = text.replace(
    'scf.if %37 {',
    'amdgpu.memory_counter_wait load(0)\n    rocdl.s.barrier\n    scf.if %37 {',
  );

  it.each([{}, { asyncCompletion: 'early' }, { seed: 1 }, { seed: 2 }] as const)(
    'is right at any speed of memory once a wait and a barrier follow the loop: %j',
    (options) => {
      const repaired = run(drained, 'gfx950', options);
      expect(repaired.execution.hazards).toEqual([]);
      expect(worstError(repaired)).toBeLessThan(1e-3);
    },
  );

  it('is not right with the wait alone, nor with the barrier alone', () => {
    const [wait, barrier] = ['amdgpu.memory_counter_wait load(0)', 'rocdl.s.barrier'].map((one) =>
      run(text.replace('scf.if %37 {', `${one}\n    scf.if %37 {`), 'gfx950', {}),
    );
    expect(wait?.execution.hazards.map(({ hint }) => hint.slice(0, 19))).toEqual(
      Array.from({ length: 12 }, () => 'the wave that copie'),
    );
    expect(barrier?.execution.hazards.length).toBe(12);
    // Each wave waits for its own copies where it reads them: behind the barrier.
    expect(barrier?.execution.hazards[0]?.hint).toContain('put a barrier between its wait');
  });
});

describe.skipIf(!upstreamPresent)('the same kernel as upstream prints it', () => {
  it('has the same hazard', () => {
    const text = readFileSync(upstreamPath, 'utf8');
    const { hazards } = run(text, 'gfx950', {}).execution;
    expect(new Set(hazards.map(({ code }) => code))).toEqual(
      new Set(['hazard/unfinished-async-copy']),
    );
    expect(hazards.length).toBe(12);
  });
});

/** The kernel with both sides of its swizzle replaced by the identity. */
function withoutXor(text: string): string {
  return text.replaceAll(/arith\.xori (%\d+), %\d+ : index/g, 'arith.addi $1, %c0 : index');
}

/** The read of tile B, first half of K: the second `vector.load` of the loop, in its first execution. */
function explainTileB({ analysis }: Run, name: string): AccessExplanation {
  const site = analysis.sites.find(({ location }) =>
    location.text?.startsWith('%77 = vector.load'),
  );
  if (site === undefined) throw new Error('the read of tile B is not in the report');
  return (
    explainAccess(site.worst, 0, machineNamed(name)) ?? raise('no rule for the read of tile B')
  );
}

function banksOf(addressBytes: number, widthBytes: number, banks: number): number[] {
  return Array.from({ length: widthBytes / 4 }, (_, i) => (addressBytes / 4 + i) % banks);
}
