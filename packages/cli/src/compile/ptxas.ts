/** What ptxas makes of PTX: registers of each kernel, or why it makes no machine code of it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KernelRegisters } from '@ldscope/core';
import { runBeside } from './run-program.ts';
import { toolPath } from './sass.ts';

/** Registers by the symbols of kernels. */
export type AssembledPtx =
  | { readonly registers: ReadonlyMap<string, KernelRegisters> }
  | { readonly problem: string };

let ptxas: string | false | undefined;

/** Assembles PTX for its target; `undefined` for other texts, and where there is no ptxas. */
export async function assemblePtx(ptx: string): Promise<AssembledPtx | undefined> {
  const [, target] = /^\s*\.target\s+(sm_\w+)/m.exec(ptx) ?? [];
  if (target === undefined) return undefined;
  ptxas ??= toolPath('ptxas') ?? false;
  if (ptxas === false) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'ldscope-'));
  try {
    const [file, cubin] = [join(folder, 'kernel.ptx'), join(folder, 'kernel.cubin')];
    await writeFile(file, ptx);
    const flags = ['-O3', '-v', `-arch=${target}`];
    const { status, stderr } = await runBeside(ptxas, [...flags, file, '-o', cubin]);
    if (status !== 0) return { problem: /error\s*: (.*)/.exec(stderr)?.[1] ?? 'ptxas fails' };
    return { registers: registersIn(stderr) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** `Compiling entry function 'k' for 'sm_90'`, and behind it `Used 32 registers`. */
function registersIn(info: string): Map<string, KernelRegisters> {
  const found = /Compiling entry function '([^']+)'[^]*?Used (\d+) registers/g;
  return new Map(
    [...info.matchAll(found)].map(([, kernel = '', count]) => [
      kernel,
      { vector: Number(count), accumulators: 0 },
    ]),
  );
}
