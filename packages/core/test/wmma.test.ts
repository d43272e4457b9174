/** WMMA layouts against Triton's, as linear layouts: two readings of one source. */
import { expect, test } from 'vitest';
import {
  applyLayout,
  type LinearLayout,
  wmmaElements,
  wmmaOf,
  wmmaOperand,
  wmmaResult,
} from '../src/index.ts';
import { layoutOf } from './vendors/triton/read.ts';

const cases = ['gfx1100', 'gfx1201'].flatMap((chip) =>
  wmmaOf(chip).map((row) => [chip, row.name, row] as const),
);

test.each(cases)('%s %s', (chip, _, row) => {
  const version = chip === 'gfx1100' ? 1 : 2;
  const { operand, result } = wmmaElements(chip, row);
  const parent = `amd_wmma<{version = ${version}, isTranspose = false, warpsPerCTA = [1, 1], instrShape = [16, 16, ${row.k}]}>`;
  const wide = `kWidth = ${operand}`;
  const inputs = layoutOf(`dot_op<{opIdx = 0, parent = #ttg.${parent}, ${wide}}>`, [16, row.k]);
  const results = layoutOf(parent, [16, 16]);
  for (let lane = 0; lane < 32; lane++) {
    for (let element = 0; element < operand; element++) {
      const { row: m, k } = wmmaOperand(chip, row, lane, element);
      expect(place(inputs, element, lane)).toEqual({ dim0: m, dim1: k });
    }
    for (let element = 0; element < result; element++) {
      const { row: m, column } = wmmaResult(chip, lane, element);
      expect(place(results, element, lane)).toEqual({ dim0: m, dim1: column });
    }
  }
});

function place(layout: LinearLayout, register: number, lane: number): Record<string, number> {
  const given = layout.inputs.map(({ name }) =>
    name === 'register' ? register : name === 'lane' ? lane : 0,
  );
  const values = applyLayout(layout, given);
  return Object.fromEntries(layout.outputs.map(({ name }, i) => [name, values[i] ?? 0]));
}
