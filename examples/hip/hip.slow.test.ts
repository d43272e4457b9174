/**
 * HIP programs as their authors write them: compiled without ROCm, each computes what its reference computes, and what its lines cost
 * is what the words cost that they touch.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeSmallFloat, smallFloats } from '@ldscope/core';
import { type BufferArgument, launchBuffers, parseLaunchFile, readNpy } from '@ldscope/engine';
import { compileSource } from '../../packages/cli/src/compile/compile.ts';
import { ldscope } from '../../packages/cli/test/fake-io.ts';
import { llvmTool, skips } from '../../test/llvm.ts';
import { accesses, cyclesOf } from './accesses.ts';
import { type Numbers, references } from './references.ts';

const here = fileURLToPath(new URL('./', import.meta.url));
const names = readdirSync(here)
  .filter((name) => name.endsWith('.hip'))
  .map((name) => name.replace('.hip', ''));

const clang = llvmTool('clang', 'amdgcn');

interface Site {
  readonly location: {
    readonly source?: readonly { readonly file: string; readonly line: number }[];
  };
  readonly idxActive: number;
  readonly bankConflict: number;
}

describe.skipIf(skips(clang))('HIP programs', () => {
  let folder = '';
  const cacheBefore = process.env['XDG_CACHE_HOME'];
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'ldscope-test-'));
    process.env['XDG_CACHE_HOME'] = folder;
  });
  afterAll(() => {
    if (cacheBefore === undefined) delete process.env['XDG_CACHE_HOME'];
    else process.env['XDG_CACHE_HOME'] = cacheBefore;
    rmSync(folder, { recursive: true });
  });

  const surroundings = (name: string): Parameters<typeof ldscope>[1] => ({
    compile: compileSource,
    files: { 'launch.yaml': readFileSync(join(here, `${name}.yaml`), 'utf8') },
  });
  const given = (name: string): string[] => [
    join(here, `${name}.hip`),
    ...`-m gfx942 -l launch.yaml --compiler ${clang.command}`.split(' '),
  ];

  test('there are ten and more, each with a launch and a reference', () => {
    expect(names.length).toBeGreaterThanOrEqual(10);
    expect(Object.keys(references).sort()).toEqual([...names].sort());
  });

  test.each(names)('%s computes what its reference computes', async (name) => {
    const launch = await parseLaunchFile(readFileSync(join(here, `${name}.yaml`), 'utf8'), () =>
      Promise.reject(new Error('no files')),
    );
    if (!launch.ok) throw new Error(`${name}.yaml`);
    const buffers = launchBuffers(launch.value);
    const before = buffers.map(numbersOf);
    const [result] = buffers;
    if (result === undefined) throw new Error('no result');
    const done = await ldscope(
      ['run', ...given(name), '--dump', `${result.name}=out.npy`],
      surroundings(name),
    );
    expect(done.stderr).toBe('');
    expect(done.stdout).toContain(' 0 hazards');
    const read = readNpy(done.bytes.get('out.npy') ?? new Uint8Array());
    if (typeof read === 'string') throw new Error(read);
    const found = numbersOf({ dtype: result.dtype, data: read.data });
    const expected = references[name]?.(before) ?? [];
    expect(found).toHaveLength(expected.length);
    const tolerance = result.dtype === 'f16' ? 2e-5 : 2e-4;
    for (const [i, value] of expected.entries()) {
      const error = Math.abs((found[i] ?? NaN) - value);
      const allowed = result.dtype.startsWith('f') ? tolerance * Math.max(1, Math.abs(value)) : 0;
      expect(error, `${name}[${i}]: ${found[i]}, expected ${value}`).toBeLessThanOrEqual(allowed);
    }
  });

  test.each(Object.keys(accesses))('lines of %s cost what their words cost', async (name) => {
    const { stdout } = await ldscope(
      ['analyze', ...given(name), '--format', 'json', '-w', 'all'],
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
      const costs = list.map(cyclesOf);
      const cycles = launched * costs.reduce((all, one) => all + one.cycles, 0);
      const floor = launched * costs.reduce((all, one) => all + one.floor, 0);
      const counted = sites.reduce((all, one) => all + one.idxActive, 0);
      const conflict = sites.reduce((all, one) => all + one.bankConflict, 0);
      expect([text, counted, conflict]).toEqual([text, cycles, cycles - floor]);
    }
  });
});

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
