/** What kernels say of their workgroups, by each compiler, is taken; a shape that nobody gives is asked for, never made up. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { llvmTool, skips } from '../../../test/llvm.ts';
import { ldscope } from './fake-io.ts';
import { compileFolder, compileWithKnownHeaders } from './compiling.ts';
import { caseText } from './case-text.ts';
import { testSessions } from './sessions.ts';

testSessions('inferred-block');

const hip = caseText('blocks.hip');

const cl = caseText('required.cl');

const clang = llvmTool('clang', 'amdgcn');

describe.skipIf(skips(clang))('compiled kernels', () => {
  const folder = compileFolder();
  beforeAll(() => {
    writeFileSync(join(folder(), 'k.hip'), hip);
    writeFileSync(join(folder(), 'k.cl'), cl);
  });

  async function ask(command: string, file: string, ...more: string[]): Promise<string> {
    const argv = [command, join(folder(), file), '-m', 'gfx942', '--compiler', clang.command];
    const { stdout, stderr } = await ldscope([...argv, ...more], {
      compile: compileWithKnownHeaders,
    });
    return `${stdout}${stderr}`.replaceAll(/\s+/g, ' ');
  }

  test.each([
    ['plane', '16x16', 'the kernel uses 2 axes of the work-item id'],
    ['cube', '8x8x4', 'the kernel uses 3 axes of the work-item id'],
    ['wide', '16x16', 'the kernel uses 2 axes of the work-item id'],
  ])('%s asks for its block in a sentence', async (kernel, example, words) => {
    const found = await ask('analyze', 'k.hip', '-k', kernel);
    expect(found).toContain('error launch/which-block');
    expect(found).toContain(words);
    expect(found).toContain(`--launch "block=${example}"`);
    expect(found).not.toContain('bank conflicts:');
    const given = await ask('analyze', 'k.hip', '-k', kernel, '-l', 'grid=1,block=16x8');
    expect(given).toContain('block 16 x 8 x 1, from the launch');
    const text = await ask('launch', 'k.hip', '-k', kernel);
    expect(text).toMatch(/block: \[\?, \?(?:, \?)?\] # to be given/);
  });

  test.each([
    ['k.hip', 'bounded', '256 x 1 x 1, from .max_flat_workgroup_size', 'block: [256]'],
    ['k.hip', 'one', '1024 x 1 x 1', 'block: [?]'],
    ['k.cl', 'required', '16 x 8 x 1, from reqd_workgroup_size', 'block: [16, 8, 1]'],
  ])('%s: %s has %s', async (file, kernel, block, line) => {
    const found = await ask('analyze', file, '-k', kernel);
    expect(found).toContain(`block ${block}`);
    expect(await ask('launch', file, '-k', kernel)).toContain(line);
  });

  test('a block that contradicts what is required is refused', async () => {
    const other = await ask('analyze', 'k.cl', '-l', 'grid=1,block=128');
    expect(other).toContain('error launch/other-block');
    const large = await ask('analyze', 'k.hip', '-k', 'bounded', '-l', 'grid=1,block=512');
    expect(large).toContain('error launch/other-block');
  });

  test('sized, whose reads depend on how many items there are, is the same with each', async () => {
    const found = await ask('analyze', 'k.hip', '-k', 'sized');
    expect(found).toMatch(/block 1024 x 1 x 1|launch\/which-block/);
  });
});
