/**
 * HIP programs as their authors write them: compiled without ROCm, each computes what its reference computes, and what its lines cost
 * is what the words cost that they touch.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { decodeSmallFloat, findMachine, smallFloats } from '@ldscope/core';
import { type BufferArgument, launchBuffers, parseLaunchFile, readNpy } from '@ldscope/engine';
import { ldscope } from '../../packages/cli/test/fake-io.ts';
import { llvmTool, skips } from '../../test/llvm.ts';
import { accesses, cyclesOf, rdnaCyclesOf } from './accesses.ts';
import { type Numbers, references } from './references.ts';
import { compileFolder, compileWithKnownHeaders } from '../../packages/cli/test/compiling.ts';
import { chosenOf } from '../../test/cases.ts';

const here = fileURLToPath(new URL('./', import.meta.url));
const names = readdirSync(here)
  .filter((name) => name.endsWith('.hip'))
  .map((name) => name.replace('.hip', ''));

const clang = llvmTool('clang', 'amdgcn');

/** A program compiled for a chip, in waves of a size. */
type Way = readonly [name: string, chip: string, waveSize: 32 | 64];

/** Matrix instructions of CDNA2 and later are the only ones that other chips do not have. */
const everywhere = names.filter((name) => name !== 'mfma');
const rdnaChips = ['gfx1100', 'gfx1151', 'gfx1201'] as const;
const olderChips = ['gfx900', 'gfx906', 'gfx908'] as const;
/** Before gfx90a and of RDNA programs take turns, there with one chip in waves of 32, the next one in waves of 64. */
const ways: readonly Way[] = [
  ...names.map((name): Way => [name, 'gfx942', 64]),
  ...everywhere.map((name, i): Way => [name, olderChips[i % olderChips.length] ?? 'gfx906', 64]),
  ...everywhere.flatMap((name, i) =>
    ([32, 64] as const).map((waveSize, j): Way => {
      return [name, rdnaChips[(i + j) % rdnaChips.length] ?? 'gfx1100', waveSize];
    }),
  ),
  ...everywhere.map((name): Way => [name, 'gfx1250', 32]),
];
const isRdna = (chip: string): boolean => findMachine(chip)?.code?.family === 'rdna';

interface Site {
  readonly location: {
    readonly source?: readonly { readonly file: string; readonly line: number }[];
  };
  readonly idxActive: number;
  readonly bankConflict: number;
}

describe.skipIf(skips(clang))('HIP programs', () => {
  compileFolder();

  const surroundings = (name: string): Parameters<typeof ldscope>[1] => ({
    compile: compileWithKnownHeaders,
    files: { 'launch.yaml': readFileSync(join(here, `${name}.yaml`), 'utf8') },
  });
  const given = ([name, chip, waveSize]: Way, ...more: string[]): string[] => [
    join(here, `${name}.hip`),
    ...`-m ${chip} -l launch.yaml --compiler ${clang.command}`.split(' '),
    ...more,
    ...(isRdna(chip) && waveSize === 64 ? ['--', '-mwavefrontsize64'] : []),
  ];

  test('there are ten and more, each with a launch and a reference', () => {
    expect(names.length).toBeGreaterThanOrEqual(10);
    expect(Object.keys(references).sort()).toEqual([...names].sort());
  });

  test.each(chosenOf(ways))(
    '%s on %s in waves of %i computes what its reference computes',
    async (...way) => {
      const [name, chip, waveSize] = way;
      const launch = await parseLaunchFile(readFileSync(join(here, `${name}.yaml`), 'utf8'), () =>
        Promise.reject(new Error('no files')),
      );
      if (!launch.ok) throw new Error(`${name}.yaml`);
      const buffers = launchBuffers(launch.value);
      const before = buffers.map(numbersOf);
      const [result] = buffers;
      if (result === undefined) throw new Error('no result');
      const done = await ldscope(
        ['run', ...given(way, '--dump', `${result.name}=out.npy`)],
        surroundings(name),
      );
      expect(done.stderr).toBe('');
      const threads = (launch.value.block ?? [1]).reduce((all, one) => all * one, 1);
      const blocks = (launch.value.grid ?? [1]).reduce((all, one) => all * one, 1);
      const waves = (blocks * threads) / waveSize;
      expect(done.stdout.replaceAll(/\s+/g, ' ')).toContain(
        ` ${waves} wave${waves === 1 ? '' : 's'} on ${chip}, 0 hazards`,
      );
      const read = readNpy(done.bytes.get('out.npy') ?? new Uint8Array());
      if (typeof read === 'string') throw new Error(read);
      const found = numbersOf({ dtype: result.dtype, data: read.data });
      const expected = references[name]?.(before) ?? [];
      expect(found).toHaveLength(expected.length);
      for (const [i, value] of expected.entries()) {
        const error = Math.abs((found[i] ?? NaN) - value);
        const allowed = allowedError(result.dtype, value);
        expect(error, `${name}[${i}]: ${found[i]}, expected ${value}`).toBeLessThanOrEqual(allowed);
      }
    },
  );

  const build = '--offload-arch=gfx942 -O3 -std=c++17 -Wall -c -o kernel.o -fgpu-rdc -DNDEBUG';
  // The flags are the same for all: every fourth program has them.
  const built = names.filter((_, i) => i % 4 === 0);
  test.each(chosenOf(built))('%s with the flags of a build counts the same', async (name) => {
    const reportOf = async (...more: string[]): Promise<unknown> => {
      const argv = ['analyze', join(here, `${name}.hip`), '-l', 'launch.yaml', '--format', 'json'];
      const { stdout } = await ldscope(
        [...argv, '--compiler', clang.command, ...more],
        surroundings(name),
      );
      const { machine, kernel, totals, sites } = JSON.parse(stdout);
      return { machine, kernel, totals, sites };
    };
    const plain = await reportOf('-m', 'gfx942');
    expect(plain).toHaveProperty('totals.idxActive');
    expect(await reportOf('--', ...build.split(' '))).toEqual(plain);
  });

  // The formulas of `accesses.ts` are of chips that serve 32 words per cycle.
  const counted = ways.filter(([name, chip]) => name in accesses && chip !== 'gfx1250');
  test.each(chosenOf(counted))(
    'lines of %s on %s in waves of %i cost what their words cost',
    async (...way) => {
      const [name, chip, waveSize] = way;
      const { stdout } = await ldscope(
        ['analyze', ...given(way, '--format', 'json', '-w', 'all')],
        surroundings(name),
      );
      const report = JSON.parse(stdout) as {
        readonly sites: readonly Site[];
        readonly kernel: { readonly workgroups: { readonly launched: number } };
      };
      const { launched } = report.kernel.workgroups;
      const lines = readFileSync(join(here, `${name}.hip`), 'utf8').split('\n');
      for (const [text, list] of Object.entries(accesses[name] ?? {})) {
        const line = lines.findIndex((one) => one.includes(text)) + 1;
        expect(line, text).toBeGreaterThan(0);
        const sites = report.sites.filter(({ location }) => location.source?.[0]?.line === line);
        const costs = list.map((one) =>
          isRdna(chip) ? rdnaCyclesOf(one, waveSize) : cyclesOf(one),
        );
        const cycles = launched * costs.reduce((all, one) => all + one.cycles, 0);
        const floor = launched * costs.reduce((all, one) => all + one.floor, 0);
        const active = sites.reduce((all, one) => all + one.idxActive, 0);
        const conflict = sites.reduce((all, one) => all + one.bankConflict, 0);
        expect([text, active, conflict]).toEqual([text, cycles, cycles - floor]);
      }
    },
  );
});

/** Integers are exact; halves are right to their last bit but one. */
function allowedError(dtype: string, value: number): number {
  if (dtype === 'f16') return Math.abs(value) * 2 ** -10;
  return dtype.startsWith('f') ? 2e-4 * Math.max(1, Math.abs(value)) : 0;
}

function numbersOf({ dtype, data }: Pick<BufferArgument, 'dtype' | 'data'>): Numbers {
  const { buffer, byteOffset, byteLength } = data;
  switch (dtype) {
    case 'f32':
      return [...new Float32Array(buffer, byteOffset, byteLength / 4)];
    case 'i32':
      return [...new Int32Array(buffer, byteOffset, byteLength / 4)];
    case 'u32':
      return [...new Uint32Array(buffer, byteOffset, byteLength / 4)];
    case 'f16': {
      const bits = [...new Uint16Array(buffer, byteOffset, byteLength / 2)];
      const { f16 } = smallFloats;
      return f16 === undefined ? [] : bits.map((half) => decodeSmallFloat(f16, half));
    }
    default:
      return [...data];
  }
}
