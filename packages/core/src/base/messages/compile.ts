import { hint, option } from '../hint.ts';
import { error } from './message.ts';

/** What is wrong with sources that a compiler translates. */
export const compile = {
  error: (said: string) =>
    error(
      'compile/error',
      said,
      'the compiler says so; its flags come after --: ldscope analyze FILE -- -DTILE=64 -Iinclude',
    ),
  failed: (command: string, said: string) =>
    error(
      'compile/failed',
      `${command} failed${said === '' ? '' : `: ${said}`}`,
      hint`name another compiler with ${option('compiler')}`,
    ),
  noCompiler: (path: string) =>
    error(
      'compile/no-compiler',
      `no compiler for AMD chips is installed, which ${path} needs`,
      hint`install ROCm or clang (its packages have the AMDGPU target), or name one with ${option('compiler')}; or compile it yourself: clang++ -x hip --offload-device-only -S`,
    ),
  notFound: (command: string) =>
    error(
      'compile/not-found',
      `${command} does not run, or does not compile for AMD chips`,
      hint`name a hipcc, or a clang with the AMDGPU target: ${option('compiler', 'clang++-22')}`,
    ),
  noKernels: (path: string) =>
    error(
      'compile/no-kernels',
      `${path} has no kernel: nothing in it is __global__, or all of it are templates without an instance`,
      'give the file that instantiates them, or add one: template __global__ void kernel<64>(float *);',
    ),
  notAmd: (machine: string) =>
    error(
      'compile/not-amd',
      `sources are compiled for AMD chips, not for ${machine}`,
      hint`choose one with ${option('machine')}: gfx90a, gfx942, gfx950, gfx1100, gfx1151, gfx1201 or gfx1250`,
    ),
};
