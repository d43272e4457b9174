/** Sources in C++, compiled by a clang without ROCm: counted and executed; what a compiler says, and its cache. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readNpy } from '@ldscope/engine';
import { llvmTool, skips } from '../../../test/llvm.ts';
import { compileSource } from '../src/compile/compile.ts';
import { caseText } from './case-text.ts';
import { compileFolder, compileWithKnownHeaders } from './compiling.ts';
import { expectRefused, ldscope, type Outcome } from './fake-io.ts';

const TRANSPOSE = caseText('transpose.hip');

const clang = llvmTool('clang', 'amdgcn');

describe.skipIf(skips(clang))('with clang', () => {
  const folder = compileFolder();

  async function compiled(
    command: string,
    name: string,
    source: string,
    rest: readonly string[],
    files: Readonly<Record<string, string>> = {},
  ): Promise<Outcome> {
    const path = join(folder(), name);
    writeFileSync(path, source);
    return await ldscope([command, path, '--compiler', clang.command, ...rest], {
      compile: compileWithKnownHeaders,
      files,
    });
  }

  test.each([
    [0, 'gfx942', 992],
    [1, 'gfx942', 0],
    [0, 'gfx90a', 992],
    [0, 'gfx950', 992],
  ])(
    'the tile of a transpose, padded by %i, on %s: %i conflict cycles',
    async (pad, chip, cycles) => {
      const { code, stdout } = await compiled('analyze', 'transpose.hip', TRANSPOSE, [
        ...options(chip),
        '--',
        `-DPAD=${pad}`,
      ]);
      expect(code).toBe(0);
      const report = JSON.parse(stdout);
      expect(report.totals.bankConflict).toBe(cycles);
      expect(report.sites).toHaveLength(2);
    },
  );

  test.each(['transpose.cl', 'transpose.cu'])(
    '%s: 4 waves write 32 x 32 words along rows and read them along columns',
    async (name) => {
      const given = options('gfx942').map((text) => text.replace('32x32,', '32x8,'));
      const { stdout } = await compiled('analyze', name, caseText(name), given);
      expect(JSON.parse(stdout).totals).toMatchObject({ idxActive: 1056, bankConflict: 992 });
    },
  );

  test('the command line of a build can be given as it is, and names the chip', async () => {
    const build =
      '-DPAD=0 --offload-arch=gfx90a -c -o k.o -fgpu-rdc -O3 -std=c++17 -Wall -save-temps';
    const launch = options('gfx90a').slice(2);
    const { stdout } = await compiled('analyze', 'built.hip', TRANSPOSE, [
      ...launch,
      '--',
      ...build.split(' '),
    ]);
    const report = JSON.parse(stdout);
    expect([report.machine, report.totals.bankConflict]).toEqual(['gfx90a', 992]);
  });

  test('a source that is not there is unreadable', async () => {
    await expectRefused(
      ['analyze', join(folder(), 'none.hip')],
      {
        compile: compileSource,
      },
      'usage/unreadable',
    );
  });

  test('rows of the table are lines of the source, or instructions with --by instruction', async () => {
    const text = options('gfx942').slice(0, 4);
    const rows = async (...more: readonly string[]): Promise<string> => {
      const given = [...text, ...more, '--', '-DPAD=0'];
      const { stdout } = await compiled('analyze', 'lines.hip', TRANSPOSE, given);
      return stdout;
    };
    const byLine = await rows();
    const read = TRANSPOSE.split('\n').findIndex((line) => line.includes('= tile[')) + 1;
    expect(byLine).toContain(`1  lines.hip:${read} `);
    expect(byLine).toContain('out[y * n + x] = tile[threadIdx.x][threadIdx.y];');
    expect(byLine).toMatch(/1 instruction: \d+:2/);
    expect(await rows('--by', 'instruction')).toMatch(/1 {2}\d+:2 +ds_read_b32/);
    const page = await rows('--format', 'html');
    expect(page).toContain('k0-authored">Source');
  });

  test('of a kernel that only calls another, rows are the lines that differ', async () => {
    const source = caseText('turn.hip');
    writeFileSync(join(folder(), 'launch.h'), caseText('launch.h'));
    const { stdout } = await compiled('analyze', 'turn.hip', source, [
      '-m',
      'gfx942',
      '-l',
      'block=32x32',
    ]);
    expect(stdout).toMatch(/1 {2}turn\.hip:8 /);
    expect(stdout).toMatch(/2 {2}turn\.hip:6 /);
    expect(stdout).not.toMatch(/launch\.h:\d/);
  });

  test('errors of the compiler stand at their places in the source', async () => {
    const source = TRANSPOSE.replace('in[y * n + x]', 'in[row * n + x]');
    const { code, stderr } = await compiled('analyze', 'wrong.hip', source, ['--', '-DPAD=0']);
    expect(code).toBe(2);
    expect(stderr).toContain("error compile/error: use of undeclared identifier 'row'");
    expect(stderr).toContain('wrong.hip:8:');
  });

  test('a launch may name the default stream', async () => {
    const source = `#include <hip/hip_runtime.h>
__global__ void k(float *x) { __shared__ float s[64]; s[threadIdx.x] = x[0]; __syncthreads(); x[1] = s[0]; }
int main() { k<<<1, 64, 0, hipStreamDefault>>>(nullptr); }`;
    const given = ['-m', 'gfx942', '-l', 'block=64', '--', '-O1'];
    const { stderr } = await compiled('analyze', 'stream.hip', source, given);
    expect(stderr).not.toContain('compile/error');
  });

  test('a file without a kernel says so', async () => {
    const only = TRANSPOSE.slice(0, TRANSPOSE.indexOf('int main'));
    const { code, stderr } = await compiled('analyze', 'template.hip', only, ['-m', 'gfx942']);
    expect([code, stderr.includes('compile/no-kernels')]).toEqual([2, true]);
  });

  test('what was compiled is found again, until a header of it changes', async () => {
    const header = join(folder(), 'pad.h');
    const source = `#include "pad.h"\n${TRANSPOSE}`;
    const cycles = async (): Promise<number> => {
      const { stdout } = await compiled('analyze', 'cached.hip', source, options('gfx942'));
      return JSON.parse(stdout).totals.bankConflict;
    };
    const entries = (): number => readdirSync(join(folder(), 'cache/ldscope/compiled')).length;
    writeFileSync(header, '#define PAD 0\n');
    expect(await cycles()).toBe(992);
    const before = entries();
    expect(await cycles()).toBe(992);
    expect(entries()).toBe(before);
    writeFileSync(header, '#define PAD 1\n');
    expect(await cycles()).toBe(0);
  });

  test('what was compiled is compiled again where it is not as it was written', async () => {
    const figures = async (): Promise<readonly unknown[]> => {
      const { stdout } = await compiled(
        'analyze',
        'kept.hip',
        `#define PAD 0\n${TRANSPOSE}`,
        options('gfx942'),
      );
      const { totals, sites } = JSON.parse(stdout);
      return [totals, sites];
    };
    const kept = join(folder(), 'cache/ldscope/compiled');
    const before = new Set(existsSync(kept) ? readdirSync(kept) : []);
    const right = await figures();
    expect(right[0]).toMatchObject({ bankConflict: 992 });
    const file = readdirSync(kept).find((name) => name.endsWith('.s') && !before.has(name)) ?? '';
    const path = join(kept, file);
    const whole = readFileSync(path, 'utf8');
    const damaged = [whole.slice(0, whole.length >> 1), whole.replace(/offset:\d+/, 'offset:4')];
    for (const text of damaged.filter((one) => one !== whole)) {
      writeFileSync(path, text);
      expect(await figures()).toEqual(right);
      expect(readFileSync(path, 'utf8')).not.toBe(text);
    }
  });

  test('mathematics, shuffles, halves and atomics compute what the host computes', async () => {
    const functions: readonly [string, (x: number) => number, tolerance?: number][] = [
      ['expf(x)', Math.exp],
      ['logf(x)', Math.log],
      ['powf(x, 2.5f)', (x) => x ** 2.5],
      ['tanhf(x)', Math.tanh],
      ['atan2f(x, 2.0f)', (x) => Math.atan2(x, 2)],
      ['cbrtf(x)', Math.cbrt],
      ['erff(x)', (x) => erf(x)],
      ['lgammaf(x)', (x) => Math.log(gamma(x))],
      ['rsqrtf(x)', (x) => 1 / Math.sqrt(x)],
      ['sinf(x)', Math.sin, 1e-5],
      ['(float)exp((double)x)', Math.exp],
      ['(float)log((double)x)', Math.log],
      ['(float)sin((double)x)', Math.sin],
      ['(float)cos((double)x)', Math.cos],
      ['(float)pow((double)x, -1.5)', (x) => x ** -1.5],
      ['(float)asin((double)x / 8)', (x) => Math.asin(x / 8)],
      ['(float)acosh((double)x + 1)', (x) => Math.acosh(x + 1)],
      ['fmodf(x, 0.7f)', (x) => x % Math.fround(0.7)],
      ['__half2float(__hadd(__float2half(x), __float2half(1.0f)))', (x) => x + 1, 2e-3],
      ['__bfloat162float(__float2bfloat16(x) * __float2bfloat16(2.0f))', (x) => 2 * x, 1e-2],
      ['__shfl_xor(x, 1)', (x) => at(index(x) ^ 1)],
      ['__shfl_down(x, 4, 16)', (x) => at(index(x) % 16 < 12 ? index(x) + 4 : index(x))],
      ['__shfl_up(x, 3, 8)', (x) => at(index(x) % 8 < 3 ? index(x) : index(x) - 3)],
      ['__shfl(x, 5)', () => at(5)],
      ['(float)__popcll(__ballot(x > 4))', () => inputs.filter((x) => x > 4).length],
      ['(float)__brev(threadIdx.x << 24)', (x) => bitsReversed(index(x))],
      ['__int_as_float(__float_as_int(x) & 0x7fffffff)', (x) => Math.abs(x)],
      ['(float)__double2hiint((double)x)', (x) => highWord(x)],
      ['(make_float4(x, 2, 3, 4) * 2.0f + make_float4(1, 1, 1, 1)).x', (x) => 2 * x + 1],
      ['sum(x)', () => inputs.reduce((all, x) => all + x, 0), 1e-4],
    ];
    const source = `
#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>
#include <hip/hip_bf16.h>
#include <hip/hip_cooperative_groups.h>
__device__ float sum(float x) {
  __shared__ float total;
  if (threadIdx.x == 0) total = 0;
  cooperative_groups::this_thread_block().sync();
  atomicAdd(&total, x);
  __syncthreads();
  return total;
}
extern "C" __global__ void __launch_bounds__(64) all(float *out, const float *in) {
  float x = in[threadIdx.x];
${functions.map(([text], i) => `  out[${64 * i} + threadIdx.x] = ${text};`).join('\n')}
}`;
    const launch = `
grid: [1]
block: [64]
args:
  - { name: out, dtype: f32, shape: [${functions.length}, 64], fill: zeros }
  - { name: in, dtype: f32, shape: [64], fill: iota }
`;
    const scaled = source.replace('in[threadIdx.x];', '0.1f + 0.125f * in[threadIdx.x];');
    const done = await compiled(
      'run',
      'functions.hip',
      scaled,
      ['-m', 'gfx942', '-l', 'launch.yaml', '--dump', 'out=out.npy'],
      { 'launch.yaml': launch },
    );
    expect([done.stderr, done.stdout.split('\n')[1]]).toEqual(['', 'wrote out.npy']);
    const read = readNpy(done.bytes.get('out.npy') ?? new Uint8Array());
    if (typeof read === 'string') throw new Error(read);
    const { data } = read;
    const values = new Float32Array(data.buffer, data.byteOffset, data.byteLength / 4);
    for (const [i, [text, expected, tolerance = 3e-6]] of functions.entries()) {
      for (const [lane, x] of inputs.entries()) {
        const value = expected(x);
        const got = values[64 * i + lane] ?? NaN;
        const error = Math.abs(got - value) / Math.max(1, Math.abs(value));
        expect(error, `${text} of ${x}: ${got}, expected ${value}`).toBeLessThan(tolerance);
      }
    }
  });
});

const options = (chip: string): string[] =>
  `-m ${chip} -l block=32x32,arg2=64 --format json`.split(' ');

const inputs = Array.from({ length: 64 }, (_, i) => Math.fround(Math.fround(0.1) + 0.125 * i));
const index = (x: number): number => Math.round((x - 0.1) * 8);
const at = (i: number): number => inputs[i] ?? NaN;
/** The high word of a number in 64 bits. */
const highWord = (x: number): number => new DataView(Float64Array.of(x).buffer).getInt32(4, true);
const bitsReversed = (i: number): number =>
  Number.parseInt([...i.toString(2).padStart(8, '0')].reverse().join(''), 2);

/** Simpson's rule on the definition. */
function erf(x: number): number {
  const steps = 2000;
  let sum = 0;
  for (let i = 0; i <= steps; i++) {
    const t = (x * i) / steps;
    sum += (i === 0 || i === steps ? 1 : i % 2 === 1 ? 4 : 2) * Math.exp(-t * t);
  }
  return ((2 / Math.sqrt(Math.PI)) * sum * x) / (3 * steps);
}

/** Stirling's series, from a large argument down. */
function gamma(x: number): number {
  const z = x + 20;
  const series = 1 / (12 * z) - 1 / (360 * z ** 3) + 1 / (1260 * z ** 5);
  let log = (z - 0.5) * Math.log(z) - z + Math.log(2 * Math.PI) / 2 + series;
  for (let i = 0; i < 20; i++) log -= Math.log(x + i);
  return Math.exp(log);
}
