import { hint, option } from '../hint.ts';
import { listCodeChips } from './code-chips.ts';
import { error } from './message.ts';

/** What is wrong with sources that a compiler translates. */
export const compile = {
  error: (said: string) =>
    error(
      'compile/error',
      said,
      'reported by the compiler; pass its flags after --: ldscope analyze FILE -- -DTILE=64 -Iinclude',
    ),
  failed: (command: string, said: string) =>
    error(
      'compile/failed',
      `${command} failed${said === '' ? '' : `: ${said}`}`,
      hint`name another compiler with ${option('compiler')}`,
    ),
  noCompiler: (path: string, makers: 'AMD' | 'NVIDIA') =>
    error(
      'compile/no-compiler',
      `${path} needs a compiler for ${makers} chips, and none is installed`,
      makers === 'NVIDIA'
        ? hint`install CUDA's nvcc, or name one with ${option('compiler')}; or compile it yourself: nvcc -ptx -lineinfo`
        : hint`install ROCm or clang (its packages have the AMDGPU target), or name one with ${option('compiler')}; or compile it yourself: clang++ -x hip --offload-device-only -S`,
    ),
  notFound: (command: string, makers: 'AMD' | 'NVIDIA') =>
    error(
      'compile/not-found',
      `${command} does not run, or does not compile for ${makers} chips`,
      makers === 'NVIDIA'
        ? hint`name an nvcc, or a clang with the NVPTX target: ${option('compiler', 'nvcc')}`
        : hint`name a hipcc, or a clang with the AMDGPU target: ${option('compiler', 'clang++-22')}`,
    ),
  noKernels: (path: string) =>
    error(
      'compile/no-kernels',
      `${path} has no kernel: it has no __global__ function, or only templates that are never instantiated`,
      'give the file that instantiates them, or add one: template __global__ void kernel<64>(float *);',
    ),
  notAmd: (machine: string) =>
    error(
      'compile/not-amd',
      `sources in HIP and OpenCL are compiled for AMD chips, not for ${machine}`,
      hint`choose one with ${option('machine')}: ${listCodeChips('or')}`,
    ),
};
