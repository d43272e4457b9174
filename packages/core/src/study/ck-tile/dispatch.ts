/**
 * A whole matrix, tile by tile: workgroups walk along its columns k, and each has its own rows m.
 *
 *     M = 65536, K = 256, tiles of 64 x 32      1024 workgroups of 8 steps
 *
 * Every tile goes through LDS in the same way, tiles at an edge too: CK pads them. So the counters of LDS are those of a tile,
 * times the tiles.
 */
import type { GlobalTileAccess } from '../../vendors/ck-tile/global-access.ts';
import { makeDescriptor } from '../../vendors/ck-tile/descriptor.ts';
import { tileLengths } from '../../vendors/ck-tile/encoding.ts';
import type { TileAccessPlan } from '../../vendors/ck-tile/tile-access.ts';
import { sharedTile } from './triple.ts';
import type { TransposeSpec } from './tutorials/tutorials.ts';

interface Dispatch {
  readonly workgroups: number;
  /** Tiles of a workgroup, one after the other. */
  readonly steps: number;
}

/** How many tiles a matrix has; one where the triple has no matrix. */
export function dispatchOf({ matrix, write }: TransposeSpec): Dispatch {
  if (matrix === undefined) return { workgroups: 1, steps: 1 };
  const tile = tileLengths(write.encoding);
  const counts = matrix.map((length, i) => Math.ceil(length / (tile[i] ?? 1)));
  const walked = walkedIndex(write.view, counts.length);
  const steps = counts[walked] ?? 1;
  return { workgroups: counts.reduce((a, b) => a * b, 1) / steps, steps };
}

/** The index that workgroups walk along: k. */
const walkedIndex = (view: 'km' | undefined, count: number): number =>
  view === 'km' ? 0 : count - 1;

/** The load and the store, if there is one, of one step of the first workgroup, around the write and the read of a triple. */
export function globalAccesses(
  spec: TransposeSpec,
  { write, read }: { readonly write: TileAccessPlan; readonly read: TileAccessPlan },
  step = 0,
): readonly [load: GlobalTileAccess, ...store: GlobalTileAccess[]] {
  const { elementBytes, matrix } = spec;
  const [stored, loaded] = [write.access.distribution, read.access.distribution];
  const walked = walkedIndex(spec.write.view, stored.xLengths.length);
  const origin = stored.xLengths.map((length, i) => (i === walked ? step * length : 0));
  const isTurned = matrix !== undefined && readsTurned(spec);
  const turned = (list: readonly number[]): readonly number[] =>
    isTurned ? list.toReversed() : list;
  const side = (
    direction: 'load' | 'store',
    { xLengths }: GlobalTileAccess['distribution'],
    along: number | undefined,
    pitch: number | undefined,
  ): Pick<GlobalTileAccess, 'along' | 'pitchBytes' | 'descriptor' | 'origin' | 'lengths'> => {
    const own = spec[direction] && makeDescriptor(spec[direction]);
    const contiguous = along ?? xLengths.length - 1;
    const place = direction === 'load' ? (list: readonly number[]) => list : turned;
    const lengths = matrix && place(matrix);
    const rows = pitch ?? lengths?.[contiguous];
    return {
      along: contiguous,
      pitchBytes: rows === undefined ? undefined : Math.ceil(rows * elementBytes),
      descriptor: own?.ok === true ? own.value : undefined,
      ...(matrix !== undefined && { origin: place(origin), lengths }),
    };
  };
  const load: GlobalTileAccess = {
    direction: 'load',
    distribution: stored,
    elementBytes,
    ...side('load', stored, spec.loadAlong, spec.loadPitch),
  };
  if (spec.isStored === false) return [load];
  return [
    load,
    {
      direction: 'store',
      distribution: loaded,
      elementBytes,
      ...side('store', loaded, spec.storeAlong, spec.storePitch),
    },
  ];
}

/** True where the read counts the matrix by its other index first. */
function readsTurned(spec: TransposeSpec): boolean {
  if (spec.write.view !== spec.read.view) return true;
  // Which element it is does not depend on how many bytes it has.
  const shared = sharedTile({ ...spec, elementBytes: Math.max(1, spec.elementBytes) });
  if (!shared.ok) return false;
  const { write, read } = shared.value.transposed;
  return write !== read;
}
