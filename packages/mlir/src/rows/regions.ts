/**
 * The values that structured control flow makes others of.
 *
 *     %r = scf.for ... iter_args(%a = %x) { scf.yield %y }      %a is %x or %y; %r is %a
 *     %r = scf.if %c { scf.yield %x } else { scf.yield %y }     %r is %x or %y
 *     scf.while (%a = %x) { scf.condition(%c) %y } do { ^bb(%b) scf.yield %z }
 *                                                               %a is %x or %z; the result is %y, and %b is the result
 */
import type { Operation, Region, Value } from '../ir/ir.ts';
import { factsOf } from './facts.ts';

/** A value, and those that it may be. */
type Passed = readonly [target: Value, sources: readonly Value[]];

const endOf = (region: Region | undefined): readonly Value[] =>
  region?.blocks.at(-1)?.operations.at(-1)?.operands ?? [];

/** What an operation makes of values by its control flow; nothing where it has none. */
export function passedBy(op: Operation): readonly Passed[] {
  const [first = [], second = []] = op.regions.map(({ blocks }) => blocks[0]?.arguments ?? []);
  const [ends = [], again = []] = op.regions.map(endOf);
  const each = (targets: readonly Value[], ...sources: readonly (readonly Value[])[]): Passed[] =>
    targets.map((target, i) => [target, sources.flatMap((values) => values[i] ?? [])]);
  switch (factsOf(op).control) {
    case 'if':
      return each(op.results, ends, again);
    case 'for': {
      const initial = op.operands.slice(boundCount(op));
      return [...each(first.slice(1), initial, ends), ...each(op.results, first.slice(1))];
    }
    case 'while':
      return [
        ...each(first, op.operands, again),
        ...each(second, op.results),
        ...each(op.results, ends.slice(1)),
      ];
    default:
      return [];
  }
}

/** How many operands of a counted loop are bounds; what it carries is behind them. */
export const boundCount = (op: Operation): number => op.operands.length - op.results.length;
