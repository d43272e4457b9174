/** Triton's cache on the command line: entries, whole caches, and files of an entry. */
import { describe, expect, test } from 'vitest';
import { ldscope } from './fake-io.ts';

const ttgir = (chip: string, name: string): string => `
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [16, 4], warpsPerCTA = [1, 1], order = [1, 0]}>
#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, ttg.target = "${chip}", "ttg.threads-per-warp" = 64 : i32} {
  tt.func public @${name}(%x: tensor<64x64xf32, #blocked>) {
    %a = ttg.local_alloc %x : (tensor<64x64xf32, #blocked>) -> !ttg.memdesc<64x64xf32, #plain, #smem, mutable>
    tt.return
  }
}
`;

/** Its LDS is not in its own metadata: the launch gives it. */
const assembly = (
  chip: string,
  name: string,
): string => `	.amdgcn_target "amdgcn-amd-amdhsa--${chip}"
	.text
	.globl ${name}
	.type ${name},@function
${name}:
	v_lshlrev_b32 v1, 4, v0
	ds_write_b128 v1, v[0:3]
	s_endpgm
	.amdhsa_kernel ${name}
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 16
		.amdhsa_accum_offset 8
	.end_amdhsa_kernel
	.amdgpu_metadata
---
amdhsa.kernels:
  - .name: ${name}
    .symbol: ${name}.kd
    .group_segment_fixed_size: 0
    .kernarg_segment_size: 0
    .max_flat_workgroup_size: 64
    .args: []
amdhsa.version: [1, 2]
...
	.end_amdgpu_metadata
`;

/** A store of each lane to shared memory. */
const ptx = (name: string): string => `.version 8.0
.target sm_90
.address_size 64
.shared .align 4 .b8 tile[128];
.visible .entry ${name}()
.reqntid 32, 1, 1
{
  .reg .b32 %r<4>;
  mov.u32 %r1, %tid.x;
  shl.b32 %r2, %r1, 2;
  mov.u32 %r3, tile;
  add.s32 %r3, %r3, %r2;
  st.shared.b32 [%r3], %r1;
  ret;
}
`;

const metadata = (backend: string, arch: string | number, name: string): string =>
  JSON.stringify({ name, num_warps: 1, shared: 16_384, target: { backend, arch, warp_size: 64 } });

const files = {
  'cache/A/copy.json': metadata('hip', 'gfx942', 'copy'),
  'cache/A/copy.ttgir': ttgir('hip:gfx942', 'copy'),
  'cache/A/copy.ttir': 'module {}',
  'cache/A/copy.amdgcn': assembly('gfx942', 'copy'),
  'cache/A/__grp__copy.json': '{"child_paths": {"copy.ttgir": "/etc/passwd"}}',
  'cache/B/store.json': metadata('hip', 'gfx950', 'store'),
  'cache/B/store.amdgcn': assembly('gfx950', 'store'),
  'cache/C/tile.json': metadata('cuda', 90, 'tile'),
  'cache/C/tile.ttgir': ttgir('cuda:90', 'tile')
    .replace('[16, 4]', '[8, 4]')
    .replace('= 64 : i32}', '= 32 : i32}'),
  'cache/C/tile.ptx': ptx('tile'),
  'cache/D/alone.json': metadata('cuda', 90, 'alone'),
  'cache/D/alone.ptx': ptx('alone'),
  'cache/E/launcher.c': '',
  'other/x.json': '{"name": "not Triton"}',
  'other/x.ttgir': ttgir('hip:gfx942', 'x'),
  'empty/readme.md': '',
};

async function analyze(...argv: readonly string[]) {
  const { code, stdout } = await ldscope(['analyze', ...argv, '--format', 'json'], { files });
  interface One {
    readonly machine: string;
    readonly kernel: {
      readonly name: string;
      readonly frontend: string;
      readonly ldsBytes: number;
    };
    readonly diagnostics: readonly { readonly code: string }[];
  }
  const answer = JSON.parse(stdout) as One & { readonly reports?: readonly One[] };
  const reports = answer.reports ?? [answer];
  return {
    code,
    said: reports.flatMap(({ diagnostics }) => diagnostics.map((one) => one.code)),
    read: reports.map(({ machine, kernel }) => `${kernel.name} ${kernel.frontend} ${machine}`),
    ldsBytes: reports.map(({ kernel }) => kernel.ldsBytes),
  };
}

const both = ['copy amdgcn gfx942', 'copy ttgir gfx942'];

describe("an entry of Triton's cache", () => {
  test.each([
    'cache/A',
    'cache/A/',
    'cache/A/copy.json',
    'cache/A/copy.amdgcn',
    'cache/A/__grp__copy.json',
  ])('%s is machine code with TTGIR beside it', async (path) => {
    const { read, ldsBytes, code } = await analyze(path);
    expect(read).toEqual(both);
    // Of the code it is what the metadata says.
    expect(ldsBytes).toEqual([16_384, 16_384]);
    expect(code).toBe(0);
  });

  test('begins with the file that is named', async () => {
    expect((await analyze('cache/A/copy.ttgir')).read).toEqual([...both].reverse());
  });

  test('is a table of both in text', async () => {
    const { stdout } = await ldscope(['analyze', 'cache/A'], { files });
    expect(
      stdout
        .split('\n')
        .slice(0, 3)
        .map((line) => line.split(/ {2,}/).slice(1, 4)),
    ).toEqual([
      ['kernel', 'read as', 'LDS'],
      ['copy', 'amdgcn', '16 KiB'],
      ['copy', 'Triton', '16 KiB'],
    ]);
  });

  test('for an NVIDIA chip is its TTGIR, and names its PTX, which is read where it is named', async () => {
    const { read, said } = await analyze('cache/C');
    expect(read).toEqual(['tile ttgir sm_90']);
    expect(said).toContain('triton/ptx-aside');
    expect((await analyze('cache/C/tile.ptx')).read).toEqual([
      'tile ptx sm_90',
      'tile ttgir sm_90',
    ]);
    expect((await analyze('cache/D')).read).toEqual(['alone ptx sm_90']);
  });

  test('is what commands for one kernel take its code of', async () => {
    const { stdout } = await ldscope(['launch', 'cache/A'], { files });
    expect(stdout).toContain('# copy, for gfx942');
  });
});

describe('a whole cache', () => {
  test('is all of its entries', async () => {
    const { read } = await analyze('cache');
    expect(read.filter((one) => !one.startsWith(' '))).toEqual([
      ...both,
      'store amdgcn gfx950',
      'tile ttgir sm_90',
      'alone ptx sm_90',
    ]);
  });

  test('gives those of a chip, and those of a kernel', async () => {
    expect((await analyze('cache', '-m', 'gfx950')).read).toEqual(['store amdgcn gfx950']);
    expect((await analyze('cache', '-k', 's*')).read).toEqual(['store amdgcn gfx950']);
  });
});

test('other folders and files are not taken for entries', async () => {
  expect((await analyze('empty')).said).toEqual(['triton/no-entry']);
  expect((await analyze('other/x.ttgir')).read).toEqual(['x ttgir gfx942']);
  expect((await analyze('other/x.json')).said).toEqual(['usage/unknown-format']);
  expect((await analyze('nowhere')).said).toEqual(['usage/unreadable']);
});
