/**
 * Changes that `suggest` tells the author of a source: random kernels of HIP and CUDA, changed as told, compiled and analyzed again, have
 * the promised conflicts and no misaligned access; or nothing is told.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TriedChange } from '@ldscope/core';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { llvmTool, skips } from '../../../test/llvm.ts';
import { compileFolder, compileWithKnownHeaders, installedNvcc, patched } from './compiling.ts';
import { ldscope } from './fake-io.ts';

const TYPES = {
  'float': { bytes: 4, vector: 'float4' },
  'int': { bytes: 4, vector: 'int4' },
  'signed char': { bytes: 1, vector: 'int4' },
} as const;

interface Source {
  readonly type: keyof typeof TYPES;
  /** Elements of a row: a power of two, or one unit of 16 B beside it. */
  readonly columns: number;
  /** How the array is filled: element by element, by vectors through a cast, or as if it were flat. */
  readonly fill: 'elements' | 'cast' | 'flat';
  /** A name beside the array for its memory, through which it is read. */
  readonly alias: boolean;
}

const ROWS = 32;

const sources: fc.Arbitrary<Source> = fc
  .record({
    type: fc.constantFrom<keyof typeof TYPES>('float', 'int', 'signed char'),
    length: fc.constantFrom(32, 64),
    off: fc.constantFrom(-1, 0, 0, 1),
    fill: fc.constantFrom<Source['fill']>('elements', 'cast', 'cast', 'flat'),
    alias: fc.boolean(),
  })
  .map(({ type, length, off, ...rest }) => ({
    ...rest,
    type,
    columns: length + (off * 16) / TYPES[type].bytes,
  }));

/** 256 threads fill an array and read it down its columns. */
function textOf({ type, columns, fill, alias }: Source, head: string): string {
  const { bytes, vector } = TYPES[type];
  const width = 16 / bytes;
  const fills = {
    elements: `for (int i = t; i < ${ROWS} * ${columns}; i += 256) tile[i / ${columns}][i % ${columns}] = in[i];`,
    cast: `for (int i = t; i < ${ROWS} * ${columns} / ${width}; i += 256)
    *(${vector} *)&tile[i / ${columns / width}][i % ${columns / width} * ${width}] = *(const ${vector} *)&in[i * ${width}];`,
    flat: `for (int i = t; i < ${ROWS} * ${columns}; i += 256) (&tile[0][0])[i] = in[i];`,
  };
  const read = alias
    ? `(&tile[0][0])[row * (sizeof(tile[0]) / sizeof(tile[0][0])) + column]`
    : `tile[row][column]`;
  return `${head}
__global__ void k(${type} *out, const ${type} *in) {
  __shared__ __attribute__((aligned(16))) ${type} tile[${ROWS}][${columns}];
  int t = threadIdx.x;
  ${fills[fill]}
  __syncthreads();
  for (int i = t; i < ${ROWS} * ${columns}; i += 256) {
    int row = i % ${ROWS}, column = i / ${ROWS};
    out[i] = ${read};
  }
}
`;
}

const dtype = { 'float': 'f32', 'int': 'i32', 'signed char': 'i8' } as const;

const launchOf = ({ type, columns }: Source): string => `grid: 1
block: 256
args:
  - { name: out, dtype: ${dtype[type]}, shape: [${ROWS * columns}] }
  - { name: in, dtype: ${dtype[type]}, shape: [${ROWS * columns}], fill: random }
`;

interface Suggested {
  readonly verdict: string;
  readonly diff?: string;
  readonly candidates: readonly Pick<TriedChange, 'out' | 'runs'>[];
}

interface Analyzed {
  readonly totals: { readonly bankConflict: number };
  readonly hazards: readonly { readonly code: string }[];
  readonly diagnostics: readonly { readonly severity: string }[];
}

function agrees(chip: string, ending: string, head: string, folder: () => string, runs: number) {
  return fc.assert(
    fc.asyncProperty(sources, async (source) => {
      const [path, launch] = [join(folder(), `k.${ending}`), join(folder(), 'launch.yaml')];
      writeFileSync(path, textOf(source, head));
      writeFileSync(launch, launchOf(source));
      const files = (): Record<string, string> => ({
        [launch]: readFileSync(launch, 'utf8'),
        [path]: readFileSync(path, 'utf8'),
      });
      const run = async (command: string) => {
        const line = [command, path, '-m', chip, '-l', launch, '-f', 'json'];
        const { stdout } = await ldscope(line, {
          compile: compileWithKnownHeaders,
          files: files(),
        });
        return JSON.parse(stdout) as unknown;
      };
      const { totals } = (await run('analyze')) as Analyzed;
      const { verdict, diff, candidates } = (await run('suggest')) as Suggested;
      expect(verdict === 'nothing').toBe(totals.bankConflict === 0);
      if (diff === undefined) return;
      const [best] = candidates;
      expect(best?.out).toBeUndefined();
      expect(best?.runs[0]?.before.conflicts).toBe(totals.bankConflict);
      writeFileSync(path, patched(textOf(source, head), diff));
      const after = (await run('analyze')) as Analyzed;
      expect(after.totals.bankConflict).toBe(best?.runs[0]?.after.conflicts);
      expect(after.hazards).toEqual([]);
      expect(after.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    }),
    { numRuns: runs },
  );
}

describe.skipIf(skips(llvmTool('clang', 'amdgcn')))('a HIP source that is changed as told', () => {
  const folder = compileFolder();

  test(
    'has the conflicts that were promised, and no misaligned access',
    () => agrees('gfx942', 'hip', '#include <hip/hip_runtime.h>', folder, 4),
    600_000,
  );
});

describe.skipIf(installedNvcc() === undefined)('a CUDA source that is changed as told', () => {
  const folder = compileFolder();

  test(
    'has the conflicts that were promised, and no misaligned access',
    () => agrees('sm_90', 'cu', '', folder, 4),
    600_000,
  );
});
