/**
 * Runs the waves of a workgroup in turn, each until it reaches a barrier, ends, or has executed its quota of steps.
 *
 * A barrier is passed when all waves that have not ended are at it, as the hardware counts. The quota lets a wave spin on
 * memory that another wave of the workgroup writes.
 */
import { MEMORY_LIMIT, MemoryLimitError, type Message, messages } from '@ldscope/core';
import { waitText } from '../isa/salu/wait.ts';
import type { Instruction } from '../text/program.ts';
import { canRun } from './blocks.ts';
import type { Code } from './code.ts';
import type { Environment } from '../state/environment.ts';
import { SCALAR_ID } from '../state/waits.ts';
import { SINCE_GFX1250, type Target } from '../state/target.ts';
import { AGPR_ROW, EXEC, M0, type Step, VCC, type Wave } from '../state/wave.ts';

/** Enough for any real kernel; a wave that needs more does not end. */
export const MAX_STEPS = 4_000_000;
/** Reported problems take about as long as a step, so they count: a loop over wild addresses ends no later than another. */
const REPEATS = 32;
/** Steps after which another wave has its turn. */
const SHARE = 1 << 16;
/** Polls after which another wave has its turn. */
const PATIENCE = 16;
/** Steps after which a budget is looked at. */
const PIECE = 1 << 12;

export interface Failure {
  readonly number: number;
  readonly message: Message;
}

/** The code to execute, and the limits of its execution. */
export interface RunContext {
  readonly code: Code;
  readonly executions: Float64Array;
  readonly environment: Environment;
  readonly instructions: readonly Instruction[];
  /** Steps of one wave. */
  readonly maxSteps: number;
  /** The last wave has its turn first. */
  readonly lastFirst?: boolean;
  /** Says when the waves take too long together. */
  readonly budget: ((steps: number) => Message | undefined) | undefined;
}

/** Executes all waves to their end; returns the failure that stopped them otherwise. */
export function runWorkgroup(waves: readonly Wave[], run: RunContext): Failure | undefined {
  const turns = run.lastFirst === true ? waves.toReversed() : waves;
  for (;;) {
    let running = false;
    for (const wave of turns) {
      if (wave.status !== 'running') continue;
      const failure = haveTurn(wave, waves, run);
      if (failure !== undefined) return failure;
      running ||= wave.status === 'running';
    }
    if (running) continue;
    const waiting = waves.filter(({ status }) => status === 'barrier');
    if (waiting.length === 0) return undefined;
    // A wave that waits without having signalled waits for itself.
    const stuck = waiting.find(({ signals, barriers }) => signals <= barriers);
    if (stuck !== undefined)
      return { number: stuck.pc - 1, message: messages.emulate.unsignalledBarrier() };
    for (const wave of waiting) {
      wave.barriers++;
      wave.status = 'running';
    }
  }
}

/** The step of a poll: a wave that has polled for long yields to others. */
export const polling =
  (step: Step): Step =>
  (wave) => {
    step(wave);
    if (++wave.polls % PATIENCE !== 0 || wave.status !== 'running') return;
    wave.status = 'gave-way';
    wave.isWaiting = true;
  };

/** A step that may write a value that other waves wait for: these run next, and see the first value that ends their wait. */
export const signalling =
  (step: Step): Step =>
  (wave) => {
    step(wave);
    if (wave.status === 'running' && wave.peers.some(({ isWaiting }) => isWaiting))
      wave.status = 'gave-way';
  };

/** Runs a wave, and the waves that wait for it whenever it may have written the value that they wait for. */
function haveTurn(wave: Wave, waves: readonly Wave[], run: RunContext): Failure | undefined {
  for (;;) {
    wave.isWaiting = false;
    const failure =
      run.budget === undefined ? advance(wave, run, SHARE) : advanceWithin(wave, waves, run);
    if (failure !== undefined || wave.status !== 'gave-way') return failure;
    wave.status = 'running';
    if (wave.isWaiting) return undefined;
    for (const peer of waves.filter(({ isWaiting }) => isWaiting)) {
      const stopped = haveTurn(peer, waves, run);
      if (stopped !== undefined) return stopped;
    }
  }
}

/** Executes a wave for one share in small pieces, and asks between them whether the budget is spent. */
function advanceWithin(wave: Wave, waves: readonly Wave[], run: RunContext): Failure | undefined {
  for (let done = 0; done < SHARE && wave.status === 'running'; done += PIECE) {
    const spent = run.budget?.(waves.reduce((sum, { steps }) => sum + steps, 0));
    if (spent !== undefined) return { number: wave.pc, message: spent };
    const failure = advance(wave, run, PIECE);
    if (failure !== undefined) return failure;
  }
  return undefined;
}

/** Executes a wave for one share; the loop that all time is spent in. */
function advance(wave: Wave, run: RunContext, most: number): Failure | undefined {
  const { code, executions, environment, instructions, maxSteps } = run;
  const { steps, wordBits, blocks } = code;
  const { waits } = wave;
  const { pending } = waits;
  let number = wave.pc;
  const share = Math.max(1, Math.min(most, maxSteps - wave.steps));
  let left = share;
  const { findings, log } = environment;
  const { repeats } = findings;
  findings.hidesHazards = wave.isUnordered;
  try {
    while (left > 0 && wave.status === 'running') {
      number = wave.pc;
      const block = blocks?.at(number);
      if (block !== undefined && left >= block.length && canRun(block, wave)) {
        const { length } = block;
        for (let at = number; at < number + length; at++)
          executions[at] = (executions[at] ?? 0) + 1;
        left -= length;
        wave.pc = number + length;
        block.run(wave.base);
        continue;
      }
      left--;
      const step = steps[number];
      if (step === undefined) {
        const problem = missing(code, number, instructions);
        if (problem !== undefined) wave.fail(problem);
        continue;
      }
      if ((waits.marked & (wordBits[number] ?? 0)) !== 0) {
        if (waits.willWrite(code.wordsOf(number))) {
          const uses = code.idsOf(number);
          for (let i = 0; i < uses.length; i++) {
            const register = uses[i] ?? 0;
            if (pending[register] !== 0)
              reportUse(wave, code, number, register, environment, instructions);
          }
        }
      }
      executions[number] = (executions[number] ?? 0) + 1;
      if (log !== undefined) log.add(wave.number, number, wave.order);
      wave.pc = number + 1;
      step(wave);
    }
  } catch (error) {
    if (!(error instanceof MemoryLimitError)) throw error;
    wave.fail(messages.execute.memoryLimit(MEMORY_LIMIT));
  }
  wave.steps += share - left + Math.floor((findings.repeats - repeats) / REPEATS);
  const goesOn = wave.status !== 'ended' && wave.status !== 'failed';
  if (goesOn && wave.steps >= maxSteps) {
    wave.fail(messages.execute.tooManySteps(maxSteps));
  }
  if (wave.status === 'ended') {
    waits.waitAll();
  }
  return wave.failure === undefined ? undefined : { number, message: wave.failure };
}

/** Why there is no step: it was not compiled yet (then it is now), cannot be executed, or is not there. */
function missing(
  code: Code,
  number: number,
  instructions: readonly Instruction[],
): Message | undefined {
  const instruction = instructions[number];
  if (instruction === undefined) return messages.emulate.wildJump(`instruction ${number}`);
  if (code.compile(number)) return undefined;
  return messages.execute.unsupported(instruction.mnemonic, 'this form of the instruction');
}

/** A register is used while a load has yet to write it. */
function reportUse(
  wave: Wave,
  code: Code,
  number: number,
  register: number,
  { findings, target }: Environment,
  instructions: readonly Instruction[],
): void {
  const found = wave.waits.find(register);
  if (found === undefined) return;
  const { item, counter, left } = found;
  // Loads of one unit write in order: a newer load may overwrite an older one.
  const unit = code.classOf(number);
  const sameQueue = unit === code.classOf(item.number) && unit !== 'SMEM';
  const use = code.use(number);
  const side = use?.reads;
  const reads =
    side === undefined ||
    (register < SCALAR_ID
      ? side.rows.includes(register)
      : side.scalars.includes(register - SCALAR_ID));
  if (sameQueue && !reads) return;
  const writer = instructions[item.number]?.mnemonic ?? 'a load';
  const wait = waitText(counter, left);
  findings.hazard(
    number,
    messages.hazard.missingWait(registerName(register, target), writer, wait),
  );
}

/** The name of a register by its id in `waits.ts`. */
function registerName(id: number, target: Target): string {
  if (id < AGPR_ROW || (id < SCALAR_ID && SINCE_GFX1250.includes(target))) return `v${id}`;
  if (id < SCALAR_ID) return `a${id - AGPR_ROW}`;
  const number = id - SCALAR_ID;
  if (number === M0) return 'm0';
  if (number === VCC || number === VCC + 1) return 'vcc';
  if (number === EXEC || number === EXEC + 1) return 'exec';
  return `s${number}`;
}
