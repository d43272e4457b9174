/**
 * MLIR as machine code: LLVM's own passes, where `mlir-opt` is installed.
 *
 *     gpu.module, memref level --mlir-opt--> LLVM dialect --mlir-opt--> assembly of a chip
 *
 * LIMITATIONS. Kernels are `gpu.func`s of a `gpu.module` in dialects that LLVM has; memrefs with static shapes become pointers.
 */
import { runProgram } from './run-program.ts';
import { VERIFIERS } from './llvm-programs.ts';

/** The assembly, or what LLVM answers. */
export type LoweredMlir = { readonly assembly: string } | { readonly problem: string };

/** Passes to the LLVM dialect, and from there to assembly. */
const passes = (chip: string): readonly string[] => [
  'builtin.module(gpu.module(amdgpu-resolve-strided-metadata,expand-strided-metadata,lower-affine,convert-scf-to-cf,' +
    `convert-amdgpu-to-rocdl{chipset=${chip}},convert-gpu-to-rocdl{chipset=${chip} index-bitwidth=64 runtime=HIP ` +
    'use-bare-ptr-memref-call-conv=true}),convert-vector-to-llvm,convert-cf-to-llvm,reconcile-unrealized-casts,canonicalize,cse)',
  `builtin.module(reconcile-unrealized-casts,rocdl-attach-target{chip=${chip}},gpu-module-to-binary{format=isa})`,
];

/** Lowers a module for a chip; `undefined` where no `mlir-opt` is installed. */
export type LowerMlir = (text: string, chip: string) => LoweredMlir | undefined;

export const lowerMlir: LowerMlir = (text, chip) => {
  const command = VERIFIERS.find((name) => runProgram(name, ['--version']).status === 0);
  if (command === undefined) return undefined;
  let lowered = text;
  for (const pipeline of passes(chip)) {
    const { status, stdout, stderr } = runProgram(
      command,
      [`--pass-pipeline=${pipeline}`],
      lowered,
    );
    if (status !== 0) return { problem: firstError(stderr) };
    lowered = stdout;
  }
  const [, quoted] = /assembly = "((?:[^"\\]|\\.)*)"/.exec(lowered) ?? [];
  return quoted === undefined
    ? { problem: 'it has no gpu.module with a kernel' }
    : { assembly: unquoted(quoted) };
};

/** The first error of a tool of MLIR, or the first line that it prints. */
export function firstError(stderr: string): string {
  const [, words] = /error: (.*)/.exec(stderr) ?? [];
  return words ?? stderr.split('\n')[0] ?? 'it failed';
}

/** A string of MLIR: a backslash, then two hexadecimal digits or a character. */
const unquoted = (text: string): string =>
  text.replaceAll(/\\([0-9A-Fa-f]{2}|.)/g, (_, code: string) =>
    code.length === 2 ? String.fromCharCode(Number.parseInt(code, 16)) : code,
  );
