/** Global memory on the command line: its section, its models, and one access taken apart. */
import { describe, expect, test } from 'vitest';
import { expectRefused, ldscope } from './fake-io.ts';

/** A transposing copy of 64 x 64 without LDS. */
const naive = `func.func @naive(%in: memref<64x64xf32>, %out: memref<64x64xf32>) {
  %x = gpu.thread_id x upper_bound 64
  %y = gpu.block_id x upper_bound 64
  %v = memref.load %in[%y, %x] : memref<64x64xf32>
  memref.store %v, %out[%x, %y] : memref<64x64xf32>
  return
}`;

/** One wave copies to LDS, each lane from a row of its own. */
const gather = `func.func @gather(%in: memref<64x64xf32>) {
  %x = gpu.thread_id x upper_bound 64
  %c0 = arith.constant 0 : index
  %lds = memref.alloc() : memref<64xf32, #gpu.address_space<workgroup>>
  amdgpu.gather_to_lds %in[%x, %c0], %lds[%c0] : f32, memref<64x64xf32>, memref<64xf32, #gpu.address_space<workgroup>>
  return
}`;

const files = { 'naive.mlir': naive, 'gather.mlir': gather };

describe('analyze', () => {
  test('reports what a kernel without LDS does to global memory', async () => {
    const { code, stdout } = await ldscope('analyze naive.mlir -m mi300x', { files });
    expect(code).toBe(0);
    expect(stdout).toContain('The kernel does not access LDS');
    expect(stdout).toContain('1 of 2 sites takes more lines than the bytes need: 4,224, ideal 256');
    expect(stdout).toMatch(/5:3 +global_store_dword +arg1 +4 +64 +4,096 +128 +3.1 % +97.0 %/);
    expect(stdout).toContain('lanes take 4 B each, 256 B apart: a line for every lane');
  });

  test('counts as the deck does when asked to, and says so', async () => {
    const argv = ['analyze', 'naive.mlir', '-m', 'gfx942', '--coalescing', 'deck-64'];
    const { stdout } = await ldscope(argv, { files });
    expect(stdout).toContain('model deck-64: 64-byte lines');
    expect(stdout).toContain('4,352, ideal 512');
    const json = await ldscope([...argv, '--format', 'json'], { files });
    expect(JSON.parse(json.stdout)).toMatchObject({
      global: { model: 'deck-64', transactionBytes: 64, usefulBytes: 'every-lane' },
    });
  });

  test('counts sectors on NVIDIA', async () => {
    const { stdout } = await ldscope('analyze naive.mlir -m h100', { files });
    expect(stdout).toMatch(/st\.global\.b32 +arg1 +4 +128 +4,096 +512 +12.5 %/);
  });

  test('names the models of global memory when there is none of a name', async () => {
    const argv = ['analyze', 'naive.mlir', '-m', 'gfx942', '--coalescing', 'x'];
    await expectRefused(
      argv,
      { files },
      "gfx942 has no global memory model 'x'",
      'default, deck-64',
    );
  });
});

describe('explain', () => {
  test('takes a global access apart, the worst without a name', async () => {
    const { code, stdout } = await ldscope('explain naive.mlir -m gfx942', { files });
    expect(code).toBe(0);
    expect(stdout).toContain('5:3 global_store_dword of arg1');
    expect(stdout).toContain('64 lines, ideal 2');
    const named = await ldscope('explain naive.mlir -m gfx942 -s 4:3', { files });
    expect(named.stdout).toContain('256 B fit into no fewer lines');
  });

  test('has both sides of a copy to LDS', async () => {
    const argv = ['explain', 'gather.mlir', '-m', 'gfx942', '--site', '5:3'];
    const shared = await ldscope(argv, { files });
    expect(shared.stdout).toContain('5:3 global_load_lds_dword of %lds');
    const global = await ldscope([...argv, '--global'], { files });
    expect(global.stdout).toContain('5:3 global_load_lds_dword of arg0');
    expect(global.stdout).toContain('lanes take 4 B each, 256 B apart');
  });

  test('gives JSON of its own schema', async () => {
    const argv = ['explain', 'naive.mlir', '-m', 'gfx942', '--format', 'json'];
    const { stdout } = await ldscope(argv, { files });
    expect(JSON.parse(stdout)).toMatchObject({
      schema: 'ldscope-explain-global/1',
      model: { name: 'default', transactionBytes: { value: 128, evidence: 'documented' } },
      execution: { transactions: 64, idealTransactions: 2 },
    });
  });

  test('names the sites when there is none of a name', async () => {
    const argv = ['explain', 'naive.mlir', '-m', 'gfx942', '--global', '-s', '1:1'];
    await expectRefused(argv, { files }, "there is no site '1:1'", '5:3, 4:3');
  });

  test('says so when there is no global access', async () => {
    const none = `func.func @k() {
      %x = gpu.thread_id x upper_bound 64
      return
    }`;
    await expectRefused(
      'explain none.mlir -m gfx942 --global',
      {
        files: { 'none.mlir': none },
      },
      'usage/no-global-sites',
    );
  });
});
