import {
  elementOffset,
  explainAccess,
  opcodeAt,
  paddedLayout,
  plainLayout,
  whatIfTrace,
} from '@ldscope/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import type { Picture, SvgNode } from '../../src/svg/node.ts';
import { MOST_CELLS, tileCells } from '../../src/svg/tile-cells.ts';
import type { TileColors } from '../../src/svg/tile-map-cell.ts';
import { tilePicture } from '../../src/svg/tile-map.ts';
import { physicalTilePicture } from '../../src/svg/tile-map-physical.ts';
import { tileTable } from '../../src/svg/tile-table.ts';
import { tileOf, tileViews } from './tiles.ts';
import {
  boxOf,
  expectSafe,
  markupOf,
  parseRanges,
  textsOf,
  withAttribute,
  withClass,
} from './trees.ts';

const COLORS: readonly TileColors[] = ['bank', 'lane', 'conflict', 'column'];

/** The 16 rows by 4 units of 16 bytes of a tile that a wave reads. */
const readOf = (...[rows, columns, elementBytes]: readonly [number, number, number]) =>
  tileOf([rows, columns, elementBytes], 'ds_read_b128', (lane) => ({
    row: lane % 16,
    column: (16 / elementBytes) * (lane >> 4),
  }));
/** Of B, 128 bytes a row. */
const readOfB = readOf(32, 64, 2);

const boxesOf = (picture: Picture): ReturnType<typeof boxOf>[] =>
  withClass(picture, 'tile-cell')
    .flatMap(({ children }) => children)
    .flatMap((child) => (typeof child === 'string' || child.tag !== 'rect' ? [] : [child]))
    .map(boxOf);

describe('a tile of elements below a byte', () => {
  it('is shown as the bytes that hold them, and says so', () => {
    const { problem, ...rest } = readOf(16, 128, 1);
    const tile = { ...problem.tile, elementBits: 4 };
    const view = { ...rest, problem: { ...problem, tile }, layout: plainLayout(tile) };
    expect(tileTable(view)).toMatchObject({
      caption: expect.stringContaining('16 x 256 elements of 4 bits (128 B)') as string,
      columns: [...['row', 'bytes', 'address', 'banks'].map((title) => ({ title })), {}, {}],
    });
    const texts = textsOf(tilePicture({ ...view, colorBy: 'bank' }));
    expect(texts).toContain('byte');
    expect(texts.join()).toContain('a cell is 4 B of elements of 4 bits');
    expect(texts).not.toContain('column');
  });
});

describe('the cells of a tile', () => {
  it('have every element once, at its byte and in its bank', () => {
    forAll([tileViews], 100, (view) => {
      const { problem, layout, baseBytes } = view;
      const { rows, columns, elementBytes } = problem.tile;
      const { cells, cellElements, cellBytes, banks } = tileCells(view);
      const seen = new Set<number>();
      for (const cell of cells) {
        expect(cell.element).toBe(cell.row * columns + cell.column);
        for (let i = 0; i < cellElements; i++) {
          const address = baseBytes + elementOffset(layout, cell.row, cell.column + i);
          const bank = Math.floor(address / 4) % banks;
          const isRight =
            address === cell.addressBytes + i * elementBytes &&
            (bank - cell.bank + banks) % banks < cell.banks;
          if (isRight) seen.add(cell.element + i);
        }
        expect(cell.banks).toBe(Math.ceil(((cell.addressBytes % 4) + cellBytes) / 4));
      }
      expect(seen.size).toBe(cells.length * cellElements);
      expect(seen.size).toBe(rows * columns);
    });
  });

  it('have the lanes that the access puts there, and no others', () => {
    forAll([tileViews], 100, (view) => {
      const { problem, access } = view;
      const { columns, elementBytes } = problem.tile;
      const { widthBytes } = opcodeAt(access.op);
      const wanted = new Map<number, Set<string>>();
      for (let index = 0; index < access.rows.length; index++) {
        const [instance, lane] = [index >> 6, index & 63];
        const mask = access.activeMask[2 * instance + (lane >> 5)] ?? 0;
        if (((mask >>> (lane & 31)) & 1) === 0) continue;
        const first = (access.rows[index] ?? 0) * columns + (access.columns[index] ?? 0);
        for (let i = 0; i < Math.max(1, widthBytes / elementBytes); i++) {
          const own = wanted.get(first + i) ?? new Set();
          wanted.set(first + i, own.add(`${instance}.${lane}`));
        }
      }
      const { cells, cellElements } = tileCells(view);
      for (const { element, lanes } of cells) {
        const all = Array.from({ length: cellElements }, (_, i) => [
          ...(wanted.get(element + i) ?? []),
        ]).flat();
        const found = lanes.map(({ instance, lane }) => `${instance}.${lane}`);
        expect(found.sort()).toEqual([...new Set(all)].sort());
      }
    });
  });

  it('have the slots and phases of the explanation', () => {
    forAll([tileViews], 60, (view) => {
      const { problem, access, layout, target, baseBytes } = view;
      const { machine, model } = target;
      const { cells, service, mostSlots } = tileCells(view);
      const explanations = Array.from({ length: access.instances }, (_, instance) =>
        explainAccess(whatIfTrace(problem, access, instance, layout, baseBytes), 0, machine, model),
      );
      expect(service).toBe('phases');
      const worst = Math.max(...explanations.map((one) => one?.worstWays ?? 0));
      expect(mostSlots).toBe(worst);
      expect(Math.max(...cells.map(({ slots }) => slots))).toBe(worst);
      for (const { lane, instance, phase } of cells.flatMap(({ lanes }) => lanes)) {
        expect(phase).toBe(
          explanations[instance]?.phases.find(({ lanes }) => lanes.includes(lane))?.index,
        );
      }
    });
  });

  it('merge words of a wide tile only where all of them stay together', () => {
    const wide = tileOf([4, 512, 2], 'ds_read_b128', (lane) => ({ row: 0, column: 8 * lane }));
    expect(tileCells(wide)).toMatchObject({ cellElements: 8, cellBytes: 16, columns: 512 });
    const apart = paddedLayout({ rows: 4, columns: 512, elementBytes: 2 }, 1026);
    expect(tileCells({ ...wide, layout: apart })).toMatchObject({ cellElements: 1 });
    const whole = { ...plainLayout(wide.problem.tile), unitBytes: 1024 };
    expect(tileCells({ ...wide, layout: whole }).cellBytes).toBeLessThanOrEqual(64);
  });
});

describe('the pictures of a tile', () => {
  it('show the cells, each once in the tile and whole in shared memory', () => {
    forAll([tileViews, fc.constantFrom(...COLORS), fc.boolean()], 60, (view, colorBy, compact) => {
      const cells = tileCells(view);
      const options = { ...view, colorBy, compact };
      const logical = tilePicture(options);
      const physical = physicalTilePicture(options);
      const shown = cells.cells.map(({ element, bank }) => `${element} ${bank}`);
      const marks = (picture: Picture): string[] =>
        withClass(picture, 'tile-cell').map(
          ({ attributes }) => `${attributes['data-element']} ${attributes['data-bank']}`,
        );
      expect(marks(logical)).toEqual(shown);
      expect([...new Set(marks(physical))]).toEqual(shown);
      const [few, many] = compact ? [9, 5] : [28, 15];
      const bankWidth = cells.banks > 32 ? many : few;
      const gaps = boxesOf(physical).length * 1;
      const area = boxesOf(physical).reduce((sum, { width }) => sum + width, 0);
      const full = (cells.cells.length * cells.cellBytes * bankWidth) / 4;
      expect(area).toBeLessThanOrEqual(full + 1e-6);
      expect(area).toBeGreaterThanOrEqual(full - gaps - 1e-6);
      for (const picture of [logical, physical]) {
        for (const { x, y, right, foot } of boxesOf(picture)) {
          expect(x).toBeGreaterThan(0);
          expect(y).toBeGreaterThan(0);
          expect(right).toBeLessThan(picture.width);
          expect(foot).toBeLessThan(picture.height);
        }
      }
    });
  });

  it('put a cell of shared memory under its bank', () => {
    const picture = physicalTilePicture({ ...readOfB, colorBy: 'lane' });
    const axis = new Map(
      withAttribute(picture, 'data-bank').flatMap(({ tag, attributes }) =>
        tag === 'text' ? [[attributes['data-bank'], Number(attributes['x'])]] : [],
      ),
    );
    const marks = withClass(picture, 'tile-cell');
    for (const [index, box] of boxesOf(picture).entries()) {
      const at = axis.get(marks[index]?.attributes['data-bank'] ?? '');
      if (at === undefined) continue;
      expect(at).toBeGreaterThan(box.x);
      expect(at).toBeLessThan(box.right + 1);
    }
  });

  it('show the four ways of the tile of B', () => {
    const picture = tilePicture({ ...readOfB, colorBy: 'conflict' });
    expect(textsOf(picture).filter((text) => text === '4x')).toHaveLength(16 * 16);
    expect(textsOf(picture)).toContain('up to 4 slots of one bank in a phase');
    expect(picture.description).toContain('256 of 1024 cells are touched');
    const { tile } = readOfB.problem;
    const key = { kind: 'xor', phases: 8, rowsPerPhase: 1 } as const;
    const layout = { kind: 'rows', tile, unitBytes: 16, key, paddings: [] } as const;
    const swizzled = tilePicture({ ...readOfB, layout, colorBy: 'conflict' });
    expect(textsOf(swizzled)).toContain('every bank serves one slot per phase');
    expect(withClass(swizzled, 'good').length).toBeGreaterThan(256);
  });

  it('tell a conflict from the rest without colour where there is no room for its number', () => {
    const picture = tilePicture({ ...readOf(128, 64, 2), colorBy: 'conflict' });
    expect(textsOf(picture)).not.toContain('4x');
    expect(withClass(picture, 'bar-conflict')).toHaveLength(256);
  });

  it('cut what is beyond the most cells, from the first row that is touched, and say so', () => {
    const view = tileOf([512, 1024, 2], 'ds_read_u16', (lane) => ({ row: 300 + lane, column: 3 }));
    const { cells, firstRow, rows, columns, mostSlots } = tileCells(view);
    expect(cells.length).toBeLessThanOrEqual(MOST_CELLS);
    expect({ firstRow, rows, columns }).toEqual({ firstRow: 300, rows: 16, columns: 512 });
    expect(mostSlots).toBe(32);
    const said = 'rows 300 to 315 of 512 and columns 0 to 511 of 1024 are shown';
    for (const picture of [tilePicture, physicalTilePicture]) {
      const { content, description } = picture({ ...view, colorBy: 'lane' });
      expect(description).toContain(said);
      expect(textsOf({ content })).toContain(said);
    }
    expect(tileTable(view).caption).toContain(said);
    const layout = paddedLayout(view.problem.tile, 65536);
    const { height, description } = physicalTilePicture({ ...view, layout, colorBy: 'bank' });
    expect(height).toBeLessThan(4000);
    expect(description).toContain('more rows of banks are left out');
  });

  it('show a tile of one element', () => {
    const view = tileOf([1, 1, 4], 'ds_read_b32', () => ({ row: 0, column: 0 }));
    for (const colorBy of COLORS) {
      for (const picture of [tilePicture, physicalTilePicture]) {
        expect(withClass(picture({ ...view, colorBy }), 'tile-cell')).toHaveLength(1);
      }
    }
    expect(tileTable(view).rows).toEqual([['0', '0', '0x0000', '0', 'wave 0: 0-63', '1']]);
  });

  it('say what is not known: no access, no such instruction, no phases', () => {
    const { access: _, ...without } = readOfB;
    const words = (view: Parameters<typeof tilePicture>[0]): string[] =>
      textsOf(tilePicture({ ...view, colorBy: 'conflict' }));
    expect(words({ ...without, colorBy: 'conflict' })).toContain('no access is shown');
    const foreign = tileOf([32, 64, 2], 'ldmatrix.x4', (lane) => ({ row: lane % 32, column: 0 }));
    expect(words({ ...foreign, colorBy: 'conflict' })).toContain('gfx950 has no such instruction');
    const layout = paddedLayout(readOfB.problem.tile, 132);
    const unaligned = { ...readOfB, layout, colorBy: 'conflict' } as const;
    expect(words(unaligned)).toContain('addresses are not aligned: one lane after another');
    expect(tileTable(unaligned).rows.map((row) => row.at(-1))).toContain('-');
  });

  it('let lanes, banks and elements stand out', () => {
    const state = (picture: Picture, name: string): number => withClass(picture, name).length;
    const lane = tilePicture({ ...readOfB, colorBy: 'lane', selection: { lane: 17 } });
    expect(state(lane, 'selected')).toBe(4);
    expect(state(lane, 'selecting')).toBe(1);
    expect(state(lane, 'picked')).toBe(4);
    const bank = tilePicture({ ...readOfB, colorBy: 'bank', selection: { bank: 5 } });
    expect(state(bank, 'selected')).toBe(16);
    const selection = { element: 65 };
    const element = physicalTilePicture({ ...readOfB, colorBy: 'bank', selection });
    expect(state(element, 'selected')).toBe(1);
    const other = tilePicture({ ...readOfB, colorBy: 'bank', selection: { line: 3 } });
    expect(state(other, 'selecting')).toBe(0);
  });

  it('keep the marks that a selection does not change', () => {
    const cells = tileCells(readOfB);
    for (const draw of [tilePicture, physicalTilePicture]) {
      const marks = (lane: number): readonly SvgNode[] =>
        withClass(draw({ ...readOfB, cells, colorBy: 'lane', selection: { lane } }), 'tile-cell');
      const [one, other] = [marks(17), marks(18)];
      const changed = one.filter((mark, index) => mark !== other[index]);
      // Four cells of each of the two lanes.
      expect(changed).toHaveLength(8);
    }
  });

  it('are the same every time, with cells that are known too, and have no markup of their subject', () => {
    const access = { ...readOfB.access, name: `"><script>alert('1')</script>&\u0000` };
    const view = { ...readOfB, access, colorBy: 'conflict' } as const;
    for (const picture of [tilePicture, physicalTilePicture]) {
      const text = expectSafe(() => picture(view));
      expect(markupOf(picture({ ...view, cells: tileCells(view) }))).toBe(text);
    }
  });
});

describe('the table of a tile', () => {
  it('has a row for each cell that is touched, with its lanes', () => {
    forAll([tileViews], 60, (view) => {
      const { rows } = tileTable(view);
      const cells = tileCells(view).cells.filter(({ lanes }) => lanes.length > 0);
      expect(rows).toHaveLength(cells.length);
      for (const [index, [row, , address, , lanes = '', slots]] of rows.entries()) {
        const cell = cells[index];
        expect([row, address, slots]).toEqual([
          String(cell?.row),
          `0x${cell?.addressBytes.toString(16).padStart(4, '0')}`,
          String(cell?.slots),
        ]);
        expect(parseRanges(lanes.replace('wave 0: ', ''))).toEqual(
          [...new Set(cell?.lanes.map(({ lane }) => lane))].sort((a, b) => a - b),
        );
      }
    });
    const { access: _, ...without } = readOfB;
    expect(tileTable(without).rows).toHaveLength(1024);
  });
});
