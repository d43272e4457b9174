/** CUDA sources for NVIDIA's chips: nvcc makes PTX of them, which is executed; results stand at lines of the source. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { CUDA_COMPILERS, ptxArguments } from '../src/compile/command-line.ts';
import { compileSource } from '../src/compile/compile.ts';
import { complaintsOf } from '../src/compile/complaints.ts';
import { expectRefused, ldscope } from './fake-io.ts';
import { compileFolder, installedNvcc } from './compiling.ts';

const examples = fileURLToPath(new URL('../../../examples/cuda/', import.meta.url));
const files = { 'launch.yaml': readFileSync(join(examples, 'transpose.yaml'), 'utf8') };

test('NVIDIA is asked for PTX with lines, by nvcc first', () => {
  const [nvcc] = CUDA_COMPILERS;
  const clang = CUDA_COMPILERS.find(({ command }) => command === 'clang++');
  const request = { language: 'cuda', chip: 'sm_90', file: 'k.cu', output: 'k.ptx' } as const;
  const rest = { dependencies: 'k.d', flags: ['-DN=4'], headers: '/ours', resources: '/clang' };
  const line = (compiler = nvcc): string =>
    compiler === undefined ? '' : ptxArguments(compiler, { ...request, ...rest }).join(' ');
  expect(line()).toBe('-ptx -O3 -lineinfo -arch=sm_90a -MD -MF k.d -DN=4 k.cu -o k.ptx');
  expect(line(clang)).toContain('-x cuda --cuda-gpu-arch=sm_90a --cuda-device-only -S');
});

test('errors of nvcc stand at their lines', () => {
  const text = '\n__global__ void k(float *o) { o[row] = 1; }\n';
  const [found] = complaintsOf('k.cu(2): error: identifier "row" is undefined', 'k.cu', text);
  expect([found?.message, found?.span?.start]).toEqual(['identifier "row" is undefined', 1]);
});

test('HIP is not compiled for NVIDIA, and without a compiler it says what to install', async () => {
  await expectRefused('analyze k.hip -m sm_90', { files: { 'k.hip': '' } }, 'compile/not-amd');
});

describe('the PTX of an example', () => {
  const ptx = { ...files, 'transpose.ptx': readFileSync(join(examples, 'transpose.ptx'), 'utf8') };

  test('is analyzed with its launch, kernel by kernel', async () => {
    const { code, stdout } = await ldscope('analyze transpose.ptx -l launch.yaml', { files: ptx });
    expect(code).toBe(0);
    expect(stdout).toContain(
      '1 of 2 shared memory accesses has bank conflicts: 3,968 of 4,224 shared-memory wavefronts',
    );
    expect(stdout).toContain('No bank conflicts: 2 sites, 256 shared-memory wavefronts');
    expect(stdout).toMatch(/transpose\.cu:11/);
    expect(stdout).toMatch(/ld\.shared\.b32 +read +tile +32/);
  });

  test('without arguments has no figure of what they decide, and no error of a block that is made up', async () => {
    const argv = ['analyze', 'transpose.ptx', '-k', 'plain'];
    const without = await ldscope([...argv, '-l', 'block=32x8'], { files: ptx });
    expect(without.stdout).toContain('992 of 1,056 shared-memory wavefronts');
    expect(without.stdout).not.toContain('global_op');
    const given = await ldscope([...argv, '-l', 'launch.yaml'], { files: ptx });
    expect(given.stdout).toMatch(/l1tex__t_sectors_pipe_lsu_mem_global_op_ld +[1-9]/);
    const asks = await ldscope(argv, { files: ptx });
    expect(asks.code).toBe(2);
    expect(asks.stderr.match(/error [a-z/-]+/g)).toEqual(['error launch/which-block']);
  });

  test('has a launch file to fill in, and runs with it', async () => {
    const { code, stdout } = await ldscope('launch transpose.ptx -k plain', { files: ptx });
    expect(code).toBe(0);
    expect(stdout).toContain('block: [?] # threads in x, y, z, at most 256');
    expect(stdout.match(/fill: random \} # a pointer to global memory/g)).toHaveLength(2);
    expect(stdout).toContain('{ i32: 0 } # arg2, u32');
    const filled = stdout.replace('[?]', '[32, 8]').replace('{ i32: 0 }', '{ i32: 32 }');
    const ran = await ldscope('analyze transpose.ptx -k plain -l filled.yaml', {
      files: { ...ptx, 'filled.yaml': filled },
    });
    expect([ran.code, ran.stderr.includes('error')]).toEqual([0, false]);
  });

  test('needs arguments to run, which a hint names', async () => {
    const launch = { ...ptx, 'block.yaml': 'grid: 1\nblock: 32x8\n' };
    const argv = ['run', 'transpose.ptx', '-k', 'plain', '-l', 'block.yaml'];
    await expectRefused(argv, { files: launch }, 'ptx/no-arguments');
  });
});

const nvcc = installedNvcc();

describe.skipIf(nvcc === undefined)('with nvcc', () => {
  compileFolder();

  test('a source is compiled and analyzed, at its own lines', async () => {
    const path = join(examples, 'transpose.cu');
    const given = ['-m', 'sm_90', '-k', 'plain', '-l', 'launch.yaml'];
    const { code, stdout } = await ldscope(['analyze', path, ...given], {
      files,
      compile: compileSource,
    });
    expect(code).toBe(0);
    expect(stdout).toMatch(/transpose\.cu:11 +ld\.shared\.b32 +read +tile +32 +128 +4,096/);
    expect(stdout).toContain('out[(x + row) * n + y + threadIdx.x] = tile[threadIdx.x][row];');
  });
});
