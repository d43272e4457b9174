/**
 * Runs of instructions that compute, executed as one in WebAssembly (`Blocks` of core).
 *
 *     add.s32  %r3, %r1, %r2;      ─┐
 *     @%p1 shl.b32 %r3, %r3, 2;     ├ a block: one call for four lanes at a time (`isa/vector`), nothing dispatched between
 *     mad.wide.s32 %rd1, %r3, ...  ─┘
 *     ld.global.f32 %f1, [%rd1];      a step
 *
 * A block begins at any instruction that execution comes to often, and takes those behind it that have a form in vectors.
 * `run.ts` takes steps instead near the end of a share, and where groups of lanes may meet within the block.
 */
import { greatestOf } from '@ldscope/core';
import { Blocks, CompiledCode, compiledFunction, LONGEST_BLOCK } from '@ldscope/core/vector';
import type { Plan } from '../isa/plan.ts';
import { addForm } from '../isa/vector/forms.ts';
import { WarpCode } from '../isa/vector/warp-code.ts';
import { registerMemory } from '../state/register-memory.ts';

/** An instruction of a block: its plans, and the predicate that guards it. */
export interface BlockInstruction {
  readonly plans: readonly Plan[];
  readonly guard: Guard | undefined;
}

interface Guard {
  readonly place: number;
  readonly isNegated: boolean;
}

interface Compiled {
  /** Instructions. */
  readonly length: number;
  /** Executes the block; takes the address of a warp's registers, and the lanes. */
  readonly run: (base: number, mask: number) => void;
}

export interface Block extends Compiled {
  /** The highest order behind its first instruction: a group that waits there, or before, joins within the block. */
  readonly order: number;
}

/** The parts of a program that its blocks are made from. */
export interface BlockSource {
  /** Instructions of the program. */
  readonly length: number;
  /** The plans of an instruction; `undefined` where it has none, or none yet. */
  readonly plans: (number: number) => readonly Plan[] | undefined;
  readonly guard: (number: number) => Guard | undefined;
  readonly order: Float64Array;
}

/**
 * How often an instruction is executed before it is worth a block: the cost of compiling one is recovered after about 300
 * executions.
 */
const OFTEN = 256;

const kept = new CompiledCode<Compiled>();

export const blocksOf = (source: BlockSource): Blocks<Block> =>
  new Blocks(
    source.length,
    Array.from({ length: source.length }, (_, number) => number),
    OFTEN,
    (start) => blockAt(source, start),
  );

/** The longest block from an instruction on. */
function blockAt(
  { length, plans: plansOf, guard, order }: BlockSource,
  start: number,
): Block | undefined {
  const instructions: BlockInstruction[] = [];
  for (let number = start; number < Math.min(length, start + LONGEST_BLOCK); number++) {
    const plans = plansOf(number);
    if (plans === undefined) break;
    instructions.push({ plans, guard: guard(number) });
  }
  const compiled = kept.get(JSON.stringify(instructions), () => compileBlock(instructions));
  if (compiled === undefined) return undefined;
  const orders = order.subarray(start + 1, start + compiled.length);
  return { ...compiled, order: Math.max(0, greatestOf(orders)) };
}

/** The code of as many instructions as have a form; `undefined` where there is none, or the engine does not take it. */
export function compileBlock(instructions: readonly BlockInstruction[]): Compiled | undefined {
  if (instructions.length === 0) return undefined;
  const code = new WarpCode();
  const none = instructions.findIndex(({ plans, guard }) => {
    code.guard(guard?.place, guard?.isNegated === true);
    return !plans.every((plan) => addForm(code, plan));
  });
  // Code written for the instruction without a form is not executed.
  if (none >= 0) return compileBlock(instructions.slice(0, none));
  const run = compiledFunction(registerMemory, code.finish('run'));
  return run && { length: instructions.length, run };
}
