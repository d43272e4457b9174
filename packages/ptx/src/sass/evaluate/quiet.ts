/**
 * Branches that do not matter: whichever way lanes go, they come to one place without an access or a barrier on the way.
 *
 *     @P0 BRA L    MOV R4, 0x1f0    CALL slow path of a reciprocal    L:      continues at L; registers that may be written between are unknown
 *
 * The place is the immediate post-dominator of the branch. A function that is called is a part of the block that calls it.
 */
import { END, type Flow } from '../flow.ts';
import type { SassInstruction } from '../program.ts';
import type { Effects } from './effects.ts';

export interface QuietRegion {
  /** The instruction at which all ways meet. */
  readonly to: number;
  readonly instructions: readonly number[];
}

/** Lanes do not come back from there, or wait for others. */
const LOUD = /^(?:BAR|WARPSYNC|EXIT|KILL|BPT|BREAK|BRX|BRXU|JMX|JMXU|BMOV|RPCMOV|DEPBAR|SYNCS)$/;

export class QuietRegions {
  readonly #flow: Flow;
  readonly #instructions: readonly SassInstruction[];
  readonly #effects: readonly Effects[];
  readonly #isItem: (index: number) => boolean;
  /** Blocks in the function that is entered, a call being one step. */
  readonly #next: readonly (readonly number[])[];
  readonly #called: readonly (number | undefined)[];
  #meetings: Int32Array | undefined;
  readonly #known = new Map<number, QuietRegion | undefined>();

  constructor(
    instructions: readonly SassInstruction[],
    flow: Flow,
    effects: readonly Effects[],
    isItem: (index: number) => boolean,
  ) {
    this.#instructions = instructions;
    this.#flow = flow;
    this.#effects = effects;
    this.#isItem = isItem;
    const starts = new Map(flow.blocks.map(({ from, number }) => [from, number]));
    const blockAt = (index: number): number => starts.get(index) ?? END;
    const last = (to: number): SassInstruction | undefined => instructions[to - 1];
    this.#called = flow.blocks.map(({ to, next }) =>
      last(to)?.opcode === 'CALL' && last(to)?.target !== undefined ? next[0] : undefined,
    );
    this.#next = flow.blocks.map(({ to, next }, number) => {
      if (last(to)?.opcode === 'RET') return [END];
      return this.#called[number] === undefined ? next : [blockAt(to)];
    });
  }

  /** The region behind the branch at an index; `undefined` where it matters which way lanes go. */
  behind(index: number): QuietRegion | undefined {
    if (this.#known.has(index)) return this.#known.get(index);
    const found = this.#find(index);
    this.#known.set(index, found);
    return found;
  }

  #find(index: number): QuietRegion | undefined {
    const block = this.#flow.blocks.findIndex(({ from, to }) => from <= index && index < to);
    this.#meetings ??= immediatePostDominators(this.#next);
    const meets = this.#meetings[block] ?? END;
    if (block < 0 || meets === END) return undefined;
    const inside = this.#reached(this.#next[block] ?? [], meets);
    if (inside === undefined || inside.has(block)) return undefined;
    const begun = new Set<string>();
    const instructions: number[] = [];
    for (const number of inside) {
      const { from = 0, to = 0 } = this.#flow.blocks[number] ?? {};
      for (let at = from; at < to; at++) {
        const { opcode = '', operands = [] } = this.#instructions[at] ?? {};
        if (this.#isItem(at) || LOUD.test(opcode) || this.#effects[at]?.writes === 'all')
          return undefined;
        if (opcode === 'BSSY') begun.add(operands[0] ?? '');
        instructions.push(at);
      }
    }
    const meetsOthers = instructions.some((at) => {
      const { opcode, operands = [] } = this.#instructions[at] ?? {};
      return opcode === 'BSYNC' && !begun.has(operands[0] ?? '');
    });
    return meetsOthers ? undefined : { to: this.#flow.blocks[meets]?.from ?? 0, instructions };
  }

  /** Blocks from some up to another, with those of functions that they call; `undefined` where a way ends. */
  #reached(first: readonly number[], end: number): ReadonlySet<number> | undefined {
    const inside = new Set<number>();
    const open = [...first];
    const called: number[] = [];
    const enter = (stop: number): boolean => {
      for (let at = open.pop(); at !== undefined; at = open.pop()) {
        if (at === stop || inside.has(at)) continue;
        if (at === END) {
          if (stop !== END) return false;
          continue;
        }
        inside.add(at);
        const callee = this.#called[at];
        if (callee !== undefined) called.push(callee);
        for (const each of this.#next[at] ?? []) open.push(each);
      }
      return true;
    };
    if (!enter(end)) return undefined;
    for (let callee = called.pop(); callee !== undefined; callee = called.pop()) {
      open.push(callee);
      enter(END);
    }
    return inside;
  }
}

/** The next block through which all ways of a block go; `END` where there is none. */
export function immediatePostDominators(next: readonly (readonly number[])[]): Int32Array {
  const count = next.length;
  const exit = count;
  const before: number[][] = Array.from({ length: count + 1 }, () => []);
  for (const [number, targets] of next.entries())
    for (const to of targets) before[to === END ? exit : to]?.push(number);
  // Numbered from the end on, so that a block's successors on some way to the end come first.
  const order: number[] = [];
  const place = new Int32Array(count + 1).fill(-1);
  const seen = new Uint8Array(count + 1);
  const stack: { readonly block: number; at: number }[] = [{ block: exit, at: 0 }];
  seen[exit] = 1;
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const follower = before[top.block]?.[top.at++];
    if (follower === undefined) {
      place[top.block] = order.length;
      order.push(top.block);
      stack.pop();
    } else if (seen[follower] === 0) {
      seen[follower] = 1;
      stack.push({ block: follower, at: 0 });
    }
  }
  const found = new Int32Array(count + 1).fill(END);
  found[exit] = exit;
  const meet = (a: number, b: number): number => {
    let [one, other] = [a, b];
    while (one !== other) {
      while ((place[one] ?? 0) < (place[other] ?? 0)) one = found[one] ?? exit;
      while ((place[other] ?? 0) < (place[one] ?? 0)) other = found[other] ?? exit;
    }
    return one;
  };
  for (let changes = true; changes;) {
    changes = false;
    for (let i = order.length - 1; i >= 0; i--) {
      const block = order[i] ?? exit;
      if (block === exit) continue;
      let best = END;
      for (const target of next[block] ?? []) {
        const to = target === END ? exit : target;
        if ((place[to] ?? -1) < 0 || (found[to] ?? END) === END) continue;
        best = best === END ? to : meet(best, to);
      }
      if (best !== END && found[block] !== best) {
        found[block] = best;
        changes = true;
      }
    }
  }
  return found.subarray(0, count).map((block) => (block === exit ? END : block));
}
