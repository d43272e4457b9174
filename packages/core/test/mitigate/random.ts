/** Random small problems: tiles of up to 32 rows and accesses of every shape. */
import * as fc from 'fast-check';
import {
  accessFromLanes,
  apply,
  machineNamed,
  makeProblem,
  type Problem,
  type ProblemAccess,
  type Tile,
} from '@ldscope/core';
import { opcodeOf } from './patterns.ts';

const WIDTHS = [
  ['b32', 4],
  ['b64', 8],
  ['b128', 16],
] as const;

const tiles: fc.Arbitrary<Tile> = fc.record({
  rows: fc.constantFrom(4, 8, 16, 24, 32),
  columns: fc.constantFrom(16, 32, 48, 64),
  elementBytes: fc.constantFrom(2, 4),
});

/** Where each lane begins, in units of the access, by a random rule. */
function lanes(units: number): fc.Arbitrary<(lane: number) => number> {
  const bits = Math.floor(Math.log2(units));
  return fc.oneof(
    // Linear over GF(2): an XOR of contributions of the lane's bits.
    fc
      .array(fc.nat({ max: 2 ** bits - 1 }), { minLength: 6, maxLength: 6 })
      .map((columns) => (lane: number) => apply(columns, lane)),
    // A stride.
    fc.nat({ max: units - 1 }).map((stride) => (lane: number) => (lane * stride) % units),
    // Anything.
    fc
      .array(fc.nat({ max: units - 1 }), { minLength: 64, maxLength: 64 })
      .map((list) => (lane: number) => list[lane] ?? 0),
  );
}

function accesses(tile: Tile, name: string): fc.Arbitrary<ProblemAccess> {
  return fc
    .record({
      width: fc.constantFrom(...WIDTHS),
      verb: fc.constantFrom('ds_read', 'ds_write'),
      whole: fc.boolean(),
    })
    .chain(({ width: [suffix, bytes], verb, whole }) => {
      const perUnit = bytes / tile.elementBytes;
      const perRow = tile.columns / perUnit;
      return lanes(perRow * tile.rows).map((unitOf) =>
        accessFromLanes({
          name,
          op: opcodeOf(`${verb}_${suffix}`),
          waveSize: 64,
          place: (lane) => {
            const unit = unitOf(lane);
            const at = { row: Math.floor(unit / perRow), column: perUnit * (unit % perRow) };
            return whole || lane % 3 !== 0 ? at : undefined;
          },
        }),
      );
    });
}

export const problems: fc.Arbitrary<Problem> = tiles.chain((tile) =>
  fc
    .tuple(
      accesses(tile, 'one'),
      accesses(tile, 'other'),
      fc.subarray(['gfx942', 'gfx950', 'gfx90a', 'gfx906'], { minLength: 1, maxLength: 2 }),
    )
    .map(([one, other, chips]) => makeProblem(tile, [one, other], chips.map(machineNamed), 64)),
);

/** 16-byte accesses of whole waves that are linear over GF(2), of 8 rows of 4 units. */
export const linearProblems: fc.Arbitrary<Problem> = fc
  .tuple(
    fc.array(fc.array(fc.nat({ max: 31 }), { minLength: 6, maxLength: 6 }), {
      minLength: 1,
      maxLength: 4,
    }),
    fc.subarray(['gfx942', 'gfx950'], { minLength: 1 }),
  )
  .map(([maps, chips]) => {
    const tile: Tile = { rows: 8, columns: 32, elementBytes: 2 };
    const list = maps.map((columns, i) =>
      accessFromLanes({
        name: `access ${i}`,
        op: opcodeOf(i % 2 === 0 ? 'ds_read_b128' : 'ds_write_b128'),
        waveSize: 64,
        place: (lane) => {
          const unit = apply(columns, lane);
          return { row: unit >> 2, column: 8 * (unit & 3) };
        },
      }),
    );
    return makeProblem(tile, list, chips.map(machineNamed), 64);
  });
