/**
 * Tiles of elements below a byte, against memory as an array of bits: what a text says is written out element by element
 * from the definition of its notation, and compared with the bytes of the layout that is read.
 */
import * as fc from 'fast-check';
import {
  accessFromLanes,
  elementBitsByName,
  elementOffset,
  elementView,
  expectValue,
  firstDifference,
  legalityFaults,
  machineNamed,
  makeProblem,
  messages,
  notations,
  parseLayout,
  plainLayout,
  printLayout,
  type Problem,
  rowBytes,
  type RowLayout,
  searchLayouts,
  type TileLayout,
  tileOfElements,
  titleFor,
} from '@ldscope/core';
import { describe, expect, test } from 'vitest';
import { keyed, opcodeOf } from '../mitigate/patterns.ts';
import { triesAll } from '../../../../test/cases.ts';
import { forAll } from '../../../../test/for-all.ts';

/** The bit at which each element begins, row after row. */
type Bits = (row: number, column: number) => number;

function expectBits(layout: TileLayout, wanted: Bits): void {
  const bits = layout.tile.elementBits ?? 0;
  const { rows, columns } = elementView(layout.tile);
  const wrong: string[] = [];
  for (let element = 0; element < rows * columns; element++) {
    const [row, column] = [Math.floor(element / columns), element % columns];
    // Every bit of an element, not its first alone: one of 6 bits may lie in two bytes.
    for (let bit = 0; bit < bits; bit++) {
      const within = column * bits + bit;
      const found = 8 * elementOffset(layout, row, Math.floor(within / 8)) + (within % 8);
      if (found !== wanted(row, column) + bit) wrong.push(`bit ${bit} of [${row}][${column}]`);
    }
  }
  expect(wrong).toEqual([]);
}

/** Rows of 2^n elements, of f4 or i4, f6, or i2. */
const tiles = fc
  .record({
    rows: fc.constantFrom(4, 8, 16),
    columns: fc.constantFrom(32, 64, 128, 256),
    bits: fc.constantFrom(2, 4, 6),
  })
  .map(({ rows, columns, bits }) => ({
    tile: expectValue(tileOfElements(rows, columns, bits)),
    bits,
  }));

describe('tiles of packed elements', () => {
  test('count bytes, and show elements', () => {
    const tile = expectValue(tileOfElements(16, 256, 4));
    expect(tile).toEqual({ rows: 16, columns: 128, elementBytes: 1, elementBits: 4 });
    expect(elementView(tile)).toEqual({ rows: 16, columns: 256, elementBytes: 0.5 });
    expect(rowBytes(tile)).toBe(rowBytes(elementView(tile)));
    expect(expectValue(tileOfElements(4, 32, 6)).columns).toBe(24);
    expect(expectValue(tileOfElements(4, 32, 16))).toEqual({
      rows: 4,
      columns: 32,
      elementBytes: 2,
    });
    expectBits(plainLayout(tile), (row, column) => 4 * (256 * row + column));
  });

  test('are refused where a row ends within a byte, and for predicates', () => {
    const { code } = messages.notation.brokenRow(31, 4);
    expect(tileOfElements(4, 31, 4).diagnostics).toMatchObject([{ code }]);
    expect(tileOfElements(4, 30, 6).ok).toBe(false);
    const { code: predicate } = messages.notation.predicateTile();
    expect(tileOfElements(4, 64, 1).diagnostics[0]?.code).toBe(predicate);
  });

  test('have the bits of their names', () => {
    const small = [...elementBitsByName].filter(([, bits]) => bits < 8);
    for (const [name, bits] of small) expect(name).toMatch(new RegExp(`^(i|u|f|fp|bf)${bits}`));
    expect(small.length).toBeGreaterThan(8);
  });

  test('Wave: XOR of the row with units of elements', () => {
    forAll([tiles, fc.constantFrom(4, 16, 32), fc.constantFrom(2, 4, 8)], (of, unit, phases) => {
      const { tile, bits } = of;
      const { columns } = elementView(tile);
      if ((columns / unit) % phases !== 0 || (unit * bits) % 8 !== 0) return;
      const text = `swizzle_unit = ${unit}, max_phase = ${phases}`;
      const read = expectValue(parseLayout(text, 'wave', { tile }));
      expectBits(read, (row, column) => {
        const chunk = Math.floor(column / unit) ^ (row % phases);
        return bits * (row * columns + chunk * unit + (column % unit));
      });
      expect(printLayout(read, 'wave')).toMatchObject({ ok: true, value: text });
    });
  });

  test('IREE and CuTe: the same XOR in their own numbers', () => {
    forAll([tiles, fc.constantFrom(16, 32)], ({ tile, bits }, unit) => {
      const { columns } = elementView(tile);
      const groups = columns / unit;
      if (groups < 2 || groups > tile.rows) return;
      const wanted: Bits = (row, column) =>
        bits *
        (row * columns + (Math.floor(column / unit) ^ (row % groups)) * unit + (column % unit));
      const read = (text: string, notation: string): TileLayout =>
        expectValue(parseLayout(text, notation, { tile }));
      expectBits(read(`#iree_codegen.xor_shuffle<${columns}, ${unit}>`, 'iree'), wanted);
      const [b, m, s] = [Math.log2(groups), Math.log2(unit), Math.log2(columns / unit)];
      const cute = `Sw<${b},${m},${s}> o 0 o (${tile.rows},${columns}):(${columns},1)`;
      expectBits(read(cute, 'cute'), wanted);
    });
  });

  test('padding in elements and in bytes', () => {
    forAll([tiles, fc.nat(40)], ({ tile, bits }, pad) => {
      const { columns } = elementView(tile);
      const read = parseLayout(`pitch = ${columns + pad}`, 'padding', { tile });
      if ((pad * bits) % 8 !== 0) {
        expect(read.ok).toBe(false);
        return;
      }
      expectBits(expectValue(read), (row, column) => bits * (row * (columns + pad) + column));
      const bytes = `pitch = ${rowBytes(tile) + (pad * bits) / 8}B`;
      const inBytes = parseLayout(bytes, 'padding', { tile });
      expect(inBytes).toMatchObject({ ok: true, value: expectValue(read) });
    });
  });

  /** Bijections of bytes: what a search may find. */
  const layouts: fc.Arbitrary<RowLayout> = tiles.chain(({ tile }) => {
    const units = [1, 2, 4, 8, 12, 16, 24].filter((unit) => tile.columns % unit === 0);
    return fc.record({
      kind: fc.constant('rows'),
      tile: fc.constant(tile),
      unitBytes: fc.constantFrom(...units),
      key: fc.record({
        kind: fc.constant('rotate'),
        step: fc.integer({ min: 1, max: 3 }),
        rowsPerPhase: fc.constantFrom(1, 2),
      }),
      paddings: fc.constantFrom<RowLayout['paddings'][]>(
        [],
        [{ intervalBytes: tile.columns, padBytes: 4 }],
        [{ intervalBytes: 2 * tile.columns, padBytes: 3 }],
      ),
    } as const);
  });

  test('a text of any notation reads back with every byte at its place, or there is none', () => {
    const seen = new Set<string>();
    forAll([layouts], 60, (layout) => {
      for (const { name } of notations) {
        const text = printLayout(layout, name);
        if (!text.ok) continue;
        seen.add(name);
        const again = expectValue(parseLayout(text.value, name, { tile: layout.tile }));
        expect(firstDifference(again, layout)).toBeUndefined();
        expect(again.tile).toEqual(layout.tile);
      }
    });
    if (triesAll())
      expect([...seen].sort()).toEqual(['c', 'ck-tile', 'cute', 'iree', 'padding', 'triton']);
  });

  test('descriptors of CK Tile count elements of 4 bits', () => {
    forAll([tiles, fc.nat(12), fc.constantFrom(8, 16, 32)], ({ tile, bits }, pad, unit) => {
      const { columns } = elementView(tile);
      const lengths = `make_tuple(number<${tile.rows}>{}, number<${columns}>{})`;
      const strides = `make_tuple(number<${columns + 2 * pad}>{}, number<1>{})`;
      const descriptor = `make_naive_tensor_descriptor(${lengths}, ${strides})`;
      const padded = parseLayout(descriptor, 'ck-tile', { tile });
      expect(padded.ok).toBe(bits === 4);
      if (!padded.ok) return;
      expectBits(padded.value, (row, column) => 4 * (row * (columns + 2 * pad) + column));
      const groups = columns / unit;
      if (!Number.isInteger(groups)) return;
      const key = { kind: 'rotate', step: 1, rowsPerPhase: 1 } as const;
      const rotated: RowLayout = { kind: 'rows', tile, unitBytes: unit / 2, key, paddings: [] };
      const text = expectValue(printLayout(rotated, 'ck-tile'));
      expectBits(expectValue(parseLayout(text, 'ck-tile', { tile })), (row, column) => {
        const group = (Math.floor(column / unit) + row) % groups;
        return 4 * (row * columns + group * unit + (column % unit));
      });
    });
  });

  test('notations that count bytes say so, and CK Tile refuses 6 bits', () => {
    const tile = expectValue(tileOfElements(16, 256, 4));
    const inBytes = notations.filter((one) => titleFor(one, tile)?.endsWith(', in bytes'));
    expect(inBytes.map(({ name }) => name)).toEqual(['triton', 'c']);
    const sixes = expectValue(tileOfElements(16, 256, 6));
    const refused = printLayout(plainLayout(sixes), 'ck-tile');
    expect(refused.diagnostics[0]?.message).toContain('pk_fp6x16_t');
    for (const text of ['swizzle_unit = 1, max_phase = 2', 'swizzle_unit = 3, max_phase = 2']) {
      expect(parseLayout(text, 'wave', { tile }).ok).toBe(false);
    }
  });
});

describe('the search for a layout of packed elements', () => {
  const problemOf = (bits: number, columns: number, op: string): Problem => {
    const tile = expectValue(tileOfElements(16, columns, bits));
    const access = accessFromLanes({
      name: 'read',
      op: opcodeOf(op),
      waveSize: 64,
      place: (lane) => ({ row: lane % 16, column: (lane >> 4) * (op.includes('96') ? 12 : 16) }),
    });
    return makeProblem(tile, [access], [machineNamed('gfx950')], 64);
  };

  test('f4: 16 bytes of each lane, rows of 128 bytes', () => {
    const problem = problemOf(4, 256, 'ds_read_b128');
    const { now, front } = expectValue(searchLayouts(problem, {}));
    expect(now.cost.conflictCycles).toEqual([12]);
    const [best] = front;
    expect(best?.cost.conflictCycles).toEqual([0]);
    expect(best && printLayout(best.layout, 'c').ok).toBe(true);
  });

  test('f6: no unit parts an element', () => {
    const problem = problemOf(6, 128, 'ds_read_b96');
    for (const { layout } of expectValue(searchLayouts(problem, {})).front) {
      expect(legalityFaults(problem, layout)).toEqual([]);
      if (layout.kind === 'rows' && layout.key !== undefined)
        expect((layout.unitBytes * 8) % 6).toBe(0);
    }
    const torn = keyed(problem.tile, 16, { kind: 'rotate', step: 1, rowsPerPhase: 1 });
    expect(legalityFaults({ ...problem, accesses: [] }, torn)).toEqual([
      expect.objectContaining({ code: 'notation/part-of-element' }),
    ]);
  });
});
