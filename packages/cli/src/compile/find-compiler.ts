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
    const { status, stdout: version } = runProgram(compiler.command, ['--version']);
    if (status !== 0) continue;
    if (compiler.hasRocm || isNvcc(compiler)) return { compiler, version, resources: '' };
    const { targets, resources } = partsOf(compiler.command, version);
    if (targets.includes(wantsPtx ? 'nvptx64' : 'amdgcn')) return { compiler, version, resources };
  }
  return undefined;
}

interface ClangParts {
  /** A line for each. */
  readonly targets: string;
  /** The folder of its own headers. */
  readonly resources: string;
}

/** What a clang says of itself, by its command and version: another one has been installed since where these differ. */
const known = new Map<string, ClangParts>();

function partsOf(command: string, version: string): ClangParts {
  const key = JSON.stringify([command, version]);
  const parts = known.get(key) ?? {
    targets: runProgram(command, ['--print-targets']).stdout,
    resources: runProgram(command, ['-print-resource-dir']).stdout.trim(),
  };
  known.set(key, parts);
  return parts;
}
