/** Tiles of all shapes with an access to them, for the tests of their pictures. */
import {
  accessFromLanes,
  machineNamed,
  makeProblem,
  opcodeAt,
  opcodeNumber,
  paddedLayout,
  plainLayout,
  type Problem,
  type ProblemAccess,
  type Target,
  type TileLayout,
} from '@ldscope/core';
import * as fc from 'fast-check';
import { raise } from '../../../../test/raise.ts';

function target(name: string): Target {
  const machine = machineNamed(name);
  return { machine, model: machine.models[0] };
}

const opcode = (name: string): number => opcodeNumber(name) ?? raise(`no ${name}`);

/** The 64-lane access of a tile whose lane `l` begins at `place(l)`. */
export function tileOf(
  [rows, columns, elementBytes]: readonly [number, number, number],
  op: string,
  place: (lane: number, instance: number) => { row: number; column: number } | undefined,
  { chip = 'gfx950', instances = 1, name = 'read' } = {},
): { problem: Problem; access: ProblemAccess; target: Target; layout: TileLayout } {
  const tile = { rows, columns, elementBytes };
  const access = accessFromLanes({ name, op: opcode(op), waveSize: 64, instances, place });
  const shown = target(chip);
  const problem = makeProblem(tile, [access], [shown], 64);
  return { problem, access, target: shown, layout: plainLayout(tile) };
}

/** Tiles under layouts that keep every access whole. */
export const tileViews = fc
  .record({
    chip: fc.constantFrom('gfx90a', 'gfx942', 'gfx950'),
    rows: fc.integer({ min: 1, max: 40 }),
    op: fc.constantFrom('ds_read_u16', 'ds_read_b32', 'ds_write_b64', 'ds_read_b128'),
    elementBytes: fc.constantFrom(1, 2, 4, 8),
    units: fc.constantFrom(1, 2, 4, 8, 16),
    kind: fc.constantFrom('plain', 'padded', 'xor'),
    places: fc.array(fc.nat(4095), { minLength: 128, maxLength: 128 }),
    active: fc.array(fc.boolean(), { minLength: 128, maxLength: 128 }),
    instances: fc.constantFrom(1, 2),
    baseBytes: fc.constantFrom(0, 256, 4096 + 16),
  })
  .map(({ chip, rows, op, elementBytes, units, kind, places, active, instances, baseBytes }) => {
    const { widthBytes } = opcodeAt(opcode(op));
    const moved = Math.max(1, widthBytes / elementBytes);
    const columns = (16 / elementBytes) * units;
    const view = tileOf(
      [rows, columns, elementBytes],
      op,
      (lane, instance) => {
        const index = 64 * instance + lane;
        if (active[index] !== true) return undefined;
        const at = places[index] ?? 0;
        return {
          row: at % rows,
          column: moved * (Math.floor(at / rows) % Math.floor(columns / moved)),
        };
      },
      { chip, instances },
    );
    const { tile } = view.problem;
    const key = { kind: 'xor', phases: units, rowsPerPhase: 1 } as const;
    const layout: TileLayout =
      kind === 'padded'
        ? paddedLayout(tile, 16 * units + 16)
        : kind === 'xor'
          ? { kind: 'rows', tile, unitBytes: 16, key, paddings: [] }
          : plainLayout(tile);
    return { ...view, layout, baseBytes };
  });
