/**
 * Runs the warps of a block in turn, each until it waits or has executed its quota of steps.
 *
 *     group of lanes -> step -> step -> branch: two groups -> the one that comes first in `order.ts` -> ... -> one group
 *
 * Threads are independent, as on chips since Volta: a barrier counts threads, not warps, and a group that spins gives way to
 * the others of its warp after some turns.
 */
import { type Message, messages, MEMORY_LIMIT, MemoryLimitError } from '@ldscope/core';
import type { Blocks } from '@ldscope/core/vector';
import {
  endLanes,
  giveWay,
  goOn,
  limitOf,
  nextGroup,
  type OrderedCode,
  PATIENCE,
  split,
} from '../lanes/groups.ts';
import type { Group, Step, Warp } from '../lanes/warp.ts';
import type { Barriers } from './barriers.ts';
import { branch, branchByTable } from './branches.ts';
import type { Control } from './control.ts';

/** Enough for any real kernel; a warp that needs more does not end. */
export const MAX_STEPS = 40_000_000;
/** Steps after which another warp has its turn. */
const SHARE = 1 << 16;

/** Called before each instruction with the lanes that pass its guard; returns the lanes that execute it. */
export interface Visitor<W extends Warp = Warp> {
  visit(warp: W, group: Group, number: number, active: number): number;
}

/** A failure that stopped the warps of a block, and the number of the instruction. */
export interface Failure {
  readonly number: number;
  readonly message: Message;
}

/** The step of an instruction that is not computed. */
export const LEFT_OUT: Step = () => {};

/** Instructions that are executed as one. */
export interface RunnableBlock<W extends Warp = Warp> {
  readonly length: number;
  /** The highest order behind its first instruction: a group that waits there, or before, joins within the block. */
  readonly order: number;
  /** Executes the block; takes the address of a warp's registers, and the lanes. */
  readonly run: (base: number, mask: number) => void;
  /** Looks at its accesses to memory, and notes them; false where these lanes have to execute steps, and nothing is noted. */
  readonly enter?: ((warp: W, mask: number) => boolean) | undefined;
  /** The instructions before its first access. */
  readonly start?: RunnableBlock<W> | undefined;
}

/** The block that lanes execute now, of one and those that it begins with. */
function enteredBlock<W extends Warp>(
  block: RunnableBlock<W> | undefined,
  warp: W,
  mask: number,
  left: number,
  limit: number,
): RunnableBlock<W> | undefined {
  if (block === undefined) return undefined;
  const { length, order, enter } = block;
  if (length <= left && order < limit && (enter === undefined || enter(warp, mask))) return block;
  return enteredBlock(block.start, warp, mask, left, limit);
}

/** A program made ready for warps. */
export interface LaneCode<Own, W extends Warp = Warp> extends OrderedCode {
  /** By instruction; `undefined` until it is reached, and where control goes elsewhere. */
  readonly steps: readonly (Step<W> | undefined)[];
  readonly controls: readonly (Control<Own, W> | undefined)[];
  /** The place of the predicate that guards an instruction, a bit per lane; -1 without one. */
  readonly guards: Int32Array;
  readonly negated: Uint8Array;
  /** How many instructions from one on are `LEFT_OUT`, once that is counted. */
  readonly leftOut: Uint32Array;
  readonly countLeftOut: (number: number) => number;
  readonly blocks: Blocks<RunnableBlock<W>> | undefined;
  /** Makes an instruction ready; a message when it cannot be executed. */
  readonly compile: (number: number) => Message | undefined;
}

export interface BlockRunParts<Own, W extends Warp = Warp> {
  readonly warps: readonly W[];
  readonly code: LaneCode<Own, W>;
  readonly barriers: Pick<Barriers<unknown, W>, 'arrive' | 'arriveInWarp' | 'ended'>;
  readonly maxSteps: number;
  readonly visitor?: Visitor<W> | undefined;
}

/** The warps of a block while they run. An instruction set extends it by the control flow that it alone has. */
export abstract class BlockRun<Own, W extends Warp = Warp> {
  readonly warps: readonly W[];
  readonly #code: LaneCode<Own, W>;
  readonly #maxSteps: number;
  readonly #barriers: BlockRunParts<Own, W>['barriers'];
  readonly #visitor: Visitor<W> | undefined;

  constructor({ warps, code, barriers, maxSteps, visitor }: BlockRunParts<Own, W>) {
    this.warps = warps;
    this.#code = code;
    this.#maxSteps = maxSteps;
    this.#barriers = barriers;
    this.#visitor = visitor;
  }

  /** Executes an instruction of the set's own control flow for the active lanes of a group. */
  protected abstract executeOwn(
    warp: W,
    group: Group,
    own: Own,
    active: number,
  ): Message | undefined;

  /** Lanes of a warp have ended. */
  protected abstract haveEnded(warp: W): void;

  /** Gives each warp a turn; returns whether any made progress, or the failure that stopped it. */
  round(): boolean | Failure {
    let progress = false;
    for (const warp of this.warps) {
      const before = warp.steps;
      for (;;) {
        const group = nextGroup(this.#code, warp);
        if (group === undefined) break;
        progress = true;
        warp.waitsFor = undefined;
        warp.hasTurned = false;
        const failure = this.#advance(warp, group);
        if (failure !== undefined) return failure;
        if (warp.waitsFor !== undefined || warp.hasTurned) break;
        if (warp.steps - before >= SHARE || isWaiting(warp)) break;
      }
    }
    return progress;
  }

  /** Executes a group for one share, or until it branches. */
  #advance(warp: W, group: Group): Failure | undefined {
    const { steps, controls, guards, negated, order, leftOut } = this.#code;
    const blocks = warp.base < 0 ? undefined : this.#code.blocks;
    let { pc } = group;
    const { mask } = group;
    const visitor = this.#visitor;
    const isAlone = order === undefined || warp.groups.length === 1;
    const limit = isAlone ? Infinity : limitOf(warp, group);
    let left = SHARE;
    try {
      for (; left > 0; left--) {
        const block = enteredBlock(blocks?.at(pc), warp, mask, left, limit);
        if (block !== undefined) {
          block.run(warp.base, mask);
          pc += block.length;
          left -= block.length - 1;
          if (limit === Infinity || (order?.[pc] ?? 0) < limit) continue;
          left--;
          break;
        }
        const step = steps[pc];
        if (step === LEFT_OUT && limit === Infinity) {
          const count = Math.min(left, leftOut[pc] || this.#code.countLeftOut(pc));
          pc += count;
          left -= count - 1;
          continue;
        }
        const guard = guards[pc] ?? -1;
        let active = mask;
        if (guard >= 0) {
          const bits = warp.i[guard] ?? 0;
          active &= negated[pc] === 1 ? ~bits : bits;
        }
        if (visitor !== undefined && (step ?? controls[pc]) !== undefined)
          active = visitor.visit(warp, group, pc, active);
        if (step === undefined) {
          const control = controls[pc];
          group.pc = pc;
          if (control === undefined) {
            const problem = this.#code.compile(pc);
            if (problem !== undefined) return { number: pc, message: problem };
            if (steps[pc] === undefined && controls[pc] === undefined)
              return { number: pc, message: messages.emulate.wildJump(`instruction ${pc}`) };
            // Nothing was executed.
            left++;
            continue;
          }
          warp.steps++;
          const failure = this.#control(warp, group, control, active);
          if (failure !== undefined) return { number: pc, message: failure };
          warp.steps += SHARE - left;
          return this.#checkSteps(warp, pc);
        }
        if (active !== 0) step(warp, active);
        pc++;
        if (limit !== Infinity && (order?.[pc] ?? 0) >= limit) {
          left--;
          break;
        }
      }
    } catch (error) {
      if (!(error instanceof MemoryLimitError)) throw error;
      return { number: pc, message: messages.execute.memoryLimit(MEMORY_LIMIT) };
    }
    group.pc = pc;
    group.order = order?.[pc] ?? 0;
    warp.steps += SHARE - left;
    return this.#checkSteps(warp, pc);
  }

  #checkSteps(warp: W, number: number): Failure | undefined {
    if (warp.failure !== undefined) return { number, message: warp.failure };
    return warp.steps >= this.#maxSteps
      ? { number, message: messages.execute.tooManySteps(this.#maxSteps) }
      : undefined;
  }

  #control(warp: W, group: Group, control: Control<Own, W>, active: number): Message | undefined {
    const { pc } = group;
    switch (control.kind) {
      case 'branch':
        branch(this.#code, warp, group, active, control.target);
        return undefined;
      case 'table':
        return branchByTable(this.#code, warp, group, active, control.index, control.targets);
      case 'exit':
        split(this.#code, warp, group, active, pc + 1);
        this.exit(warp, active);
        return undefined;
      case 'warp':
        return this.#barriers.arriveInWarp(warp, group, active, control.members);
      case 'barrier':
        return this.#barriers.arrive(warp, group, active, control);
      case 'own':
        return this.executeOwn(warp, group, control.own, active);
      case 'poll':
        if (active !== 0) control.step(warp, active);
        if (warp.waitsFor !== undefined) giveWay(warp);
        return goOn(this.#code, group);
      case 'turn':
        // All warps reach the instruction before the first executes it, and all have executed it before one goes on.
        warp.hasTurned = active !== 0;
        if (active !== 0 && group.turnAt !== pc) {
          group.turnAt = pc;
          return undefined;
        }
        group.turnAt = undefined;
        if (active !== 0) control.step(warp, active);
        return goOn(this.#code, group);
    }
  }

  /** Lanes end. */
  protected exit(warp: W, lanes: number): void {
    endLanes(warp, lanes);
    this.#barriers.ended();
    this.haveEnded(warp);
  }
}

/** True now and then for a warp that polls memory: another warp may have to write the value that it waits for. */
function isWaiting(warp: Warp): boolean {
  if (warp.spins < PATIENCE) return false;
  warp.spins = 0;
  return true;
}
