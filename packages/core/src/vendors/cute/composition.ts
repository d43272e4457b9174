/**
 * Composition: the layout whose offset of c is A's offset of B's offset of c.
 *
 *     A = (6,2):(8,2)   B = (4,3):(3,1)     A o B = ((2,2),3):((24,2),8)
 *
 *     mode 4:3 of B     every third of A is (2,2):(24,2): 6 / 3 of them in A's first mode, then its second
 *     mode 3:1 of B     the first three of A are 3:8
 *
 * A, flat and coalesced, is a mixed radix: its extents are the bases of the digits of an index, and strides are their
 * weights; the last digit has no bound. A mode s:d of B fills digits from d on. Three things can go wrong, and only
 * where A has several modes: d is not at a border between digits (CuTe's stride divisibility), s ends inside a
 * digit (shape divisibility), or a digit gets more from all modes of B together than it holds, so that it carries. CUTLASS
 * rejects the first two where it knows the numbers, and never looks for the third, nor for a stride that is smaller
 * than a digit but does not divide it: `(4,2):(1,100) o (3,2):(1,3)` compiles to (3,2):(1,3), whose last offset is 5
 * instead of 101. Here these are diagnostics, so a value always keeps the post-condition.
 *
 * After it: compatible(B, result), and result(c) = A(B(c)) for all coordinates c of B.
 */
import { type Message } from '../../base/diagnostic.ts';
import { messages } from '../../base/messages.ts';
import { failure, type Result } from '../../base/result.ts';
import { joined } from './coalesce.ts';
import { crd2idx } from './int-tuple.ts';
import {
  checked,
  concat,
  type Layout,
  type Leaf,
  leaves,
  makeLayout,
  modes,
  ofLeaves,
  unchecked,
} from './layout.ts';
import { all, andThen } from './steps.ts';

/**
 * What an operation is done with by mode: a layout for the whole, an integer n for n:1, `undefined` for CuTe's `_`
 * (leave the mode as it is), a list for one of them per mode. A shape is one: (3,8) is <3:1, 8:1>.
 */
export type Tiler = Layout | number | undefined | readonly Tiler[];

/** A after B; B as a tiler is composed with A by mode, and modes of A beyond it are dropped. */
export function composition(a: Layout, b: Tiler): Result<Layout> {
  if (b === undefined) return checked(a);
  if (typeof b === 'number') return andThen(makeLayout(b, 1), (first) => composition(a, first));
  if (isTilers(b)) {
    const parts = modes(a);
    if (b.length > parts.length) return failure(messages.cute.tilerRank(b.length, parts.length));
    const composed = b.map((tiler, i) => composition(parts[i] ?? a, tiler));
    return andThen(all(composed), (list) => checked(concat(list)));
  }
  const digits = digitsOf(a);
  const result = composeModes(digits, a, b);
  if ('code' in result) return failure(result);
  const full = digits.find(({ extent, used }) => used >= extent);
  if (full !== undefined) return failure(messages.cute.carry(full.extent, full.used));
  return checked(result);
}

export function isTilers(tiler: Tiler): tiler is readonly Tiler[] {
  return Array.isArray(tiler);
}

/** A leaf of A as a digit; the last has no bound. */
interface Digit extends Leaf {
  /** The most that the modes of B give it together. */
  used: number;
}

function digitsOf(a: Layout): Digit[] {
  const list = leaves(a);
  const bounded = list.slice(0, -1);
  const last = { extent: Infinity, stride: list.at(-1)?.stride ?? 0 };
  return joined([...bounded, last]).map((leaf) => ({ ...leaf, used: 0 }));
}

function composeModes(digits: readonly Digit[], a: Layout, b: Layout): Layout | Message {
  if (typeof b.shape !== 'number') {
    const parts: Layout[] = [];
    for (const mode of modes(b)) {
      const part = composeModes(digits, a, mode);
      if ('code' in part) return part;
      parts.push(part);
    }
    return concat(parts);
  }
  return typeof b.stride === 'number'
    ? composeLeaf(digits, a, b.shape, b.stride)
    : messages.cute.incongruent();
}

/** A o extent:stride. Digits note what they get. */
function composeLeaf(
  digits: readonly Digit[],
  a: Layout,
  extent: number,
  stride: number,
): Layout | Message {
  if (stride === 0) return unchecked(extent, 0);
  if (extent === 1) return unchecked(1, crd2idx(stride, a.shape, a.stride));
  if (stride < 0) return messages.cute.negativeStride('composition');
  const result: Leaf[] = [];
  let rest = extent;
  let step = stride;
  for (const digit of digits) {
    if (rest === 1) break;
    if (step % digit.extent === 0) {
      step /= digit.extent;
      continue;
    }
    if (step > digit.extent) return messages.cute.strideDivisibility(stride, step, digit.extent);
    const taken = Math.min(Math.ceil(digit.extent / step), rest);
    if (rest > taken && digit.extent % step !== 0) {
      return messages.cute.strideDivisibility(stride, step, digit.extent);
    }
    if (rest % taken !== 0) return messages.cute.shapeDivisibility(extent, rest, taken);
    result.push({ extent: taken, stride: step * digit.stride });
    digit.used += (taken - 1) * step;
    rest /= taken;
    step = 1;
  }
  return ofLeaves(result);
}
