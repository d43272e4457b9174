/** What CK Tile's `print()` writes, in the form that its headers have, beside the C++ that makes it. */
import { describe, expect, test } from 'vitest';
import {
  allIndices,
  calculateOffsets,
  type DescriptorSpec,
  expectValue,
  layoutsOfCpp,
  lengthsOf,
  makeDescriptor,
  parseDescriptor,
  parseEncoding,
} from '@ldscope/core';
import { MK } from '../../../src/study/ck-tile/tutorials/distributions.ts';

const ids = (...lists: readonly (readonly number[])[]): string =>
  lists
    .map((list) => `sequence{size: ${list.length}, data: [${list.map((id) => `${id} `).join('')}]}`)
    .join(', ');

/** LdsIndexSwapping of 64 x 32 with MLdsLayer 2 and KPack 8. */
const DESCRIPTOR = `tensor_descriptor{tensor_adaptor{transforms: tuple<embed{up_lengths_: tuple<8, 32, 8>, coefficients_: tuple<8, 64, 1>}, xor_t{up_lengths_: tuple<32, 8>, }, pass_through{up_lengths_:tuple<8>}, unmerge{up_lengths_tuple<2, 4>, up_lengths_scan_tuple<4, 1>}, pass_through{up_lengths_:tuple<32>}, pass_through{up_lengths_:tuple<8>}, merge_v2_magic_division{low_lengths_ tuple<32, 2>, up_lengths_ tuple<64>}, Merge_v3_direct_division_mod{low_lengths_ tuple<4, 8>, low_lengths_scan_ tuple<8, 1>, up_lengths_ tuple<32>}>, LowerDimensionHiddenIds: tuple<${ids([0], [2, 1], [3], [5], [4], [6], [9, 7], [8, 10])}>, UpperDimensionHiddenIds: tuple<${ids([1, 2, 3], [4, 5], [6], [7, 8], [9], [10], [11], [12])}>, BottomDimensionHiddenIds: ${ids([0])}, TopDimensionHiddenIds: ${ids([11, 12])}}, element_space_size_: 2048}`;

const ENCODING = `tile_distribution_encoding{NDimX: 2, NDimP: 2, NDimY: 2, rs_lengths_: ${ids([1])}, hs_lengthss_: tuple<${ids([1, 4, 16], [4, 8])}>, ps_to_rhss_major_: tuple<${ids([1], [1, 2])}>, ps_to_rhss_minor_: tuple<${ids([1], [2, 0])}>, ys_to_rhs_major_: ${ids([1, 2])}, ys_to_rhs_minor_: ${ids([0, 1])}, }`;

function offsets(spec: DescriptorSpec): number[] {
  const made = expectValue(makeDescriptor(spec));
  return [...calculateOffsets(made, allIndices(lengthsOf(made)))];
}

describe('print() of CK Tile', () => {
  test('a descriptor has every offset of the closed form', () => {
    const expected = Array.from({ length: 64 * 32 }, (_, i) => {
      const [m, k] = [Math.floor(i / 32), i % 32];
      const place = ((m % 2) * 4 + Math.floor(k / 8)) ^ (Math.floor(m / 2) % 8);
      return Math.floor(m / 2) * 64 + place * 8 + (k % 8);
    });
    const read = parseDescriptor(`before\n${DESCRIPTOR}\nafter`);
    expect(offsets(expectValue(read))).toEqual(expected);
    expect(read.diagnostics.map(({ code }) => code)).toEqual(['notation/printed-vectors']);
  });

  test('an encoding, alone and in a distribution', () => {
    expect(expectValue(parseEncoding(ENCODING))).toEqual(MK);
    const distribution = `tile_distribution{tile_distribution_encoding: ${ENCODING}, ps_ys_to_xs_: tensor_adaptor{}, ys_to_d_: ${DESCRIPTOR}}`;
    const layouts = expectValue(layoutsOfCpp(`${distribution}\n${DESCRIPTOR}`));
    expect(layouts.map(({ name, kind }) => [name, kind])).toEqual([
      ['printed_0', 'encoding'],
      ['printed_1', 'descriptor'],
    ]);
  });

  test('what is cut off, not printed or not consistent is refused', () => {
    const why = (text: string): readonly string[] =>
      parseDescriptor(text).diagnostics.map(({ message }) => message);
    const cut = DESCRIPTOR.slice(0, DESCRIPTOR.indexOf('TopDimension'));
    expect(why(cut)).toEqual([expect.stringMatching(/a part of it is missing/)]);
    const size = DESCRIPTOR.replace('size_: 2048', 'size_: 2049');
    expect(why(size)).toEqual([expect.stringMatching(/has 2049 elements, .* 2048/)]);
    const modulus = DESCRIPTOR.replace('xor_t{', 'Modulus{');
    expect(why(modulus)).toEqual([expect.stringMatching(/Modulus is not printed with all/)]);
  });

  test('no piece of the text throws', () => {
    for (let end = 1; end < DESCRIPTOR.length; end += 7) {
      expect(() => layoutsOfCpp(DESCRIPTOR.slice(0, end))).not.toThrow();
      expect(() =>
        layoutsOfCpp(DESCRIPTOR.slice(0, end) + DESCRIPTOR.slice(end + 5)),
      ).not.toThrow();
    }
  });
});
