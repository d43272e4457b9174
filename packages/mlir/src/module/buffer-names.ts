/**
 * Names that the author of a kernel gave buffers, where SSA names do not have them:
 *
 *     %30 = ttg.local_alloc ... loc(#loc7)          #loc7 = loc("a"("matmul.py":12:8))          %30 is a
 *     %a_30 = ttg.local_alloc ... loc(#loc7)        nothing to add
 */
import type { Module } from '../ir/ir.ts';
import { walk } from '../ir/walk.ts';
import { factsOf } from '../rows/facts.ts';
import { LocationReader } from '../text/locations.ts';

/** An identifier: locations have names of operations and passes too. */
const IDENTIFIER = /^[A-Za-z_]\w*$/;

/** By the SSA name of a buffer, with its `%`: the name in its location. */
export function authoredBufferNames({
  operations,
  attributeAliases,
}: Module): ReadonlyMap<string, string> {
  const reader = new LocationReader(attributeAliases);
  const names = new Map<string, string>();
  for (const op of walk(operations)) {
    const { location, results } = op;
    const [result] = results;
    if (location === undefined || result === undefined) continue;
    if (factsOf(op).effect !== 'allocation') continue;
    const { name: authored = '' } = reader.read(location);
    const own = result.name.replace(/_\d+$/, '');
    if (IDENTIFIER.test(authored) && authored !== own) names.set(`%${result.name}`, authored);
  }
  return names;
}
