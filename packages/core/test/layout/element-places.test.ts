/** Places in elements, by brute force: of every bit where the layout of bytes has it. */
import { describe, expect, test } from 'vitest';
import { elementPlaces, layoutOfPlaces } from '../../src/layout/tile/element-places.ts';
import { tileOfElements } from '../../src/layout/tile/packed-tile.ts';
import { elementOffset, type TileLayout } from '../../src/layout/tile/tile-layout.ts';
import {
  calculateOffsets,
  allIndices,
  makeDescriptor,
} from '../../src/vendors/ck-tile/descriptor.ts';
import { descriptorOfLayout } from '../../src/vendors/ck-tile/notation.ts';

const [ROWS, COLUMNS] = [8, 32];

/** The place of an element by its bits, or nothing where they are apart or no element's. */
function placeByBits(
  layout: TileLayout,
  row: number,
  column: number,
  bits: number,
): number | undefined {
  const at = Array.from({ length: bits }, (_, i) => {
    const bit = column * bits + i;
    return 8 * elementOffset(layout, row, Math.floor(bit / 8)) + (bit % 8);
  });
  const [first = 0] = at;
  const isWhole = at.every((bit, i) => bit === first + i) && first % bits === 0;
  return isWhole ? first / bits : undefined;
}

describe.each([4, 6, 2])('elements of %d bits', (bits) => {
  const made = tileOfElements(ROWS, COLUMNS, bits);
  if (!made.ok) throw new Error('no tile');
  const tile = made.value;
  const layouts: TileLayout[] = [1, 2, 3, 4, 12].flatMap((unitBytes): TileLayout[] => [
    ...(tile.columns % (2 * unitBytes) === 0
      ? [
          {
            kind: 'rows' as const,
            tile,
            unitBytes,
            key: { kind: 'xor' as const, phases: 2, rowsPerPhase: 1 },
            paddings: [],
          },
        ]
      : []),
    {
      kind: 'rows',
      tile,
      unitBytes: 1,
      paddings: [{ intervalBytes: tile.columns, padBytes: unitBytes }],
    },
  ]);

  test('have the places of their bits, and come back from them', () => {
    let whole = 0;
    for (const layout of layouts) {
      const wanted = Array.from({ length: ROWS * COLUMNS }, (_, i) =>
        placeByBits(layout, Math.floor(i / COLUMNS), i % COLUMNS, bits),
      );
      const places = elementPlaces(layout);
      if (wanted.includes(undefined)) {
        expect(places).toBeUndefined();
        continue;
      }
      whole++;
      expect([...(places ?? [])]).toEqual(wanted);
      const again = layoutOfPlaces(tile, places ?? []);
      if (!again.ok) expect.unreachable();
      for (let row = 0; row < ROWS; row++)
        for (let byte = 0; byte < tile.columns; byte++)
          expect(elementOffset(again.value, row, byte)).toBe(elementOffset(layout, row, byte));
      const spec = descriptorOfLayout(layout);
      const descriptor = typeof spec === 'string' ? undefined : makeDescriptor(spec);
      if (descriptor?.ok !== true) continue;
      expect([...calculateOffsets(descriptor.value, allIndices([ROWS, COLUMNS]))]).toEqual(wanted);
    }
    expect(whole).toBeGreaterThan(0);
  });

  test('one by itself has no byte', () => {
    const places = Float64Array.from({ length: ROWS * COLUMNS }, (_, i) => i ^ 1);
    expect(layoutOfPlaces(tile, places).ok).toBe(false);
  });
});
