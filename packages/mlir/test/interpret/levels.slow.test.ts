/**
 * Kernels at every level of their lowering: `mlir-opt` takes them step by step from `memref` and `vector` down to
 * the `llvm` dialect, and each step must compute the same bits with the same accesses to LDS and hazards.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { words } from '../table.ts';
import { type AccessTrace, hasErrors, opcodeAt } from '@ldscope/core';
import { run } from './harness.ts';
import { skips } from '../../../../test/llvm.ts';
import { readFolder } from '../text/kernels.ts';
import { type AskMlirOpt, mlirOptIn, mlirOptTool, runMlirOpt } from '../text/oracle.ts';
import { chosenOf } from '../../../../test/cases.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

const mlirOpt = mlirOptIn('levels');

/** The module after each of some passes on its kernels in generic form, and after the last in custom form. */
function lowered(text: string, passes: readonly string[], ask = mlirOpt): readonly string[] {
  const inside = passes.filter((pass) => !pass.startsWith('module:'));
  const after = passes.filter((pass) => pass.startsWith('module:')).map((pass) => pass.slice(7));
  const pipeline = `builtin.module(${[`gpu.module(${inside.join(',')})`, ...after].join(',')})`;
  const dumps = '--mlir-print-op-generic --mlir-print-ir-after-all --mlir-print-ir-module-scope';
  const option = `--pass-pipeline=${pipeline}`;
  const all = ask(text, option, ...dumps.split(' '), '--mlir-disable-threading');
  const last = ask(text, option);
  expect(last.problem).toBe('');
  const modules = all.problem.split(/^\/\/ -----\/\/ IR Dump After .*$/m).slice(1);
  expect(modules).toHaveLength(passes.length);
  return [...modules, last.output];
}

/** Each pass with the level that it leads to. */
function steps(chip: string, bare: boolean): readonly string[] {
  const convention = bare ? ' use-bare-ptr-memref-call-conv=true' : '';
  const target = chip.startsWith('sm_')
    ? [`convert-gpu-to-nvvm{index-bitwidth=64${convention}}`]
    : [
        `convert-amdgpu-to-rocdl{chipset=${chip}}`,
        `convert-gpu-to-rocdl{chipset=${chip} index-bitwidth=64 runtime=HIP${convention}}`,
      ];
  return [
    ...words('amdgpu-resolve-strided-metadata expand-strided-metadata lower-affine'),
    'convert-scf-to-cf',
    ...target,
    ...words('module:convert-vector-to-llvm module:convert-cf-to-llvm'),
    ...words('module:reconcile-unrealized-casts module:canonicalize module:cse'),
  ];
}

/** What a wave does to LDS: instruction and addresses, in its order. Buffers and places differ by level. */
function accesses(traces: readonly AccessTrace[]): string[] {
  return traces.flatMap((trace) =>
    Array.from({ length: trace.count }, (_, row) => {
      const lanes = trace.waveSize;
      const mask = trace.activeMask.subarray(2 * row, 2 * row + 2);
      const addresses = Array.from(
        trace.addressBytes.subarray(row * lanes, (row + 1) * lanes),
        (address, lane) => (((mask[lane >> 5] ?? 0) >>> (lane & 31)) & 1 ? address : -1),
      );
      return `wave ${trace.wave[row]} ${opcodeAt(trace.op[row] ?? 0).name} ${addresses.join()}`;
    }),
  );
}

/** Accesses of each wave in its order: a lowering may not change more than the interleaving of waves. */
const byWave = (list: readonly string[]): string[] =>
  list.toSorted((a, b) => Number(a.split(' ')[1]) - Number(b.split(' ')[1]));

interface Result {
  readonly memory: readonly string[];
  readonly accesses: readonly string[];
  /** What was reported, and how often. */
  readonly hazards: readonly string[];
}

/** Bytes that look like numbers: f16, f32 and small integers all come out as something. */
function contents(bytes: number, seed: number): Uint8Array {
  const data = new Uint8Array(bytes);
  for (let i = 0; i < bytes; i += 2) {
    const mixed = Math.imul(i + seed * 7919, 0x9e3779b1) >>> 0;
    data[i] = mixed >>> 24;
    // Exponents around 1 for f16, and for f32 in its upper half.
    data[i + 1] = 0x38 + ((mixed >>> 16) & 7);
  }
  return data;
}

function execute(
  text: string,
  sizes: readonly number[],
  options: { machine: string; launch: string },
): Result {
  const buffers = new Map(sizes.map((bytes, i) => [i, contents(bytes, i)]));
  const { execution, traces, diagnostics } = run(text, { ...options, buffers });
  expect(hasErrors(diagnostics)).toBe(false);
  expect(execution.workgroups.executed).toBeGreaterThan(0);
  return {
    memory: [...buffers.values()].map((data) => Buffer.from(data).toString('base64')),
    accesses: byWave(accesses(traces)),
    hazards: execution.hazards.map(({ code, count }) => `${code} ${count}`).toSorted(),
  };
}

const widths: Readonly<Record<string, number>> = { f16: 2, bf16: 2, f32: 4, i32: 4 };

/** Bytes of the buffers of a kernel by their memref types. */
function sizesOf(text: string): number[] {
  const signature =
    /@\w+\(([^)]*(?:\([^)]*\)[^)]*)*)\)/.exec(
      text.slice(text.search(/gpu\.func|func\.func/)),
    )?.[1] ?? '';
  return [...signature.matchAll(/memref<([\dx]+)x(\w+)/g)].map(([, shape = '', element = '']) =>
    shape.split('x').reduce((all, size) => all * Number(size), widths[element] ?? 4),
  );
}

/**
 * Not those with elements below a byte in memory: LLVM's GEP gives each a byte, and vectors of them are packed, so that
 * addresses differ from those of packed rows (`docs/decisions`, packed elements).
 */
const examples = readdirSync(join(root, 'examples')).flatMap((name) => {
  const file = join(root, 'examples', name, 'kernel.mlir');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return text.includes('gpu.func') && !text.includes('xf4E2M1FN') ? [[name, file] as const] : [];
});

/** Executes a kernel at every level and returns how many there were. */
function checkLevels(
  text: string,
  sizes: readonly number[],
  chip: string,
  { launch = '', ask = mlirOpt }: { readonly launch?: string; readonly ask?: AskMlirOpt } = {},
): number {
  const options = { machine: chip, launch };
  const whole = execute(text, sizes, options);
  expect(whole.memory.some((data) => /[^A=]/.test(data))).toBe(true);
  let levels = 0;
  for (const bare of [true, false]) {
    const passes = steps(chip, bare);
    const first = passes.findIndex((pass) => pass.includes('index-bitwidth')) + 1;
    // What comes before the target is the same for all targets.
    const start = bare && !chip.startsWith('sm_') ? 1 : first;
    const modules = lowered(text, passes, ask);
    for (const [i, module] of modules.entries()) {
      if (i < start - 1) continue;
      levels++;
      // Some passes have nothing to do in a kernel.
      if (module === modules[i - 1] && i >= start) continue;
      const found = execute(module, sizes, options);
      const where = `after ${passes[i] ?? 'all'}, ${bare ? 'bare pointers' : 'descriptors'}`;
      expect(found.memory, where).toEqual(whole.memory);
      expect(found.accesses, where).toEqual(whole.accesses);
      expect(found.hazards, where).toEqual(whole.hazards);
    }
  }
  return levels;
}

describe('a kernel at every level', () => {
  it.each(chosenOf(examples))('%s', (_name, file) => {
    const text = readFileSync(file, 'utf8');
    const wave32 = text.includes('array<i32: 32, 1, 1>');
    const chip = wave32 ? 'gfx1100' : text.includes('gather_to_lds') ? 'gfx950' : 'gfx942';
    expect(checkLevels(text, sizesOf(text), chip)).toBe(19);
  });

  const portable = examples.filter(([, file]) => !readFileSync(file, 'utf8').includes('amdgpu'));
  it.each(chosenOf(portable))('%s on NVIDIA', (_name, file) => {
    const text = readFileSync(file, 'utf8');
    expect(checkLevels(text, sizesOf(text), 'sm_90')).toBe(14);
  });
});

/** Kernels for what the examples do not have: a file each. */
const own = readFolder(fileURLToPath(new URL('levels', import.meta.url)), '.mlir');

describe('a kernel of the test at every level', () => {
  it.each(chosenOf(own))('$name', ({ text }) => {
    expect(checkLevels(text, [256, 256], 'gfx942')).toBe(19);
  });
});

/** A kernel of one wave that multiplies what it loads: `a`, `b` and `c` are what a lane holds. */
function product(mfma: string, a: string, b: string, c: string, options: string): string {
  const memref = (type: string): string => {
    const [, count = '1', element = type] = /^vector<(\d+)x(.*)>$/.exec(type) ?? [];
    return `memref<64x${count}x${element}>`;
  };
  const load = (name: string, type: string): string =>
    type.startsWith('vector')
      ? `%${name} = vector.load %${name}s[%id, %c0] : ${memref(type)}, ${type}`
      : `%${name} = memref.load %${name}s[%id, %c0] : ${memref(type)}`;
  return `gpu.module @m {
    gpu.func @product(%as: ${memref(a)}, %bs: ${memref(b)}, %cs: ${memref(c)}, %ds: ${memref(c)})
        kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
      %id = gpu.thread_id x
      %c0 = arith.constant 0 : index
      ${load('a', a)}
      ${load('b', b)}
      ${load('c', c)}
      %d = amdgpu.mfma ${mfma} %a * %b + %c ${options} blgp = none : ${a}, ${b}, ${c}
      vector.store %d, %ds[%id, %c0] : ${memref(c)}, ${c}
      gpu.return
    }
  }`;
}

const products = [
  ['gfx942', '16x16x16', 'vector<4xf16>', 'vector<4xf16>', 'vector<4xf32>', ''],
  ['gfx942', '32x32x8', 'vector<4xf16>', 'vector<4xf16>', 'vector<16xf32>', ''],
  ['gfx942', '4x4x4', 'vector<4xf16>', 'vector<4xf16>', 'vector<4xf32>', '{blocks = 16 : i32}'],
  ['gfx942', '32x32x4', 'vector<4xf16>', 'vector<4xf16>', 'vector<32xf32>', '{blocks = 2 : i32}'],
  ['gfx942', '16x16x16', 'vector<4xbf16>', 'vector<4xbf16>', 'vector<4xf32>', ''],
  ['gfx908', '16x16x8', 'vector<2xbf16>', 'vector<2xbf16>', 'vector<4xf32>', ''],
  ['gfx942', '16x16x4', 'f32', 'f32', 'vector<4xf32>', ''],
  ['gfx942', '32x32x1', 'f32', 'f32', 'vector<32xf32>', '{blocks = 2 : i32}'],
  ['gfx942', '16x16x32', 'vector<8xi8>', 'vector<8xi8>', 'vector<4xi32>', ''],
  ['gfx908', '16x16x16', 'vector<4xi8>', 'vector<4xi8>', 'vector<4xi32>', ''],
  ['gfx942', '32x32x16', 'vector<8xf8E4M3FNUZ>', 'vector<8xf8E5M2FNUZ>', 'vector<16xf32>', ''],
  ['gfx950', '16x16x32', 'vector<8xf8E5M2>', 'vector<8xf8E4M3FN>', 'vector<4xf32>', ''],
  ['gfx950', '32x32x16', 'vector<8xbf16>', 'vector<8xbf16>', 'vector<16xf32>', ''],
  ['gfx950', '16x16x64', 'vector<16xi8>', 'vector<16xi8>', 'vector<4xi32>', ''],
] as const;

describe('matrix instructions below amdgpu', () => {
  it.each(chosenOf(products))('%s %s of %s and %s', (chip, mfma, a, b, c, options) => {
    const text = product(mfma, a, b, c, options);
    const sizes = [a, b, c, c].map((type) => {
      const [, count = '1', element = type] = /^vector<(\d+)x(.*)>$/.exec(type) ?? [];
      return 64 * Number(count) * (widths[element] ?? 1);
    });
    const first = execute(text, sizes, { machine: chip, launch: '' });
    const passes = steps(chip, true);
    const modules = lowered(text, passes);
    for (const count of [5, passes.length]) {
      const module = modules[count - 1] ?? '';
      expect(module).toContain('rocdl.mfma');
      const found = execute(module, sizes, { machine: chip, launch: '' });
      expect(found.memory, `after ${count} passes`).toEqual(first.memory);
    }
  });
});

const wave = join(root, '..', 'shared', 'kernels', 'wave', 'gemm-upstream.mlir');
if (!existsSync(wave)) console.log('skipped: the reference kernel is not beside the checkout');

describe.skipIf(!existsSync(wave) || skips(mlirOptTool))('the reference kernel of Wave', () => {
  it('computes the same with the same accesses at every level', () => {
    const text = readFileSync(wave, 'utf8');
    const sizes = [128 * 1024 * 2, 256 * 1024 * 2, 128 * 256 * 4];
    expect(checkLevels(text, sizes, 'gfx950', { launch: 'grid=1x2', ask: runMlirOpt })).toBe(19);
  });
});
