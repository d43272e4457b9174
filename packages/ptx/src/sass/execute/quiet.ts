/**
 * Branches that do not matter: whichever way lanes go, they come to one place without an access or a barrier on the way.
 *
 *     @P0 BRA L    MOV R4, 0x1f0    CALL slow path of a reciprocal    L:      continues at L; registers that may be written between are unknown
 *
 * The place is the immediate post-dominator of the branch. A function that is called is a part of the block that calls it.
 */
import { postDominators } from '@ldscope/simt';
import { END, type FlowBlock } from '../flow.ts';
import type { Facts } from '../facts.ts';
import type { SassInstruction } from '../program.ts';

export interface QuietRegion {
  /** The instruction at which all ways meet. */
  readonly to: number;
  readonly instructions: readonly number[];
}

/** Lanes do not come back from there, or wait for others; or data comes and goes. */
const isLoud = ({ row, touchesShared, words }: Facts): boolean =>
  row === undefined ||
  touchesShared ||
  row.memory === 'arrives' ||
  row.memory === 'mbarrier' ||
  words.length > MOST_WORDS ||
  !['none', 'branch', 'call', 'return', 'begin', 'meet', 'yield'].includes(row.control);
const MOST_WORDS = 16;

export class QuietRegions {
  readonly #blocks: readonly FlowBlock[];
  readonly #instructions: readonly SassInstruction[];
  readonly #facts: readonly Facts[];
  /** Blocks in the function that is entered, a call being one step. */
  readonly #next: readonly (readonly number[])[];
  readonly #called: readonly (number | undefined)[];
  #meetings: Int32Array | undefined;
  readonly #known = new Map<number, QuietRegion | undefined>();

  constructor(
    instructions: readonly SassInstruction[],
    blocks: readonly FlowBlock[],
    facts: readonly Facts[],
  ) {
    this.#instructions = instructions;
    this.#blocks = blocks;
    this.#facts = facts;
    const starts = new Map(blocks.map(({ from }, number) => [from, number]));
    const blockAt = (index: number): number => starts.get(index) ?? END;
    const control = (to: number): string | undefined => facts[to - 1]?.row?.control;
    this.#called = blocks.map(({ to, next }) =>
      control(to) === 'call' && instructions[to - 1]?.target !== undefined ? next[0] : undefined,
    );
    this.#next = blocks.map(({ to, next }, number) => {
      if (control(to) === 'return') return [END];
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
    const block = this.#blocks.findIndex(({ from, to }) => from <= index && index < to);
    this.#meetings ??= immediatePostDominators(this.#next);
    const meets = this.#meetings[block] ?? END;
    if (block < 0 || meets === END) return undefined;
    const inside = this.#reached(this.#next[block] ?? [], meets);
    if (inside === undefined || inside.has(block)) return undefined;
    const begun = new Set<string>();
    const instructions: number[] = [];
    for (const number of inside) {
      const { from = 0, to = 0 } = this.#blocks[number] ?? {};
      for (let at = from; at < to; at++) {
        const facts = this.#facts[at];
        if (facts === undefined || isLoud(facts)) return undefined;
        if (facts.row?.control === 'begin') begun.add(this.#barrier(at));
        instructions.push(at);
      }
    }
    const meetsOthers = instructions.some(
      (at) => this.#facts[at]?.row?.control === 'meet' && !begun.has(this.#barrier(at)),
    );
    return meetsOthers ? undefined : { to: this.#blocks[meets]?.from ?? 0, instructions };
  }

  #barrier(at: number): string {
    return this.#instructions[at]?.operands[0] ?? '';
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

/** The next block through which all ways of a block go; `END` where there is none. A block without a next one does not come to the end. */
export function immediatePostDominators(next: readonly (readonly number[])[]): Int32Array {
  const end = next.length;
  const found = postDominators(end, (block) => {
    const own = next[block] ?? [];
    return own.length === 0 ? [block] : own.map((to) => (to === END ? end : to));
  });
  return found.subarray(0, end).map((block) => (block === end ? END : block));
}
