/** Branches of C++ for chips: the macros of clang, and what nothing defines. */
import { execFileSync } from 'node:child_process';
import { machines, parseDescriptor } from '@ldscope/core';
import { describe, expect, test } from 'vitest';
import { llvmTool } from '../../../../../test/llvm.ts';
import { chipMacros } from '../../../src/vendors/ck-tile/cpp/chip-macros.ts';

const text = (condition: string): string =>
  `${condition}\nconstexpr index_t Pad = 8;\n#else\nconstexpr index_t Pad = 0;\n#endif\n` +
  'return make_naive_tensor_descriptor(make_tuple(number<4>{}, number<64>{}), make_tuple(number<64 + Pad>{}, number<1>{}));';

/** The padding of the branch that is taken, and what is reported. */
function branch(condition: string, chip?: string): [number | undefined, string[]] {
  const read = parseDescriptor(text(condition), { elementBytes: 2, ...(chip && { chip }) });
  const { base } = (read.ok ? read.value : undefined) ?? {};
  const strides = base?.kind === 'naive' ? base.strides : [];
  return [
    (strides[0] ?? NaN) - 64,
    read.diagnostics.map(({ severity, code }) => `${severity} ${code}`),
  ];
}

const amd = machines.filter(({ vendor }) => vendor === 'AMD').map(({ name }) => name);

describe('branches for chips', () => {
  test.each(amd)('%s has its own, and no other', (chip) => {
    for (const other of amd) {
      const taken = chip === other ? 8 : 0;
      expect(branch(`#if defined(__${other}__)`, chip)).toEqual([taken, []]);
      expect(branch(`#ifdef __${other}__`, chip)).toEqual([taken, []]);
      expect(branch(`#if __${other}__`, chip)).toEqual([taken, []]);
      expect(branch(`#ifndef __${other}__`, chip)).toEqual([8 - taken, []]);
      expect(
        branch(`#if 0\nconstexpr index_t Pad = 1;\n#elif defined(__${other}__)`, chip),
      ).toEqual([taken, []]);
    }
  });

  test.each([
    ['__gfx9__', 'gfx908 gfx90a gfx942 gfx950'],
    ['__gfx94__', 'gfx942 gfx950'],
    ['__gfx11__', 'gfx1100 gfx1151'],
    ['__gfx12__', 'gfx1201'],
    ['__gfx125__', 'gfx1250'],
    ['__GFX9__', 'gfx900 gfx906 gfx908 gfx90a gfx942 gfx950'],
    ['__GFX12__', 'gfx1201 gfx1250'],
  ])('%s is of %s', (name, chips) => {
    expect(amd.filter((chip) => branch(`#if defined(${name})`, chip)[0] === 8).join(' ')).toBe(
      chips,
    );
  });

  test('what nothing says is reported, and not what a text asks for itself', () => {
    expect(branch('#if defined(__gfx950__)')).toEqual([0, ['warning notation/cpp-undefined']]);
    expect(branch('#ifndef __gfx950__')).toEqual([8, ['warning notation/cpp-undefined']]);
    expect(branch('#if USE_PADDING', 'gfx950')).toEqual([0, ['note notation/cpp-undefined']]);
    expect(branch('#ifndef USE_PADDING', 'gfx950')).toEqual([8, []]);
    expect(branch('#define USE_PADDING 1\n#if USE_PADDING', 'gfx950')).toEqual([8, []]);
    expect(branch('#if 0 // __gfx950__')).toEqual([0, []]);
  });

  const clang = llvmTool('clang');
  test.skipIf(clang.missing !== undefined).each(amd)('%s has what clang defines', (chip) => {
    const options = [
      '-x',
      'hip',
      '--cuda-device-only',
      `--offload-arch=${chip}`,
      '-nogpulib',
      '-nogpuinc',
      '-dM',
      '-E',
      '-',
    ];
    const printed = execFileSync(clang.command, options, { input: '', encoding: 'utf8' });
    const defined = new Map(
      [...printed.matchAll(/^#define (\w+) (\d+)$/gm)].map(([, name = '', value]) => [
        name,
        Number(value),
      ]),
    );
    const own = [...chipMacros(chip, 64)].filter(
      ([name]) => !/^__gfx\d+__$/.test(name) || name === `__${chip}__`,
    );
    for (const [name, value] of own)
      if (!name.startsWith('__AMDGCN_WAVEFRONT'))
        expect([name, defined.get(name)]).toEqual([name, value]);
    const isOfChip = (name: string): boolean => /^__(?:gfx|GFX|AMDG)/.test(name);
    expect(
      [...defined.keys()].filter(isOfChip).filter((name) => !chipMacros(chip, 64).has(name)),
    ).toEqual([]);
  });
});
