/** Readouts beside pictures, and the same figures from addresses alone. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import { tileCells } from '../../src/svg/tile-cells.ts';
import { accessReadout, type ReadoutField, tileReadout } from '../../src/svg/readout.ts';
import { tileOf, tileViews } from './tiles.ts';
import { accesses, parseRanges } from './trees.ts';

const valueOf = (fields: readonly ReadoutField[], name: string): string | undefined =>
  fields.find((one) => one.name === name)?.value;
const statements = (fields: readonly ReadoutField[]): string =>
  fields.flatMap(({ name, value }) => (name === '' ? [value] : [])).join('; ');
const hex = (text: string | undefined): number => Number(text ?? 'none');

test('of a lane has its address, bank and phase, and the slots of its bank there', () => {
  forAll([accesses, fc.nat(63)], { seed: 5, numRuns: 300 }, ({ explanation }, lane) => {
    if (explanation === undefined) return;
    const { addressBytes, phases, rule } = explanation;
    const fields = accessReadout(explanation, 0, { lane });
    const address = addressBytes[lane];
    if (address === undefined) {
      expect(statements(fields)).toBe('takes no part');
      return;
    }
    expect(hex(valueOf(fields, 'address'))).toBe(address);
    const phase = phases.find(({ lanes }) => lanes.includes(lane));
    if (phase === undefined) return;
    expect(valueOf(fields, 'phase')).toBe(`${phase.index + 1} of ${phases.length}`);
    const bank = Math.floor(address / 4) % rule.banks;
    const shown = valueOf(fields, 'bank') ?? valueOf(fields, 'banks')?.split('-')[0];
    if (shown !== undefined) expect(Number(shown)).toBe(bank);
    const slots = /(\d+) ways?/.exec(statements(fields))?.[1];
    const request = phase.banks.find((one) => one.bank === bank);
    if (slots !== undefined) expect(Number(slots)).toBe(request?.slots);
    const others = /same word as lanes? ([\d,-]+)/.exec(statements(fields))?.[1];
    const sharing = phase.lanes.filter(
      (one) =>
        one !== lane && Math.floor((addressBytes[one] ?? -1) / 4) === Math.floor(address / 4),
    );
    expect(others === undefined ? [] : parseRanges(others)).toEqual(
      request === undefined ? [] : sharing,
    );
  });
});

test('of a bank has the words that it serves in the phase that is shown', () => {
  const { problem, access, target, layout } = tileOf([64, 32, 4], 'ds_read_b32', (lane) => ({
    row: lane,
    column: 0,
  }));
  const cells = tileCells({ problem, layout, access, target });
  const fields = tileReadout(cells, problem.tile, { lane: 3 });
  expect(fields).toEqual([
    { name: 'element', value: '[3, 0]' },
    { name: 'address', value: '0x0180' },
    { name: 'bank', value: expect.any(String) },
    { name: 'lane', value: '3 of wave 0' },
    { name: 'phase', value: expect.any(String) },
    { name: '', value: expect.stringMatching(/ways$/) },
  ]);
  expect(tileReadout(cells, problem.tile, {})).toEqual([]);
});

test('of an element has the address and bank of its cell', () => {
  forAll([tileViews, fc.nat(4000)], { seed: 6, numRuns: 100 }, (view, wanted) => {
    const cells = tileCells(view);
    const { tile } = view.problem;
    const element = wanted % (tile.rows * tile.columns);
    const fields = tileReadout(cells, tile, { element });
    const cell = cells.cells.find(
      (one) => element >= one.element && element < one.element + cells.cellElements,
    );
    if (cell === undefined) {
      expect(fields).toEqual([]);
      return;
    }
    const row = Math.floor(element / tile.columns);
    expect(valueOf(fields, 'element')).toBe(`[${row}, ${element % tile.columns}]`);
    expect(hex(valueOf(fields, 'address'))).toBe(cell.addressBytes);
    const bank = valueOf(fields, 'bank') ?? valueOf(fields, 'banks')?.split('-')[0];
    expect(Number(bank)).toBe(Math.floor(cell.addressBytes / 4) % cells.banks);
  });
});
