/** Layouts in the form of CK's policies: the text reads back as the same map, and it is theirs. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  descriptorOfLayout,
  elementOffset,
  expectValue,
  firstDifference,
  ldsIndexSwappingSpec,
  layoutOfDescriptor,
  parseLayout,
  placeElements,
  printLayout,
  recogniseSwapping,
  type ReshapedLayout,
  type Tile,
  tileOfLines,
} from '@ldscope/core';
import { powers } from '../../../../../test/powers.ts';
import { forAll } from '../../../../../test/for-all.ts';

const swappings = fc
  .record({
    kPack: powers(0, 3),
    packs: powers(0, 3),
    mLdsLayer: powers(0, 3),
    groups: fc.integer({ min: 2, max: 9 }),
    pad: fc.nat(3),
    elementBytes: fc.constantFrom(1, 2, 4),
  })
  .filter(({ packs, mLdsLayer }) => packs * mLdsLayer > 1);

describe('the XOR of LdsIndexSwapping', () => {
  test('becomes a layout, its text reads back, and is the same swapping', () => {
    forAll([swappings], 100, ({ kPack, packs, mLdsLayer, groups, pad, elementBytes }) => {
      const options = {
        mPerBlock: groups * mLdsLayer,
        kPerBlock: packs * kPack,
        kPack,
        mLdsLayer,
        kPadded: packs * kPack + pad,
      };
      const tile = { rows: options.mPerBlock, columns: options.kPerBlock, elementBytes };
      const spec = expectValue(ldsIndexSwappingSpec(options));
      const layout = expectValue(layoutOfDescriptor(spec, tile));
      const text = expectValue(printLayout(layout, 'ck-tile'));
      const again = expectValue(parseLayout(text, 'ck-tile', { tile }));
      expect(firstDifference(layout, again)).toBeUndefined();
      const printed = descriptorOfLayout(layout);
      if (typeof printed === 'string') throw new Error(printed);
      expect(recogniseSwapping(printed)).toMatchObject(options);
      expect(text).toContain('make_merge_transform_v3_division_mod');
      expect(printed.stages).toHaveLength(3);
    });
  });
});

const reshaped: fc.Arbitrary<ReshapedLayout> = fc
  .record({
    cut: fc.constantFrom<('row-groups' | 'column-packs')[]>('row-groups', 'column-packs'),
    count: fc.constantFrom(2, 3, 4),
    rows: fc.integer({ min: 2, max: 6 }),
    columns: fc.integer({ min: 1, max: 4 }),
    pad: fc.nat(4),
    isKeyed: fc.boolean(),
    elementBytes: fc.constantFrom(1, 2, 4),
  })
  .map(({ cut: kind, count, rows, columns, pad, isKeyed, elementBytes }) => {
    const tile: Tile =
      kind === 'row-groups'
        ? { rows: rows * count, columns: columns * 8, elementBytes }
        : { rows: rows * 2, columns: columns * count * 2, elementBytes };
    const cut = kind === 'row-groups' ? { kind, rows: count } : { kind, columns: count };
    const shape = tileOfLines(tile, cut);
    const unitBytes = elementBytes;
    const paddings =
      pad === 0
        ? []
        : [{ intervalBytes: shape.columns * elementBytes, padBytes: pad * elementBytes }];
    const key = { kind: 'rotate', step: 1, rowsPerPhase: 1 } as const;
    const lines = { kind: 'rows', tile: shape, unitBytes, paddings } as const;
    return { kind: 'reshaped', tile, cut, lines: isKeyed ? { ...lines, key } : lines };
  });

test('the ways to the place of an element agree for lines of another shape', () => {
  forAll([reshaped], 60, (layout) => {
    const { rows, columns } = layout.tile;
    const places = placeElements(layout);
    const seen = new Set<number>();
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const offset = elementOffset(layout, row, column);
        expect(places[row * columns + column]).toBe(offset);
        seen.add(offset);
      }
    }
    expect(seen.size).toBe(rows * columns);
    const c = expectValue(printLayout(layout, 'c'));
    expect(firstDifference(expectValue(parseLayout(c, 'c', layout)), layout)).toBeUndefined();
  });
});
