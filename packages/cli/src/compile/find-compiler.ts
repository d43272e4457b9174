/** Which compiler there is for a source. */
import { type Compiler, isNvcc } from './command-line.ts';
import { runProgram } from './run-program.ts';

export interface FoundCompiler {
  readonly compiler: Compiler;
  readonly version: string;
  readonly resources: string;
}

/** The first that is installed, and, where it is a clang without ROCm, has the target. */
export function findCompiler(
  compilers: readonly Compiler[],
  wantsPtx: boolean,
): FoundCompiler | undefined {
  for (const compiler of compilers) {
    const { status, stdout } = runProgram(compiler.command, ['--version']);
    if (status !== 0) continue;
    if (compiler.hasRocm || isNvcc(compiler)) return { compiler, version: stdout, resources: '' };
    const { stdout: targets } = runProgram(compiler.command, ['--print-targets']);
    if (!targets.includes(wantsPtx ? 'nvptx64' : 'amdgcn')) continue;
    const { stdout: resources } = runProgram(compiler.command, ['-print-resource-dir']);
    return { compiler, version: stdout, resources: resources.trim() };
  }
  return undefined;
}
