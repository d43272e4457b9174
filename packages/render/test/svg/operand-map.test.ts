import { machines } from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import { raise } from '../../../../test/raise.ts';
import type { Picture } from '../../src/svg/node.ts';
import { findShownMatrix, operandMapPicture } from '../../src/svg/operand-map.ts';
import { operandMapTable } from '../../src/svg/operand-map-table.ts';
import { holdersOf, type OperandName, registerText } from '../../src/svg/operand-map-tiles.ts';
import { sayMatrix } from '../../src/say/matrix.ts';
import { matricesOf, type ShownMatrix } from '../../src/text/shown-matrix.ts';
import { writeText } from '../../src/document/write-text.ts';
import { boxOf, elementsOf, markupOf, textsOf } from './trees.ts';

const all = machines.flatMap((machine) =>
  matricesOf(machine).map((matrix) => ({ machine, matrix })),
);
/** One of each shape: types that lie alike are shown alike. */
const shapes = [
  ...new Map(
    all.map(({ machine, matrix }) => [
      [machine.isa, matrix.m, matrix.k, matrix.blocks, matrix.sparse, matrix.lanes].join(),
      matrix,
    ]),
  ).values(),
];
const blocksOf = ({ blocks }: ShownMatrix): number[] => [...new Set([0, blocks - 1])];
const NAMES: readonly OperandName[] = ['a', 'b', 'd'];

const gfx950 = machines.find(({ name }) => name === 'gfx950') ?? raise('not there');
const named = (name: string): ShownMatrix => findShownMatrix(gfx950, name) ?? raise('not there');

/** Where an operand has what a lane holds, by its own words and not by those of the tile. */
function placesOf(
  { operands, lanes, m, k, sparse }: ShownMatrix,
  name: OperandName,
  block: number,
): Map<number, string[]> {
  const found = new Map<number, string[]>();
  const inner = name === 'a' && sparse ? k / 2 : k;
  for (let lane = 0; lane < lanes; lane++) {
    for (let element = 0; element < operands[name].elements; element++) {
      const at = operands[name].at(lane, element);
      if (at.block !== block) continue;
      const [row, column] =
        'column' in at ? [at.row, at.column] : name === 'a' ? [at.row, at.k] : [at.k, at.row];
      const place = row * (name === 'a' ? inner : m) + column;
      found.set(place, [...(found.get(place) ?? []), `${lane}.${element}`]);
    }
  }
  return found;
}

describe('the tiles of operands', () => {
  it('have every element of every instruction, with the lanes that hold it', () => {
    for (const matrix of shapes) {
      const { m, k, sparse } = matrix;
      for (const name of NAMES) {
        for (const block of blocksOf(matrix)) {
          const tile = holdersOf(matrix, name, block);
          const inner = name === 'a' && sparse ? k / 2 : k;
          expect(tile.rows * tile.columns).toBe(name === 'd' ? m * m : m * inner);
          const found = new Map<number, string[]>();
          for (const { row, column, rows, columns, holders } of tile.runs) {
            for (let step = 0; step < rows * columns; step++) {
              const place =
                (row + (rows > 1 ? step : 0)) * tile.columns + column + (rows > 1 ? 0 : step);
              if (found.has(place)) throw new Error(`${place} is shown twice`);
              found.set(
                place,
                holders.map(({ lane, element }) => `${lane}.${element + step}`),
              );
            }
          }
          expect(found.size).toBe(tile.rows * tile.columns);
          const sorted = (places: Map<number, string[]>): unknown =>
            [...places].sort(([a], [b]) => a - b);
          expect(sorted(found)).toEqual(sorted(placesOf(matrix, name, block)));
        }
      }
    }
  });

  it('name registers of 32 bits', () => {
    expect(registerText('f32', 3)).toBe('r3');
    expect(registerText('f16', 3)).toBe('r1.1');
    expect(registerText('i8', 7)).toBe('r1.3');
    expect(registerText('f64', 1)).toBe('r2-3');
    expect(registerText('f8f6f4', 1)).toBeUndefined();
  });
});

describe('the map of operands', () => {
  it('shows every element once, in its lane, inside the picture', () => {
    for (const matrix of shapes) {
      const picture = operandMapPicture(matrix, { block: matrix.blocks - 1 });
      const elements = elementsOf(picture);
      for (const name of NAMES) {
        const marks = elements.filter(({ attributes }) => attributes['data-operand'] === name);
        const numbers = marks.map(({ attributes }) => Number(attributes['data-element']));
        expect(new Set(numbers).size).toBe(numbers.length);
        const places = placesOf(matrix, name, matrix.blocks - 1);
        const wrong = marks.filter(({ attributes }) => {
          const holders = places.get(Number(attributes['data-element'])) ?? [];
          return !holders.some((one) => one.startsWith(`${attributes['data-lane']}.`));
        });
        expect(wrong).toEqual([]);
        const boxes = marks.map(boxOf);
        const [right, foot] = [boxes.map((box) => box.right), boxes.map((box) => box.foot)];
        const [left, top] = [boxes.map(({ x }) => x), boxes.map(({ y }) => y)];
        const width = Math.max(...right) - Math.min(...left);
        const height = Math.max(...foot) - Math.min(...top);
        const area = boxes.reduce((sum, box) => sum + box.width * box.height, 0);
        expect(area).toBeCloseTo(width * height, 3);
        expect(Math.max(...right)).toBeLessThan(picture.width);
        expect(Math.max(...foot)).toBeLessThan(picture.height);
      }
    }
  });

  it('shows the documented places of 16x16x16', () => {
    const matrix = named('v_mfma_f32_16x16x16_f16');
    const picture = operandMapPicture(matrix, { selection: { lane: 17 } });
    const chosen = (operand: OperandName): unknown[] =>
      elementsOf(picture)
        .filter(
          ({ attributes }) =>
            attributes['data-operand'] === operand &&
            String(attributes['class']).includes('selected'),
        )
        .map(({ attributes }) => attributes['data-element']);
    expect(chosen('a')).toEqual([16 + 4, 16 + 5, 16 + 6, 16 + 7]);
    expect(chosen('b')).toEqual([4 * 16 + 1, 5 * 16 + 1, 6 * 16 + 1, 7 * 16 + 1]);
    expect(chosen('d')).toEqual([4 * 16 + 1, 5 * 16 + 1, 6 * 16 + 1, 7 * 16 + 1]);
    expect(textsOf(picture)).toContain('16 x 16 x 16, 16 cycles of the matrix core');
  });

  it('keeps to blocks that are there, and to any width', () => {
    const matrix = named('v_mfma_f32_4x4x4_16b_f16');
    const draw = (block: number): string => markupOf(operandMapPicture(matrix, { block }));
    expect(draw(-4)).toBe(draw(0));
    expect(draw(99)).toBe(draw(15));
    expect(draw(Number.NaN)).not.toMatch(/NaN/);
    expect(draw(3)).toContain('block 3 of 16');
    const narrow = (width: number): Picture =>
      operandMapPicture(named('v_mfma_f32_16x16x128_f8f6f4'), { width });
    expect(narrow(1).width).toBeLessThan(1200);
    expect(narrow(400).width).toBeLessThan(narrow(2000).width);
  });

  it('escapes what it names', () => {
    const source = `"'><img src=x>`.repeat(20);
    const matrix = { ...named('v_mfma_f32_16x16x16_f16'), names: ['<script>'], source };
    expect(markupOf(operandMapPicture(matrix))).not.toMatch(/<script|<img/);
  });
});

describe('the table of operands', () => {
  it('has what is printed', () => {
    for (const { machine, matrix } of all) {
      const { rows } = operandMapTable(matrix);
      expect(rows).toHaveLength(matrix.lanes);
      for (const lane of [0, matrix.lanes - 1]) {
        const places = (text = ''): number => (text.match(/\(/g) ?? []).length;
        expect(places(rows[lane]?.[1])).toBe(matrix.operands.a.elements);
        expect(places(rows[lane]?.[2])).toBe(matrix.operands.b.elements);
        expect(places(rows[lane]?.[3])).toBe(matrix.operands.d.elements);
      }
      const [name = ''] = matrix.names;
      expect(findShownMatrix(machine, name)?.names).toEqual(matrix.names);
    }
    expect(findShownMatrix(gfx950, 'v_nothing')).toBeUndefined();
  });

  it('agrees with the text of the command', () => {
    const text = writeText(sayMatrix(gfx950, named('v_mfma_f32_32x32x8_f16')));
    const { rows } = operandMapTable(named('v_mfma_f32_32x32x8_f16'));
    expect(rows[33]?.slice(1, 3)).toEqual([
      '(1, 4), (1, 5), (1, 6), (1, 7)',
      '(4, 1), (5, 1), (6, 1), (7, 1)',
    ]);
    expect(text.length).toBeGreaterThan(100);
  });
});
