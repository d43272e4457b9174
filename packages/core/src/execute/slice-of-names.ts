/**
 * The slice of code whose places have one meaning each, as virtual registers and values of SSA have: order does not count.
 *
 *     0  %r1 = lane * 4        required: 2 is an access at %r1
 *     1  %f1 = load x          not required
 *     2  store %f1 at [%r1]    the access is made; what it stores is not required
 *     3  %r1 = %r1 + 4         required: it writes %r1 as well
 *
 * Whatever writes a place that something required reads is required, wherever it is. So no lane has to be followed to where it is:
 * lanes that read registers of others, or are parted by branches, need nothing of their own. Code that uses a register again for
 * something else has a larger slice than liveness gives (`slice.ts`); compilers of such code seldom do.
 */
import { append } from '../base/groups.ts';
import type { DataFlow, Slice } from './slice.ts';

/** `flows`: what each instruction does, by its number; `required`: places that are required in any case. */
export function sliceOfNames(
  flows: readonly Pick<DataFlow, 'needs' | 'reads' | 'writes'>[],
  required: readonly number[] = [],
): Slice {
  const writers = new Map<number, number[]>();
  for (const [number, { writes }] of flows.entries()) {
    for (const place of writes) append(writers, place, number);
  }
  const places = new Set<number>();
  const wanted = new Uint8Array(flows.length);
  const open: number[] = [];
  const require = (list: readonly number[]): void => {
    for (const place of list) {
      if (places.has(place)) continue;
      places.add(place);
      open.push(place);
    }
  };
  require(required);
  for (const { needs } of flows) require(needs);
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    for (const number of writers.get(place) ?? []) {
      if (wanted[number] === 1) continue;
      wanted[number] = 1;
      require(flows[number]?.reads ?? []);
    }
  }
  return {
    wants: (number) => wanted[number] === 1,
    wantsMemory: (place) => places.has(place),
  };
}
