/**
 * A function of SASS, ready for its integers to be evaluated: which way lanes go through it, and where they are at its accesses.
 *
 *     listing -> the slice that decides -> a step per instruction of it -> per warp: lanes, blocks they visit, executions, addresses
 *
 * Evaluation claims nothing by itself: a way has to have the accesses that PTX had when it was executed (`script.ts`, `walk.ts`).
 */
import type { Flow, SassItem } from '../flow.ts';
import type { SassInstruction } from '../program.ts';
import { type SassAddress, sassAddress } from './address.ts';
import { type Effects, effectsOf } from './effects.ts';
import type { LoadSpace } from './loaded.ts';
import { QuietRegions } from './quiet.ts';
import { NEEDED, sliceOf } from './slice.ts';
import type { Step, Surroundings } from './sources.ts';
import { stepOf } from './steps.ts';

/** One execution of an access by the lanes that are at it together. */
export interface WayEvent {
  readonly number: number;
  /** The number of the access in its function. */
  readonly item: number;
  /** Lanes that take part. */
  readonly active: number;
  /** By lane, in bytes as SASS has them; of the lanes that are known. */
  readonly addresses: Float64Array;
  readonly known: number;
  /** A generic address that is not known: lanes may be in other memory. */
  readonly isOpen: boolean;
}

/** A visit of a block by one lane: its accesses in order. */
export interface WayVisit {
  readonly block: number;
  readonly events: readonly WayEvent[];
}

/** Lanes that go one way, and take part in the same executions. */
export interface WayOfLanes {
  readonly mask: number;
  readonly visits: readonly WayVisit[];
}

/** The environment of a warp when it is evaluated. */
export interface WarpSurroundings extends Surroundings {
  /** Lanes that exist. */
  readonly mask: number;
  /**
   * The value of a load; `undefined` where it is not known. `bytes`: 1, 2 or 4; `epoch`: barriers of the block before it.
   */
  loaded(
    space: LoadSpace,
    lane: number,
    address: number,
    bytes: number,
    epoch: number,
  ): number | undefined;
  /** Where a generic address is in shared memory; `undefined` for one in other memory. */
  inShared(generic: number): number | undefined;
}

export const CONTROL =
  /^(?:BRA|BRX|BRXU|JMP|JMX|JMXU|BREAK|BSYNC|BSSY|EXIT|RET|CALL|KILL|BPT|WARPSYNC|BMOV|RPCMOV|BAR)$/;

export class WayFinder {
  readonly instructions: readonly SassInstruction[];
  readonly flow: Flow;
  /** By index of an instruction, as the following ones: its part in the slice that decides ways. */
  readonly roles: Uint8Array;
  readonly steps: readonly (Step | undefined)[];
  readonly effects: readonly Effects[];
  readonly items = new Map<number, SassItem>();
  readonly addresses = new Map<number, SassAddress>();
  /** Blocks with accesses or barriers, by their first instruction. */
  readonly blocks = new Map<number, number>();
  readonly quiet: QuietRegions;
  /** Indices by address. */
  readonly indices: ReadonlyMap<number, number>;

  constructor(instructions: readonly SassInstruction[], flow: Flow) {
    this.instructions = instructions;
    this.flow = flow;
    this.indices = new Map(instructions.map(({ pc }, index) => [pc, index]));
    this.effects = instructions.map(effectsOf);
    for (const item of flow.items) {
      const index = this.indices.get(item.instruction.pc);
      if (index !== undefined) this.items.set(index, item);
    }
    for (const [index, { operands }] of instructions.entries()) {
      const text = operands.find((operand) => operand.endsWith(']') && !operand.startsWith('c['));
      const address = text === undefined ? undefined : sassAddress(text);
      if (address !== undefined) this.addresses.set(index, address);
    }
    for (const { number, from, intervals } of flow.blocks)
      if (intervals.length > 1 || intervals.some((items) => items.length > 0))
        this.blocks.set(from, number);
    const isItem = (index: number): boolean => this.items.has(index);
    this.quiet = new QuietRegions(instructions, flow, this.effects, isItem);
    this.roles = sliceOf(
      instructions,
      flow.blocks,
      (index) => isItem(index) || CONTROL.test(instructions[index]?.opcode ?? ''),
    );
    this.steps = instructions.map((instruction, index) =>
      this.roles[index] === NEEDED ? stepOf(instruction) : undefined,
    );
  }

  /** Kinds of memory whose content decides ways. */
  get spaces(): ReadonlySet<LoadSpace> {
    const found = new Set<LoadSpace>();
    for (const [index, { opcode }] of this.instructions.entries()) {
      if (this.roles[index] !== NEEDED) continue;
      if (opcode === 'LDS') found.add('shared');
      if (opcode === 'LDG') found.add('global');
    }
    return found;
  }
}

/** The remaining budget of a launch's evaluations. */
export interface EvaluationBudget {
  /** Instructions. */
  steps: number;
}
