/** The layouts of a sweep beside brute force: every pad of whole elements, far beyond a period of the banks, and none. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAll } from '../../../test/for-all.ts';
import { exampleText } from '../../../test/example.ts';
import { triesAll } from '../../../test/cases.ts';
import {
  accessFromLanes,
  machineNamed,
  legalityFaults,
  makeProblem,
  opcodeNumber,
  paddedLayout,
  plainLayout,
  type Problem,
  rowBytes,
  type Tile,
  type TileLayout,
} from '@ldscope/core';
import { countLayout, type TriedLayout } from '../src/layout/try-layout.ts';
import { layoutOf } from '../src/shapes/layout-choice.ts';
import { cellsOfShape } from '../src/shapes/sweep-shapes.ts';

/** Sizes of elements with an access that moves whole ones: also structs of 12 B, and units of 3 B with four elements of 6 bits. */
const sizes = [
  [2, 'b16'],
  [2, 'b128'],
  [3, 'b96'],
  [4, 'b32'],
  [4, 'b96'],
  [8, 'b64'],
  [12, 'b96'],
  [16, 'b128'],
] as const;

const bytesOf = { b16: 2, b32: 4, b64: 8, b96: 12, b128: 16 } as const;

/** Lanes down the columns of a tile: what pads are for. */
const problems = fc
  .record({
    size: fc.constantFrom(...sizes),
    machine: fc.constantFrom('gfx90a', 'gfx942', 'gfx950'),
    rows: fc.constantFrom(7, 8, 16, 33),
    units: fc.constantFrom(1, 2, 4, 7, 8, 16, 32),
    down: fc.constantFrom(1, 2, 5, 16, 64),
    steps: fc.constantFrom(1, 3, 5, 11),
  })
  .map(({ size: [elementBytes, width], machine, rows, units, down, steps }): Problem => {
    const perUnit = bytesOf[width] / elementBytes;
    const tile: Tile = { rows, columns: units * perUnit, elementBytes };
    const access = accessFromLanes({
      name: 'read',
      op: opcodeNumber(width === 'b16' ? 'ds_read_u16' : `ds_read_${width}`) ?? 0,
      waveSize: 64,
      place: (lane) => ({
        row: (steps * (lane % down)) % rows,
        column: perUnit * (Math.floor(lane / down) % units),
      }),
    });
    const chip = machineNamed(machine);
    return makeProblem(tile, [access], [chip], 64);
  });

const conflictsOf = ({ cost }: TriedLayout): number =>
  (cost?.accesses ?? [])
    .flatMap(({ counts }) => counts)
    .reduce((sum, one) => sum + one.conflicts, 0);

/** The first pad with the fewest conflicts: no pad before all others. */
function bestPad(
  problem: Problem,
): { readonly padBytes: number; readonly conflicts: number } | undefined {
  const { tile } = problem;
  let best: { padBytes: number; conflicts: number } | undefined;
  for (let padBytes = 0; padBytes <= 800; padBytes += tile.elementBytes) {
    const layout = paddedLayout(tile, rowBytes(tile) + padBytes);
    if (legalityFaults(problem, layout).length > 0) continue;
    const conflicts = conflictsOf(countLayout(layout, problem));
    if (best === undefined || conflicts < best.conflicts) best = { padBytes, conflicts };
  }
  return best;
}

const padOf = (layout: TileLayout): number =>
  layout.kind === 'rows' ? (layout.paddings[0]?.padBytes ?? 0) : Number.NaN;

describe('the layouts of a sweep', () => {
  it('have no figures where accesses of the kernel are not counted', () => {
    const [problem] = fc.sample(problems, 1);
    if (problem === undefined) return;
    const coverage = {
      instructions: 5,
      counted: 3,
      missing: [{ reason: 'not reached', instructions: 2 }],
    };
    const now = plainLayout(problem.tile);
    for (const kind of ['now', 'none', 'pad', 'swizzle'] as const)
      expect(layoutOf({ problem, now, coverage }, { kind }, {})).toBe(
        'not known: 2 of 5 accesses of the kernel are not counted',
      );
  });

  it('pad is the least pad with the fewest conflicts, and none where none has fewer', () => {
    const seen = new Set<string>();
    forAll([problems], { numRuns: 40, verbose: 0 }, (problem) => {
      const now = plainLayout(problem.tile);
      const best = bestPad(problem);
      const pad = layoutOf({ problem, now }, { kind: 'pad' }, {});
      if (typeof pad === 'string') {
        expect(best).toBeUndefined();
        return;
      }
      expect({ padBytes: padOf(pad.layout), conflicts: conflictsOf(pad) }).toEqual(best);
      if (best?.padBytes === 0) expect(pad.words).toBe('plain');
      seen.add(best?.padBytes === 0 ? 'none' : 'pad');
      const swizzle = layoutOf({ problem, now }, { kind: 'swizzle' }, {});
      const none = layoutOf({ problem, now }, { kind: 'none' }, {});
      if (typeof none === 'string' || typeof swizzle === 'string') return;
      expect(conflictsOf(swizzle)).toBeLessThanOrEqual(conflictsOf(none));
      if (conflictsOf(none) === conflictsOf(swizzle)) expect(swizzle.words).toBe('plain');
    });
    if (triesAll()) expect([...seen].sort()).toEqual(['none', 'pad']);
  });
});

describe('a layout that a buffer cannot have', () => {
  const file = { file: 'a.mlir', text: exampleText('transpose-plain/kernel.mlir'), times: 1 };
  const reasonOf = (count: number): string | undefined => {
    const files = Array.from({ length: count }, () => ({ ...file, options: {} }));
    const choice = { kind: 'written', text: 'pad 3000' } as const;
    const { cells, diagnostics } = cellsOfShape(files, 'gfx942', [choice], {});
    expect(diagnostics).toEqual([]);
    expect(cells).toMatchObject([{ layout: 'pad 3000', buffers: [] }]);
    return cells[0]?.reason;
  };

  it('is told with the name of the buffer where there are several', () => {
    const alone = reasonOf(1);
    expect(alone).toMatch(/^the workgroup would need 384000 B /);
    expect(reasonOf(2)).toBe(`%tile: ${alone}`);
  });
});
