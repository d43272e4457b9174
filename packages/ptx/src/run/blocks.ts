/**
 * Runs of instructions that compute, executed as one in WebAssembly (`Blocks` of core).
 *
 *     add.s32  %r3, %r1, %r2;      ─┐
 *     @%p1 shl.b32 %r3, %r3, 2;     ├ a block: one call for four lanes at a time (`isa/vector`), nothing dispatched between
 *     ld.shared.f32 %f1, [%r5];    ─┘
 *     ld.global.f32 %f2, [%rd1];      a step
 *
 * A block begins at any instruction that execution comes to often, and takes those behind it that have a form in vectors, and loads
 * from shared memory at addresses that are known before it (`isa/memory/warp-load.ts`).
 * `run.ts` takes steps instead near the end of a share, and where groups of lanes may meet within the block.
 */
import { greatestOf } from '@ldscope/core';
import {
  Blocks,
  coldProgram,
  CompiledCode,
  compiledFunction,
  type Heat,
  LONGEST_BLOCK,
} from '@ldscope/core/vector';
import type { Plan } from '../isa/plan.ts';
import { enterLoads, type NotedLoad, type WarpLoad } from '../isa/memory/warp-load.ts';
import { addForm, addLoad } from '../isa/vector/forms.ts';
import { WarpCode } from '../isa/vector/warp-code.ts';
import type { Environment } from '../state/environment.ts';
import { registerMemory } from '../state/register-memory.ts';
import type { RunnableBlock } from '@ldscope/simt';
import type { PtxFunction } from '../text/program.ts';

/** An instruction of a block: its plans or its load, and the predicate that guards it; plain data. */
export interface BlockInstruction {
  readonly plans: readonly Plan[];
  readonly load?: WarpLoad | undefined;
  readonly guard: Guard | undefined;
}

interface Guard {
  readonly place: number;
  readonly isNegated: boolean;
}

interface Compiled {
  /** Instructions. */
  readonly length: number;
  /** Executes the block; takes the address of a warp's registers, the lanes, and the address of shared memory. */
  readonly run: (base: number, mask: number, shared: number) => void;
}

/** The parts of a program that its blocks are made from. */
export interface BlockSource {
  readonly kernel: PtxFunction;
  /** Instructions of the kernel and what it calls. */
  readonly length: number;
  /** The plans of an instruction; `undefined` where it has none, or none yet. */
  readonly plans: (number: number) => readonly Plan[] | undefined;
  readonly load: (number: number) => NotedLoad | undefined;
  readonly environment: Pick<Environment, 'shared' | 'recorder'>;
  readonly guard: (number: number) => Guard | undefined;
  readonly order: Float64Array;
}

/**
 * How often an instruction is executed before it is worth a block: the cost of compiling one is recovered after about 300
 * executions.
 */
const OFTEN = 256;

/** The same where the kernel was executed often in a launch before: until the steps on its ways are made again. */
const AGAIN = 2;

const kept = new CompiledCode<Compiled>();
const heats = new WeakMap<PtxFunction, Heat>();

/** How often the instructions of a kernel were executed, in launches before. */
function heatOf({ kernel, length }: BlockSource): Heat {
  const heat = heats.get(kernel) ?? coldProgram(length);
  heats.set(kernel, heat);
  for (let i = 0; i < heat.length; i++) heat[i] = Math.min(heat[i] ?? 0, OFTEN - AGAIN);
  return heat;
}

export const blocksOf = (source: BlockSource): Blocks<RunnableBlock> =>
  new Blocks(
    source.length,
    Array.from({ length: source.length }, (_, number) => number),
    OFTEN,
    (start) => blockAt(source, start, source.environment.shared.base >= 0),
    heatOf(source),
  );

/** The longest block from an instruction on, with loads or without. */
function blockAt(
  source: BlockSource,
  start: number,
  withLoads: boolean,
): RunnableBlock | undefined {
  const { environment, order } = source;
  const all: BlockInstruction[] = [];
  for (let number = start; number < Math.min(source.length, start + LONGEST_BLOCK); number++) {
    const load = withLoads ? source.load(number)?.load : undefined;
    const plans = load === undefined ? source.plans(number) : [];
    if (plans === undefined) break;
    all.push({ plans, load, guard: source.guard(number) });
  }
  const compiled = kept.get(JSON.stringify(all), () => compileBlock(all));
  if (compiled === undefined) return undefined;
  const { length, run } = compiled;
  const block = {
    length,
    order: Math.max(0, greatestOf(order.subarray(start + 1, start + length))),
  };
  const loads = all.slice(0, length).flatMap(({ load }, index) => {
    const noted = load && source.load(start + index);
    return noted === undefined ? [] : [noted];
  });
  if (loads.length === 0) return { ...block, run: (base, mask) => run(base, mask, 0) };
  const enter = enterLoads(environment, loads);
  if (enter === undefined) return blockAt(source, start, false);
  let before: RunnableBlock | undefined;
  let isMade = false;
  return {
    ...block,
    run: (base, mask) => run(base, mask, environment.shared.base),
    enter,
    get start() {
      if (!isMade) before = blockAt(source, start, false);
      isMade = true;
      return before;
    },
  };
}

/** The code of as many instructions as have a form; `undefined` where there is none, or the engine does not take it. */
export function compileBlock(instructions: readonly BlockInstruction[]): Compiled | undefined {
  if (instructions.length === 0) return undefined;
  const code = new WarpCode();
  const none = instructions.findIndex(({ plans, load, guard }) => {
    code.guard(guard?.place, guard?.isNegated === true);
    if (load !== undefined) return guard !== undefined || !addLoad(code, load);
    return !plans.every((plan) => addForm(code, plan));
  });
  // Code written for the instruction without a form is not executed.
  if (none >= 0) return compileBlock(instructions.slice(0, none));
  const run = compiledFunction(registerMemory, code.finish('run'));
  return run && { length: instructions.length, run };
}
