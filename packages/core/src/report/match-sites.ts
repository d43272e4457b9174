/**
 * Which site of one kernel is which of another: of the kernel before an edit, of another compiler, for another chip.
 *
 *     before                                        after
 *     21:5  ds_write_b32 v7, v1                     24:5  ds_write_b32 v9, v2           the same, three lines below
 *     22:5  ds_read_b32 v8, v2 offset:1024          25:5  ds_read_b32 v8, v2            a new one
 *                                                   26:5  ds_read_b32 v8, v2 offset:1056    the read, with another pitch
 *
 * Lines and the numbers of registers and values do not count. Both kernels are read in their order: first sites with the same
 * text are aligned (a longest common subsequence), then, between them, those of the same instruction and buffer, then those of
 * the same direction and buffer. What is left is paired across the order by its text: a site that moved.
 *
 * LIMITATIONS. Sites that look the same (a loop unrolled eight times) are told apart by their order alone: where the kernel gains
 * one of them, the last one is the new one. Kernels with more than some thousand sites that differ are aligned in part.
 */
import { append } from '../base/groups.ts';
import type { Direction } from '../access/opcode.ts';

/** What identifies a site apart from its place. */
export interface SiteName {
  readonly op: string;
  readonly direction: Direction;
  /** Empty where it is not known. */
  readonly buffer: string;
  /** `siteText` of its line; empty where it is not known. */
  readonly text: string;
}

/** Indices of two lists of sites that are the same site. */
export type SitePair = readonly [before: number, after: number];

/** Cells of a table of one alignment, at most. */
const MOST_CELLS = 2 ** 24;

/** A line of a kernel without what changes by itself: spaces, numbers of registers, names of values. */
export function siteText(line: string): string {
  return line
    .replaceAll(/%[\w$.#-]+/g, '%')
    .replaceAll(/\b([vsar])(?:\d+|\[\d+(?::\d+)?\])/g, '$1')
    .replaceAll(/\s+/g, '')
    .slice(0, 200);
}

/** Pairs of sites that are the same, by `before`. Both lists are in the order of their kernels. */
export function matchSites(before: readonly SiteName[], after: readonly SiteName[]): SitePair[] {
  const keys: readonly ((site: SiteName) => string)[] = [
    ({ op, buffer, text }) => [op, buffer, text].join('\n'),
    ({ op, buffer }) => [op, buffer].join('\n'),
    ({ direction, buffer }) => [direction, buffer].join('\n'),
  ];
  let pairs: SitePair[] = [];
  for (const keyOf of keys) {
    const [own, other] = [before.map(keyOf), after.map(keyOf)];
    pairs = gaps(pairs, before.length, after.length).flatMap(({ anchor, from, to }) => [
      ...anchor,
      ...alignment(own, other, from, to),
    ]);
  }
  return [...pairs, ...moved(before, after, pairs)].sort((a, b) => a[0] - b[0]);
}

/** What is between pairs, each with the pair before it. */
function gaps(
  pairs: readonly SitePair[],
  own: number,
  other: number,
): { readonly anchor: readonly SitePair[]; readonly from: SitePair; readonly to: SitePair }[] {
  const ends: readonly SitePair[] = [...pairs, [own, other]];
  return ends.map((to, i) => {
    const before = pairs[i - 1];
    return before === undefined
      ? { anchor: [], from: [0, 0], to }
      : { anchor: [before], from: [before[0] + 1, before[1] + 1], to };
  });
}

/** The longest common subsequence of two stretches of keys. */
function alignment(
  own: readonly string[],
  other: readonly string[],
  from: SitePair,
  to: SitePair,
): SitePair[] {
  let [i, j] = from;
  let [endOwn, endOther] = to;
  const head: SitePair[] = [];
  while (i < endOwn && j < endOther && own[i] === other[j]) head.push([i++, j++]);
  const tail: SitePair[] = [];
  while (i < endOwn && j < endOther && own[endOwn - 1] === other[endOther - 1])
    tail.unshift([--endOwn, --endOther]);
  const [rows, columns] = [endOwn - i, endOther - j];
  if (rows === 0 || columns === 0 || rows * columns > MOST_CELLS) return [...head, ...tail];
  // lengths[r, c]: the longest of own from i + r and other from j + c.
  const width = columns + 1;
  const lengths = new Uint16Array((rows + 1) * width);
  const at = (r: number, c: number): number => lengths[r * width + c] ?? 0;
  for (let r = rows - 1; r >= 0; r--) {
    for (let c = columns - 1; c >= 0; c--) {
      lengths[r * width + c] =
        own[i + r] === other[j + c] ? at(r + 1, c + 1) + 1 : Math.max(at(r + 1, c), at(r, c + 1));
    }
  }
  const middle: SitePair[] = [];
  for (let r = 0, c = 0; r < rows && c < columns;) {
    if (own[i + r] === other[j + c]) middle.push([i + r++, j + c++]);
    else if (at(r + 1, c) >= at(r, c + 1)) r++;
    else c++;
  }
  return [...head, ...middle, ...tail];
}

/** Sites without a partner that have the same text as one elsewhere in the order. */
function moved(
  before: readonly SiteName[],
  after: readonly SiteName[],
  pairs: readonly SitePair[],
): SitePair[] {
  const hasOwn = new Set(pairs.map(([one]) => one));
  const hasOther = new Set(pairs.map(([, one]) => one));
  const nameOf = ({ op, buffer, text }: SiteName): string => [op, buffer, text].join('\n');
  const free = new Map<string, number[]>();
  for (const [index, site] of after.entries()) {
    if (hasOther.has(index) || site.text === '') continue;
    const name = nameOf(site);
    append(free, name, index);
  }
  return before.flatMap((site, index): SitePair[] => {
    const partner = hasOwn.has(index) ? undefined : free.get(nameOf(site))?.shift();
    return partner === undefined ? [] : [[index, partner]];
  });
}
