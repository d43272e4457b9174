/** Texts that ldscope recognizes and does not read: each gets its reason, and where a compiler helps, the command that runs. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Hint, hintParts, hintText } from '@ldscope/core';
import { analyzeKernels, findFrontend, readSource } from '@ldscope/engine';
import { describe, expect, test } from 'vitest';
import { rows } from '../../../test/rows.ts';

const root = new URL('../../../', import.meta.url);
const fileOf = (path: string): string => readFileSync(new URL(path, root), 'utf8');

const cuda = fileOf('examples/cuda/transpose.cu');
const hip = fileOf('examples/hip/transpose.hip');

const bare = `extern "C" __global__ void copy(float* out) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = 1.0f;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
`;
const openCl = `// A copy.
__kernel void copy(__global float *out, __local float *tile) {
  tile[get_local_id(0)] = 1.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[0];
}
`;
const triton = `"""A copy."""
import torch
import triton
import triton.language as tl

@triton.jit
def copy(x, y):
    tl.store(y, tl.load(x))
`;
const wave = `import wave_lang.kernel.wave as tkw
@tkw.wave(constraints)
def gemm(a, b, c): pass
`;
const nvdisasm = `	.target	sm_90

	.elftype	@"ET_EXEC"

.text.copy:
        /*0000*/                   LDC R1, c[0x0][0x28] ;
        /*0010*/              @!P0 STS.128 [R2+0x10], R4 ;
`;
const cuobjdump = `	code for sm_90
		Function : copy
	.headerflags	@"EF_CUDA_SM90 EF_CUDA_VIRTUAL_SM(EF_CUDA_SM90)"
        /*0000*/                   S2R R7, SR_TID.X ;             /* 0x0000000000077919 */
                                                                  /* 0x000e2e0000002100 */
`;
const spirV = `; SPIR-V
; Version: 1.0
               OpCapability Kernel
               OpMemoryModel Physical64 OpenCL
`;
const irFor = (triple: string): string => `; ModuleID = 'a'
target triple = "${triple}"

define amdgpu_kernel void @f() { ret void }
`;

const refusal = (text: string, file?: string, machine?: string) => {
  const [{ diagnostics = [] } = {}] = analyzeKernels(text, { file, machine });
  expect(diagnostics).toHaveLength(1);
  const [{ code = '', message = '', hint = '' } = {}] = diagnostics;
  return { code, message, hint };
};
const commandOf = (hint: Hint): string =>
  hintParts(hint)
    .flatMap((part) => (typeof part === 'string' || 'option' in part ? [] : [part.shell]))
    .join();

describe('a source that a compiler translates', () => {
  const texts: Readonly<Record<string, string>> = {
    'CUDA': cuda,
    'HIP': hip,
    'C++ of both': bare,
    'OpenCL': openCl,
    'Triton': triton,
    'LLVM IR': irFor('amdgcn-amd-amdhsa'),
    'LLVM IR of NVPTX': irFor('nvptx64-nvidia-cuda'),
  };

  // The text, its file and chip. What was in a file before may have left its name: the text speaks for itself.
  test.each(rows`
    CUDA             |                |        | is CUDA C++         | ^nvcc .*-arch=sm_90a kernel\.cu -o kernel\.ptx$
    CUDA             | a/t.cu         | a100   | is CUDA C++         | -arch=sm_80 t\.cu -o t\.ptx$
    CUDA             | t.cu           | h100   | is CUDA C++         | -arch=sm_90a t\.cu -o t\.ptx$
    HIP              |                |        | is HIP C++          | ^hipcc .*=gfx942 kernel\.hip -o kernel\.s$
    HIP              | x.hip          | mi355x | is HIP C++          | =gfx950 x\.hip -o x\.s$
    C++ of both      |                |        | is CUDA C++         | ^nvcc \S
    C++ of both      |                | gfx950 | is HIP C++          | ^hipcc .*gfx950
    C++ of both      | a.hip          | h100   | is HIP C++          | ^hipcc .*gfx942
    OpenCL           |                | gfx950 | is OpenCL C         | ^amdclang -x cl .*-mcpu=gfx950
    Triton           |                |        | is a Triton program | ^TRITON_CACHE_DIR=\S+ python kernel\.py$
    Triton           | ../gemm.py     |        | is a Triton program | python gemm\.py$
    LLVM IR          |                |        | is LLVM IR          | ^clang .*-mcpu=gfx942 .*kernel\.ll -o kernel\.s$
    LLVM IR of NVPTX |                |        | is LLVM IR          | ^llc .*-mcpu=sm_90a
    CUDA             | kernel.mlir    |        | is CUDA C++         | ^nvcc \S
    HIP              | kernel.s       |        | is HIP C++          | ^hipcc \S
    CUDA             | a;rm -r x.cu   |        | is CUDA C++         | \skernel\.cu -o kernel\.ptx$
  `)(
    'gets the command for it: %s in %s for %s',
    (kind = '', file = '', machine = '', message = '', command = '') => {
      const found = refusal(
        texts[kind] ?? '',
        file === '' ? undefined : file,
        machine === '' ? undefined : machine,
      );
      expect(found.code).toBe('usage/needs-compiler');
      expect(found.message).toContain(message);
      expect(commandOf(found.hint)).toMatch(new RegExp(command));
      expect(hintText(found.hint)).toContain(commandOf(found.hint));
    },
  );

  const has = (command: string): boolean =>
    spawnSync(command, ['--version']).error === undefined ||
    (console.log(`skipped: ${command} is absent`), false);

  test.runIf(has('nvcc'))('which runs and gives what is read: CUDA', () => {
    const { command, read } = compiled(cuda, 'kernel.cu', 'kernel.ptx');
    expect(command).toMatch(/^nvcc /);
    expect(read).toBe('ptx');
  });

  test.runIf(has('clang-22'))('which runs and gives what is read: LLVM IR', () => {
    const { read } = compiled(irFor('amdgcn-amd-amdhsa'), 'kernel.ll', 'kernel.s', (command) =>
      command.replace(/^clang /, 'clang-22 '),
    );
    expect(read).toBe('amdgcn');
  });
});

test.each([
  ['a listing of nvdisasm', nvdisasm, 'is SASS'],
  ['a listing of cuobjdump', cuobjdump, 'is SASS'],
  ['SPIR-V', spirV, 'is SPIR-V'],
  ['SPIR-V, in binary', '\x03\x02#\x07\0\0\x01\0', 'is SPIR-V'],
  ['Python', wave, 'is Python'],
  ['C++', '#include <vector>\nint main() { return 0; }\n', 'is C or C++ without a kernel'],
  ['LLVM IR of the host', irFor('x86_64-linux'), 'for x86_64-linux, not for a GPU'],
  ['a descriptor of CK Tile', 'auto d = make_naive_tensor_descriptor(a, b);', 'is CK Tile C++'],
  ['anything else', 'what is this?', 'is not in a format that ldscope reads'],
])('is told in a sentence what it is: %s', (_, text, message) => {
  const found = refusal(text);
  expect(found.code).toBe('usage/unknown-format');
  expect(found.message).toContain(message);
  expect(commandOf(found.hint)).toBe('');
});

test('is not said of any kernel that is read', () => {
  const folder = new URL('examples/', root);
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:mlir|s|ttgir|ptx|yaml|sched)$/.test(path))
    .filter((path) => !/(?:launch|ldscope)\.yaml$|^hip\/|cuda\/.*yaml$/.test(path));
  expect(paths.length).toBeGreaterThan(20);
  for (const path of paths) {
    const text = readFileSync(new URL(path, folder), 'utf8');
    expect([path, findFrontend(text) !== undefined]).toEqual([path, true]);
    expect([path, readSource(text, path).ok]).toEqual([path, true]);
  }
  // What only its ending tells is read as long as nothing speaks against it.
  expect(readSource('#define A 1\nfoo:\n  s_branch foo\n', 'a.s').ok).toBe(true);
});

/** Does what a hint says with a file, in a folder of its own; what the text that comes of it is read as. */
function compiled(
  text: string,
  input: string,
  output: string,
  adapted = (command: string): string => command,
) {
  const folder = mkdtempSync(join(tmpdir(), 'ldscope-'));
  try {
    writeFileSync(join(folder, input), text);
    const command = commandOf(refusal(text, input).hint);
    const { status, stderr } = spawnSync('sh', ['-c', adapted(command)], { cwd: folder });
    expect([String(stderr).split('\n')[0], status]).toEqual(['', 0]);
    return { command, read: findFrontend(readFileSync(join(folder, output), 'utf8'))?.name };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test.each([
  ['gfx909', false],
  ['gfx942', false],
  ['gfx1010', true],
  ['gfx1013', true],
  ['gfx1100', false],
])('code of a chip that nothing describes, %s: %s', (chip, isOther) => {
  const text = `.amdgcn_target "amdgcn-amd-amdhsa--${chip}"\n.text\nk:\n  s_endpgm\n`;
  const [analyzed] = analyzeKernels(text, { machine: 'gfx942' });
  const codes = analyzed?.diagnostics.map(({ code }) => code) ?? [];
  expect(codes.includes('amdgcn/other-chip')).toBe(isOther);
});
