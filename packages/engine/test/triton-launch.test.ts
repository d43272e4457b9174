/** Launch files for Triton's PTX: what the TTGIR and the metadata beside it add to the parameters. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTritonMetadata, tritonLaunchFile } from '@ldscope/engine';
import { forAll } from '../../../test/for-all.ts';

const ptx = (parameters: readonly string[]): string =>
  `.version 8.0\n.target sm_90a\n.address_size 64\n.visible .entry k(${parameters
    .map((parameter, n) => `.param ${parameter.replace('%', `k_param_${n}`)}`)
    .join(', ')})\n.reqntid 128\n{\n  ret;\n}\n`;

const ttgir = (parameters: string): string => `module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func public @k(${parameters}) {
    tt.return
  }
}
`;

const metadata = (more: object = {}) => {
  const read = readTritonMetadata(
    JSON.stringify({ name: 'k', num_warps: 4, shared: 512, target: { arch: 90 }, ...more }),
  );
  if (read === undefined) throw new Error('metadata that cannot be read');
  return read;
};

function entriesOf(code: string, module: string | undefined, more?: object): readonly string[] {
  const made = tritonLaunchFile(code, module, metadata(more));
  if (!made.ok) throw new Error(made.diagnostics[0]?.message);
  return made.value.split('\n').filter((line) => line.startsWith('  - '));
}

const pointer = '.u64 .ptr .global .align 1 %';

describe('parameters', () => {
  it('have the names and types of the TTGIR; scratch memory follows', () => {
    expect(
      entriesOf(
        ptx([pointer, '.u32 %', '.f32 %', pointer, pointer]),
        ttgir('%x_ptr: !tt.ptr<f8E4M3FN>, %n: i32, %eps: f32'),
        { global_scratch_size: 256 },
      ),
    ).toEqual([
      '  - { name: x_ptr, dtype: f8E4M3FN, shape: [1024], fill: random } # a pointer to global memory',
      '  - { i32: 0 } # n, u32',
      '  - { f32: 0 } # eps, f32',
      '  - { name: global_scratch, bytes: 256 } # scratch memory of the kernel, this many bytes per block',
      '  - { i64: 0 } # profile scratch, none is used',
    ]);
  });

  it('that are tensor maps have box and swizzle of the metadata, the innermost dimension first', () => {
    const [map] = entriesOf(
      ptx(['.align 64 .b8 %[128]', '.u32 %']),
      ttgir('%d: !tt.tensordesc<tensor<64x32xbf16>>, %d.shape.0: i32'),
      { tensordesc_meta: [{ swizzle: 2, elem_size: 2, elem_type: 10, block_size: [64, 32] }] },
    );
    expect(map).toBe(
      '  - { tensorMap: { pointer: ?, dtype: bf16, shape: [?, ?], box: [32, 64], swizzle: 64B } } # d, a buffer of buffers',
    );
  });

  it.each([
    ['no TTGIR', undefined],
    ['a TTGIR of another kernel', ttgir('%x_ptr: !tt.ptr<f32>').replace('@k', '@other')],
    ['a TTGIR with more parameters', ttgir('%a: i32, %b: i32, %c: i32')],
  ])('are called by their places with %s', (_, module) => {
    expect(entriesOf(ptx([pointer, '.u32 %']), module)).toEqual([
      '  - { name: arg0, dtype: f32, shape: [1024], fill: random } # a pointer to global memory',
      '  - { i32: 0 } # arg1, u32',
    ]);
  });
});

it('metadata of any form is read or refused, and never throws', () => {
  forAll(
    [fc.dictionary(fc.constantFrom('tensordesc_meta', 'shared'), fc.jsonValue())],
    { seed: 7, numRuns: 300 },
    (more) => {
      const read = readTritonMetadata(JSON.stringify({ name: 'k', num_warps: 4, ...more }));
      if (read !== undefined) tritonLaunchFile(ptx([pointer]), ttgir('%x: i32'), read);
    },
  );
});
