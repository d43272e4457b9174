/** Every row against its model, on edge values and random ones. */
import { describe, expect, test } from 'vitest';
import { rows } from '../../src/isa/valu/rows.ts';
import { checkRow } from './check-row.ts';
import { models } from './models.ts';
import { smallModels } from './small.ts';
import { vectors } from './special.ts';

describe('each instruction gives what its model gives', () => {
  for (const row of rows().values()) {
    const model = models[row.mnemonic];
    if (model === undefined) continue;
    test(row.mnemonic, () => {
      for (let seed = 1; seed <= 4; seed++) checkRow(row, model, seed);
    });
  }
});

test('every instruction has a test', () => {
  const tested = new Set([...Object.keys(models), ...smallModels.keys(), ...Object.keys(vectors)]);
  expect([...rows().keys()].filter((mnemonic) => !tested.has(mnemonic))).toEqual([]);
});
