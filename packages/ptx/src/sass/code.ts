/**
 * A function of SASS made ready for warps, as far as its accesses to shared memory depend on it.
 *
 *     instructions -> facts -> ways -> the slice of what decides addresses, masks and ways -> steps and controls
 *
 * A branch whose ways meet again before anything is accessed is not followed, as long as nothing on these ways is in the slice:
 * lanes go on where the ways meet (`quiet.ts`).
 */
import { CodeGraph, type Slice, sliceOf } from '@ldscope/core';
import { type Control, type LaneCode, LEFT_OUT, type Step } from '@ldscope/simt';
import { controlOf, type Own } from './execute/controls.ts';
import { NotKnown } from './execute/known.ts';
import { type QuietRegion, quietRegions } from './execute/quiet.ts';
import { stepOf } from './execute/steps.ts';
import { BITS, type SassWarp } from './execute/warp.ts';
import { isTimed } from './accesses.ts';
import { type Facts, factsOf } from './facts.ts';
import { flowOf } from './flow.ts';
import { GLOBAL_PLACE, LOCAL_PLACE, PLACES, SHARED_PLACE } from './operands.ts';
import type { SassFunction, SassInstruction } from './program.ts';

type Ways = (index: number) => readonly number[];

export interface CodeOptions {
  /** What global memory holds at the end is required, too. */
  readonly keepsStores?: boolean;
  /** Warps take turns at compare-and-swap and exchanges. */
  readonly inTurns?: boolean;
}

export class SassCode implements LaneCode<Own, SassWarp> {
  readonly instructions: readonly SassInstruction[];
  readonly facts: readonly Facts[];
  /** By index of an instruction: its results are required. */
  readonly wanted: Uint8Array;
  /** Indices by address. */
  readonly indices: ReadonlyMap<number, number>;
  /** Steps of instructions that may access shared memory. */
  readonly accesses: readonly (Step<SassWarp> | undefined)[];
  /** What shared memory holds is required. */
  readonly wantsShared: boolean;
  /** Data may arrive from elsewhere, at any time. */
  readonly receives: boolean;

  readonly steps: readonly (Step<SassWarp> | undefined)[];
  readonly controls: readonly (Control<Own, SassWarp> | undefined)[];
  readonly guards: Int32Array;
  readonly negated: Uint8Array;
  readonly leftOut: Uint32Array;
  /** Lanes meet where instructions say. */
  readonly order = undefined;
  readonly blocks = undefined;

  constructor(
    { instructions }: SassFunction,
    { keepsStores = false, inTurns = false }: CodeOptions = {},
  ) {
    this.instructions = instructions;
    this.indices = new Map(instructions.map(({ pc }, index) => [pc, index]));
    const facts = instructions.map(factsOf);
    this.facts = facts;
    const flow = flowOf(instructions, facts, this.indices);
    const quiet = quietRegions(instructions, facts, flow);
    const required = keepsStores ? [GLOBAL_PLACE] : [];
    let slice = sliceWith(facts, flow.next, quiet, required);
    // A way on which something is required has to be the one that lanes take.
    for (let changes = true; changes;) {
      changes = false;
      for (const [index, region] of quiet) {
        if (![...region.instructions].some((number) => slice.wants(number))) continue;
        quiet.delete(index);
        changes = true;
      }
      if (changes) slice = sliceWith(facts, flow.next, quiet, required);
    }
    this.wanted = Uint8Array.from(facts, (_, index) => Number(slice.wants(index)));
    this.wantsShared = slice.wantsMemory(SHARED_PLACE);
    this.receives = facts.some(({ row }) => row?.memory === 'arrives');
    const isControl = ({ row }: Facts): boolean =>
      row !== undefined && row.control !== 'none' && row.control !== 'reduced';
    const steps = facts.map((own, index) =>
      isControl(own) ? undefined : stepOf(own, index, slice.wants(index)),
    );
    const takesTurns = facts.map(
      ({ touchesShared, access }) => inTurns && touchesShared && isTimed(access?.update ?? ''),
    );
    this.accesses = steps.map((step, index) =>
      facts[index]?.touchesShared === true ? step : undefined,
    );
    this.steps = steps.map((step, index) => (takesTurns[index] === true ? undefined : step));
    this.controls = facts.map((own, index) => {
      const region = quiet.get(index);
      if (region !== undefined) return { kind: 'branch', target: region.to };
      const step = steps[index];
      if (step !== undefined)
        return takesTurns[index] === true ? { kind: 'turn', step } : undefined;
      const instruction = instructions[index];
      return instruction && controlOf(instruction, own, this.indices);
    });
    this.guards = Int32Array.from(facts, ({ guard }, index) =>
      guard < 0 || quiet.has(index) ? -1 : BITS + guard,
    );
    this.negated = Uint8Array.from(facts, ({ negated }) => Number(negated));
    this.leftOut = new Uint32Array(facts.length);
    for (let index = facts.length - 1, count = 0; index >= 0; index--) {
      count = this.steps[index] === LEFT_OUT ? count + 1 : 0;
      this.leftOut[index] = count;
    }
  }

  orderFrom(): number {
    return 0;
  }

  countLeftOut(index: number): number {
    return this.leftOut[index] ?? 1;
  }

  /** Instructions are ready from the beginning, except for those that are not known. */
  compile(index: number): never {
    throw new NotKnown(index);
  }
}

function sliceWith(
  facts: readonly Facts[],
  successors: Ways,
  quiet: ReadonlyMap<number, QuietRegion>,
  required: readonly number[],
): Slice {
  const executed = new Set(
    new CodeGraph({
      count: facts.length,
      successors: (index) => {
        const region = quiet.get(index);
        return region === undefined ? successors(index) : [region.to];
      },
      isEnd: () => false,
      isWanted: () => false,
    }).reachable(0),
  );
  return sliceOf({
    instructions: facts.map((_, index) => index),
    successors,
    flow: (index) => {
      const own = facts[index];
      if (own === undefined) throw new Error('every instruction has facts');
      const { flow, decides, row } = own;
      // On a way that is not followed nothing is decided.
      if (quiet.has(index) || !executed.has(index)) return flow;
      const atEnd = row?.control === 'exit' ? required : [];
      return { ...flow, needs: [...flow.needs, ...decides, ...atEnd] };
    },
    places: PLACES,
    shared: [SHARED_PLACE, GLOBAL_PLACE, LOCAL_PLACE],
    vectors: 0,
  });
}
