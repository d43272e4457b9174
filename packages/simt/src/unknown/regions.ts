/**
 * The region of a branch: the instructions between it and the point where its paths meet again, with the registers and
 * memory that they write.
 *
 *     0: @p bra 3        region of 0: 1 and 2      join: 3
 *     1: mov r1, 5       behind the join r1 depends on p, whichever path was taken
 *     2: st.shared       ... and so may any word of shared memory
 *     3: ...
 *
 * The join is the immediate post-dominator. A branch with a path that never meets the other has none: no lane of another
 * path sees the writes of its region.
 */

export interface Region {
  /** The instruction where the paths meet; `undefined` where one of them ends first. */
  readonly join: number | undefined;
  /** The instructions on the ways, in ascending order. */
  readonly inside: readonly number[];
}

/** The regions of the branches of one function, whose instructions are numbered from 0. */
export class Regions {
  readonly #count: number;
  readonly #successors: (number: number) => readonly number[];
  readonly #known = new Map<number, Region>();
  #joins: Int32Array | undefined;

  constructor(count: number, successors: (number: number) => readonly number[]) {
    this.#count = count;
    this.#successors = successors;
  }

  /** The region of a branch. */
  of(branch: number): Region {
    const known = this.#known.get(branch);
    if (known !== undefined) return known;
    this.#joins ??= postDominators(this.#count, this.#successors);
    const found = this.#joins[branch] ?? this.#count;
    const join = found === this.#count ? undefined : found;
    const seen = new Set<number>();
    const open = [...this.#successors(branch)];
    for (let number = open.pop(); number !== undefined; number = open.pop()) {
      if (number === join || seen.has(number)) continue;
      seen.add(number);
      for (const each of this.#successors(number)) open.push(each);
    }
    const region = { join, inside: [...seen].sort((a, b) => a - b) };
    this.#known.set(branch, region);
    return region;
  }
}

/**
 * The immediate post-dominator of each instruction; `count` stands for the end: a successor as any, and that of those
 * without one.
 * Source: Cooper, Harvey and Kennedy, A simple, fast dominance algorithm (2001), on the reverse graph.
 */
function postDominators(
  count: number,
  successors: (number: number) => readonly number[],
): Int32Array {
  const before: number[][] = Array.from({ length: count + 1 }, () => []);
  for (let number = 0; number < count; number++) {
    const next = successors(number);
    for (const target of next) before[target]?.push(number);
    if (next.length === 0) before[count]?.push(number);
  }
  const rank = new Int32Array(count + 1).fill(-1);
  const ranked = postOrder(count, before, rank);
  const idom = new Int32Array(count + 1).fill(-1);
  idom[count] = count;
  const meet = (a: number, b: number): number => {
    while (a !== b) {
      while ((rank[a] ?? 0) < (rank[b] ?? 0)) a = idom[a] ?? count;
      while ((rank[b] ?? 0) < (rank[a] ?? 0)) b = idom[b] ?? count;
    }
    return a;
  };
  for (let changed = true; changed;) {
    changed = false;
    // From the end backwards.
    for (let index = ranked.length - 2; index >= 0; index--) {
      const number = ranked[index] ?? 0;
      const next = successors(number);
      let best = -1;
      for (const target of next.length === 0 ? [count] : next) {
        if (idom[target] === -1) continue;
        best = best === -1 ? target : meet(best, target);
      }
      if (best !== -1 && idom[number] !== best) {
        idom[number] = best;
        changed = true;
      }
    }
  }
  // Paths that never end have no join.
  for (let number = 0; number < count; number++) if (idom[number] === -1) idom[number] = count;
  return idom;
}

/** Instructions in post-order of a walk from the end; fills in their ranks. */
function postOrder(
  end: number,
  before: readonly (readonly number[])[],
  rank: Int32Array,
): number[] {
  const order: number[] = [];
  const seen = new Set([end]);
  const path = [{ number: end, at: 0 }];
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const next = before[top.number]?.[top.at++];
    if (next === undefined) {
      rank[top.number] = order.length;
      order.push(top.number);
      path.pop();
    } else if (!seen.has(next)) {
      seen.add(next);
      path.push({ number: next, at: 0 });
    }
  }
  return order;
}
