/** Specifications at their edges: tiles of one row, formulas of no lane, and instructions that a search may not cut. */
import { machineNamed } from '@ldscope/core';
import { expect, test } from 'vitest';
import { rows } from '../../../test/rows.ts';
import { readGenericSpec } from '../src/spec/generic/read-generic.ts';
import { parseTileText } from '../src/spec/generic/read-tile.ts';

test.each(rows`
  1x1         | 1 x 1
  1x64        | 1 x 64
  64 x 1xf16  | 64 x 1 of f16
  65536x1     | 65536 x 1
  1x65536     | 1 x 65536
  65537x1     | none
  1x65537     | none
  0x64        | none
  64x0        | none
  64          | none
`)('the tile %s: %s', (text, wanted) => {
  const { rows: count, columns, element } = parseTileText(text) ?? {};
  const of = element === undefined ? '' : ` of ${element}`;
  expect(count === undefined ? 'none' : `${count} x ${columns}${of}`).toBe(wanted);
});

const specOf = (accesses: readonly object[], chip = 'gfx950') =>
  readGenericSpec({ element: 'f16', tile: '128x64', waves: 2, accesses }, machineNamed(chip), '');

// The part of the tile that a pattern takes begins at one place for all lanes of a wave.
test.each(rows`
  row    | waves * wave + rows / 2 | right
  row    | lane                    | expression/unknown-name
  row    | lanes * wave            | expression/unknown-name
  column | 0 * lane                | expression/unknown-name
  column | columns - lanes         | expression/unknown-name
  where  | lane < lanes - 1        | right
`)('%s: %s of a pattern: %s', (key, formula, wanted) => {
  const access = { read: 'row-copy b128', rows: 8, columns: 64, [key]: formula };
  const [first] = specOf([access]).diagnostics;
  expect(first?.diagnostic.code ?? 'right').toBe(wanted);
});

// A width may be cut; of what is named, words and less.
test.each(rows`
  gfx950 | b128                        | true
  gfx950 | b128, ds_read_b32           | true
  gfx950 | b128, ds_read_u16           | true
  gfx950 | b128, ds_read_b64           | false
  gfx950 | ds_read_b64, ds_read_b32    | false
  gfx950 | row-copy b128               | true
  sm_90  | b128                        | false
`)('on %s, a search may cut %s: %s', (chip, names, wanted) => {
  const accesses = names
    .split(', ')
    .map((read) => ({ read, ...(read.includes('row') ? {} : { row: 'lane', column: 0 }) }));
  const { value, diagnostics } = specOf(accesses, chip);
  expect(diagnostics).toEqual([]);
  expect(String(value?.problem.cutsVectors)).toBe(wanted);
});
