/** Layouts of parts of elements beside those of whole ones: every part is where its element has it. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  elementOffset,
  paddedLayout,
  rowBytes,
  type RowLayout,
  wholeElements,
} from '@ldscope/core';
import { leastCases } from '../../../../test/cases.ts';
import { forAll } from '../../../../test/for-all.ts';

const layouts = fc
  .record({
    rows: fc.integer({ min: 1, max: 9 }),
    elements: fc.constantFrom(1, 2, 4, 7, 8),
    parts: fc.constantFrom(1, 2, 3, 4, 5),
    partBytes: fc.constantFrom(1, 2, 4, 8),
    pad: fc.nat({ max: 12 }),
    unit: fc.constantFrom(1, 2, 3, 4, 6),
    keyed: fc.boolean(),
  })
  .map(({ rows, elements, parts, partBytes, pad, unit, keyed }) => {
    const tile = { rows, columns: elements * parts, elementBytes: partBytes };
    const padded = paddedLayout(tile, rowBytes(tile) + pad * partBytes);
    const fits = (elements * parts) % unit === 0;
    const layout: RowLayout =
      keyed && fits
        ? {
            ...padded,
            unitBytes: unit * partBytes,
            key: { kind: 'rotate', step: 1, rowsPerPhase: 1 },
          }
        : padded;
    return { layout, parts, elementBytes: parts * partBytes };
  });

test('a layout of parts is one of whole elements exactly where all parts of each stay together', () => {
  const seen = { whole: 0, parted: 0 };
  forAll([layouts], 2000, ({ layout, parts, elementBytes }) => {
    const { rows, columns, elementBytes: partBytes } = layout.tile;
    const whole = wholeElements(layout, elementBytes);
    let isTogether = true;
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const part = column % parts;
        const first = elementOffset(layout, row, column - part);
        const offset = elementOffset(layout, row, column);
        isTogether &&= offset === first + part * partBytes && first % elementBytes === 0;
        if (whole === undefined) continue;
        const element = elementOffset(whole, row, Math.floor(column / parts));
        expect(offset).toBe(element + part * partBytes);
      }
    }
    if (whole !== undefined) expect(isTogether).toBe(true);
    seen[whole === undefined ? 'parted' : 'whole']++;
    // What moves by parts may keep a tile of few rows or elements together all the same.
    if (isTogether && rows > 8 && layout.key === undefined) expect(whole).toBeDefined();
  });
  expect(seen.whole).toBeGreaterThan(leastCases(0));
  expect(seen.parted).toBeGreaterThan(leastCases(0));
});
