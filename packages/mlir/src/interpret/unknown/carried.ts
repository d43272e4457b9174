/**
 * The class of a value that is carried by a loop with an unknown number of iterations.
 *
 *     %p = %tid, next %p + 64         %tid and a multiple of 64, whichever turn it is
 *     %a, %b = %lds0, %lds1           each turn exchanges two buffers: a view that begins at one or the other
 *     %x = %tid, next f(%x)           unknown
 */
import type { Value } from '../../ir/ir.ts';
import { isLds } from '../../ir/memory-space.ts';
import { constantOf, factsOf, givesMemory } from '../../rows/facts.ts';
import type { ClassOf } from './results.ts';
import {
  anyOf,
  isUniform,
  sharedOf,
  type Source,
  sumOf,
  type ValueClass,
  VARYING,
  withStep,
} from './value-class.ts';

interface Loop {
  readonly carried: readonly Value[];
  readonly initial: readonly Value[];
  readonly yielded: readonly Value[];
  readonly of: ClassOf;
  readonly source: Source;
}

/** Allocations in LDS begin at multiples of this. */
const ALLOCATION_BYTES = 16;

/** The class of carried value number `i`, for all turns. */
export function carriedClass(i: number, loop: Loop): ValueClass {
  const { carried, initial, yielded, of, source } = loop;
  const [argument, begin, next] = [carried[i], initial[i], yielded[i]];
  if (argument === undefined || begin === undefined || next === undefined) return VARYING;
  const first = of(begin);
  if (next === argument || first.kind === 'unknown') return first;
  if (isExchange(loop, argument)) return sumOf(first, withStep(ALLOCATION_BYTES, true, source));
  const by = addedTo(argument, next);
  const added = by && of(by);
  if (by !== undefined && added !== undefined && isUniform(added)) {
    return sumOf(first, withStep(constantOf(by) ?? 1, true, source));
  }
  return isUniform(first) && isUniform(of(next)) ? sharedOf(source) : anyOf(source);
}

function addedTo(argument: Value, next: Value): Value | undefined {
  const { definition } = next;
  if (definition === undefined || factsOf(definition).index !== 'add') return undefined;
  const [left, right] = definition.operands;
  return left === argument ? right : right === argument ? left : undefined;
}

/** True for a buffer that takes turns with others of the loop: each of them begins at an allocation. */
function isExchange({ carried, initial, yielded }: Loop, argument: Value): boolean {
  if (!isLds(argument)) return false;
  const buffers = carried.flatMap((one, i) => (isLds(one) ? [i] : []));
  return buffers.every((i) => {
    const [begin, next] = [initial[i], yielded[i]];
    const isOwn = begin?.definition !== undefined && givesMemory(factsOf(begin.definition));
    return isOwn && next !== undefined && buffers.some((at) => carried[at] === next);
  });
}
