/**
 * The instructions that decide which way lanes go: those whose results reach a branch, a predicate of an access, or its
 * address.
 *
 *     IADD3 R5, R5, 4    ISETP P1, R5, R8    LDS R6, [R4]    FADD R7, R6, R7    @P1 BRA        all but FADD
 *
 * Found against the flow: registers needed behind an instruction, apart from its results, are needed before it.
 */
import type { SassInstruction } from '../program.ts';
import { effectsOf, type Effects } from './effects.ts';
import { PREDICATES, REGISTERS } from './operands.ts';

/** Registers and predicates, bit by bit. */
class Needs {
  readonly #words = new Uint32Array(Math.ceil((REGISTERS + PREDICATES) / 32));

  has(number: number): boolean {
    return (((this.#words[number >>> 5] ?? 0) >>> (number & 31)) & 1) === 1;
  }

  add(number: number): void {
    this.#words[number >>> 5] = (this.#words[number >>> 5] ?? 0) | (1 << (number & 31));
  }

  remove(number: number): void {
    this.#words[number >>> 5] = (this.#words[number >>> 5] ?? 0) & ~(1 << (number & 31));
  }

  /** Takes those of another as well; true where there were new ones. */
  join(other: Needs): boolean {
    let isNew = false;
    for (const [i, word] of other.#words.entries()) {
      const own = this.#words[i] ?? 0;
      if ((word & ~own) !== 0) isNew = true;
      this.#words[i] = own | word;
    }
    return isNew;
  }

  copy(): Needs {
    const copy = new Needs();
    copy.#words.set(this.#words);
    return copy;
  }
}

/** Its sources are needed, or its results too. */
const ASKED = 1;
export const NEEDED = 2;

/**
 * `isAsked`: the reads of an instruction are needed whatever it writes. Returns by instruction: 0 for one outside, `ASKED`
 * for one whose sources are needed, `NEEDED` for one whose results are.
 */
export function sliceOf(
  instructions: readonly SassInstruction[],
  blocks: readonly Range[],
  isAsked: (index: number) => boolean,
): Uint8Array {
  const inside = new Uint8Array(instructions.length);
  const effects = instructions.map(effectsOf);
  const before = blocks.map((): Needs => new Needs());
  const users = blocks.map((): number[] => []);
  for (const [number, { next }] of blocks.entries()) for (const to of next) users[to]?.push(number);
  const open = blocks.map((_, number) => number);
  for (let number = open.pop(); number !== undefined; number = open.pop()) {
    const block = blocks[number];
    if (block === undefined) continue;
    const needs = new Needs();
    for (const to of block.next) {
      const other = before[to];
      if (other !== undefined) needs.join(other);
    }
    for (let index = block.to - 1; index >= block.from; index--) {
      const own = effects[index];
      if (own === undefined) continue;
      const isGuarded = instructions[index]?.predicate !== undefined;
      const role = passes(needs, own, isGuarded, isAsked(index));
      inside[index] = Math.max(inside[index] ?? 0, role);
    }
    if (before[number]?.join(needs) === true) open.push(...(users[number] ?? []));
  }
  return inside;
}

/** Instructions of a block, and the blocks that can be next. */
export interface Range {
  readonly from: number;
  readonly to: number;
  readonly next: readonly number[];
}

/** Takes a step against the flow; returns the role of the instruction. */
function passes(needs: Needs, own: Effects, isGuarded: boolean, asks: boolean): number {
  const { reads, readsPredicates, writes, writesPredicates } = own;
  const results = [
    ...(writes === 'all' ? [] : writes),
    ...writesPredicates.map((number) => REGISTERS + number),
  ];
  const makes = writes === 'all' || results.some((number) => needs.has(number));
  if (!isGuarded) for (const number of results) needs.remove(number);
  if (!makes && !asks) return 0;
  if (writes !== 'all' || asks) {
    for (const number of reads) needs.add(number);
    for (const number of readsPredicates) needs.add(REGISTERS + number);
  }
  return makes ? NEEDED : ASKED;
}
