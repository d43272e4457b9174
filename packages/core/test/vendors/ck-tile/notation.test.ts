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
  type TileLayout,
  tutorials,
} from '@ldscope/core';
import { tileLayouts } from '../notation-random.ts';
import { bijections, descriptors, encodings } from '../random.ts';
import { leastCases } from '../../../../../test/cases.ts';

describe('round trips', () => {
  test('descriptors', () => {
    const any = fc.oneof(descriptors(), bijections(fc.integer({ min: 1, max: 12 })));
    fc.assert(
      fc.property(any, ({ base, stages }) => {
        const text = descriptorToCpp({ base, stages });
        expect(expectValue(parseDescriptor(text)), text).toEqual({ base, stages });
      }),
      { numRuns: 300 },
    );
  });

  test('encodings', () => {
    fc.assert(
      fc.property(encodings(), (encoding) => {
        const text = encodingToCpp(encoding);
        expect(expectValue(parseEncoding(text)), text).toEqual(encoding);
        const wrapped = `using E = ${text};\nmake_static_tile_distribution(E{})`;
        expect(expectValue(parseEncoding(wrapped))).toEqual(encoding);
      }),
    );
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
    fc.assert(
      fc.property(tileLayouts, (layout) => {
        const spec = descriptorOfLayout(layout);
        if (typeof spec === 'string') return;
        said++;
        expect(makeDescriptor(spec).diagnostics).toEqual([]);
        const cpp = descriptorToCpp(spec);
        expect(expectValue(parseDescriptor(cpp))).toEqual(spec);
      }),
      { numRuns: 300 },
    );
    expect(said).toBeGreaterThan(leastCases(100));
  });
});

describe('faults', () => {
  const said = (text: string): string => {
    const [first] = parseDescriptor(text).diagnostics;
    return `${first?.code} at '${text.slice(first?.span?.start, first?.span?.end)}': ${first?.message}`;
  };
  const base = 'make_naive_tensor_descriptor_packed(make_tuple(number<8>{}))';

  test('have code, place and message', () => {
    expect(said('make_naive_tensor(1)')).toContain("notation/unknown-name at 'make_naive_tensor'");
    expect(said('make_tuple(number<8>{})')).toBe(
      "syntax/expected at 'make_tuple(number<8>{})': expected a descriptor, found a list",
    );
    expect(said('make_naive_tensor_descriptor_packed(number<8>{})')).toBe(
      "syntax/expected at 'number<8>{}': expected a list, found a number",
    );
    expect(said('make_naive_tensor_descriptor_packed()')).toContain('1 to 2 arguments are needed');
    expect(said('make_naive_tensor_descriptor_packed(make_tuple(number<8 / 0>{}))')).toContain(
      'expression/division-by-zero',
    );
    expect(said('make_naive_tensor_descriptor_packed(make_tuple(number<1 - 8>{}))')).toContain(
      "expression/overflow at '1 - 8'",
    );
    const stage = (transform: string): string =>
      `transform_tensor_descriptor(${base}, make_tuple(${transform}), make_tuple(sequence<0>{}), make_tuple(sequence<0, 1>{}))`;
    expect(said(stage('make_unmerge_transform(make_tuple(number<2>{}, number<3>{}))'))).toContain(
      'layout/lengths-product at',
    );
    expect(said(stage('make_pass_through_transform(number<8>{})'))).toContain('layout/stage at');
    expect(said(stage('make_xor_transform(make_tuple(number<8>{}))'))).toContain('two are needed');
    expect(said('number<'.repeat(3000))).toContain('syntax/too-deep');
    expect(said('')).toContain('expected a descriptor, found the end');
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
  const said = (text: string): string => {
    const [first] = read(text).diagnostics;
    return `${first?.code} at '${text.slice(first?.span?.start, first?.span?.end)}': ${first?.message}`;
  };

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

  test('faults', () => {
    expect(said('row * 64 + col / 2')).toContain(
      'the layout is not a bijection: [0][0] and [0][1] are both at byte 0',
    );
    expect(said('row * 64 + col - 1')).toContain("expression/overflow at 'row * 64 + col - 1'");
    expect(said('__shared__ float tile[16][64];')).toBe(
      "notation/tile at 'float': float has 4 bytes, an element of the tile has 2",
    );
    expect(said('__shared__ half tile[1024];')).toContain('does not say where rows are');
    expect(said('half tile[1000]; tile[row * 64 + col]')).toContain(
      '[15][40] is at element 1000, outside of tile, which has 1000',
    );
    expect(said('int f(int x, int y) { return x; }')).toContain('has the parameters x, y');
    expect(said('row * 64 + colm')).toContain("expression/unknown-name at 'colm'");
    expect(said('a[row][col')).toContain("expected ']'");
    expect(said('row * 64 + col * col')).toContain('notation/collision');
    expect(said('row + col * 16 + col % 3 * 4096')).toContain('notation/no-tile-layout');
  });
});

describe('C++ around a descriptor', () => {
  const first = (text: string): string => {
    const [fault] = parseDescriptor(text).diagnostics;
    return `${fault?.code} at '${text.slice(fault?.span?.start, fault?.span?.end)}'`;
  };
  const rows = 'make_naive_tensor_descriptor_packed(make_tuple(number<a>{}, number<b>{}))';

  test('several declarators, max and the sizes of types', () => {
    const text = `constexpr index_t a = 1 + 3, b = max(1, 32 * 4 / 32 / sizeof(half_t)); ${rows}`;
    expect(expectValue(parseDescriptor(text)).base).toEqual({ kind: 'packed', lengths: [4, 2] });
    expect(first(`constexpr index_t a = sizeof(T); ${rows}`)).toBe("notation/cpp-sizeof at 'T'");
  });

  test('what is not read is named, and nothing is taken for something else', () => {
    expect(first(`constexpr index_t a = 4, b = get_n_lds_banks(); ${rows}`)).toBe(
      "notation/cpp-name at 'get_n_lds_banks()'",
    );
    // The value of another name that ends alike is not taken.
    expect(first(`constexpr index_t a = 4, b = Problem::a; ${rows}`)).toBe(
      "notation/cpp-name at 'Problem::a'",
    );
  });
});
