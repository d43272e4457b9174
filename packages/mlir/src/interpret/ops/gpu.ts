/** `gpu`: who a lane is, barriers, and communication inside a wave. */
import type { Value } from '../../ir/ir.ts';
import { dimensionOf, factsOf } from '../../rows/facts.ts';
import { namedRows } from '../../rows/operations.ts';
import type { IdKind } from '../../rows/row.ts';
import { wordsOf } from '../attributes.ts';
import type { LaunchShape } from '../kernel.ts';
import type { LowerOperation } from '../lowering.ts';
import { elementCount, isMemory } from '../value-types.ts';
import { isActive } from '../registers.ts';
import type { Wave } from '../wave.ts';
import { pull, readLane } from '../llvm/lanes.ts';
import { takes } from '../take.ts';

/** A number that a lane knows of itself or of the launch. */
type LaunchNumber = (wave: Wave, lane: number, dimension: 0 | 1 | 2, launch: LaunchShape) => number;

const numbers: Readonly<Record<IdKind, LaunchNumber>> = {
  'item': (wave, lane, dimension) => wave.threadIds[dimension][lane] ?? 0,
  'group': (wave, _lane, dimension) => wave.workgroup.ids[dimension],
  'global': (wave, lane, dimension, { block }) =>
    wave.workgroup.ids[dimension] * block[dimension] + (wave.threadIds[dimension][lane] ?? 0),
  'group size': (_wave, _lane, dimension, { block }) => block[dimension],
  'grid size': (_wave, _lane, dimension, { grid }) => grid[dimension],
  'global size': (_wave, _lane, dimension, { block, grid }) => block[dimension] * grid[dimension],
  'lane': (_wave, lane) => lane,
  'wave': (wave) => wave.index,
  'waves': (wave) => wave.workgroup.waveCount,
  'wave size': (wave) => wave.lanes,
};

/** Gives the number of the launch that the row of an operation names. */
export const launchNumber = takes(0, 1, ([result], lowering, op) => {
  const { id } = factsOf(op);
  if (id === undefined) return;
  const valueOf = numbers[id];
  const to = lowering.data(result);
  const dimension = dimensionOf(op);
  const { launch } = lowering;
  lowering.emit((wave) => {
    const out = wave.values(to);
    for (let lane = 0; lane < wave.lanes; lane++)
      out[lane] = valueOf(wave, lane, dimension, launch);
  });
});

/** Every operation whose row names a number of the launch. */
export const launchNumbers: Readonly<Record<string, LowerOperation>> = Object.fromEntries(
  [...namedRows].flatMap(([name, { id }]) => (id === undefined ? [] : [[name, launchNumber]])),
);

/** Two values with as many elements for each lane. */
export function sameShape(a: Value, b: Value): boolean {
  return !isMemory(a.type) && !isMemory(b.type) && elementCount(a.type) === elementCount(b.type);
}

type Partner = (lane: number, offset: number, width: number) => number;

const partners: Readonly<Record<string, Partner>> = {
  xor: (lane, offset, width) =>
    lane - (lane % width) === (lane ^ offset) - ((lane ^ offset) % width) ? lane ^ offset : -1,
  up: (lane, offset, width) => (offset >= 0 && lane % width >= offset ? lane - offset : -1),
  down: (lane, offset, width) =>
    offset >= 0 && (lane % width) + offset < width ? lane + offset : -1,
  idx: (lane, offset, width) =>
    offset >= 0 && offset < width ? lane - (lane % width) + offset : -1,
};

/** `gpu.shuffle`: the value of a partner lane, and whether there is one inside the width. */
const shuffle = takes(3, 0, ([value, offset, width], lowering, op) => {
  const result = op.results[0];
  const valid = op.results[1];
  const mode = /\b(xor|up|down|idx)\b/.exec(wordsOf(op, 'mode'))?.[1] ?? '';
  const partner = partners[mode];
  if (result === undefined || partner === undefined) return lowering.unsupported(`mode '${mode}'`);
  if (!sameShape(value, result)) return lowering.mismatch('a result like its value', 'another');
  // LLVM 22 lowers it to `ds_swizzle_b32`, `ds_bpermute_b32`, or a swap of rows without LDS.
  lowering.exchanges(op.name);
  const [from, by, wide, to] = lowering.slots(value, offset, width, result);
  const ok = valid === undefined ? undefined : lowering.data(valid);
  lowering.emit((wave) => {
    const [offsets, widths] = [wave.values(by), wave.values(wide)];
    const flags = ok === undefined ? undefined : wave.values(ok);
    const sourceOf = (lane: number): number => {
      const source = partner(lane, offsets[lane] ?? 0, widths[lane] ?? wave.lanes);
      const inside = source >= 0 && source < wave.lanes && isActive(wave.mask, source);
      if (flags !== undefined) flags[lane] = Number(inside);
      return inside ? source : lane;
    };
    pull(wave, from, to, sourceOf);
  });
});

export const gpu: Readonly<Record<string, LowerOperation>> = {
  'gpu.subgroup_broadcast': readLane,
  'gpu.shuffle': shuffle,
};
