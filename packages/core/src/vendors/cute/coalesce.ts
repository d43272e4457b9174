/**
 * Layouts that are the same function, with fewer modes.
 *
 *     coalesce (2,(1,6)):(1,(6,2))  =  12:1
 *
 * Size and offsets of all indices stay; modes do not, except down to a profile. Source: CUTLASS 4,
 * media/docs/cpp/cute/02_layout_algebra.md.
 */
import { type IntTuple, isInt, mapTuple } from './int-tuple.ts';
import { concat, type Layout, type Leaf, leaves, modes, ofLeaves, unchecked } from './layout.ts';

/**
 * Drops modes of size 1 and joins modes that continue each other. With a profile (its integers are only places), each
 * mode that the profile has an integer for is coalesced alone; modes beyond it stay.
 *
 * After it: the same size, depth at most 1 (without a profile), and the same offset of every index.
 */
export function coalesce(layout: Layout, profile: IntTuple = 1): Layout {
  return byProfile(layout, profile, (mode) => ofLeaves(joined(leaves(mode))));
}

/** Modes of stride 0 get size 1; the profile of the layout stays. */
export function filterZeros({ shape, stride }: Layout): Layout {
  const strides = leaves({ kind: 'layout', shape, stride });
  let next = 0;
  const filtered = mapTuple(shape, (extent) => (strides[next++]?.stride === 0 ? 1 : extent));
  return unchecked(filtered, stride);
}

/** Leaves out everything that has stride 0 or size 1: `1:0` when nothing is left. */
export function filter(layout: Layout, profile: IntTuple = 1): Layout {
  return byProfile(layout, profile, (mode) => coalesce(filterZeros(mode)));
}

/** Leaves of the same function: no size 1, and none that continues the one before. */
export function joined(list: readonly Leaf[]): Leaf[] {
  const result: Leaf[] = [];
  for (const leaf of list) {
    if (leaf.extent === 1) continue;
    const last = result.at(-1);
    if (last !== undefined && last.extent * last.stride === leaf.stride) {
      result[result.length - 1] = { extent: last.extent * leaf.extent, stride: last.stride };
    } else {
      result.push(leaf);
    }
  }
  return result;
}

function byProfile(layout: Layout, profile: IntTuple, change: (mode: Layout) => Layout): Layout {
  if (isInt(profile)) return change(layout);
  return concat(
    modes(layout).map((mode, i) => {
      const part = profile[i];
      return part === undefined ? mode : byProfile(mode, part, change);
    }),
  );
}
