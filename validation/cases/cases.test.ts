import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../json.ts';
import { main } from './command.ts';
import { runCases } from './run.ts';

describe('the cases of CK Tile', () => {
  const path = fileURLToPath(new URL('../../../shared/cases/ck-cases.json', import.meta.url));
  const present = existsSync(path);
  if (!present) console.log('skipped: the CK Tile cases are not beside this checkout');

  test.skipIf(!present)('are exact, but for the one that contradicts itself', () => {
    const lines: string[] = [];
    expect(main([path], { print: (line) => lines.push(line), complain: console.error })).toBe(0);
    expect(lines.at(-1)).toMatch(/^(\d+) of \1 exact$/);
    expect(lines.filter((line) => line.startsWith('inconsistent'))).toEqual([
      'inconsistent in itself, not counted: counter.deck.10',
    ]);
  });

  test.skipIf(!present)('are missed when a number is changed', () => {
    const text = readFileSync(path, 'utf8').replace('"offset": 2173', '"offset": 2172');
    const outcomes = runCases(JSON.parse(text) as JsonObject) ?? [];
    const missed = outcomes.filter(({ verdict }) => verdict === 'differs');
    expect(missed.map(({ id, remarks }) => [id, remarks])).toEqual([
      ['desc.pad34', ['index (63, 31), offset: expected 2172, ours 2173']],
    ]);
  });
});

/** One small case of each kind, from the rules of the transforms themselves. */
const encoding = {
  Rs: [1],
  Hs: [
    [1, 4, 16],
    [4, 8],
  ],
  Ps_major: [[1], [1, 2]],
  Ps_minor: [[1], [2, 0]],
  Ys_major: [1, 2],
  Ys_minor: [0, 1],
};

const own: readonly JsonObject[] = [
  ...(
    [
      [{ type: 'pass_through', length: 4 }, [4], [3], [3]],
      [{ type: 'pad', length: 4, left: 1, right: 2 }, [7], [0], [-1]],
      [{ type: 'right_pad', length: 4, right: 2 }, [6], [5], [5]],
      [{ type: 'unmerge', up_lengths: [2, 3, 4] }, [2, 3, 4], [1, 2, 3], [23]],
      [{ type: 'inverse_cyclic_shift', lengths: [8, 4] }, [8, 4], [3, 1], [3, 2]],
      [{ type: 'xor', lengths: [16, 8] }, [16, 8], [9, 2], [9, 3]],
      [{ type: 'xor', lengths: [16, 8], apply_modulo: false }, [16, 8], [9, 2], [9, 11]],
      [{ type: 'slice', length: 10, begin: 2, end: 7 }, [5], [4], [6]],
      [{ type: 'modulo', modulus: 4, length: 10 }, [10], [9], [1]],
      [{ type: 'freeze', index: 3 }, [], [], [3]],
      [{ type: 'insert', length: 5 }, [5], [4], []],
      [{ type: 'replicate', up_lengths: [2, 3] }, [2, 3], [1, 1], []],
      [{ type: 'indexing', length: 3, table: [2, 0, 1] }, [3], [0], [2]],
      [{ type: 'merge_v3_division_mod', low_lengths: [4, 5] }, [20], [17], [3, 2]],
    ] as const
  ).map(([input, lengths, upper, lower]) => ({
    id: `transform ${input.type}`,
    kind: 'transform',
    input,
    expected: { upper_lengths: lengths, mapping: [{ upper, lower }] },
  })),
  {
    id: 'aligned',
    kind: 'descriptor',
    input: { base: { fn: 'make_naive_tensor_descriptor_aligned', lengths: [4, 30], align: 8 } },
    expected: { offsets: [{ index: [2, 3], offset: 67 }], element_space_size: 126 },
  },
  {
    id: 'with offset',
    kind: 'descriptor',
    input: {
      base: {
        fn: 'make_naive_tensor_descriptor_with_offset',
        lengths: [4, 8],
        strides: [8, 1],
        offset: 100,
      },
    },
    expected: { offsets: [{ index: [2, 3], offset: 119 }], element_space_size: 32 },
  },
  {
    id: 'embed',
    kind: 'make_embed_tile_distribution_encoding',
    input: {
      outer: { ...encoding, Rs: [], Hs: [[2], [3]], Ps_major: [], Ps_minor: [], Ys_minor: [0, 0] },
      inner: encoding,
    },
    expected: {
      Rs: [1],
      Hs: [
        [2, 1, 4, 16],
        [3, 4, 8],
      ],
      Ps_minor: [[2], [3, 1]],
      Ys_major: [1, 2, 1, 2],
      Ys_minor: [0, 0, 1, 2],
    },
  },
  {
    id: 'pattern',
    kind: 'static_encoding_pattern',
    input: { pattern: 'warp_raked', block_size: 256, y_per_tile: 128, x_per_tile: 32, vec_size: 8 },
    expected: {
      Hs: [
        [4, 2, 16],
        [4, 8],
      ],
      Ps_minor: [[0], [2, 0]],
      Ys_minor: [1, 1],
    },
  },
];

describe('every kind that the format has', () => {
  const outcomes = runCases({ cases: own }) ?? [];

  test.each(outcomes)('$id', ({ verdict, remarks }) => {
    expect(remarks).toEqual([]);
    expect(verdict).toBe('exact');
  });

  test('a kind that we do not know is a miss', () => {
    const [outcome] = runCases({ cases: [{ id: 'x', kind: 'weather' }] }) ?? [];
    expect(outcome).toMatchObject({
      verdict: 'differs',
      remarks: ["'weather' is not a kind of case that we know"],
    });
  });
});

describe('a case that cannot be read', () => {
  const good = own.at(0) ?? {};
  const unreadable = [
    7,
    { id: 'lengths', kind: 'transform', input: { type: 'merge', low_lengths: 'x' }, expected: {} },
    {
      id: 'index',
      kind: 'descriptor',
      input: { base: { fn: 'make_naive_tensor_descriptor_packed', lengths: [4, 4] } },
      expected: { offsets: [{ index: [1], offset: 4 }] },
    },
  ];

  test('is a miss with its reason, and the others run', () => {
    const outcomes = runCases({ cases: [...unreadable, good] }) ?? [];
    expect(outcomes.map(({ verdict }) => verdict)).toEqual([
      ...unreadable.map(() => 'differs'),
      'exact',
    ]);
    expect(outcomes[0]).toMatchObject({
      id: 'item 0',
      remarks: ['cannot be read: it is not an object'],
    });
    expect(outcomes[2]?.remarks[0]).toContain('cannot be read');
  });

  test('of IREE is a miss too', () => {
    const item = {
      id: 'padding',
      pass: 'gpu-reduce-bank-conflicts',
      input: { alloc: [4, -1], elem: 'f32' },
    };
    const outcomes = runCases({ schema: 'iree-cases/1', cases: [item, 'text'] }) ?? [];
    expect(outcomes.map(({ id, verdict }) => [id, verdict])).toEqual([
      ['padding', 'differs'],
      ['item 1', 'differs'],
    ]);
  });
});

describe('the command', () => {
  test('says how it is used', () => {
    const said: string[] = [];
    expect(main([], { print: () => undefined, complain: (line) => said.push(line) })).toBe(2);
    expect(
      main(['no-such-file.json'], { print: () => undefined, complain: (line) => said.push(line) }),
    ).toBe(2);
    expect(said[0]).toBe('no file: npm run validate -- cases FILE.json');
    expect(said[1]).toContain('cannot read');
  });
});
