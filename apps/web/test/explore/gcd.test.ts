import { commonTiles, machineNamed } from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import { banksPicture } from '../../src/explore/gcd/picture.ts';
import {
  chips,
  elementNames,
  elements,
  MOST_LD,
  rowCounts,
} from '../../src/explore/gcd/controls.ts';
import { compared, gcdView, rowAndColumn, tileRows } from '../../src/explore/gcd/model.ts';

import { combinations } from './combinations.ts';

const talk = { element: 'f16', ld: 128, rows: 16, chip: 'gfx942' } as const;

describe('the gcd rule', () => {
  it("gives the talk's numbers", () => {
    expect(gcdView(talk).rule).toEqual({ advance: 0, gcd: 32, distinct: 1, ways: 16 });
    expect(gcdView({ ...talk, ld: 132 }).rule).toEqual({
      advance: 2,
      gcd: 2,
      distinct: 16,
      ways: 1,
    });
  });

  it('agrees with counting rows on banks wherever it speaks', () => {
    const ld = [1, 2, 3, 31, 32, 33, 64, 68, 100, 128, 132, 1023, MOST_LD];
    for (const chip of chips) {
      for (const one of combinations({ element: elementNames, rows: rowCounts(chip), ld })) {
        const { rule, rowsOnBank } = gcdView({ ...one, chip });
        expect(rule === undefined).toBe((one.ld * elements[one.element]) % 4 !== 0);
        if (rule !== undefined) expect(rule.ways).toBe(Math.max(...rowsOnBank));
      }
    }
  });

  it('finds all four tiles of the talk on one bank of 32', () => {
    const four = tileRows(talk).slice(0, 4);
    expect(four.map(({ rule }) => rule?.advance)).toEqual([0, 0, 0, 0]);
    expect(commonTiles.length).toBe(6);
  });

  it('is wrong where phases hold fewer rows, and right for the read of the talk', () => {
    const rows = compared(talk);
    const of = (request: string) => rows.find((row) => row.request === request);
    expect(of('read.b64')).toMatchObject({ agrees: true, ruleWays: 16 });
    expect(of('read.b64')?.explanation.bankConflict).toBe(4 * 15);
    expect(of('read.b128')).toMatchObject({ agrees: false, ruleWays: 16 });
    expect(of('read.b128')?.explanation.worstWays).toBe(4);
    const padded = compared({ ...talk, ld: 130 });
    expect(padded.find((row) => row.request === 'read.b128')?.because).toContain('aligned');
  });

  it('serves a row without conflict and a column with one bank', () => {
    const [row, column] = rowAndColumn(machineNamed('gfx942'), 32);
    expect([row?.served.bankConflict, column?.served.bankConflict]).toEqual([0, 62]);
    expect(rowAndColumn(machineNamed('sm_90'), 32)[1]?.served.worstWays).toBe(32);
  });

  it('keeps its size while rows are stepped through', () => {
    const view = gcdView(talk);
    const sizes = [0, 7, 15].map((last) => banksPicture(view, last).height);
    expect(new Set(sizes).size).toBe(1);
  });
});
