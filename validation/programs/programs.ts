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
  readonly needsCommand?: true;
  readonly load: () => Promise<{ readonly main: Main }>;
}

export const programs: readonly Program[] = [
  {
    name: 'reproduce',
    takes: '[FILE.json ...] [--summary] [--json]',
    about: 'scores the model on published hardware counters, or on those of a file',
    load: () => import('../published/reproduce.ts'),
  },
  {
    name: 'cases',
    takes: 'FILE.json ...',
    about: "runs expected values of CK Tile layouts and of IREE's passes",
    load: () => import('../cases/command.ts'),
  },
  {
    name: 'documents',
    takes: '[ID ...]',
    about: 'runs what shows the capabilities of the reference documents',
    needsCommand: true,
    load: () => import('../documents/command.ts'),
  },
  {
    name: 'ck-headers',
    takes: '',
    about: "compares CK Tile's own policy headers with a compiled program; requires clang++",
    load: () => import('../ck-headers/command.ts'),
  },
  {
    name: 'ck-triples',
    takes: '[COUNT] [SEED]',
    about: 'counts random descriptors and distributions of CK Tile by hand, 1,000 by default',
    load: () => import('../ck-triples/command.ts'),
  },
  {
    name: 'sweep-queue',
    takes: '[PAIRS] [PATH ...]',
    about: 'a queued sweep whose workers and server are killed; requires redis-server',
    needsCommand: true,
    load: () => import('../sweep/queue.ts'),
  },
  {
    name: 'sweep-fleet',
    takes: '[KERNELS] [CHIPS] [WORKERS]',
    about: 'a large sweep, simulated from what a job costs; requires redis-server',
    load: () => import('../sweep/fleet.ts'),
  },
  {
    name: 'study',
    takes: '[FOLDER sweep [SOURCE ...] | FOLDER collect]',
    about: 'bank conflicts of public kernels: sweeps them, and prints docs/study.md',
    needsCommand: true,
    load: () => import('../study/command.ts'),
  },
  {
    name: 'cuda',
    takes: '[KERNELS] [MEASURED.jsonl]',
    about: 'executes CUDA launches that an H100 counted, from their PTX',
    load: () => import('../cuda/command.ts'),
  },
  {
    name: 'cuda-programs',
    takes: 'FOLDER [PART]',
    about: 'executes public CUDA programs (docs/cuda-programs.md); requires nvcc',
    load: () => import('../cuda-programs/command.ts'),
  },
  {
    name: 'ptx-forms',
    takes: 'FOLDER',
    about: 'writes forms of PTX to measure on a GPU; requires ptxas',
    load: () => import('../ptx/command.ts'),
  },
  {
    name: 'hopper',
    takes: 'FOLDER',
    about: 'writes kernels of asynchronous instructions to measure on a GPU; requires ptxas',
    load: () => import('../hopper/command.ts'),
  },
  {
    name: 'textures',
    takes: 'FOLDER',
    about: 'writes kernels of textures and surfaces to measure on a GPU; requires ptxas',
    load: () => import('../textures/command.ts'),
  },
  {
    name: 'zluda',
    takes: 'FOLDER',
    about: "executes the PTX tests of ZLUDA's compiler; FOLDER is its ptx/src/test/spirv_run",
    load: () => import('../zluda/command.ts'),
  },
  {
    name: 'slice',
    takes: '[mlir|ptx] [KERNELS]',
    about: 'compares an execution of accesses alone with one of everything',
    load: () => import('../slice/command.ts'),
  },
  {
    name: 'classes',
    takes: '[mlir|ptx] [KERNELS]',
    about: 'compares totals by classes of workgroups with those of all workgroups',
    load: () => import('../slice/classes.ts'),
  },
  {
    name: 'suites',
    takes: 'FOLDER ... [--upstream] [--verbose]',
    about: 'counts how much of a suite of .mlir files is read, and reads back the same',
    load: () => import('../suites/command.ts'),
  },
  {
    name: 'lit',
    takes: 'FILE-or-FOLDER ... [--like corrected] [--machine gfx942] [--verbose]',
    about: "runs IREE's own tests of its passes through ours; requires FileCheck",
    load: () => import('../lit/command.ts'),
  },
  {
    name: 'tutorials',
    takes: '',
    about: "prints the counters of CK Tile's tutorials, measured and predicted",
    load: () => import('../cases/deck.ts'),
  },
  {
    name: 'gemm',
    takes: '',
    about: 'executes the GEMM of the CK page on index swapping with each LDS layout',
    load: () => import('../cases/gemm.ts'),
  },
  {
    name: 'attention',
    takes: '[--machine gfx950] [--dtype f16] [--shape 1x1024x128] [--json]',
    about: 'compares the layouts of 110 attention shapes with those of the swizzling talk',
    load: () => import('../attention/command.ts'),
  },
  {
    name: 'triton',
    takes: '[FOLDER] | sm_90',
    about: "prints what Triton's shared layouts cost in compiled kernels (triton.md)",
    load: () => import('../triton/command.ts'),
  },
  {
    name: 'timing',
    takes: '',
    about: 'compares the simulator of a compute unit with published microbenchmarks (timing.md)',
    load: () => import('../timing/document.ts'),
  },
  {
    name: 'differential',
    takes: '[KERNELS] [SEED] | reduce SEED KERNEL | decide SEED KERNEL',
    about: 'runs random kernels on the emulator and as native code; requires clang on x86-64',
    load: () => import('../differential/command.ts'),
  },
  {
    name: 'decode',
    takes: '[INSTRUCTIONS] [SEED] [CHIP]',
    about: "compares our disassembly of random machine code with LLVM's; requires llvm-objdump",
    load: () => import('../decode/command.ts'),
  },
  {
    name: 'promises',
    takes: '[KERNELS] [FIRST]',
    about: 'applies the layouts suggested for random kernels, and counts their conflicts',
    load: () => import('../promises/command.ts'),
  },
  {
    name: 'corpus',
    takes: 'FOLDER ... [--launch block=256] [--seconds 20] [--lines FILE] [-- OPTIONS]',
    about: 'analyzes kernel files of folders: how each ends, how long it takes, and why',
    needsCommand: true,
    load: () => import('../corpus/command.ts'),
  },
];

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
