/**
 * Machine code of NVIDIA's chips as a listing: ptxas makes it of PTX, nvdisasm prints it. Both come with CUDA and with Triton.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { diagnose, type Diagnostic, messages } from '@ldscope/core';
import { runProgram } from './run-program.ts';

/** What is disassembled: a cubin, or PTX for a chip, which is assembled before. */
export type SassRequest =
  | { readonly cubin: Uint8Array }
  | { readonly ptx: string; readonly chip: string };

export type Sass = { readonly text: string } | { readonly diagnostics: readonly Diagnostic[] };

export async function disassembleSass(request: SassRequest): Promise<Sass> {
  const fail = (...problems: Parameters<typeof diagnose>[0][]): Sass => ({
    diagnostics: problems.map((problem) => diagnose(problem)),
  });
  const nvdisasm = toolPath('nvdisasm');
  if (nvdisasm === undefined) return fail(messages.sass.noTool('nvdisasm'));
  const folder = await mkdtemp(join(tmpdir(), 'ldscope-'));
  try {
    const cubin = join(folder, 'kernel.cubin');
    if ('cubin' in request) await writeFile(cubin, request.cubin);
    else {
      const ptxas = toolPath('ptxas');
      if (ptxas === undefined) return fail(messages.sass.noTool('ptxas'));
      const ptx = join(folder, 'kernel.ptx');
      await writeFile(ptx, request.ptx);
      const assembled = runProgram(ptxas, [
        '-O3',
        '-lineinfo',
        `-arch=${request.chip}`,
        ptx,
        '-o',
        cubin,
      ]);
      if (assembled.status !== 0)
        return fail(messages.sass.toolFailed('ptxas', firstLine(assembled.stderr, ptx)));
    }
    // Lines of all inlined functions where it can, else those of the innermost.
    const printed = [['-gi', '-c'], ['-g', '-c'], ['-c']]
      .map((flags) => runProgram(nvdisasm, [...flags, cubin]))
      .find(({ status }) => status === 0);
    if (printed !== undefined) return { text: printed.stdout };
    return fail(
      messages.sass.toolFailed(
        'nvdisasm',
        firstLine(runProgram(nvdisasm, ['-c', cubin]).stderr, cubin),
      ),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A program of CUDA: on PATH, where CUDA is, or among what Triton brings. */
export function toolPath(name: string): string | undefined {
  const { PATH = '', CUDA_HOME, CUDA_PATH, VIRTUAL_ENV } = process.env;
  const folders = [
    ...PATH.split(delimiter),
    ...[CUDA_HOME, CUDA_PATH, '/usr/local/cuda'].map((root) => root && join(root, 'bin')),
  ];
  const found = folders.find((folder) => folder !== undefined && existsSync(join(folder, name)));
  if (found !== undefined) return join(found, name);
  const python = VIRTUAL_ENV === undefined ? 'python3' : join(VIRTUAL_ENV, 'bin', 'python3');
  const { stdout } = runProgram(python, ['-c', FIND_TRITON]);
  const triton = join(stdout.trim(), 'backends/nvidia/bin', name);
  return stdout.trim() !== '' && existsSync(triton) ? triton : undefined;
}

const FIND_TRITON =
  "import importlib.util as u; s = u.find_spec('triton'); print(s.submodule_search_locations[0] if s else '')";

function firstLine(text: string, file: string): string {
  const line = text.split('\n').find((one) => one.trim() !== '') ?? 'it failed';
  return line.replaceAll(file, 'it');
}
