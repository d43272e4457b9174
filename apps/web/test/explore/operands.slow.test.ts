import { evaluateFormulas, expectValue, parseFormulas, range } from '@ldscope/core';
import { analyzeKernel } from '@ldscope/engine';
import { operandMapPicture } from '@ldscope/render';
import { describe, expect, it } from 'vitest';
import { raise } from '../../../../test/raise.ts';
import { formulasOf } from '../../src/explore/operands/formulas.ts';

import { freeCorner, laneCard, marksOf, withMarks } from '../../src/explore/operands/marks.ts';
import {
  columnsFor,
  layoutKinds,
  operandRead,
  type OperandRead,
  presets,
  readableMatrices,
  type ReadParameters,
  readsFor,
  settled,
  spanOf,
} from '../../src/explore/operands/model.ts';
import {
  chips,
  contentText,
  heldBy,
  holderOf,
  matricesOn,
  matrixCycles,
  matrixOn,
  nameOf,
  registerContent,
  registerCount,
  registerOf,
  sizeOf,
} from '../../src/explore/operands/registers.ts';
import { claimCounts, readTable, specificationOf } from '../../src/explore/operands/tables.ts';

/** How often the reads of the page are done until the whole tile is read. */
const stepsOf = ({ matrix, parameters, tile }: OperandRead): number =>
  parameters.order === 'along'
    ? tile.columns / spanOf(matrix, parameters.read)
    : tile.columns / matrix.m;

const names = ['a', 'b', 'd'] as const;

/** Every operand of every instruction of every chip. */
const everyOperand = chips.flatMap((chip) =>
  matricesOn(chip).flatMap((matrix) =>
    names.map((name) => ({ matrix, name, where: `${chip} ${nameOf(matrix)} ${name}` })),
  ),
);

const everyRead = (layout: ReadParameters['layout']): ReadParameters[] =>
  chips.flatMap((chip) =>
    readableMatrices(chip).flatMap((matrix) =>
      (['along', 'down'] as const).flatMap((order) =>
        readsFor(chip, matrix, order).flatMap((read) =>
          columnsFor(matrix, order, read).map((columns) => ({
            chip,
            instruction: nameOf(matrix),
            order,
            columns,
            read,
            layout,
          })),
        ),
      ),
    ),
  );

describe('registers', () => {
  it('hold every element of every operand of every instruction once', () => {
    for (const { matrix, name, where } of everyOperand) {
      const { rows, columns } = sizeOf(matrix, name);
      const found = new Set<number>();
      const { elements } = matrix.operands[name];
      let outside = 0;
      for (let lane = 0; lane < matrix.lanes; lane++) {
        for (let element = 0; element < elements; element++) {
          const { block, row, column } = heldBy(matrix, name, lane, element);
          if (row >= rows || column >= columns || block >= matrix.blocks) outside++;
          found.add((block * rows + row) * columns + column);
        }
      }
      expect(outside, where).toBe(0);
      expect(found.size, where).toBe(rows * columns * matrix.blocks);
      expect(matrix.lanes * elements, where).toBe(found.size);
    }
  });

  it('are cut into registers without a rest, and a holder leads back', () => {
    for (const { matrix, name } of everyOperand) {
      const listed = range(registerCount(matrix, name)).flatMap((register) =>
        registerContent(matrix, name, 33, register),
      );
      const elements = new Set(listed.map(({ element }) => element));
      expect(elements.size).toBe(matrix.operands[name].elements);
      const last = listed.at(-1) ?? raise('nothing is held');
      const { element } = last;
      const register = registerOf(matrix, name, element);
      expect(holderOf(matrix, name, last)).toEqual({ lane: 33, element, register });
    }
  });

  it('are those of published layouts', () => {
    const talk = matrixOn('gfx942', 'v_mfma_f32_16x16x16_f16');
    expect(contentText(talk, 'a', 17, 1)).toBe('A[1][6] (low half), A[1][7] (high half)');
    expect(contentText(talk, 'b', 17, 0)).toBe('B[4][1] (low half), B[5][1] (high half)');
    expect(contentText(talk, 'd', 17, 2)).toBe('D[6][1]');
    const wide = matrixOn('gfx942', 'v_mfma_f32_32x32x8_f16');
    expect(contentText(wide, 'd', 33, 5)).toBe('D[13][1]');
    const scaled = matrixOn('gfx950', 'v_mfma_f32_16x16x128_f8f6f4');
    const columns = registerContent(scaled, 'a', 17, 4).map(({ column }) => column);
    expect(columns).toEqual([80, 81, 82, 83]);
    expect(registerCount(scaled, 'a')).toBe(8);
    expect([matrixCycles(scaled), matrixCycles(talk)]).toEqual([32, 16]);
    const double = matrixOn('gfx90a', 'v_mfma_f64_16x16x4f64');
    expect(registerCount(double, 'd')).toBe(8);
  });
});

describe('formulas', () => {
  it('say where every element of every instruction is', () => {
    for (const { matrix, name, where } of everyOperand) {
      const { elements } = matrix.operands[name];
      const { row, column, block = '0' } = formulasOf(matrix, name);
      const text = `row = ${row}; column = ${column}; block = ${block}`;
      const program = expectValue(parseFormulas(text, ['lane', 'e']));
      const all = range(64 * elements);
      const inputs = new Map([
        ['lane', all.map((i) => Math.floor(i / elements))],
        ['e', all.map((i) => i % elements)],
      ]);
      const values = evaluateFormulas(program, inputs, all.length);
      const wrong = all.filter((i) => {
        const held = heldBy(matrix, name, Math.floor(i / elements), i % elements);
        return (['row', 'column', 'block'] as const).some(
          (what) => !values.ok || values.value.values.get(what)?.[i] !== held[what],
        );
      });
      expect(wrong, `${where}: ${text}`).toEqual([]);
    }
  });
});

describe('reads', () => {
  it("have the talk's sixteen ways, and none with its padding", () => {
    const { plain, other, instructions } = operandRead(presets.talk);
    expect([plain.worstWays, other.worstWays, instructions]).toEqual([16, 1, 1]);
    const banks = (group: number) =>
      [0, 1].map((word) => ((plain.reads[0]?.addressBytes[16 * group] ?? 0) / 4 + word) % 32);
    expect([0, 1, 2, 3].flatMap(banks)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it("have the four ways of Wave's tile, and none with its XOR", () => {
    const { plain, other } = operandRead(presets.wave);
    expect([plain.worstWays, plain.cycles, other.worstWays, other.cycles]).toEqual([4, 16, 1, 4]);
  });

  it('take every element of the operand', () => {
    for (const parameters of everyRead('xor')) {
      const { places, elements, matrix, instructions, parameters: own } = operandRead(parameters);
      const taken = new Set<number>();
      for (const { row, column } of places.flat()) {
        for (let e = 0; e < elements; e++) {
          taken.add(row * 1024 + column + e);
        }
      }
      expect([own, taken.size]).toEqual([parameters, matrix.m * matrix.k * instructions]);
    }
  });

  it('give a transposing lane the column that the instruction wants', () => {
    for (const instruction of ['v_mfma_f32_16x16x32_f16', 'v_mfma_f32_32x32x16_bf16']) {
      const down = { order: 'down', columns: 128, read: 'ds_read_b64_tr_b16' } as const;
      const { places, matrix } = operandRead({
        chip: 'gfx950',
        instruction,
        ...down,
        layout: 'xor',
      });
      places.forEach((lanes, piece) => {
        for (let lane = 0; lane < 64; lane++) {
          for (let n = 0; n < 4; n++) {
            // Halfword n of a lane comes from halfword lane mod 4 of another lane of its sixteen.
            const from = lanes[16 * Math.floor(lane / 16) + Math.floor((lane % 16) / 4) + 4 * n];
            const { row, column } = heldBy(matrix, 'a', lane, 4 * piece + n);
            expect([from?.row, (from?.column ?? 0) + (lane % 4)]).toEqual([column, row]);
          }
        }
      });
    }
  });

  it('settle at the bounds of every choice', () => {
    for (const chip of chips) {
      for (const matrix of readableMatrices(chip)) {
        const parameters = settled({ ...presets.talk, chip, instruction: nameOf(matrix) });
        expect(parameters.instruction).toBe(nameOf(matrix));
        expect(readTable(operandRead(parameters)).rows.length).toBeGreaterThan(3);
      }
    }
    expect(settled({ ...presets.talk, instruction: 'none' }).instruction).toContain('16x16');
  });

  it('are counted in the playground as on the page', () => {
    for (const layout of layoutKinds) {
      if (layout === 'plain') continue;
      for (const parameters of everyRead(layout).filter((_, i) => i % 11 === 0)) {
        const read = operandRead(parameters);
        for (const side of layout === 'xor' ? [read.plain, read.other] : [read.other]) {
          const text = specificationOf(read, side);
          const options = { machine: parameters.chip, file: 'operand.yaml' };
          const { analysis, diagnostics } = analyzeKernel(text, options);
          const faults = diagnostics.filter(({ severity }) => severity === 'error');
          expect([text, faults]).toEqual([text, []]);
          const site = analysis?.report.sites.find(({ id }) => !id.startsWith('write'));
          const executed = stepsOf(read);
          expect([text, site?.bankConflict]).toEqual([text, executed * side.conflicts]);
        }
      }
    }
  });
});

describe('the documents', () => {
  it('are right about their own chips', () => {
    const counts = claimCounts().map(({ counts }) => counts.map(({ ways }) => ways));
    expect(counts.map(([gfx942]) => gfx942).slice(0, 3)).toEqual([16, 1, 16]);
    expect(counts.map(([, gfx950]) => gfx950).slice(3, 5)).toEqual([4, 1]);
  });
});

describe('rings', () => {
  it('are as large as their element, drawn alone or in a run', () => {
    for (const [chip, name] of [
      ['gfx942', 'v_mfma_f32_16x16x16_f16'],
      ['gfx950', 'v_mfma_f32_32x32x64_f8f6f4'],
      ['gfx942', 'v_mfma_f32_4x4x4_16b_f16'],
    ] as const) {
      const matrix = matrixOn(chip, name);
      const picture = operandMapPicture(matrix);
      const marks = marksOf(picture);
      for (const operand of names) {
        const size = sizeOf(matrix, operand);
        const all = Array.from({ length: size.rows * size.columns }, (_, i) => ({
          name: operand,
          block: 0,
          row: Math.floor(i / size.columns),
          column: i % size.columns,
          strong: i % 2 === 0,
        }));
        const rings = all.flatMap((one) => {
          const group = withMarks(picture, marks, [one], () => size).content.at(-1);
          return typeof group === 'string' || group === undefined ? [] : group.children;
        });
        const boxes = rings.map((ring) => (typeof ring === 'string' ? {} : ring.attributes));
        const places = new Set(boxes.map(({ x, y }) => `${x},${y}`));
        const sizes = new Set(boxes.map(({ width, height }) => `${width} x ${height}`));
        expect([places.size, sizes.size]).toEqual([all.length, 1]);
        const strong = all.map((one) => ({ ...one, strong: true }));
        const group = withMarks(picture, marks, strong, () => size).content.at(-1);
        const joined = typeof group === 'string' ? 0 : group?.children.length;
        expect(joined).toBeLessThanOrEqual(all.length);
      }
    }
  });
});

it('the registers of a lane fill the free corner of the map, and stay inside of it', () => {
  for (const chip of ['gfx942', 'gfx950'] as const) {
    for (const matrix of matricesOn(chip)) {
      const picture = operandMapPicture(matrix, { width: 1000 });
      const corner = freeCorner(picture);
      const [card] = laneCard(matrix, { name: 'd', lane: 17, register: 0 }, corner);
      if (card === undefined) continue;
      for (const node of card.children) {
        if (typeof node === 'string') continue;
        const { x, y } = node.attributes;
        const words = node.children.join('');
        expect(Number(x) + 7 * words.length).toBeLessThanOrEqual(corner.x + corner.width + 60);
        expect(Number(y)).toBeLessThanOrEqual(corner.y + corner.height);
        expect(words).not.toMatch(/undefined|NaN/);
      }
    }
  }
});
