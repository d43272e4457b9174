/**
 * What the lines of compiled code belong to: the loops around an instruction, and the lines of source that it was compiled from.
 *
 *     0  v_mov_b32       .loc 1 10        parts   [ k.hip:10 ] [ k.hip:12 ] [ k.hip:12 ]
 *     1  ds_read_b32     .loc 1 12        loops   [ 1, 2 ]
 *     2  s_cbranch 1     .loc 1 12
 *
 * A loop is what a backward branch closes: the instructions that are reached from its target and lead to the branch. Loops of one
 * target are one.
 *
 * LIMITATION. Where control enters a loop beside its head, what is common to both ways counts as part of it.
 */
import { append } from '../base/groups.ts';
import type { SourceLine } from '../access/source-line.ts';
import type { Span } from '../base/span.ts';

/** An instruction or operation of a text. */
export interface OutlinePart {
  readonly span: Span;
  /** The innermost function first; absent where none is known. */
  readonly source?: readonly SourceLine[] | undefined;
}

export interface CodeOutline {
  /** In the order of the code. */
  readonly parts: readonly OutlinePart[];
  /** The parts of each loop by their numbers, ascending. */
  readonly loops: readonly (readonly number[])[];
}

/** The loops of code whose instructions are numbered from 0: the members of each, ascending. `successors` may name numbers outside. */
export function loopsOf(
  count: number,
  successors: (number: number) => readonly number[],
): number[][] {
  const next: (readonly number[])[] = [];
  const before: number[][] = Array.from({ length: count }, () => []);
  const closing = new Map<number, number[]>();
  for (let number = 0; number < count; number++) {
    const inside = successors(number).filter((one) => one >= 0 && one < count);
    next.push(inside);
    for (const one of inside) {
      before[one]?.push(number);
      if (one <= number) append(closing, one, number);
    }
  }
  const reached = (
    starts: readonly number[],
    ways: readonly (readonly number[])[],
    end?: number,
  ) => {
    const seen = new Set<number>();
    const open = [...starts];
    for (let number = open.pop(); number !== undefined; number = open.pop()) {
      if (seen.has(number)) continue;
      seen.add(number);
      if (number !== end) open.push(...(ways[number] ?? []));
    }
    return seen;
  };
  return [...closing.entries()].flatMap(([head, branches]) => {
    const following = reached([head], next);
    const closes = branches.filter((branch) => following.has(branch));
    if (closes.length === 0) return [];
    const members = [...reached(closes, before, head)].filter((one) => following.has(one));
    return [members.sort((a, b) => a - b)];
  });
}
