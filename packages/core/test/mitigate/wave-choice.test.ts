/** Wave's own choice for the accesses of a tile: figures of its page and of brute force, and legality reached twice. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  elementOffset,
  explainAccess,
  laneAddresses,
  legalityFaults,
  machineNamed,
  makeProblem,
  type Problem,
  type Tile,
  waveChoice,
  waveLayout,
  whatIfTrace,
} from '@ldscope/core';
import { f16, operandRead, rowCopy } from './patterns.ts';
import { forAll } from '../../../../test/for-all.ts';

const gfx950 = machineNamed('gfx950');

/** A tile that is gathered in 16 bytes per lane and read as operands of `m` rows, `width` elements per lane. */
function gemmTile(
  tile: Tile,
  m: number,
  width: number,
  gather = 'global_load_lds_dwordx4',
): Problem {
  const read = operandRead('read', `ds_read_b${8 * width * tile.elementBytes}`, tile, m, width);
  const copied = (gather.endsWith('x4') ? 16 : 4) / tile.elementBytes;
  return makeProblem(tile, [rowCopy('copy', gather, tile, copied), read], [gfx950], 64);
}

describe("Wave's choice", () => {
  it.each([
    // The kernel of Wave's page: free of conflicts.
    [32, 64, 16, 8, { maxPhase: 8, ways: 1 }, undefined],
    // Rows of 128: the cap of 8 leaves 2 ways.
    [32, 128, 16, 8, { maxPhase: 8, ways: 2 }, { maxPhase: 16, rowsPerPhase: 1 }],
    // Operands of 32 rows: two rows may share a key.
    [32, 64, 32, 8, { maxPhase: 8, ways: 2 }, { maxPhase: 8, rowsPerPhase: 2 }],
    // Its second exception, rows of fewer chunks than rows that meet: not inevitable.
    [32, 32, 16, 8, { maxPhase: 4, ways: 2 }, { maxPhase: 4, rowsPerPhase: 2 }],
  ])('%i x %i f16, operands of %i rows', (rows, columns, m, width, left, better) => {
    const choice = waveChoice(gemmTile(f16(rows, columns), m, width));
    expect(choice.chosen).toEqual({ swizzleUnit: 8, maxPhase: left.maxPhase });
    expect(choice.conditions.every(({ fault }) => fault === undefined)).toBe(true);
    expect(choice.leaves?.[0]?.ways).toBe(left.ways);
    expect(choice.better?.key).toEqual(better && { swizzleUnit: 8, ...better });
    if (better !== undefined) expect(choice.better?.leaves[0]?.conflicts).toBe(0);
  });

  it('takes the wider of read and gather, and leaves short rows alone', () => {
    expect(waveChoice(gemmTile(f16(32, 64), 16, 4)).chosen).toEqual({
      swizzleUnit: 8,
      maxPhase: 8,
    });
    const narrow = gemmTile(f16(32, 64), 16, 8, 'global_load_lds_dword');
    expect(waveChoice(narrow)).toMatchObject({ readElements: 8, gatherElements: 2 });
    const short = makeProblem(
      f16(64, 8),
      [rowCopy('read', 'ds_read_b128', f16(64, 8), 8)],
      [gfx950],
      64,
    );
    expect(waveChoice(short).chosen).toBeUndefined();
  });

  it('says that stores keep their columns', () => {
    const tile = f16(32, 64);
    const stored = makeProblem(
      tile,
      [
        rowCopy('store', 'ds_write_b128', tile, 8),
        operandRead('read', 'ds_read_b128', tile, 16, 8),
      ],
      [gfx950],
      64,
    );
    const failed = waveChoice(stored).conditions.filter(({ fault }) => fault !== undefined);
    expect(failed.map(({ name }) => name)).toEqual(['only-reads']);
  });

  it('is counted as the second implementation counts it, and only where it is legal', () => {
    const cases = fc.record({
      rows: fc.constantFrom(16, 32, 64),
      columns: fc.constantFrom(32, 48, 64, 96, 128, 160, 256),
      elementBytes: fc.constantFrom(1, 2, 4),
      m: fc.constantFrom(16, 32),
      bytes: fc.constantFrom(4, 8, 16),
    });
    forAll([cases], 25, ({ rows, columns, elementBytes, m, bytes }) => {
      const tile: Tile = { rows, columns, elementBytes };
      const width = bytes / elementBytes;
      fc.pre(width >= 1 && columns % ((64 / m) * width) === 0 && rows % m === 0);
      const read = operandRead('read', `ds_read_b${8 * bytes}`, tile, m, width);
      const problem = makeProblem(tile, [read], [gfx950], 64);
      const { chosen, conditions, leaves } = waveChoice(problem);
      if (chosen === undefined) return;
      const layout = waveLayout(chosen, tile);
      const legal = conditions.every(({ fault }) => fault === undefined);
      expect(legal).toBe(legalityFaults(problem, layout).length === 0);
      expect(leaves !== undefined).toBe(legal);
      if (!legal) return;
      let conflicts = 0;
      for (let instance = 0; instance < read.instances; instance++) {
        const trace = whatIfTrace(problem, read, instance, layout);
        const lane = instance * 64;
        expect(laneAddresses(trace, 0)[0]).toBe(
          elementOffset(layout, read.rows[lane] ?? 0, read.columns[lane] ?? 0),
        );
        const times = read.executions[instance] ?? 0;
        conflicts += times * (explainAccess(trace, 0, gfx950)?.bankConflict ?? NaN);
      }
      expect(leaves?.[0]?.conflicts).toBe(conflicts);
    });
  });
});
