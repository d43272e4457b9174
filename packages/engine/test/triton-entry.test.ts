/** Triton's cache: which files belong together, and metadata of all its versions and of none. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTritonMetadata, tritonEntries, tritonEntryOf } from '@ldscope/engine';
import { forAll } from '../../../test/for-all.ts';

describe('an entry', () => {
  const files = ['json', 'ttir', 'ttgir', 'llir', 'amdgcn', 'hsaco'].map(
    (kind) => `c/H1/gemm.${kind}`,
  );
  const all = [
    ...files,
    'c/H1/__grp__gemm.json',
    'c/H2/copy.json',
    'c/H2/copy.ptx',
    'c/H3/utils.so',
    'c/lone.json',
  ];

  it('has the files of one name that are read', () => {
    expect(tritonEntries(all).map(({ stem, files: own }) => [stem, [...own.keys()]])).toEqual([
      ['c/H1/gemm', ['json', 'ttgir', 'amdgcn', 'hsaco']],
      ['c/H2/copy', ['json', 'ptx']],
    ]);
  });

  it.each(['gemm.json', 'gemm.ttgir', 'gemm.amdgcn', 'gemm.hsaco', '__grp__gemm.json'])(
    'is found from %s',
    (name) => expect(tritonEntryOf(`c/H1/${name}`, all)?.stem).toBe('c/H1/gemm'),
  );

  it.each(['c/H1/gemm.ttir', 'c/H2/gemm.json', 'c/lone.json', 'gemm.json', ''])(
    'is not found from %s',
    (path) => expect(tritonEntryOf(path, all)).toBeUndefined(),
  );
});

describe('metadata', () => {
  const base = { name: 'gemm', num_warps: 4, shared: 8192 };
  it.each([
    [{ backend: 'hip', arch: 'gfx942', warp_size: 64 }, 'gfx942'],
    [{ backend: 'cuda', arch: 90, warp_size: 32 }, 'sm_90'],
    [['cuda', 80], 'sm_80'],
    [['hip', 'gfx90a', 64], 'gfx90a'],
    ['hip', undefined],
  ])('with the target %j', (target, expected) => {
    expect(readTritonMetadata(JSON.stringify({ ...base, target }))).toEqual({
      name: 'gemm',
      warps: 4,
      sharedBytes: 8192,
      target: expected,
      tensorMaps: [],
      scratchBytes: { global: 0, profile: 0 },
    });
  });

  it.each([
    ['3.6.0', '3.6'],
    ['3.8.0+gitf4fca2c0', '3.8'],
    ['3.10', '3.10'],
    ['main', undefined],
    [3.6, undefined],
  ])('with the version %j', (given, expected) => {
    const read = readTritonMetadata(JSON.stringify({ ...base, triton_version: given }));
    expect(read?.version).toBe(expected);
  });

  it('without a target has the architecture', () => {
    expect(readTritonMetadata(JSON.stringify({ ...base, arch: 'sm90' }))?.target).toBe('sm_90');
  });

  it.each(['', '{', '[]', '3', 'null', '{"name":1,"num_warps":4}', '{"child_paths":{}}'])(
    'is not %s',
    (text) => expect(readTritonMetadata(text)).toBeUndefined(),
  );

  it('may be any text', () => {
    const value = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom(-1, 1.5, 2 ** 60, '', 'gfx942', ['hip']),
    );
    const keys = fc.constantFrom('name', 'num_warps', 'shared', 'target', 'arch', '__proto__');
    forAll([fc.dictionary(keys, value)], { numRuns: 500, seed: 6 }, (map) => {
      const read = readTritonMetadata(JSON.stringify(map));
      if (read !== undefined) expect(read.sharedBytes ?? 0).toBeGreaterThanOrEqual(0);
    });
  });
});
