/**
 * Arguments that clang adds to a kernel: at the places of its own metadata, with the values that follow from the launch or that
 * the launch gives.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { llvmTool, skips } from '../../../test/llvm.ts';
import { arrayIn, ldscope, type Outcome } from './fake-io.ts';
import { compileFolder, compileWithKnownHeaders } from './compiling.ts';
import { caseText } from './case-text.ts';

/** Reads what LLVM's documentation says of offsets in the implicit arguments. */
const source = caseText('hidden.hip');

const clang = llvmTool('clang', 'amdgcn');

describe.skipIf(skips(clang))('hidden arguments', () => {
  const folder = compileFolder();
  beforeAll(() => {
    writeFileSync(join(folder(), 'k.hip'), source);
  });

  async function run(launch: string, ...more: string[]) {
    const argv = ['run', join(folder(), 'k.hip'), '-m', 'gfx942', '-l', 'l.yaml', ...more];
    const surroundings = { compile: compileWithKnownHeaders, files: { 'l.yaml': launch } };
    return await ldscope([...argv, '--compiler', clang.command, '-d', 'out=o.npy'], surroundings);
  }
  const wordsOf = (outcome: Outcome): bigint[] => [
    ...new BigUint64Array(arrayIn(outcome, 'o.npy').buffer),
  ];

  const shape = 'grid: [3, 2, 5]\nblock: [32, 4, 2]\nlds: 2048\n';
  const args = 'args: [{ name: out, dtype: u64, shape: 20 }]\n';

  test('follow from grid, block and LDS of the launch', async () => {
    const outcome = await run(`${shape}${args}`, '-k', 'hidden');
    expect([outcome.code, outcome.stderr]).toEqual([0, '']);
    const wanted = [3, 2, 5, 32, 4, 2, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 2048];
    expect(wordsOf(outcome)).toEqual(wanted.map(BigInt));
  });

  test('are what the launch gives', async () => {
    const hidden =
      'hidden: { hidden_global_offset_y: 256, hidden_remainder_x: 7, hidden_heap_v1: 0x123456789abcd, hidden_grid_dims: 2 }\n';
    const outcome = await run(`${shape}${hidden}${args}`, '-k', 'hidden');
    expect([outcome.code, outcome.stderr]).toEqual([0, '']);
    const words = wordsOf(outcome);
    expect([words[10], words[6], words[16], words[12]]).toEqual([256n, 7n, 0x123456789abcdn, 2n]);
  });

  test('are what HIP calls blockDim and gridDim', async () => {
    const one = 'args: [{ name: out, dtype: u32, shape: 2 }]\n';
    const outcome = await run(`${shape}${one}`, '-k', 'sizes');
    expect(outcome.code).toBe(0);
    expect([...new Uint32Array(arrayIn(outcome, 'o.npy').buffer)]).toEqual([20432, 50203]);
  });

  test('on the command line are refused where the kernel takes none', async () => {
    const analyze = async (kernel: string, launch: string) =>
      await ldscope(
        `analyze ${folder()}/k.hip -m gfx942 -k ${kernel} -l ${launch} --compiler ${clang.command}`,
        { compile: compileWithKnownHeaders },
      );
    const taken = await analyze('hidden', 'grid=1,block=64,hidden_global_offset_x=64');
    expect(taken.stdout).not.toContain('launch/unknown-key');
    const refused = await analyze('hidden', 'grid=1,block=64,hidden_nothing=64');
    expect(`${refused.stdout}${refused.stderr}`).toContain('launch/unknown-key');
  });

  test('that are null are named where a kernel follows one', async () => {
    const two = 'args: [{ bytes: 8 }, { name: out, dtype: u64, shape: 1 }]\n';
    const { stderr } = await run(`grid: 1\nblock: 64\n${two}`, '-k', 'follows');
    expect(stderr).toContain('emulate/null-hidden');
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain('hidden_heap_v1');
  });
});
