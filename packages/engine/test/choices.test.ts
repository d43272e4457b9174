import { readdirSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forAll } from '../../../test/for-all.ts';
import { rows } from '../../../test/rows.ts';
import { findFrontend } from '../src/read/read-source.ts';
import {
  assumedMachineFor,
  chipNamedIn,
  machinesFor,
  resolveMachine,
} from '../src/input/machine-choice.ts';

describe('a machine', () => {
  const named = rows`
    gfx900  | vega, vega10
    gfx906  | vega20, Radeon VII
    gfx908  | cdna, cdna1, mi100
    gfx90a  | cdna2, mi200, MI250X
    gfx942  | cdna3, mi300, mi308, mi325, GFX942, gfx942:sramecc+:xnack-, gfx941, MI300X
    gfx950  | cdna4, mi350, mi355, gfx950, mi355x
    gfx1250 | mi400
    gfx1030 | rdna2
    gfx1100 | rdna3, rx 7900 xtx
    gfx1201 | rdna4
    sm_70   | volta, v100
    sm_75   | turing
    sm_80   | a100
    sm_90   | hopper, sm_90f, sm90:x, sm90, sm_90a, H100
    sm_100  | b200
  `.flatMap(([chip = '', names = '']) => names.split(', ').map((name) => [name, chip] as const));
  test.each(named)('is found as %s', (name, wanted) => {
    expect(resolveMachine(name)?.name).toBe(wanted);
  });

  test('is not guessed', () => {
    for (const name of ['', 'gfx', 'gfx9', 'mi', 'sm_91', '__proto__', 'constructor']) {
      expect(resolveMachine(name)).toBeUndefined();
    }
  });
});

describe('the chip that a kernel names', () => {
  test.each([
    ['gpu.module @k [#rocdl.target<chip = "gfx942">] {}', 'gfx942'],
    ['module attributes {rocm.arch = "gfx90a:sramecc+"} {}', 'gfx90a'],
    ['gpu.module @k [#nvvm.target<chip = "sm_90a">] {}', 'sm_90a'],
    ['module attributes {a = "gfx9999", b = "gfx950"} {}', 'gfx950'],
    ['module attributes {a = "gfx940"} {}', 'gfx940'],
    ['// RUN: opt --chip="gfx942"\nmodule {}', undefined],
    ['func.func @gfx942() { return }', undefined],
    ['.version 8.0\n.target sm_90a, debug', 'sm_90a'],
    ['// .target sm_80\n  .target sm_70\nx "gfx942"', 'sm_70'],
    ['module attributes {ttg.target = "cuda:90"} {}', 'sm_90'],
    ['module attributes {a = "gfx9999", b = "gfx9998"} {}', 'gfx9999'],
  ])('%s', (text, wanted) => {
    expect(chipNamedIn(text)).toBe(wanted);
  });
});

describe('the chip that is assumed', () => {
  const triton = (lanes: string): string =>
    `#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [${lanes}], warpsPerCTA = [4, 1], order = [1, 0]}>`;

  test.each([
    ['module {}', undefined, 'gfx950'],
    [triton('8, 8'), undefined, 'gfx950'],
    [triton('4, 8'), undefined, 'sm_90'],
    ['module attributes {"ttg.threads-per-warp" = 32 : i32} {}', undefined, 'sm_90'],
    ['#mma = #triton_gpu.mma<{versionMajor = 3}>', undefined, 'sm_90'],
    ['#mma = #triton_gpu.nvidia_mma<{versionMajor = 2, versionMinor = 0}>', undefined, 'sm_80'],
    ['#mma = #triton_gpu.mfma<{versionMajor = 3, warpsPerCTA = [4, 1]}>', undefined, 'gfx942'],
    ['#mma = #triton_gpu.mfma<{nonKDim = 32, warpsPerCTA = [4, 1]}>', undefined, 'gfx90a'],
    ['#mma = #ttg.amd_mfma<{version = 2, warpsPerCTA = [4, 1]}>', undefined, 'gfx90a'],
    ['#mma = #ttg.amd_wmma<{version = 1}>', undefined, 'gfx1100'],
    ['#i = #iree_codegen.translation_info<subgroup_size = 32>', undefined, 'gfx1100'],
    ['#mma = #triton_gpu.mma<{versionMajor = 1}>', undefined, 'sm_70'],
    ['#mma = #triton_gpu.mma<{versionMajor = 4}>', undefined, 'sm_90'],
    ['#mma = #ttg.nvidia_mma<{versionMajor = 5}>', undefined, 'sm_100'],
    ['#mma = #ttg.amd_mfma<{version = 0}>', undefined, 'gfx950'],
    ['#mma = #ttg.amd_mfma<{version = 1}>', undefined, 'gfx908'],
    ['#mma = #ttg.amd_mfma<{version = 4}>', undefined, 'gfx950'],
    ['amdgpu.wmma %a * %b + %c', undefined, 'gfx1100'],
    ['ttng.wait_barrier %a', undefined, 'sm_90'],
    ['nvgpu.ldmatrix %a', undefined, 'sm_90'],
    ['#s = #ttg.nvmma_shared<{}>', undefined, 'sm_90'],
    [triton('2, 16'), undefined, 'sm_90'],
    [triton('16, 4'), undefined, 'gfx950'],
    // Of a family that is known the newest that is not newer; of older code the oldest.
    ['module {}', 'sm_86', 'sm_86'],
    ['module {}', 'sm_35', 'sm_70'],
    ['module {}', 'sm90a', 'sm_90'],
    ['module {}', 'sm_103', 'sm_100'],
    ['module {}', 'sm_87', 'sm_86'],
    ['module {}', 'gfx9999', 'gfx950'],
  ])('%s, which names %s: %s', (text, named, wanted) => {
    expect(assumedMachineFor(text, named)).toBe(wanted);
  });
});

test.each([
  [[], '"gfx942"', undefined, 'gfx942; usage/machine-of-kernel'],
  [[], 'module {}', undefined, 'gfx950; usage/assumed-machine'],
  [[], '"gfx942"', 'sm_80', 'sm_80; usage/machine-of-kernel'],
  [['mi300x', 'gfx942', 'h100'], '"gfx950"', undefined, 'gfx942 sm_90'],
  [['gfx942', 'gfx1'], '', undefined, 'usage/unknown-machine'],
])('of %j, of a text with %s, for %s: %s', (names, text, target, wanted) => {
  const chosen = machinesFor(names, text, target);
  if ('code' in chosen) expect(chosen.code).toBe(wanted);
  else
    expect(
      [
        chosen.machines.map(({ name }) => name).join(' '),
        ...chosen.notes.map(({ code }) => code),
      ].join('; '),
    ).toBe(wanted);
});

describe('a format', () => {
  test.each([
    ['module {', 'mlir'],
    ['// a comment\n\n#map = affine_map<(d0) -> (d0)>', 'mlir'],
    ['!t = memref<4xf32>', 'mlir'],
    ['"builtin.module"() ({}) : () -> ()', 'mlir'],
    ['gpu.module @kernels {', 'mlir'],
    ['func.func @broken(', 'mlir'],
    ['#s = #ttg.shared_memory\nmodule attributes {"ttg.num-warps" = 4 : i32} {}', 'ttgir'],
    ['%0:2 = "test.op"() : () -> (i32, i32)', 'mlir'],
    ['', 'mlir'],
    ['ML\u00EFR\0\0', 'mlir'],
    ['\t.text\n\t.amdgcn_target "amdgcn-amd-amdhsa--gfx942"', 'amdgcn'],
    ['kernel.s:\tfile format elf64-amdgpu', 'amdgcn'],
    ['#include <hip/hip_runtime.h>', undefined],
    ['{"op": "ld32"}', undefined],
    ['tile: [64, 64]', 'spec'],
    ['shape: [64, 64]', undefined],
    ['import numpy.linalg', undefined],
  ])('%j', (text, wanted) => {
    expect(findFrontend(text)?.name).toBe(wanted);
  });
});

describe('labels and macros with the words of schedules', () => {
  const WORDS = (
    'prologue tail loop loop_4 body epilogue machine waves mfma MFMA wait_cnt hot sbarrier cluster ' +
    'tutorial lds read write gemm tile accesses'
  ).split(' ');
  const instruction = fc.constantFrom(
    'ds_read_b32 v1, v0',
    's_waitcnt lgkmcnt(0)',
    'v_mfma_f32_32x32x8_f16 a[0:15], v[0:1], v[2:3], a[0:15]',
    'buffer_load_dwordx4 v[4:7], v1, s[4:7], 0 offen',
    's_barrier // waves 4',
    's_cbranch_scc1 tail',
  );
  const label = fc
    .tuple(
      fc.constantFrom(...WORDS),
      fc.constantFrom('', '  ', '\t'),
      fc.constantFrom('', ' // 4:', ' ; x'),
    )
    .map(([name, indent, rest]) => `${indent}${name}:${rest}`);
  const lines = fc.array(fc.oneof(instruction, label), { minLength: 3, maxLength: 20 });
  const macro = fc
    .constantFrom(
      ['MFMA d, a', 'MFMA a[0:3], v1'],
      ['wait_cnt n', 'wait_cnt(0)'],
      ['waves n', 'waves 4'],
      ['machine n', 'machine gfx942'],
      ['mfma n', 'mfma v_1'],
    )
    .map(([head, call]) => `.macro ${head}\n  s_nop 0\n.endm\n${call}`);

  test('leave assembly assembly, with and without directives and a name', () => {
    forAll(
      [lines, fc.option(macro), fc.constantFrom('', 'k.s', 'k.asm', 'k.amdgcn'), fc.boolean()],
      { numRuns: 500, seed: 3 },
      (some, called, file, directed) => {
        const head = directed ? '.amdgcn_target "amdgcn-amd-amdhsa--gfx942"\n.text\n' : '';
        const text = `${head}k:\n${some.join('\n')}\n${called ?? ''}\n  s_endpgm\n`;
        expect(findFrontend(text, file)?.name).toBe('amdgcn');
      },
    );
  });

  test('leave PTX PTX', () => {
    forAll(
      [fc.array(label, { minLength: 1 }), fc.constantFrom('', 'k.ptx')],
      { numRuns: 200, seed: 3 },
      (some, file) => {
        const head = '.version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k() {\n';
        const text = `${head}${some.join('\n  bar.sync 0;\n')}\n  ret;\n}\n`;
        expect(findFrontend(text, file)?.name).toBe('ptx');
      },
    );
  });

  test.each([
    ['waves 4\nprologue:\n  ds_read_b32 v\ntail:\n  sbarrier', 'a line of the head'],
    ['machine gfx942 // chip\n  8 ds_read_b128 A from tile', 'a line of the head'],
    ['mfma v_mfma_f32_32x32x64_f8f6f4 fp8\n  s_barrier', 'a line of the head'],
    ['loop 100:\n  ds_write_b128 tile from p', 'a loop with a count'],
    ['loop hot 4 :   -> a comment\n  ds_read_b32 v', 'a loop with a count'],
    ['prologue:\n  s_setprio 1\n  MFMA A[0,0], B[0,0], C[0,0]', 'an operation'],
    ['  ds_read_b128 A\n  wait_cnt(vmcnt(0))', 'an operation'],
  ])('%j is a schedule, by %s', (text) => {
    expect(findFrontend(text)?.name).toBe('schedule');
  });

  test('schedules of the examples, of the documents and of the pipeline are schedules', () => {
    const root = new URL('../../../', import.meta.url);
    const folder = new URL('examples/schedules/', root);
    const texts = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'));
    const page = readFileSync(new URL('docs/timeline.md', root), 'utf8');
    const blocks = [...page.matchAll(/^ {4}machine gfx[^]*?\n\n(?! {4})/gm)].map(
      ([block]) => block,
    );
    expect([texts.length, blocks.length]).toEqual([3, 1]);
    for (const text of [...texts, ...blocks]) expect(findFrontend(text)?.name).toBe('schedule');
    expect(findFrontend('tail:\n  ds_read_b32 v', 'a.sched')?.name).toBe('schedule');
  });
});
