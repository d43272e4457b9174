/** MLIR to assembly of gfx950 by LLVM, for tests that compare the interpreter of one with the emulator of the other. */
import { spawnSync } from 'node:child_process';
import { llvmTool } from '../../../test/llvm.ts';
import { raise } from '../../../test/raise.ts';

export const mlirOpt = llvmTool('mlir-opt');

/** Passes from the memref level to LLVM, and from there to assembly. */
const LOWERING = [
  `builtin.module(gpu.module(amdgpu-resolve-strided-metadata,expand-strided-metadata,lower-affine,convert-scf-to-cf,` +
    `convert-amdgpu-to-rocdl{chipset=gfx950},convert-gpu-to-rocdl{chipset=gfx950 index-bitwidth=64 runtime=HIP ` +
    `use-bare-ptr-memref-call-conv=true}),convert-vector-to-llvm,convert-cf-to-llvm,reconcile-unrealized-casts,canonicalize,cse)`,
  'builtin.module(reconcile-unrealized-casts,rocdl-attach-target{chip=gfx950},gpu-module-to-binary{format=isa})',
];

function opt(text: string, pipeline: string): string {
  const run = spawnSync(mlirOpt.command, [`--pass-pipeline=${pipeline}`], {
    input: text,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  return run.status === 0 ? run.stdout : raise(run.stderr);
}

/** The assembly of the one kernel in a module, for gfx950. */
export function compileMlir(text: string): string {
  const binary = LOWERING.reduce(opt, text);
  const [, quoted] = /assembly = "((?:[^"\\]|\\.)*)"/.exec(binary) ?? raise('no assembly');
  return (quoted ?? '').replaceAll(/\\([0-9A-F]{2}|.)/g, (_, code: string) =>
    code.length === 2 ? String.fromCharCode(Number.parseInt(code, 16)) : code,
  );
}
