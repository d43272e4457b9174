/** Triton's cache on the command line: entries, whole caches, and files of an entry. */
import { describe, expect, test } from 'vitest';
import { amdKernel, amdModule } from '../../../test/amd-kernel.ts';
import { ldscope } from './fake-io.ts';
import { caseText } from './case-text.ts';

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
const assembly = (chip: string, name: string): string =>
  amdModule(
    chip,
    amdKernel('\tv_lshlrev_b32 v1, 4, v0\n\tds_write_b128 v1, v[0:3]', { name, ldsBytes: 0 }),
  ) +
  `	.amdgpu_metadata
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

/** Each thread stores its argument in shared memory that the launch gives; the last parameter is scratch memory. */
const dynamic = caseText('dynamic.ptx');
const signature = ttgir('cuda:90', 'fill')
  .replace('[16, 4]', '[8, 4]')
  .replace('= 64 : i32}', '= 32 : i32}')
  .replace('%x: tensor<64x64xf32, #blocked>', '%x_ptr: !tt.ptr<bf16>, %n: i32')
  .replace(/    %a = .*\n/, '');
const launch = 'args:\n  - { name: x, bytes: 64 }\n  - { i32: 7 }\n  - { i64: 0 }\n';

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
  'launched/F/fill.json': metadata('cuda', 90, 'fill'),
  'launched/F/fill.ttgir': signature,
  'launched/F/fill.ptx': dynamic,
  'launch.yaml': `grid: 1\n${launch}`,
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
    const { stdout } = await ldscope('analyze cache/A', { files });
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

  test('for an NVIDIA chip is its PTX with TTGIR beside it', async () => {
    const { read } = await analyze('cache/C');
    expect(read).toEqual(['tile ptx sm_90', 'tile ttgir sm_90']);
    expect((await analyze('cache/C/tile.ttgir')).read).toEqual([...read].reverse());
    expect((await analyze('cache/D')).read).toEqual(['alone ptx sm_90']);
  });

  test('is what commands for one kernel take its code of', async () => {
    const { stdout } = await ldscope('launch cache/A', { files });
    expect(stdout).toContain('# copy, for gfx942');
  });
});

describe('the PTX of an entry', () => {
  test('has a launch file with the names and types of the TTGIR, and the shared memory of the metadata', async () => {
    for (const path of ['launched/F', 'launched/F/fill.ptx', 'launched/F/fill.ttgir']) {
      const { stdout } = await ldscope(['launch', path], { files });
      expect(stdout.split('\n').slice(2, -1), path).toEqual([
        'grid: [1] # blocks in x, y, z',
        'block: [32, 1, 1] # as the kernel requires it',
        'lds: 16384 # bytes of shared memory, from the metadata',
        'args:',
        '  - { name: x_ptr, dtype: bf16, shape: [1024], fill: random } # a pointer to global memory',
        '  - { i32: 0 } # n, u32',
        '  - { i64: 0 } # global scratch, none is used',
      ]);
    }
  });

  test('is executed with the arguments of a launch and the shared memory of the metadata', async () => {
    const { read, ldsBytes, code } = await analyze('launched/F', '--launch', 'launch.yaml');
    expect(read).toEqual(['fill ptx sm_90', 'fill ttgir sm_90']);
    expect(ldsBytes[0]).toBe(16_384);
    expect(code).toBe(0);
    const ran = await ldscope('run launched/F --launch launch.yaml -m sm_90', { files });
    expect(ran.stdout).toContain('fill: 1 workgroup');
    expect(ran.code).toBe(0);
  });
});

describe('a whole cache', () => {
  test('is all of its entries', async () => {
    const { read } = await analyze('cache');
    expect(read.filter((one) => !one.startsWith(' '))).toEqual([
      ...both,
      'store amdgcn gfx950',
      'tile ptx sm_90',
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

/** A conversion whose memory Triton 3.6 swizzles in another way than 3.8. */
const converted = caseText('turn-f16.ttgir');

test.each([
  ['the metadata', ', "triton_version": "3.6.0"', [], 64],
  ['the option before the metadata', ', "triton_version": "3.6.0"', ['--triton', '3.8'], 0],
  ['nothing', '', [], 0],
])('TTGIR is lowered as the Triton that %s names', async (_, version, options, conflicts) => {
  const json = `{"name": "turn", "num_warps": 4, "shared": 2048, "target": ["hip", "gfx942", 64]${version}}`;
  const { stdout } = await ldscope(['analyze', 'turn.ttgir', '-f', 'json', ...options], {
    files: { 'turn.ttgir': converted, 'turn.json': json },
  });
  const { totals, diagnostics } = JSON.parse(stdout) as {
    readonly totals: { readonly bankConflict: number };
    readonly diagnostics: readonly { readonly code: string }[];
  };
  expect(totals.bankConflict).toBe(conflicts);
  const isKnown = version !== '' || options.length > 0;
  expect(diagnostics.some(({ code }) => code === 'triton/conversion-version')).toBe(!isKnown);
});
