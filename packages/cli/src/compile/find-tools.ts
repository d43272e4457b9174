/** Compilers, assemblers and disassemblers of this machine, for `ldscope doctor`. */
import { COMPILERS, CUDA_COMPILERS } from './command-line.ts';
import { findCompiler, type FoundCompiler } from './find-compiler.ts';
import { DISASSEMBLERS, VERIFIERS } from './llvm-programs.ts';
import { runProgram } from './run-program.ts';
import { toolPath } from './sass.ts';

/** A program that some inputs or commands need. */
export interface FoundTool {
  readonly name: string;
  /** Its purpose. */
  readonly enables: string;
  /** Absent where it is not there. */
  readonly command?: string | undefined;
  readonly version?: string | undefined;
  /** How to get it. */
  readonly hint: string;
}

/** Each program with the command that is taken, where there is one. */
export function findTools(): readonly FoundTool[] {
  return [
    {
      name: 'compiler for AMD',
      enables: 'analyze kernel.hip, .cpp, .cl and .cu for AMD chips',
      ...ofCompiler(findCompiler(COMPILERS, false)),
      hint: 'apt-get install clang lld, or ROCm',
    },
    {
      name: 'compiler for NVIDIA',
      enables: 'analyze kernel.cu -m sm_90',
      ...ofCompiler(findCompiler(CUDA_COMPILERS, true)),
      hint: 'install the CUDA toolkit, or apt-get install clang',
    },
    ofCuda('ptxas', 'analyze kernel.cu --sass: what becomes of PTX'),
    ofCuda('nvdisasm', 'analyze --sass: the instructions of a cubin'),
    {
      name: 'llvm-objdump',
      enables: 'code objects of chips that ldscope does not decode itself',
      ...firstOf(DISASSEMBLERS),
      hint: 'apt-get install llvm',
    },
    {
      name: 'mlir-opt',
      enables: 'fix: a second check of the kernel that is written; timeline kernel.mlir',
      ...firstOf(VERIFIERS),
      hint: 'apt-get install mlir-22-tools',
    },
  ];
}

type Found = Pick<FoundTool, 'command' | 'version'>;

function ofCompiler(found: FoundCompiler | undefined): Found {
  return found === undefined
    ? {}
    : { command: found.compiler.command, version: versionIn(found.version) };
}

function ofCuda(name: string, enables: string): FoundTool {
  const command = toolPath(name);
  const found =
    command === undefined
      ? {}
      : { command, version: versionIn(runProgram(command, ['--version']).stdout) };
  return { name, enables, ...found, hint: 'install the CUDA toolkit, or Triton' };
}

/** The first program of a list that is installed. */
function firstOf(commands: readonly string[]): Found {
  for (const command of commands) {
    const { status, stdout } = runProgram(command, ['--version']);
    if (status === 0) return { command, version: versionIn(stdout) };
  }
  return {};
}

/** `22.1.8` of what a program says of itself; its last number with points, as NVIDIA's tools have a date before it. */
function versionIn(text: string): string {
  const release = /(?:release|version) (\d+(?:\.\d+)+)/i.exec(text)?.[1];
  return release ?? /\d+(?:\.\d+)+/.exec(text)?.[0] ?? '';
}
