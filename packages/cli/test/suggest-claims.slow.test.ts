/**
 * What `suggest` claims of compiled sources: a change that was tried and fails is not recommended, a layout that was not tried says so, and
 * an array keeps within what the compiler of its chip accepts.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { llvmTool, skips } from '../../../test/llvm.ts';
import { compileFolder, compileWithKnownHeaders, installedNvcc } from './compiling.ts';
import { ldscope } from './fake-io.ts';

const RECOMMENDED = /^ +recommended$/m;

/** Runs `suggest` on a source and its launch. */
async function suggest(
  folder: string,
  name: string,
  source: string,
  launch: string,
  more: readonly string[] = [],
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  const [path, launchPath] = [join(folder, name), join(folder, 'launch.yaml')];
  writeFileSync(path, source);
  writeFileSync(launchPath, launch);
  const files = { [path]: readFileSync(path, 'utf8'), [launchPath]: launch };
  const chip = name.endsWith('.cu') ? 'sm_90' : 'gfx942';
  const line = ['suggest', path, '-m', chip, '-l', launchPath, ...more];
  return await ldscope(line, { compile: compileWithKnownHeaders, files });
}

const launchOf = (block: string, dtype: string, length: number, out: number): string => `grid: 1
block: ${block}
buffers:
  in: { dtype: ${dtype}, shape: [${length}], fill: random }
  out: { dtype: f32, shape: [${out}] }
args: [{ pointer: in }, { pointer: out }]
`;

describe.skipIf(skips(llvmTool('clang', 'amdgcn')))('of a HIP source, suggest', () => {
  const folder = compileFolder();
  const head = '#include <hip/hip_runtime.h>\n';

  test('recommends nothing where every change that was tried fails', async () => {
    const source = `${head}__global__ void k(const float *in, float *out) {
  __shared__ float t[32][32];
  float *p = &t[0][0];
  for (int i = threadIdx.x; i < (int)(sizeof(t) / sizeof(float)); i += 256) p[i] = in[i];
  __syncthreads();
  for (int i = threadIdx.x; i < 1024; i += 256) out[i] = t[i % 32][i / 32];
}
`;
    const launch = launchOf('256', 'f32', 1024, 1024);
    const { code, stdout } = await suggest(folder(), 'a.hip', source, launch);
    expect(code).toBe(1);
    expect(stdout).toContain('no change that was tried holds');
    expect(stdout).not.toMatch(RECOMMENDED);
  }, 120_000);

  const column = `${head}typedef _Float16 h8 __attribute__((ext_vector_type(8)));
__global__ __launch_bounds__(128) void k(const h8 *in, float *out) {
  __shared__ __attribute__((aligned(16))) _Float16 w[33][72];
  int t = threadIdx.x;
  for (int i = t; i < 33 * 9; i += 128) *(h8 *)&w[i / 9][i % 9 * 8] = in[i];
  __syncthreads();
  float s = 0;
  for (int c = 0; c < 72; ++c) s += (float)w[t % 33][c] * (c + t / 33);
  out[t] = s;
}
`;

  test('says beside a layout that was not compiled that it was not tried', async () => {
    const launch = launchOf('128', 'f16', 33 * 72, 128);
    const { stdout } = await suggest(folder(), 'b.hip', column, launch);
    expect(stdout).toContain('Searched, not tried');
    expect(stdout).toContain('of the present instructions; this layout was not tried');
    expect(stdout).toContain(
      'a layout has fewer conflicts, none that was searched removes all; not tried',
    );
  }, 120_000);

  test('names the arrays where there is none of the name that is asked for', async () => {
    const launch = launchOf('128', 'f16', 33 * 72, 128);
    const { code, stderr } = await suggest(folder(), 'b.hip', column, launch, ['-b', 'nope']);
    expect(code).toBe(2);
    expect(stderr).toContain('nope');
    expect(stderr).toMatch(/\bw\b/);
    expect(stderr).not.toContain('suggest/no-tile');
  }, 120_000);

  test.each([
    ['typedef float Row[32];', 'Row t[32]', 'element_t t[32][33]'],
    ['', 'float t[32][32]', 'float t[32][33]'],
  ])(
    'writes an array by the type of its elements: %s %s',
    async (types, declared, expected) => {
      const source = `${head}${types}
__global__ void k(const float *in, float *out) {
  __shared__ ${declared};
  int x = threadIdx.x, y = threadIdx.y;
  for (int i = y; i < 32; i += 8) t[i][x] = in[i * 32 + x];
  __syncthreads();
  for (int i = y; i < 32; i += 8) out[i * 32 + x] = t[x][i];
}
`;
      const launch = launchOf('[32, 8]', 'f32', 1024, 1024);
      const { code, stdout } = await suggest(folder(), 'c.hip', source, launch);
      expect(code).toBe(0);
      expect(stdout).toContain(`__shared__ ${expected};`);
      expect(stdout).toMatch(RECOMMENDED);
    },
    120_000,
  );
});

/** A transpose of a tile of 32 x 32 elements. */
const transposeOf = (head: string, declared: string, type: string): string => `${head}
struct P { float x, y, z; };
__global__ void k(const ${type} *in, ${type} *out) {
  __shared__ ${declared} t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  for (int i = y; i < 32; i += 8) t[i][x] = in[i * 32 + x];
  __syncthreads();
  for (int i = y; i < 32; i += 8) out[i * 32 + x] = t[x][i];
}
`;

/** Elements of more than 8 B, whole or by their members, and what their declaration has to keep. */
const large: readonly (readonly [declared: string, type: string, bytes: number])[] = [
  ['alignas(16) float4', 'float4', 16],
  ['alignas(32) P', 'P', 12],
];

async function suggestsWholeElements(
  folder: string,
  name: string,
  head: string,
  [declared, type, bytes]: readonly [declared: string, type: string, bytes: number],
): Promise<void> {
  const launch = launchOf('[32, 8]', 'f32', (1024 * bytes) / 4, (1024 * bytes) / 4);
  const source = transposeOf(head, declared, type);
  const { code, stdout: lines, stderr } = await suggest(folder, name, source, launch);
  expect([code, stderr.includes('suggest/in-parts')]).toEqual([0, bytes === 12]);
  expect(lines).toMatch(RECOMMENDED);
  const stdout = lines.replace(/\s+/g, ' ');
  expect(stdout).toContain(`__shared__ ${declared} t[32][33];`);
}

describe.skipIf(skips(llvmTool('clang', 'amdgcn')))('of elements of more than 8 B in HIP', () => {
  const folder = compileFolder();
  test.each(large)(
    '%s',
    async (...one) => {
      await suggestsWholeElements(folder(), 'd.hip', '#include <hip/hip_runtime.h>', one);
    },
    120_000,
  );
});

describe.skipIf(installedNvcc() === undefined)('of a CUDA source, suggest', () => {
  const folder = compileFolder();

  test.each(large)(
    'keeps whole %s',
    async (...one) => {
      await suggestsWholeElements(folder(), 'd.cu', '', one);
    },
    120_000,
  );

  test.each([
    [95, 128, true],
    [96, 128, false],
  ])(
    'keeps %i rows of %i within what ptxas accepts',
    async (rows, columns, fits) => {
      const source = `__global__ void k(const float *in, float *out) {
  __shared__ float t[${rows}][${columns}];
  int x = threadIdx.x, y = threadIdx.y;
  for (int r = y; r < ${rows}; r += 8) for (int c = x; c < ${columns}; c += 32) t[r][c] = in[r * ${columns} + c];
  __syncthreads();
  for (int c = y; c < ${columns}; c += 8) for (int r = x; r < ${rows}; r += 32) out[c * ${rows} + r] = t[r][c];
}
`;
      const launch = launchOf('[32, 8]', 'f32', rows * columns, rows * columns);
      const { stdout } = await suggest(folder(), 'a.cu', source, launch, ['-f', 'json']);
      const report = JSON.parse(stdout) as {
        readonly diff?: string;
        readonly buffers: readonly {
          readonly front: readonly { readonly ldsBytes: number }[];
        }[];
      };
      const [buffer] = report.buffers;
      expect(report.diff?.includes(`+  __shared__ float t[${rows}][129];`)).toBe(fits);
      expect(buffer?.front.length).toBeGreaterThan(0);
      for (const { ldsBytes } of buffer?.front ?? []) expect(ldsBytes).toBeLessThanOrEqual(49_152);
    },
    120_000,
  );
});
