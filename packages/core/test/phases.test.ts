import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contiguous, cosets, laneRanges, phaseLanes, type PhaseTable, rank } from '@ldscope/core';
import { forAll } from '../../../test/for-all.ts';

const lists = (table: PhaseTable): number[][] =>
  Array.from({ length: table.count }, (_, phase) => [...phaseLanes(table, phase)]);

describe('phase tables', () => {
  test('the octets of gfx942 ds_read_b128', () => {
    const table = cosets(64, [1, 2, 20]);
    expect(table.title).toBe('8 x 8 lanes, first {0-3,20-23}');
    expect(lists(table).map(laneRanges).join(' ')).toBe(
      '0-3,20-23 4-7,16-19 8-11,28-31 12-15,24-27 32-35,52-55 36-39,48-51 40-43,60-63 44-47,56-59',
    );
  });

  test('the sixteens of gfx950 ds_read_b128', () => {
    expect(
      lists(cosets(64, [1, 2, 12, 20]))
        .map(laneRanges)
        .join(' '),
    ).toBe('0-3,12-15,20-27 4-11,16-19,28-31 32-35,44-47,52-59 36-43,48-51,60-63');
  });

  test('consecutive lanes', () => {
    expect(lists(contiguous(32, 16)).map(laneRanges)).toEqual(['0-15', '16-31']);
    expect(contiguous(64, 64)).toMatchObject({ count: 1, title: '1 x 64 lanes' });
    expect(contiguous(64, 1)).toMatchObject({ count: 64, lanesPerPhase: 1 });
  });

  test('phases are disjoint, cover the wave, and are cosets of the span', () => {
    const tables = fc.constantFrom(32 as const, 64 as const).chain((waveSize) =>
      fc
        .array(fc.integer({ min: 1, max: waveSize - 1 }), { maxLength: 5 })
        .filter((basis) => rank(basis) === basis.length)
        .map((basis) => cosets(waveSize, basis)),
    );
    forAll([tables], (table) => {
      const phases = lists(table);
      expect(phases.flat().sort((a, b) => a - b)).toEqual(
        Array.from({ length: table.waveSize }, (_, lane) => lane),
      );
      expect(table.lanesPerPhase).toBe(2 ** table.basis.length);
      const home = new Set(phases[0]);
      expect(home.has(0)).toBe(true);
      for (const phase of phases) {
        expect(phase).toEqual([...phase].sort((a, b) => a - b));
        for (const lane of phase) expect(home.has(lane ^ (phase[0] ?? 0))).toBe(true);
      }
      const firsts = phases.map(([first]) => first ?? 0);
      expect(firsts).toEqual([...firsts].sort((a, b) => a - b));
    });
  });

  test.each([[[0]], [[64]], [[1, 1]], [[1, 2, 3]], [[-1]]])(
    '%j is not a basis of a wave of 64',
    (basis) => {
      expect(() => cosets(64, basis)).toThrow(RangeError);
    },
  );

  test('laneRanges writes exactly the lanes, in the shortest way', () => {
    expect(laneRanges([])).toBe('');
    expect(laneRanges([5])).toBe('5');
    expect(laneRanges([0, 1, 2, 9, 11, 12])).toBe('0-2,9,11-12');
    forAll([fc.uniqueArray(fc.nat(63))], (lanes) => {
      const sorted = lanes.sort((a, b) => a - b);
      const parts = laneRanges(sorted).split(',').filter(Boolean);
      const read = parts.flatMap((part) => {
        const [first = 0, last = first] = part.split('-').map(Number);
        return Array.from({ length: last - first + 1 }, (_, i) => first + i);
      });
      expect(read).toEqual(sorted);
      const gaps = sorted.filter((lane, i) => sorted[i - 1] !== lane - 1);
      expect(parts.length).toBe(gaps.length);
    });
  });
});
