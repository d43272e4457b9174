/**
 * Addresses that are linear over GF(2) in the lane.
 *
 *     address(l) = origin ^ (columns[0] if l has bit 0) ^ (columns[1] if l has bit 1) ^ ...
 *
 * Most swizzled layouts make such addresses; rows of odd pitch do not.
 */
import { apply } from './gf2.ts';

/** `address(lane) = origin ^ apply(columns, lane)`. */
export interface LinearLanes {
  readonly origin: number;
  /** One column per bit of the lane id. */
  readonly columns: readonly number[];
}

/** The linear form of the addresses of a whole wave; `undefined` when they have none. */
export function affineLanes(addresses: ArrayLike<number>): LinearLanes | undefined {
  const origin = addresses[0] ?? 0;
  const columns: number[] = [];
  for (let bit = 1; bit < addresses.length; bit <<= 1) {
    columns.push(((addresses[bit] ?? 0) ^ origin) >>> 0);
  }
  for (let lane = 0; lane < addresses.length; lane++) {
    if ((origin ^ apply(columns, lane)) >>> 0 !== addresses[lane]) return undefined;
  }
  return { origin, columns };
}
