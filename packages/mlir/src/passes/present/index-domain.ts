/**
 * Index expressions as columns of numbers: a value for each work-item, under several values of everything else.
 *
 *     %row = x / 8 + %half        256 work-items, %half in 0, 32      512 points: 0 0 0 .. 31 | 32 32 .. 63
 *
 * Leaves that places depend on are enumerated together as far as the points allow; other leaves have one value. Values
 * stay inside the range and the congruence that is known about a leaf.
 */
import type { Extent } from '@ldscope/core';
import { type Expression, type LeafExpression, leavesOf } from '../expression.ts';

/** A value for each point. */
export type Column = Float64Array;

/** Points of all samples together: some hundred expressions of them fit in memory. */
const MOST_POINTS = 2 ** 16;

/** Values of a leaf whose range is known, and of one whose range is not. */
const MOST_VALUES = 64;
const OPEN_VALUES = 2;

interface Digit {
  readonly leaf: LeafExpression;
  readonly stride: number;
  readonly count: number;
}

export class IndexDomain {
  readonly points: number;
  readonly #block: Extent;
  readonly #workItems: number;
  readonly #digits = new Map<string, Digit>();
  readonly #known = new Map<string, Column>();

  /** Enumerates the leaves of the places of each access: all combinations of those that meet in one. */
  constructor(block: Extent, accesses: readonly (readonly Expression[])[]) {
    this.#block = block;
    this.#workItems = block[0] * block[1] * block[2];
    const most = Math.max(1, Math.floor(MOST_POINTS / this.#workItems));
    let samples = 1;
    for (const leaves of leavesThatMeet(accesses)) {
      let stride = 1;
      for (const leaf of leaves) {
        const room = Math.max(1, Math.floor(most / stride));
        const count = Math.min(valueCount(leaf), MOST_VALUES, room);
        this.#digits.set(leaf.key, { leaf, stride, count });
        stride *= count;
      }
      samples = Math.max(samples, stride);
    }
    this.points = this.#workItems * samples;
  }

  /** A leaf of an expression of which some values are not looked at. */
  cutLeaf(expression: Expression): string | undefined {
    return leavesOf(expression).find((leaf) => {
      const digit = this.#digits.get(leaf.key);
      return (
        digit !== undefined &&
        Number.isFinite(leaf.high - leaf.low) &&
        digit.count < valueCount(leaf)
      );
    })?.key;
  }

  /** The sample that a point belongs to. */
  sampleOf(point: number): number {
    return Math.floor(point / this.#workItems);
  }

  workItemOf(point: number): number {
    return point % this.#workItems;
  }

  /** The values of an expression; the caller must not write to them. */
  valuesOf(expression: Expression): Column {
    const known = this.#known.get(expression.key);
    if (known !== undefined) return known;
    const values = this.#compute(expression);
    this.#known.set(expression.key, values);
    return values;
  }

  #compute(expression: Expression): Column {
    const values = new Float64Array(this.points);
    switch (expression.kind) {
      case 'constant':
        return values.fill(expression.value);
      case 'leaf':
        return this.#leafValues(expression, values);
      case 'sum':
        values.fill(expression.constant);
        for (const { factor, of } of expression.terms) {
          const part = this.valuesOf(of);
          for (let i = 0; i < values.length; i++)
            values[i] = (values[i] ?? 0) + factor * (part[i] ?? 0);
        }
        return values;
      case 'xor':
        for (const part of expression.parts) {
          const bits = this.valuesOf(part);
          for (let i = 0; i < values.length; i++) values[i] = (values[i] ?? 0) ^ (bits[i] ?? 0);
        }
        return values;
      case 'quotient':
      case 'remainder': {
        const { divisor, kind } = expression;
        const dividend = this.valuesOf(expression.dividend);
        for (let i = 0; i < values.length; i++) {
          const whole = Math.floor((dividend[i] ?? 0) / divisor);
          values[i] = kind === 'quotient' ? whole : (dividend[i] ?? 0) - whole * divisor;
        }
        return values;
      }
    }
  }

  #leafValues(leaf: LeafExpression, values: Column): Column {
    const [x, y] = this.#block;
    const digit = this.#digits.get(leaf.key);
    for (let i = 0; i < values.length; i++) {
      const item = i % this.#workItems;
      if (leaf.key === 'thread.x') values[i] = item % x;
      else if (leaf.key === 'thread.y') values[i] = Math.floor(item / x) % y;
      else if (leaf.key === 'thread.z') values[i] = Math.floor(item / (x * y));
      else if (digit === undefined) values[i] = valueOf(leaf, 1);
      else values[i] = valueOf(leaf, Math.floor(this.sampleOf(i) / digit.stride) % digit.count);
    }
    return values;
  }
}

/** How many values a leaf may have, as far as that is bounded. */
function valueCount({ low, high, step }: LeafExpression): number {
  const span = high - low;
  if (!Number.isFinite(span)) return OPEN_VALUES;
  return Math.max(1, Math.floor(span / Math.max(1, step)) + 1);
}

/** The value of a leaf with a number, in its congruence. */
function valueOf({ low, high, step, phase }: LeafExpression, number: number): number {
  const grain = Math.max(1, step);
  const start = Number.isFinite(low) ? low : 0;
  const first = start + ((((phase - start) % grain) + grain) % grain);
  const value = first + number * grain;
  return value > high ? first : value;
}

/** Leaves other than ids, in groups: those that some access has together, and those that meet by a third. */
function leavesThatMeet(accesses: readonly (readonly Expression[])[]): LeafExpression[][] {
  let groups: Map<string, LeafExpression>[] = [];
  for (const places of accesses) {
    const own = new Map(
      places
        .flatMap(leavesOf)
        .filter(({ key }) => !key.startsWith('thread.'))
        .map((leaf) => [leaf.key, leaf]),
    );
    const meets = (group: ReadonlyMap<string, LeafExpression>): boolean =>
      [...own.keys()].some((key) => group.has(key));
    const joined = groups.filter(meets);
    const together = new Map([...joined.flatMap((group) => [...group]), ...own]);
    groups = [...groups.filter((group) => !joined.includes(group)), together];
  }
  return groups.map((group) => [...group.values()]);
}
