import { elementOffset } from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import { claimsOf, limitRows, phaseRows } from '../../src/explore/wave/claims.ts';
import { choices, documentParameters } from '../../src/explore/wave/controls.ts';
import {
  bytesOf,
  chips,
  elementOfLane,
  gatherSlots,
  laneOfElement,
  readsFor,
  readsOf,
  swizzleOf,
  swizzleSteps,
  waveModel,
  type WaveParameters,
  withWavesChoice,
} from '../../src/explore/wave/model.ts';
import { smallRead, smallTile } from '../../src/explore/wave/model.ts';
import { combinations } from './combinations.ts';

const everyChoice = chips.flatMap((chip) =>
  [
    { rows: 32, element: 'f16', operandRows: 16 } as const,
    { rows: 64, element: 'fp8', operandRows: 32 } as const,
    { rows: 256, element: 'f16', operandRows: 16 } as const,
  ].flatMap((kind) =>
    (kind.rows === 32 ? choices.columns : [64]).flatMap((columns) =>
      [2, 8, 16].flatMap((gather) =>
        readsFor({ ...kind, columns }, choices.read).map((read): WaveParameters =>
          withWavesChoice({ ...documentParameters, ...kind, chip, columns, gather, read }),
        ),
      ),
    ),
  ),
);

describe("the document's kernel", () => {
  const model = waveModel(documentParameters, 0);

  it('meets itself four times in phase 0, with the lanes and banks that the document names', () => {
    const phase = model.plain.read.phases[0];
    expect(phase?.lanes).toEqual([0, 1, 2, 3, 12, 13, 14, 15, 20, 21, 22, 23, 24, 25, 26, 27]);
    expect(phase?.ways).toBe(4);
    const onFirstBanks = phase?.lanes.filter(
      (lane) => ((model.plain.read.addressBytes[lane] ?? -1) / 4) % 64 === 0,
    );
    expect(onFirstBanks).toEqual([0, 2, 12, 14]);
    expect([model.plain.read.idxActive, model.plain.read.bankConflict]).toEqual([16, 12]);
  });

  it('is free of conflicts with the swizzle, and each phase takes every bank once', () => {
    const read = model.swizzled?.read;
    expect([read?.idxActive, read?.bankConflict]).toEqual([4, 0]);
    for (const { lanes } of read?.phases ?? []) {
      const banks = lanes.flatMap((lane) =>
        [0, 1, 2, 3].map((word) => ((read?.addressBytes[lane] ?? 0) / 4 + word) % 64),
      );
      expect(banks.sort((a, b) => a - b)).toEqual(Array.from({ length: 64 }, (_, bank) => bank));
    }
  });

  it('moves thread 1 to banks 36 to 39', () => {
    expect(swizzleSteps(documentParameters, 1)).toEqual({
      row: 1,
      column: 0,
      chunk: 0,
      phase: 1,
      swizzledChunk: 1,
      swizzledColumn: 8,
      banks: 64,
      firstBank: 36,
      lastBank: 39,
      plainFirstBank: 32,
    });
  });

  it("chooses the document's parameters", () => {
    const chosen = withWavesChoice({ ...documentParameters, unit: 1, phases: 1 });
    expect(chosen).toEqual(documentParameters);
  });
});

describe('gathers and reads', () => {
  it('fill LDS in order and fetch every element once, whatever the swizzle', () => {
    for (const parameters of everyChoice) {
      for (const swizzle of [undefined, swizzleOf(parameters)]) {
        if (waveModel(parameters, 0).swizzled === undefined && swizzle !== undefined) continue;
        const slots = gatherSlots(parameters, swizzle);
        const fetched = new Set(slots.map(({ row, column }) => row * parameters.columns + column));
        expect(fetched.size * parameters.gather).toBe(parameters.rows * parameters.columns);
        const inOrder = slots.every(
          ({ row, place, instance, wave, lane }, index) =>
            row * parameters.columns + place === index * parameters.gather &&
            512 * instance + 64 * wave + lane === index,
        );
        expect(inOrder).toBe(true);
      }
    }
  });

  it('meet at one place of LDS: what a gather puts there the layout says is there', () => {
    for (const parameters of everyChoice) {
      const { swizzled } = waveModel(parameters, 0);
      const agrees = swizzled?.slots.every(
        ({ row, place, column }) =>
          elementOffset(swizzled.layout, row, column) ===
          bytesOf(parameters) * (row * parameters.columns + place),
      );
      expect(agrees).toBe(swizzled === undefined ? undefined : true);
    }
  });

  it('give every element to one lane of one read', () => {
    for (const parameters of everyChoice) {
      const { rows, columns } = parameters;
      const given = new Map<number, number>();
      const wrong: number[] = [];
      for (const read of readsOf(parameters)) {
        for (let element = 0; element < rows * columns; element++) {
          const [row, column] = [Math.floor(element / columns), element % columns];
          const lane = laneOfElement(parameters, read, row, column);
          if (lane === undefined) continue;
          given.set(element, (given.get(element) ?? 0) + 1);
          const first = elementOfLane(parameters, read, lane);
          const within = column - first.column;
          if (first.row !== row || within < 0 || within >= parameters.read) wrong.push(element);
        }
      }
      expect([...given.values()].every((count) => count === 1)).toBe(true);
      expect(given.size).toBe(rows * columns);
      expect(wrong).toEqual([]);
    }
  });

  it('have a model for every choice of controls, legal or not', () => {
    const { columns, unit, phases } = choices;
    for (const one of combinations({ columns, unit, phases })) {
      const { swizzled, conditions } = waveModel({ ...documentParameters, ...one }, 0);
      const legal = conditions.every(({ fault }) => fault === undefined);
      expect(swizzled !== undefined).toBe(legal && one.phases > 1);
    }
  });
});

describe('the limits', () => {
  it('has the ways that a search over the phase tables found', () => {
    const ways = (chip: 'gfx950' | 'gfx942') =>
      limitRows(chip).map(({ parameters: { columns }, plainWays, swizzledWays, best }) => [
        columns,
        plainWays,
        swizzledWays,
        best.ways,
      ]);
    expect(ways('gfx950')).toEqual([
      [64, 4, 1, 1],
      [64, 16, 4, 4],
      [32, 2, 2, 1],
      [128, 8, 2, 1],
      [256, 8, 2, 1],
      [96, expect.any(Number), undefined, expect.any(Number)],
    ]);
    const swizzled = limitRows('gfx942').map(({ swizzledWays }) => swizzledWays);
    expect(swizzled).toEqual([1, 4, 1, 1, 1, undefined]);
  });
});

describe('the claims', () => {
  it('has the phases of the paper for gfx950', () => {
    const row = (name: string) =>
      phaseRows('gfx950').find(({ instruction }) => instruction === name);
    expect(row('ds_read_b128')).toMatchObject({ phases: 4, banks: 64, evidence: 'measured' });
    expect(row('ds_read_b96')).toMatchObject({ phases: 8, banks: 32 });
    expect(row('ds_read_b64')).toMatchObject({ phases: 2, banks: 64 });
    expect(row('ds_write_b64')).toMatchObject({ phases: 4, banks: 32 });
  });

  it('names a width of service that is the banks of a rule', () => {
    for (const { instruction, bytesPerCycle, banks } of phaseRows('gfx950')) {
      expect(bytesPerCycle, instruction).toBeLessThanOrEqual(4 * banks);
    }
    expect(claimsOf().length).toBeGreaterThan(5);
  });
});

describe('the 8 x 8 tile', () => {
  it('has each column once in each row and, swizzled, once in each place', () => {
    const tile = smallTile(8);
    for (let place = 0; place < 8; place++) {
      expect(new Set(tile[place]).size).toBe(8);
      expect(new Set(tile.map((row) => row[place])).size).toBe(8);
    }
    expect(tile[3]).toEqual([3, 2, 1, 0, 7, 6, 5, 4]);
    for (const chip of chips) {
      expect([chip, smallRead(chip, 8).bankConflict]).toEqual([chip, 0]);
      // Four rows of a column in a phase, on banks that 256 bytes (gfx950) or 128 bytes (gfx942) go around.
      expect(smallRead(chip, 0).worstWays).toBe(chip === 'gfx950' ? 2 : 4);
    }
    expect(smallTile(0).every((row) => row.join() === '0,1,2,3,4,5,6,7')).toBe(true);
  });
});
