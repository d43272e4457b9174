/** CK Tile's C++ read back: round trips with the printer, both spellings, faults with their place. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  calculateOffset,
  descriptorOfLayout,
  descriptorToCpp,
  elementOffset,
  encodingToCpp,
  expectValue,
  firstDifference,
  layoutOfDescriptor,
  make,
  makeDescriptor,
  parseDescriptor,
  parseEncoding,
  parseLayout,
  printLayout,
  type Result,
  type TileLayout,
  tutorials,
} from '@ldscope/core';
import { tileLayouts } from '../notation-random.ts';
import { bijections, descriptors, encodings } from '../random.ts';
import { leastCases } from '../../../../../test/cases.ts';
import { forAll } from '../../../../../test/for-all.ts';
import { rows } from '../../../../../test/rows.ts';

describe('round trips', () => {
  test('descriptors', () => {
    const any = fc.oneof(descriptors(), bijections(fc.integer({ min: 1, max: 12 })));
    forAll([any], 300, ({ base, stages }) => {
      const text = descriptorToCpp({ base, stages });
      expect(expectValue(parseDescriptor(text)), text).toEqual({ base, stages });
    });
  });

  test('encodings', () => {
    forAll([encodings()], (encoding) => {
      const text = encodingToCpp(encoding);
      expect(expectValue(parseEncoding(text)), text).toEqual(encoding);
      const wrapped = `using E = ${text};\nmake_static_tile_distribution(E{})`;
      expect(expectValue(parseEncoding(wrapped))).toEqual(encoding);
    });
  });

  test('every transform', () => {
    const stages = [
      make.passThrough(8),
      make.pad(8, 1, 2),
      make.leftPad(8, 1),
      make.rightPad(8, 2),
      make.merge([8], 'divide'),
      make.merge([8]),
      make.unmerge([8]),
      make.offset(7, 1),
      make.slice(8, 2, 6),
      make.modulo(8, 16),
      make.indexing([3, 1, 2]),
      make.embed([2, 4], [4, 1]),
    ].map((transform) => ({
      transforms: [transform],
      lower: [[0]],
      upper: [transform.kind === 'embed' ? [0, 1] : [0]],
    }));
    for (const stage of stages) {
      const spec = { base: { kind: 'packed', lengths: [8] }, stages: [stage] } as const;
      expect(expectValue(parseDescriptor(descriptorToCpp(spec)))).toEqual(spec);
    }
  });

  test('the descriptors of the tutorials', () => {
    for (const { name, spec } of tutorials) {
      for (const side of [spec(32).write, spec(64).read]) {
        const text = descriptorToCpp(side.descriptor);
        expect(expectValue(parseDescriptor(text)), name).toEqual(side.descriptor);
        expect(expectValue(parseEncoding(encodingToCpp(side.encoding)))).toEqual(side.encoding);
      }
    }
  });
});

/** CK's LDS descriptor with XOR, in the words of a kernel. */
const LDS = `
  constexpr index_t kKPack = 8;
  constexpr index_t MLdsLayer = 2;
  constexpr auto a_lds_block_desc_0 = ck_tile::make_naive_tensor_descriptor(
      ck_tile::make_tuple(number<kKPerBlock / kKPack * MLdsLayer>{},
                          number<kMPerBlock / MLdsLayer>{},
                          number<kKPack>{}),
      make_tuple(number<kKPack>{}, number<kKPerBlock * MLdsLayer>{}, number<1>{}),
      number<kKPack>{},
      number<1>{});
  // The XOR of pack and row group.
  constexpr auto a_lds_block_desc_permuted = transform_tensor_descriptor(
      a_lds_block_desc_0,
      make_tuple(make_xor_transform(make_tuple(number<kMPerBlock / MLdsLayer>{},
                                               number<kKPerBlock / kKPack * MLdsLayer>{})),
                 make_pass_through_transform(number<kKPack>{})),
      make_tuple(sequence<1, 0>{}, sequence<2>{}),
      make_tuple(sequence<1, 0>{}, sequence<2>{}));
  constexpr auto a_lds_block_desc_xk0 = transform_tensor_descriptor(
      a_lds_block_desc_permuted,
      make_tuple(make_unmerge_transform(make_tuple(number<MLdsLayer>{}, number<kKPerBlock / kKPack>{})),
                 make_pass_through_transform(number<kMPerBlock / MLdsLayer>{}),
                 make_pass_through_transform(number<kKPack>{})),
      make_tuple(sequence<0>{}, sequence<1>{}, sequence<2>{}),
      make_tuple(sequence<0, 2>{}, sequence<1>{}, sequence<3>{}));
  return transform_tensor_descriptor(
      a_lds_block_desc_xk0,
      make_tuple(make_merge_transform(make_tuple(number<kMPerBlock / MLdsLayer>{}, number<MLdsLayer>{})),
                 make_merge_transform(make_tuple(number<kKPerBlock / kKPack>{}, number<kKPack>{}))),
      make_tuple(sequence<1, 0>{}, sequence<2, 3>{}),
      make_tuple(sequence<0>{}, sequence<1>{}));`;

/** The same before CK Tile: other spellings, numbers that are computed from numbers. */
const OLD = LDS.replaceAll('number<', 'Number<')
  .replaceAll('sequence<', 'Sequence<')
  .replaceAll('ck_tile::', 'ck::')
  .replaceAll('make_xor_transform', 'make_xor_with_modulo_transform')
  .replace('Number<kKPerBlock / kKPack * MLdsLayer>{},', 'AK0Number * Number<MLdsLayer>{},')
  .replace('Number<1>{});', 'I1);');

describe('kernels', () => {
  const constants = { kMPerBlock: 64, kKPerBlock: 32, AK0Number: 4 };

  test('constants by name, of the text and of the caller, in both spellings', () => {
    const spec = expectValue(parseDescriptor(LDS, { constants }));
    expect(spec.stages).toHaveLength(3);
    expect(expectValue(parseDescriptor(OLD, { constants }))).toEqual(spec);
    // The swapped layout of tutorial 08: m / 2 groups, key m / 2 mod 8.
    const descriptor = expectValue(makeDescriptor(spec));
    expect(calculateOffset(descriptor, [3, 9])).toBe(64 + ((5 ^ 1) * 8 + 1));
    const [missing] = parseDescriptor(LDS, { constants: { kMPerBlock: 64 } }).diagnostics;
    expect(missing?.code).toBe('notation/cpp-name');
    expect(LDS.slice(missing?.span?.start, missing?.span?.end)).toBe('kKPerBlock');
  });

  test('its layout is linear: packs of two rows change places', () => {
    const tile = { rows: 64, columns: 32, elementBytes: 2 };
    const spec = expectValue(parseDescriptor(LDS, { constants }));
    const layout = expectValue(layoutOfDescriptor(spec, tile));
    expect(layout.kind).toBe('linear');
    expect(elementOffset(layout, 3, 9)).toBe(2 * (64 + (5 ^ 1) * 8 + 1));
    const again = expectValue(descriptorSpec(layout));
    expect(firstDifference(layout, expectValue(layoutOfDescriptor(again, tile)))).toBeUndefined();
  });

  const descriptorSpec = (layout: TileLayout) => {
    const spec = descriptorOfLayout(layout);
    return typeof spec === 'string'
      ? ({ ok: false, diagnostics: [{ message: spec }] } as const)
      : ({ ok: true, value: spec } as const);
  };

  test('layouts become descriptors that CK would accept without complaint', () => {
    let said = 0;
    forAll([tileLayouts], 300, (layout) => {
      const spec = descriptorOfLayout(layout);
      if (typeof spec === 'string') return;
      said++;
      expect(makeDescriptor(spec).diagnostics).toEqual([]);
      const cpp = descriptorToCpp(spec);
      expect(expectValue(parseDescriptor(cpp))).toEqual(spec);
    });
    expect(said).toBeGreaterThan(leastCases(100));
  });
});

/** Code, place and message of what is wrong first. */
const faultOf = (text: string, { diagnostics: [fault] }: Result<unknown>): string =>
  `${fault?.code} at '${text.slice(fault?.span?.start, fault?.span?.end)}': ${fault?.message}`;

describe('faults', () => {
  const base = 'make_naive_tensor_descriptor_packed(make_tuple(number<8>{}))';
  const stage = (transform: string): string =>
    `transform_tensor_descriptor(${base}, make_tuple(${transform}), make_tuple(sequence<0>{}), make_tuple(sequence<0, 1>{}))`;

  test.each(rows`
    notation/unknown-name at 'make_naive_tensor' | make_naive_tensor(1)
    syntax/expected at 'make_tuple(number<8>{})': expected a descriptor, found a list | make_tuple(number<8>{})
    syntax/expected at 'number<8>{}': expected a list, found a number | make_naive_tensor_descriptor_packed(number<8>{})
    1 to 2 arguments are needed         | make_naive_tensor_descriptor_packed()
    expression/division-by-zero         | make_naive_tensor_descriptor_packed(make_tuple(number<8 / 0>{}))
    expression/overflow at '1 - 8'      | make_naive_tensor_descriptor_packed(make_tuple(number<1 - 8>{}))
    layout/lengths-product at           | ${stage('make_unmerge_transform(make_tuple(number<2>{}, number<3>{}))')}
    layout/stage at                     | ${stage('make_pass_through_transform(number<8>{})')}
    two are needed                      | ${stage('make_xor_transform(make_tuple(number<8>{}))')}
    syntax/too-deep                     | ${'number<'.repeat(3000)}
    expected a descriptor, found the end |
    notation/cpp-sizeof at 'T'          | constexpr index_t a = sizeof(T); make_naive_tensor_descriptor_packed(make_tuple(number<a>{}))
    notation/cpp-name at 'get_n_lds_banks()' | constexpr index_t a = 4, b = get_n_lds_banks(); make_naive_tensor_descriptor_packed(make_tuple(number<a>{}, number<b>{}))
    notation/cpp-name at 'Problem::a'   | constexpr index_t a = 4, b = Problem::a; make_naive_tensor_descriptor_packed(make_tuple(number<a>{}, number<b>{}))
  `)('%s', (expected, text) => {
    expect(faultOf(text, parseDescriptor(text))).toContain(expected);
  });

  test('of tiles of other elements', () => {
    const tile = { rows: 4, columns: 4, elementBytes: 2 };
    expect(parseLayout(base, 'ck-tile', { tile }).diagnostics[0]?.message).toBe(
      'the descriptor is of 8 elements, the tile of 4 x 4',
    );
  });

  test('of encodings', () => {
    const text =
      'tile_distribution_encoding<sequence<1>, tuple<sequence<4>>, tuple<>, tuple<>, sequence<1>, sequence<1>>{}';
    expect(parseEncoding(text).diagnostics[0]?.message).toContain('Y0 names factor (1, 1)');
    expect(parseEncoding('tile_distribution_encoding<sequence<1>>{}').ok).toBe(false);
  });
});

describe('C', () => {
  const tile = { rows: 16, columns: 64, elementBytes: 2 };
  const read = (text: string) => parseLayout(text, 'c', { tile });

  test('arrays, functions, subscripts and lone formulas', () => {
    const padded = expectValue(read('__shared__ half tile[16][68];'));
    expect(elementOffset(padded, 1, 0)).toBe(136);
    const same = [
      'row * 64 + (col ^ row % 8 * 8)',
      '__shared__ _Float16 tile[16][64]; tile[row][col ^ row % 8 * 8]',
      'tile[row * 64 + (col ^ (row & 7) << 3)];',
      '__device__ inline int offset(int row, int col) { const int key = row % 8; return row * 64 + ((col / 8) ^ key) * 8 + col % 8; }',
      'unsigned offset(unsigned row, unsigned col) {\n const unsigned k[8] = {0, 1, 2, 3, 4, 5, 6, 7}; // keys\n return row * 64 + (col ^ k[row % 8] * 8);\n}',
    ].map((text) => expectValue(read(text)));
    for (const layout of same) expect(layout).toEqual(same[0]);
    expect(expectValue(printLayout(same[0] ?? padded, 'wave'))).toBe(
      'swizzle_unit = 8, max_phase = 8',
    );
  });

  test('a key without a rule becomes a table', () => {
    const layout: TileLayout = {
      kind: 'rows',
      tile,
      unitBytes: 16,
      key: { kind: 'xor-table', keys: [0, 5, 3, 3, 7] },
      paddings: [],
    };
    expect(expectValue(printLayout(layout, 'c'))).toBe(
      [
        '__shared__ half tile[1024];',
        '',
        '__device__ inline unsigned offset(unsigned row, unsigned col) {',
        '  const unsigned key[5] = {0, 5, 3, 3, 7};',
        '  return row * 64 + ((col / 8) ^ key[row % 5]) * 8 + col % 8;',
        '}',
      ].join('\n'),
    );
  });

  test.each(rows`
    row * 64 + col / 2                     | the layout is not a bijection: [0][0] and [0][1] are both at byte 0
    row * 64 + col - 1                     | expression/overflow at 'row * 64 + col - 1'
    __shared__ float tile[16][64];         | notation/tile at 'float': float has 4 bytes, an element of the tile has 2
    __shared__ half tile[1024];            | does not say where rows are
    half tile[1000]; tile[row * 64 + col]  | [15][40] is at element 1000, outside of tile, which has 1000
    int f(int x, int y) { return x; }      | has the parameters x, y
    row * 64 + colm                        | expression/unknown-name at 'colm'
    a[row][col                             | expected ']'
    row * 64 + col * col                   | notation/collision
    row + col * 16 + col % 3 * 4096        | notation/no-tile-layout
  `)('%s: %s', (text, expected) => {
    expect(faultOf(text, read(text))).toContain(expected);
  });
});

test('several declarators, max and the sizes of types are read', () => {
  const text = `constexpr index_t a = 1 + 3, b = max(1, 32 * 4 / 32 / sizeof(half_t)); make_naive_tensor_descriptor_packed(make_tuple(number<a>{}, number<b>{}))`;
  expect(expectValue(parseDescriptor(text)).base).toEqual({ kind: 'packed', lengths: [4, 2] });
});
