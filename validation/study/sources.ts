/** The collections of kernels that the study sweeps: where they come from, which of their files, on which chips. */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { filesBelow } from '../paths.ts';

export interface Source {
  /** In tables and in the names of stores. */
  readonly name: string;
  /** What is in it. */
  readonly about: string;
  /** In the picture of causes, which has few colours. */
  readonly group: 'Triton' | 'HIP' | 'AMD assembly and code objects' | 'CUDA';
  /** Where it can be had, and the commit that was swept; empty for what is made here. */
  readonly repository: string;
  readonly commit: string;
  /** Below the folder of the study. */
  readonly folder: string;
  /** A folder as a whole (a cache of Triton), or the files with an ending. */
  readonly files: 'folder' | RegExp;
  /** Only files that have it: what a source without shared memory has none of. */
  readonly has?: RegExp;
  /** Every n-th of the files, in the order of their names. */
  readonly every?: number;
  /** None for the chips that code objects name. */
  readonly machines: readonly string[];
  /** Of the compiler, relative to the folder of the study. */
  readonly flags?: readonly string[];
  /** Launches of each of its kernels, of which rows.ts takes the first that fits; their own, or inferred ones, where it is absent. */
  readonly launches?: readonly string[];
}

/** A row of threads, and squares, the large one first: a tile of 32 x 32 has room for a block of 16 x 16, with other conflicts. */
const BLOCKS = ['block=256', 'block=32x32', 'block=16x16'];

const SHARED = /__shared__|HIP_DYNAMIC_SHARED/;

export const sources: readonly Source[] = [
  {
    name: 'Triton tutorials',
    about: 'eight tutorials, compiled by Triton 3.8.0; swept a day before the others',
    group: 'Triton',
    repository: 'triton-lang/triton',
    commit: 'f4fca2c0bc0e',
    folder: 'triton-cache',
    files: 'folder',
    machines: [],
  },
  {
    name: 'Triton corpus',
    about: 'matmul, attention, softmax, transpose, histogram of ../shared, as Triton compiled them',
    group: 'Triton',
    repository: '',
    commit: '',
    folder: 'triton-corpus',
    files: /kernel\.amdgcn$/,
    machines: [],
  },
  {
    name: 'rocm-examples',
    about: "AMD's HIP samples",
    group: 'HIP',
    repository: 'ROCm/rocm-examples',
    commit: '7dfb7d402794',
    folder: 'rocm-examples',
    files: /\.hip$/,
    has: SHARED,
    machines: ['gfx942', 'gfx950'],
    flags: ['-std=c++20', '-Irocm-examples/Common', '-Irocm-examples/Tutorials/reduction/include'],
    launches: BLOCKS,
  },
  // Makefiles of HIP have headers of the benchmark in CUDA: for d in *-hip; do cp -n ${d%-hip}-cuda/*.{h,hpp,cuh} $d; done
  {
    name: 'HeCBench HIP',
    about: 'benchmarks in HIP, with the headers of those in CUDA beside them',
    group: 'HIP',
    repository: 'zjin-lcf/HeCBench',
    commit: 'f27000a5188f',
    folder: 'HeCBench/src',
    files: /-hip\/.*\.(?:cu|hip)$/,
    has: SHARED,
    every: 4,
    machines: ['gfx942', 'gfx950'],
    launches: BLOCKS,
  },
  {
    name: 'gcnasm',
    about: 'kernels in assembly and HIP (with opus.hpp of aiter)',
    group: 'AMD assembly and code objects',
    repository: 'carlushuang/gcnasm',
    commit: '7191f7665f4b',
    folder: 'gcnasm',
    files: /\.(?:s|hip)$/,
    machines: [],
    flags: ['-Iaiter/csrc/include'],
  },
  {
    name: 'hipBLASLt',
    about: 'its custom kernels, in assembly',
    group: 'AMD assembly and code objects',
    repository: 'ROCm/hipBLASLt',
    commit: '7d9fb683db25',
    folder: 'hipBLASLt/tensilelite/Tensile/CustomKernels',
    files: /\.s$/,
    every: 12,
    machines: [],
  },
  {
    name: 'aiter',
    about: 'code objects: attention, mixture of experts, GEMM',
    group: 'AMD assembly and code objects',
    repository: 'ROCm/aiter',
    commit: 'e4048607a535',
    folder: 'aiter/hsa',
    files: /\.co$/,
    every: 29,
    machines: [],
  },
  {
    name: 'cuda-samples',
    about: "NVIDIA's samples, compiled to PTX by nvcc 13.0",
    group: 'CUDA',
    repository: 'NVIDIA/cuda-samples',
    commit: 'c94ff366aed1',
    folder: 'cuda-samples',
    files: /\.cu$/,
    has: SHARED,
    every: 2,
    machines: ['sm_90'],
    flags: ['-Icuda-samples/Common'],
    launches: BLOCKS,
  },
  {
    name: 'HeCBench CUDA',
    about: 'the same benchmarks in CUDA, compiled to PTX by nvcc 13.0',
    group: 'CUDA',
    repository: 'zjin-lcf/HeCBench',
    commit: 'f27000a5188f',
    folder: 'HeCBench/src',
    files: /-cuda\/.*\.cu$/,
    has: SHARED,
    every: 4,
    machines: ['sm_90'],
    launches: BLOCKS,
  },
];

/** The group of the source that a row names. */
export const groupOf = (row: { readonly source: string }): Source['group'] | 'other' =>
  sources.find(({ name }) => name === row.source)?.group ?? 'other';

/** The name of a source as a name of a folder. */
export const slugOf = ({ name }: Source): string => name.toLowerCase().replaceAll(/\W+/g, '-');

/** What `sweep` gets of a source, relative to the folder of the study; empty where it is absent. */
export function pathsOf(
  root: string,
  { folder, files, has, every = 1 }: Source,
): readonly string[] {
  if (files === 'folder') return filesBelow(join(root, folder), /./) === undefined ? [] : [folder];
  const found = filesBelow(join(root, folder), files) ?? [];
  return found
    .filter((file) => has === undefined || has.test(readFileSync(file, 'utf8')))
    .filter((_, index) => index % every === 0)
    .map((file) => relative(root, file));
}
