/** Global accesses of an H100: as many sectors are counted as the lanes touch different blocks of 32 bytes. */
import { readFileSync } from 'node:fs';
import {
  coalesce,
  findMachine,
  type GlobalDirection,
  machines,
  singleGlobalAccess,
} from '@ldscope/core';
import { expect, it } from 'vitest';
import { dataFile } from '../base/paths.ts';
import { jsonLines } from '../base/read.ts';

interface Measured {
  readonly op: string;
  readonly mask: string;
  readonly address: readonly number[];
  readonly sectors: number;
}

const WIDTHS: Readonly<Record<string, number>> = {
  'b8': 1,
  'b16': 2,
  'b32': 4,
  'v2.b32': 8,
  'v4.b32': 16,
};

const records = jsonLines<Measured>(readFileSync(dataFile('hopper-sm90-global.jsonl'), 'utf8'));

it('predicts the sectors of every measured access', () => {
  const model = findMachine('sm_90')?.coalescing[0];
  if (model === undefined) throw new Error('no sm_90');
  expect(records).toHaveLength(600);
  const missed = records.filter(({ op, mask, address, sectors }) => {
    const [, verb, type = ''] = /^(ld|st)\.global\.(.*)$/.exec(op) ?? [];
    const direction: GlobalDirection = verb === 'ld' ? 'load' : 'store';
    const instruction = { name: op, direction, widthBytes: WIDTHS[type] ?? 0 };
    const trace = singleGlobalAccess(instruction, address, {
      waveSize: 32,
      maskLow: Number.parseInt(mask, 16),
    });
    return coalesce(trace, model).transactions[0] !== sectors;
  });
  expect(missed).toEqual([]);
});

it('says so of sm_90 only', () => {
  const measured = machines.filter(({ coalescing }) =>
    coalescing.some(({ transactionBytes }) => transactionBytes.evidence === 'measured'),
  );
  expect(measured.map(({ name }) => name)).toEqual(['sm_90']);
});
