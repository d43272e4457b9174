/** Names of LDS variables in compiled sources: every access of a line is one of the variable that the line names. */
import * as fc from 'fast-check';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { llvmTool, skips } from '../../../test/llvm.ts';
import { compileSource } from '../src/compile/compile.ts';
import { fixedLdsOf, loweredVariables, markVariables } from '../src/compile/lds-names.ts';
import { TypeSizes } from '../src/compile/llvm-types.ts';
import { ldscope } from './fake-io.ts';
import { compileFolder, compileWithKnownHeaders } from './compiling.ts';
import { caseText } from './case-text.ts';

test('types have the sizes of the data layout', () => {
  const sizes = new TypeSizes(
    new Map([
      ['%pair', '{ float, i32 }'],
      ['%odd', '{ i8, double, i8 }'],
      ['%"a b"', '<{ i8, double }>'],
      ['%loop', '{ %loop }'],
    ]),
  );
  const bytesOf = (text: string): readonly unknown[] => {
    const size = sizes.of(text);
    return [size?.bytes, size?.alignment, size?.shape, size?.elementBytes];
  };
  expect(bytesOf('[32 x [33 x float]]')).toEqual([4224, 4, [32, 33], 4]);
  expect(bytesOf('[4 x <4 x half>]')).toEqual([32, 8, [4], 8]);
  expect(bytesOf('[4 x <3 x float>]')).toEqual([64, 16, [4], 16]);
  expect(bytesOf('[3 x %pair]')).toEqual([24, 4, [3], 8]);
  expect(bytesOf('%odd')).toEqual([24, 8, [], 24]);
  expect(bytesOf('%"a b"')).toEqual([9, 1, [], 9]);
  expect(bytesOf('ptr addrspace(3)')).toEqual([4, 4, [], 4]);
  expect(bytesOf('ptr')).toEqual([8, 8, [], 8]);
  expect(bytesOf('i1')).toEqual([1, 1, [], 1]);
  for (const text of ['%loop', '%missing', '[3 x', 'x86_fp80', '{ i32 }}', '', 'token'])
    expect(sizes.of(text)).toBeUndefined();
});

const LOWERED = caseText('lowered.ll');
const VARIABLES = [
  { name: 'shared', type: '[40 x float]' },
  { name: 'own', type: '[7 x i32]' },
];

test('what kernels share comes before their own, and a layout of another size names nothing', () => {
  const named = (sizes: Readonly<Record<string, number>>): string[] =>
    loweredVariables(LOWERED, VARIABLES, new Map(Object.entries(sizes))).map(
      ({ kernel, name, offset, bytes }) => `${kernel}: ${name} ${offset} ${bytes}`,
    );
  expect(named({ a: 188, b: 28 })).toEqual(['a: shared 0 160', 'a: own 160 28', 'b: own 0 28']);
  expect(named({ a: 192, b: 32, c: 0 })).toEqual([]);
});

test('a variable keeps its initial value, its attributes and its structure', () => {
  const marked = markVariables(`target triple = "amdgcn-amd-amdhsa"
@k.tile = internal addrspace(3) global { i32, [2 x float] } undef, align 4, !dbg !1
@"a b" = internal unnamed_addr addrspace(3) global <4 x float> poison
@_ZZ1fvE4tile_0 = external addrspace(3) global [0 x float], align 4
@other = addrspace(1) global i32 0
`);
  expect(marked?.variables).toEqual([
    { name: 'tile', type: '{ i32, [2 x float] }' },
    { name: 'a b', type: '<4 x float>' },
    { name: 'tile' },
  ]);
  expect(marked?.ir).toContain('global %ldscope.lds.0 undef, align 4, !dbg !1\n');
  expect(marked?.ir).toContain('global %ldscope.lds.1 poison\n');
  expect(marked?.ir).toContain('@other = addrspace(1) global i32 0');
  expect(markVariables('@other = addrspace(1) global i32 0')).toBeUndefined();
});

const TYPES = ['char', 'short', 'float', 'double', 'int', 'Pair', 'long long'] as const;

interface Variable {
  readonly type: (typeof TYPES)[number];
  readonly shape: readonly number[];
  readonly inKernels: readonly boolean[];
}

const variable: fc.Arbitrary<Variable> = fc.record({
  type: fc.constantFrom(...TYPES),
  shape: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 3 }),
  inKernels: fc.array(fc.boolean(), { minLength: 2, maxLength: 2 }),
});

const BYTES = {
  'char': 1,
  'short': 2,
  'float': 4,
  'double': 8,
  'int': 4,
  'Pair': 8,
  'long long': 8,
};

/** Each variable has a line of its own, in a function that kernels share, and in the kernels. */
function sourceOf(variables: readonly Variable[]): string {
  const lines = ['#include <hip/hip_runtime.h>', 'struct Pair { float v; int i; };'];
  const kernels: [string[], string[]] = [[], []];
  for (const [index, { type, shape, inKernels }] of variables.entries()) {
    const length = shape.reduce((product, size) => product * size, 1);
    const flat = (lane: string): string =>
      `((${type} *)v${index})[(${lane}) % ${length}]${type === 'Pair' ? '.i' : ''}`;
    lines.push(
      `__device__ ${index % 3 === 0 ? '__noinline__' : ''} int f${index}(int k) { __shared__ ${type} v${index}${shape.map((size) => `[${size}]`).join('')}; ${flat('threadIdx.x')} = k; __syncthreads(); return (int)${flat('threadIdx.x + k')}; }`,
    );
    for (const [kernel, calls] of kernels.entries())
      if (inKernels[kernel] === true) calls.push(`k += f${index}(k);`);
  }
  for (const [kernel, calls] of kernels.entries())
    lines.push(
      `__global__ void k${kernel}(int *out, int k) { ${calls.join(' ')} out[threadIdx.x] = k; }`,
    );
  return lines.join('\n');
}

const compiler = llvmTool('clang', 'amdgcn');

describe.skipIf(skips(compiler))('sources that are compiled', () => {
  const folder = compileFolder();

  interface Site {
    readonly buffer: string;
    readonly location: { readonly source?: readonly { readonly line: number }[] };
  }

  async function sitesOf(
    name: string,
    source: string,
    launch: string,
    kernel?: string,
  ): Promise<readonly Site[]> {
    const path = join(folder(), name);
    writeFileSync(path, source);
    const chosen = kernel === undefined ? [] : ['-k', kernel];
    const command = ['analyze', path, '-m', 'gfx942', '-l', launch, ...chosen, '-f', 'json'];
    const { stdout } = await ldscope(command, { compile: compileWithKnownHeaders });
    return (JSON.parse(stdout) as { readonly sites?: readonly Site[] }).sites ?? [];
  }

  test('every access is one of the variable of its line, in any layout', async () => {
    const cases = fc.sample(fc.array(variable, { minLength: 6, maxLength: 10 }), {
      seed: 11,
      numRuns: 2,
    });
    let checked = 0;
    for (const [number, variables] of cases.entries()) {
      const source = sourceOf(variables);
      for (const kernel of ['k0', 'k1']) {
        const sites = await sitesOf(`random${number}.hip`, source, 'block=64', kernel);
        const used = variables.filter(({ inKernels }) => inKernels[Number(kernel[1])] === true);
        expect(new Set(sites.map(({ buffer }) => buffer)).size).toBe(used.length);
        for (const { buffer, location } of sites) {
          const line = location.source?.[0]?.line ?? 0;
          expect(buffer).toBe(`v${line - 3}`);
          checked++;
        }
      }
    }
    expect(checked).toBeGreaterThan(10);
  }, 180_000);

  test('static ones in templates, several of one name, and dynamic LDS', async () => {
    const source = caseText('several.hip');
    const sites = await sitesOf('several.hip', source, 'block=64,lds=256');
    const named = sites.map(({ buffer, location }) => `${location.source?.[0]?.line} ${buffer}`);
    const own = new Set(named);
    expect([...own].toSorted()).toEqual(['10 grown', '13 scratch:12', '4 scratch:3', '9 tile']);
  }, 180_000);

  test('names go with the assembly that is kept, which an assembler still takes', async () => {
    const path = join(folder(), 'kept.hip');
    writeFileSync(path, sourceOf([{ type: 'float', shape: [32, 33], inKernels: [true, false] }]));
    const compiled = await compileSource({ path, language: 'hip', chip: 'gfx942' });
    if (!('assembly' in compiled)) throw new Error('it compiles');
    const { assembly } = compiled;
    expect(fixedLdsOf(assembly).get('_Z2k0Pii')).toBe(32 * 33 * BYTES.float);
    const files = { 'kept.s': assembly };
    const { stdout } = await ldscope('analyze kept.s -k k0 -l block=64', { files });
    expect(stdout).toMatch(/ds_write_b32 +write +v0 /);
    const stale = assembly.replace('"bytes":4224', '"bytes":4228');
    const wrong = await ldscope('analyze kept.s -k k0 -l block=64', { files: { 'kept.s': stale } });
    expect(wrong.stdout).not.toContain(' v0 ');
  }, 180_000);
});
