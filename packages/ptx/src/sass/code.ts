/**
 * A function of SASS, ready to be executed as far as its accesses to shared memory depend on it.
 *
 *     instructions -> facts -> blocks -> the slice of what decides addresses, masks and ways
 *
 * A branch whose ways meet again before anything is accessed is not followed, as long as nothing on these ways is in the slice:
 * lanes go on where the ways meet (`quiet.ts`).
 */
import { type Slice, sliceOf } from '@ldscope/core';
import { type QuietRegion, QuietRegions } from './execute/quiet.ts';
import { type Facts, factsOf } from './facts.ts';
import { END, flowOf } from './flow.ts';
import { GLOBAL_PLACE, LOCAL_PLACE, PLACES, SHARED_PLACE } from './operands.ts';
import type { SassFunction, SassInstruction } from './program.ts';

export class SassCode {
  readonly instructions: readonly SassInstruction[];
  readonly facts: readonly Facts[];
  /** By index of an instruction: its results are required. */
  readonly wanted: Uint8Array;
  /** By index: the next instruction, itself included, that has to be looked at. */
  readonly next: Int32Array;
  /** Branches that are not followed. */
  readonly quiet: ReadonlyMap<number, QuietRegion>;
  /** Indices by address. */
  readonly indices: ReadonlyMap<number, number>;
  readonly isOpen: boolean;
  /** Instructions that may access shared memory. */
  readonly accesses: number;
  /** What shared memory holds is required. */
  readonly wantsShared: boolean;
  /** Data may arrive from elsewhere, at any time. */
  readonly receives: boolean;

  /** `keepsStores`: what global memory holds at the end is required, too. */
  constructor({ instructions }: SassFunction, keepsStores = false) {
    this.instructions = instructions;
    this.indices = new Map(instructions.map(({ pc }, index) => [pc, index]));
    this.facts = instructions.map(factsOf);
    const { facts } = this;
    const { blocks, isOpen } = flowOf(instructions, facts);
    this.isOpen = isOpen;
    this.accesses = facts.filter(({ touchesShared }) => touchesShared).length;
    const regions = new QuietRegions(instructions, blocks, facts);
    const quiet = new Map<number, QuietRegion>();
    for (const [index, { row }] of facts.entries()) {
      const region = row?.control === 'branch' ? regions.behind(index) : undefined;
      if (region !== undefined) quiet.set(index, region);
    }
    const next = new Map<number, readonly number[]>();
    for (const { to, next: others } of blocks)
      next.set(
        to - 1,
        others.flatMap((other) => (other === END ? [] : [blocks[other]?.from ?? 0])),
      );
    const after = (index: number): readonly number[] => next.get(index) ?? [index + 1];
    const required = keepsStores ? [GLOBAL_PLACE] : [];
    let slice = sliceWith(facts, after, quiet, required);
    // A way on which something is required has to be the one that lanes take.
    for (let changes = true; changes;) {
      changes = false;
      for (const [index, region] of quiet) {
        if (!region.instructions.some((number) => slice.wants(number))) continue;
        quiet.delete(index);
        changes = true;
      }
      if (changes) slice = sliceWith(facts, after, quiet, required);
    }
    this.quiet = quiet;
    this.wanted = Uint8Array.from(facts, (_, index) => Number(slice.wants(index)));
    this.next = new Int32Array(facts.length);
    for (let index = facts.length - 1, next = index; index >= 0; index--) {
      if (this.wanted[index] === 1 || isEvent(facts[index])) next = index;
      this.next[index] = next;
    }
    this.wantsShared = slice.wantsMemory(SHARED_PLACE);
    this.receives = facts.some(({ row }) => row?.memory === 'arrives');
  }
}

/** Lanes may go elsewhere, or shared memory is touched. */
const isEvent = (facts: Facts | undefined): boolean =>
  facts?.row === undefined ||
  facts.row.control !== 'none' ||
  facts.row.memory === 'arrives' ||
  facts.row.memory === 'mbarrier' ||
  facts.touchesShared;

function sliceWith(
  facts: readonly Facts[],
  successors: (index: number) => readonly number[],
  quiet: ReadonlyMap<number, QuietRegion>,
  required: readonly number[],
): Slice {
  const executed = executedWith(facts.length, successors, quiet);
  return sliceOf({
    instructions: facts.map((_, index) => index),
    successors,
    flow: (index) => {
      const own = facts[index];
      if (own === undefined) throw new Error('every instruction has facts');
      const { flow, decides, row } = own;
      // On a way that is not followed nothing is decided.
      if (quiet.has(index) || executed[index] === 0) return flow;
      const atEnd = row?.control === 'exit' ? required : [];
      return { ...flow, needs: [...flow.needs, ...decides, ...atEnd] };
    },
    places: PLACES,
    shared: [SHARED_PLACE, GLOBAL_PLACE, LOCAL_PLACE],
    vectors: 0,
  });
}

/** Instructions that lanes come to, by index, where quiet branches are not followed. */
function executedWith(
  count: number,
  successors: (index: number) => readonly number[],
  quiet: ReadonlyMap<number, QuietRegion>,
): Uint8Array {
  const executed = new Uint8Array(count);
  const open = [0];
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    if (executed[index] !== 0 || index >= count) continue;
    executed[index] = 1;
    const region = quiet.get(index);
    open.push(...(region === undefined ? successors(index) : [region.to]));
  }
  return executed;
}
