/**
 * The programs that compare our numbers with others', one row each.
 *
 *     npm run validate                          the list
 *     npm run validate -- cases FILE.json       one of them, with its arguments
 *
 * The module of a program is loaded when it runs.
 */
import { nearestName } from '@ldscope/core';
import type { Main } from '../base/output.ts';

export interface Program {
  readonly name: string;
  /** What it takes; empty for nothing. */
  readonly takes: string;
  readonly about: string;
  /** It runs the built command as a process. */
  readonly needsCommand: boolean;
  readonly load: () => Promise<{ readonly main: Main }>;
}

/** A name, with a star where the built command is needed, what the program does, and what it takes. */
const LIST = `
  reproduce | scores the model on published hardware counters, or on those of a file | [FILE.json ...] [--summary] [--json]
  cases | runs expected values of CK Tile layouts and of IREE's passes | FILE.json ...
  documents* | runs what shows the capabilities of the reference documents | [ID ...]
  ck-headers | compares CK Tile's own policy headers with a compiled program; requires clang++
  ck-triples | counts random descriptors and distributions of CK Tile by hand, 1,000 by default | [COUNT] [SEED]
  sweep-queue* | a queued sweep whose workers and server are killed; requires redis-server | [PAIRS] [PATH ...]
  sweep-fleet | a large sweep, simulated from what a job costs; requires redis-server | [KERNELS] [CHIPS] [WORKERS]
  study* | bank conflicts of public kernels: sweeps them, and prints docs/study.md | [FOLDER sweep [SOURCE ...] | FOLDER collect]
  cuda | executes CUDA launches that an H100 counted, from their PTX | [KERNELS] [MEASURED.jsonl]
  cuda-programs | executes public CUDA programs (docs/cuda-programs.md); requires nvcc | FOLDER [PART]
  ptx-forms | writes forms of PTX to measure on a GPU; requires ptxas | FOLDER
  hopper | writes kernels of asynchronous instructions to measure on a GPU; requires ptxas | FOLDER
  textures | writes kernels of textures and surfaces to measure on a GPU; requires ptxas | FOLDER
  zluda | executes the PTX tests of ZLUDA's compiler; FOLDER is its ptx/src/test/spirv_run | FOLDER
  slice | compares an execution of accesses alone with one of everything | [mlir|ptx] [KERNELS]
  classes | compares totals by classes of workgroups with those of all workgroups | [mlir|ptx] [KERNELS]
  traces | fingerprints of all kernels, to compare two versions of an emulator | [--write FILE | --against FILE] [CORPUS ...]
  suites | counts how much of a suite of .mlir files is read, and reads back the same | FOLDER ... [--upstream] [--verbose]
  lit | runs IREE's own tests of its passes through ours; requires FileCheck | FILE-or-FOLDER ... [--like corrected] [--machine gfx942] [--verbose]
  tutorials | prints the counters of CK Tile's tutorials, measured and predicted
  gemm | executes the GEMM of the CK page on index swapping with each LDS layout
  attention | compares the layouts of 110 attention shapes with those of the swizzling talk | [--machine gfx950] [--dtype f16] [--shape 1x1024x128] [--json]
  triton | prints what Triton's shared layouts cost in compiled kernels (triton.md) | [FOLDER] | sm_90
  timing | compares the simulator of a compute unit with published microbenchmarks (timing.md)
  differential | runs random kernels on the emulator and as native code; requires clang on x86-64 | [KERNELS] [SEED] | reduce SEED KERNEL | decide SEED KERNEL
  decode | compares our disassembly of random machine code with LLVM's; requires llvm-objdump | [INSTRUCTIONS] [SEED] [CHIP]
  fix* | has fix change sources, and executes what it writes; requires clang or nvcc | [hip|cuda] [NAME ...] | public [NAME ...] | random [hip|cuda] [COUNT] [SEED]
  promises | applies the layouts suggested for random kernels, and counts their conflicts | [KERNELS] [FIRST]
  corpus* | analyzes kernel files of folders: how each ends, how long it takes, and why | FOLDER ... [--launch block=256] [--seconds 20] [--lines FILE] [-- OPTIONS]
`;

const modules: Readonly<Record<string, Program['load']>> = {
  'reproduce': () => import('../published/reproduce.ts'),
  'cases': () => import('../cases/command.ts'),
  'documents': () => import('../documents/command.ts'),
  'ck-headers': () => import('../ck-headers/command.ts'),
  'ck-triples': () => import('../ck-triples/command.ts'),
  'sweep-queue': () => import('../sweep/queue.ts'),
  'sweep-fleet': () => import('../sweep/fleet.ts'),
  'study': () => import('../study/command.ts'),
  'cuda': () => import('../cuda/command.ts'),
  'cuda-programs': () => import('../cuda-programs/command.ts'),
  'ptx-forms': () => import('../ptx/command.ts'),
  'hopper': () => import('../hopper/command.ts'),
  'textures': () => import('../textures/command.ts'),
  'zluda': () => import('../zluda/command.ts'),
  'slice': () => import('../slice/command.ts'),
  'classes': () => import('../slice/classes.ts'),
  'traces': () => import('../traces/command.ts'),
  'suites': () => import('../suites/command.ts'),
  'lit': () => import('../lit/command.ts'),
  'tutorials': () => import('../cases/deck.ts'),
  'gemm': () => import('../cases/gemm.ts'),
  'attention': () => import('../attention/command.ts'),
  'triton': () => import('../triton/command.ts'),
  'timing': () => import('../timing/document.ts'),
  'differential': () => import('../differential/command.ts'),
  'decode': () => import('../decode/command.ts'),
  'fix': () => import('../fix/command.ts'),
  'promises': () => import('../promises/command.ts'),
  'corpus': () => import('../corpus/command.ts'),
};

export const programs: readonly Program[] = LIST.trim()
  .split('\n')
  .map((line) => {
    const [head = '', about = '', ...takes] = line.trim().split(' | ');
    const name = head.replace('*', '');
    const load = modules[name];
    if (load === undefined) throw new Error(`there is no module of ${name}`);
    return { name, takes: takes.join(' | '), about, needsCommand: head !== name, load };
  });

/** Finds a program by name; a text with what to write instead where there is none. */
export function findProgram(name: string): Program | string {
  const program = programs.find((one) => one.name === name);
  if (program !== undefined) return program;
  const names = programs.map((one) => one.name);
  const nearest = nearestName(name, names);
  return `there is no '${name}': ${nearest === undefined ? `use ${names.join(', ')}` : `did you mean '${nearest}'?`}`;
}

/** The list, a name and a line each; what each takes is below its line. */
export function programLines(): string[] {
  const width = Math.max(...programs.map(({ name }) => name.length));
  const indent = ' '.repeat(width + 4);
  return [
    'npm run validate -- NAME [ARGUMENTS]',
    '',
    ...programs.flatMap(({ name, takes, about }) => [
      `  ${name.padEnd(width)}  ${about}`,
      ...(takes === '' ? [] : [`${indent}  ${takes}`]),
    ]),
  ];
}
