import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { main } from '../cases/command.ts';
import { runCases } from '../cases/run.ts';
import type { JsonObject } from '../base/json.ts';
import { inRepository } from '../base/paths.ts';

describe("the cases of IREE's passes", () => {
  const path = inRepository('../shared/cases/iree-cases.json');
  const present = existsSync(path);
  if (!present) console.log("skipped: the cases of IREE's passes are not beside this checkout");

  test.skipIf(!present)('are exact, and the default mode differs as documented alone', () => {
    const lines: string[] = [];
    expect(main([path], { print: (line) => lines.push(line), complain: console.error })).toBe(0);
    expect(lines.at(-1)).toBe('108 of 108 exact');
    expect(lines.filter((line) => line.startsWith('not run'))).toHaveLength(4);
    const differing = lines.filter((line) => line.startsWith('the default mode differs: resolve'));
    expect(differing).toEqual([
      'the default mode differs: resolve-07: an offset that is not proven to begin a group is not swizzled',
      'the default mode differs: resolve-23: an access within one group moves with it',
      'the default mode differs: resolve-27: an access within one group moves with it',
    ]);
  });
});

const xor = { kind: 'xor_shuffle', row_width: 32, access_width: 8 };

/** One small case of each pass, from the rules of the passes themselves. */
const own: readonly (JsonObject & { readonly id: string })[] = [
  {
    id: 'resolve: element 40 is in row 1, group 1, which goes to group 0',
    pass: 'resolve-swizzle-hints',
    status: 'merged',
    attr: xor,
    input: {
      memref: 'memref<?xf16>',
      elem: 'f16',
      accesses: [{ op: 'vector.load', vector_elems: 8, offset: 40 }],
    },
    expected: {
      pass_succeeds: true,
      hint_dropped_without_rewrite: false,
      accesses: [{ op: 'vector.load', vector_elems: 8, offset: 32 }],
    },
  },
  {
    id: 'pad: 64 bits are 4 halves',
    pass: 'gpu-reduce-bank-conflicts',
    status: 'merged',
    attr: { padding_bits: 64 },
    input: { alloc: [8, 32], elem: 'f16', users: ['subview [4,32]'] },
    expected: { padded: true, alloc: [8, 36], view_strides: [36, 1] },
  },
  {
    id: 'flatten: 4 x 8 are 32',
    pass: 'flatten-swizzle-hint-allocs',
    status: 'merged',
    attr: xor,
    input: { alloc: [4, 32] },
    expected: {
      changed: true,
      alloc: [128],
      expand_reassociation: [[0, 1]],
      output_shape: [4, 32],
    },
  },
  {
    id: 'absorb: the attribute is on the allocation',
    pass: 'absorb-swizzle-hint-to-alloc',
    status: 'merged',
    attr: [xor],
    input: { allocs: [[128]], elem: 'f16' },
    expected: { hints_left: 0, alloc_attr: 'iree_codegen.swizzle', per_alloc: [xor] },
  },
  {
    id: 'reinsert: around the access',
    pass: 'reinsert-swizzle-hints',
    status: 'merged',
    attr: xor,
    input: { alloc: [4, 32], access: 'vector.store', elem: 'f16' },
    expected: {
      inserted: ['collapse_shape', 'swizzle_hint', 'expand_shape'],
      alloc_attr_removed: true,
    },
  },
  {
    id: 'fold: the hint is on the slice',
    pass: 'gpu-apply-tiling-level (fold patterns)',
    status: 'merged',
    attr: xor,
    input: { empty: [64, 64], slice: [8, 32] },
    expected: { folds: true, new_empty: [8, 32], attr_unchanged: true },
  },
  {
    id: 'vector alloc: through shared memory where threads hold other elements',
    pass: 'gpu-vector-alloc',
    status: 'merged',
    attr: { shared_memory_conversion: 'derived_thread_config' },
    input: { vector: [16, 16], elem: 'f16' },
    expected: { lds_alloc: [16, 16], swizzle_hint: null },
  },
  {
    id: 'decision: rows of 64 words begin on one bank',
    pass: 'gpu-vector-alloc decision',
    status: 'derived',
    input: { shape: [32, 64], elem_bits: 32, writer: 1, reader: 1 },
    expected: {
      swizzle_hint: {
        kind: 'xor_shuffle',
        row_width: 64,
        access_width: 1,
        row_stride: 64,
        per_phase: 1,
      },
      groups: 64,
      bijective: true,
    },
  },
];

describe('every pass that the format has', () => {
  const run = (cases: readonly JsonObject[]): ReturnType<typeof runCases> =>
    runCases({ schema: 'iree-cases/1', cases });

  test.each(run(own) ?? [])('$id', ({ verdict, remarks }) => {
    expect(remarks).toEqual([]);
    expect(verdict).toBe('exact');
  });

  test.each(own)('$id, with another expectation, is a miss', (item) => {
    const expected = JSON.parse(
      JSON.stringify(item['expected']).replace(
        /([:[])(true|false|\d+)/,
        (_, before: string, value: string) =>
          before +
          (value === 'true' ? 'false' : value === 'false' ? 'true' : String(Number(value) + 1)),
      ),
    ) as JsonObject;
    const changed = { ...item, expected };
    expect(run([changed])?.map(({ verdict }) => verdict)).toEqual(['differs']);
  });

  test('a pass that we do not know is a miss, one that we do not have is shown', () => {
    const outcomes = run([
      { id: 'x', pass: 'weather' },
      { id: 'y', pass: 'gpu-promote-matmul-operands' },
    ]);
    expect(outcomes?.map(({ verdict }) => verdict)).toEqual(['differs', 'elsewhere']);
  });
});
