/**
 * Runs of vector instructions that are executed as one: compiled to WebAssembly when they have been executed often enough.
 *
 *     v_add_u32 v1, v2, v3 ─┐
 *     v_lshl_or_b32 ...     ├ a block: one call for four lanes at a time (`isa/valu/simd`), nothing dispatched between
 *     v_fma_f32 ...        ─┘
 *     ds_read_b128 ...        a step
 *
 * A block begins where something jumps to or where the last one ends, and takes what has a form in vectors. It is another way
 * to do what the steps of its instructions do, so that `run.ts` may take either: steps where registers are in flight, in another
 * mode, near the end of a share, and wherever something is put around them. Blocks are kept by what they do, for all launches
 * of the process.
 */
import { encodeModule, instantiate } from '@ldscope/core/wasm';
import { LaneCode } from '../isa/valu/simd/lane-code.ts';
import { addForm } from '../isa/valu/simd/forms.ts';
import type { Plan } from '../isa/valu/plan.ts';
import { readMode } from '../isa/valu/mode.ts';
import { registerMemory } from '../state/register-memory.ts';
import { groupBits } from '../state/waits.ts';
import { USUAL_MODE, type Wave } from '../state/wave.ts';

interface Compiled {
  /** Instructions. */
  readonly length: number;
  /** Takes where the registers of a wave are. */
  readonly run: (base: number) => void;
}

export interface Block extends Compiled {
  /** The registers that it touches, as `Code.ids`, and their groups. */
  readonly ids: Uint16Array;
  readonly groups: number;
}

/** Instructions of a block at most: engines optimise a function as a whole. */
const LONGEST = 48;
/** How often an instruction is executed before it is worth a block. */
const OFTEN = 64;
/** Blocks that are kept for the process. */
const MOST_KEPT = 4096;

const kept = new Map<string, Compiled | undefined>();

/** What the blocks of a program are made of. */
export interface BlockSource {
  readonly waveSize: 32 | 64;
  /** Instructions of the program. */
  readonly length: number;
  /** The plan of an instruction, `'idle'` for one without effect, `undefined` where it has neither. */
  readonly plan: (number: number) => Plan | 'idle' | undefined;
  readonly ids: (number: number) => Uint16Array | undefined;
}

export class Blocks {
  readonly #source: BlockSource;
  /** By instruction: how often execution came to it where a block may begin; it begins nowhere else. */
  readonly #heat: Uint8Array;
  readonly #blocks: (Block | undefined)[] = [];

  /** `starts`: where a block may begin. */
  constructor(source: BlockSource, starts: Iterable<number>) {
    this.#source = source;
    this.#heat = new Uint8Array(source.length + 1);
    for (const number of starts) this.#heat[number] = 1;
    this.#blocks.length = source.length;
  }

  /** The block that begins at an instruction that is to be executed, once that has happened often. */
  at(number: number): Block | undefined {
    const heat = this.#heat[number] ?? 0;
    if (heat === 0) return undefined;
    if (heat > OFTEN) return this.#blocks[number];
    this.#heat[number] = heat + 1;
    if (heat === OFTEN) this.#make(number);
    return this.#blocks[number];
  }

  /** Makes the longest block from an instruction on; where it ends another may begin. */
  #make(start: number): void {
    const { waveSize, length, plan: planOf, ids } = this.#source;
    const plans: (Plan | 'idle')[] = [];
    for (let number = start; number < Math.min(length, start + LONGEST); number++) {
      const plan = planOf(number);
      if (plan === undefined) break;
      plans.push(plan);
    }
    const compiled = compiledOf(plans, waveSize);
    const count = compiled?.length ?? 1;
    this.#heat[start + count] ||= 1;
    if (compiled === undefined || count < 2) return;
    const used = new Set(
      Array.from({ length: count }, (_, index) => [...(ids(start + index) ?? [])]).flat(),
    );
    const all = Uint16Array.from(used);
    this.#blocks[start] = { ...compiled, ids: all, groups: groupBits(all) };
  }
}

/** The compiled code of as many plans as have a form, kept by what they do; `undefined` where the engine does not take it. */
function compiledOf(plans: readonly (Plan | 'idle')[], waveSize: 32 | 64): Compiled | undefined {
  const key = `${waveSize} ${plans.map(keyOf).join('\n')}`;
  if (!kept.has(key)) {
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(key, compileBlock(plans, waveSize));
  }
  return kept.get(key);
}

function keyOf(plan: Plan | 'idle'): string {
  if (plan === 'idle') return plan;
  const { row, ...rest } = plan;
  return `${row.family} ${row.mnemonic} ${JSON.stringify(rest)}`;
}

export function compileBlock(
  plans: readonly (Plan | 'idle')[],
  waveSize: 32 | 64,
): Compiled | undefined {
  const memory = registerMemory();
  if (memory === undefined) return undefined;
  const mode = readMode(USUAL_MODE);
  const code = new LaneCode(waveSize);
  const none = plans.findIndex((plan) => plan !== 'idle' && !addForm(code, plan, mode));
  const length = none < 0 ? plans.length : none;
  if (length === 0) return undefined;
  const bytes = encodeModule('imported', [code.finish('run')]);
  const run = instantiate(bytes, memory)?.call('run');
  return run && { length, run };
}

/** True when a wave can execute a block at once: no register is in flight, and vector instructions are in the mode of the block. */
export function canRun({ ids, groups }: Block, wave: Wave): boolean {
  const { waits, mode, indexing, skipsVector, base } = wave;
  if (mode !== USUAL_MODE || indexing !== 0 || skipsVector || base < 0) return false;
  if ((waits.marked & groups) === 0) return true;
  const { pending } = waits;
  for (let i = 0; i < ids.length; i++) if (pending[ids[i] ?? 0] !== 0) return false;
  return true;
}
