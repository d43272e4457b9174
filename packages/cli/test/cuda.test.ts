/** CUDA sources for NVIDIA's chips: nvcc makes PTX of them, which is executed; results stand at lines of the source. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { CUDA_COMPILERS, ptxArguments } from '../src/compile/command-line.ts';
import { compileSource } from '../src/compile/compile.ts';
import { complaintsOf } from '../src/compile/complaints.ts';
import { ldscope } from './fake-io.ts';
import { compileFolder, installedNvcc } from './compiling.ts';
import { testSessions } from './sessions.ts';

testSessions('cuda');

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
