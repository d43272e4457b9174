import { describe, expect, test } from 'vitest';
import { findFrontend } from '../src/read-source.ts';
import { assumedMachineFor, chipNamedIn, resolveMachine } from '../src/machine-choice.ts';

describe('a machine', () => {
  test.each([
    ['gfx950', 'gfx950'],
    ['GFX942', 'gfx942'],
    ['gfx942:sramecc+:xnack-', 'gfx942'],
    ['gfx941', 'gfx942'],
    ['MI300X', 'gfx942'],
    ['mi300', 'gfx942'],
    ['mi355x', 'gfx950'],
    ['MI250X', 'gfx90a'],
    ['Radeon VII', 'gfx906'],
    ['rx 7900 xtx', 'gfx1100'],
    ['sm90', 'sm_90'],
    ['sm_90a', 'sm_90'],
    ['H100', 'sm_90'],
    ['a100', 'sm_80'],
    ['v100', 'sm_70'],
    ['b200', 'sm_100'],
    ['hopper', 'sm_90'],
    ['cdna4', 'gfx950'],
  ])('is found as %s', (name, wanted) => {
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
    // Of a family that is known the newest that is not newer.
    ['module {}', 'sm_103', 'sm_100'],
    ['module {}', 'sm_87', 'sm_86'],
    ['module {}', 'gfx9999', 'gfx950'],
  ])('%s, which names %s: %s', (text, named, wanted) => {
    expect(assumedMachineFor(text, named)).toBe(wanted);
  });
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
