/**
 * Runs of vector instructions that are executed as one, in WebAssembly (`Blocks` of core).
 *
 *     v_add_u32 v1, v2, v3 ─┐
 *     v_lshl_or_b32 ...     ├ a block: one call for four lanes at a time (`isa/valu/simd`), nothing dispatched between
 *     v_fma_f32 ...        ─┘
 *     ds_read_b128 ...        a step
 *
 * A block begins where something jumps to or where the last one ends, and takes what has a form in vectors. `run.ts` takes
 * steps instead where registers are in flight, in another mode, near the end of a share, and wherever steps are wrapped.
 */
import {
  Blocks,
  coldProgram,
  CompiledCode,
  compiledFunction,
  type Heat,
  LONGEST_BLOCK,
} from '@ldscope/core/vector';
import { LaneCode } from '../isa/valu/simd/lane-code.ts';
import { addForm } from '../isa/valu/simd/forms.ts';
import type { Plan } from '../isa/valu/plan.ts';
import { registerMemory } from '../state/register-memory.ts';
import { registerWords, wordBits } from '../state/waits.ts';
import { USUAL_MODE, type Wave } from '../state/wave.ts';
import type { Program } from '../text/program.ts';

interface Compiled {
  /** Instructions. */
  readonly length: number;
  /** Executes the block; takes the address of the wave's registers. */
  readonly run: (base: number) => void;
}

export interface Block extends Compiled {
  /** The registers that it touches, as `Code.words` and `Code.wordBits`. */
  readonly words: Int32Array;
  readonly wordBits: number;
}

/** How often an instruction is executed before it is worth a block. */
const OFTEN = 64;

const kept = new CompiledCode<Compiled>();

/** The parts of a program that its blocks are made from. */
export interface BlockSource {
  readonly waveSize: 32 | 64;
  readonly program: Program;
  /** The plan of an instruction; `'idle'` for an instruction without effect, `undefined` for one without a plan. */
  readonly plan: (number: number) => Plan | 'idle' | undefined;
  readonly ids: (number: number) => Uint16Array;
}

/** Of programs that were executed: the next launch of one has its blocks at once. */
const heats = new WeakMap<Program, Heat>();

/** `starts`: where a block may begin. */
export function blocksOf(source: BlockSource, starts: Iterable<number>): Blocks<Block> {
  const { program } = source;
  const { length } = program.instructions;
  const heat = heats.get(program) ?? coldProgram(length);
  heats.set(program, heat);
  return new Blocks(length, starts, OFTEN, (start) => blockAt(source, start), heat);
}

/** The longest block from an instruction on. */
function blockAt(
  { waveSize, program, plan: planOf, ids }: BlockSource,
  start: number,
): Block | undefined {
  const plans: (Plan | 'idle')[] = [];
  const { length } = program.instructions;
  for (let number = start; number < Math.min(length, start + LONGEST_BLOCK); number++) {
    const plan = planOf(number);
    if (plan === undefined) break;
    plans.push(plan);
  }
  const compiled = kept.get(`${waveSize} ${plans.map(keyOf).join('\n')}`, () =>
    compileBlock(plans, waveSize),
  );
  if (compiled === undefined) return undefined;
  const used: number[] = [];
  for (let number = start; number < start + compiled.length; number++) used.push(...ids(number));
  return { ...compiled, words: registerWords(used), wordBits: wordBits(used) };
}

function keyOf(plan: Plan | 'idle'): string {
  if (plan === 'idle') return plan;
  const { row, ...rest } = plan;
  return `${row.family} ${row.mnemonic} ${JSON.stringify(rest)}`;
}

/** The code of as many plans as have a form; `undefined` where the engine does not take it. */
export function compileBlock(
  plans: readonly (Plan | 'idle')[],
  waveSize: 32 | 64,
): Compiled | undefined {
  const code = new LaneCode(waveSize);
  const none = plans.findIndex((plan) => plan !== 'idle' && !addForm(code, plan));
  const length = none < 0 ? plans.length : none;
  if (length === 0) return undefined;
  const run = compiledFunction(registerMemory, code.finish('run'));
  return run && { length, run };
}

/** True when a wave can execute a block at once: no register is in flight, and vector instructions are in the mode of the block. */
export function canRun(block: Block, wave: Wave): boolean {
  const { waits, mode, indexing, skipsVector, base } = wave;
  if (mode !== USUAL_MODE || indexing !== 0 || skipsVector || base < 0) return false;
  return (waits.marked & block.wordBits) === 0 || !waits.willWrite(block.words);
}
