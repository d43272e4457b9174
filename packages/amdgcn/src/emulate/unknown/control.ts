/** Branches, jumps and skips that depend on unknown values. */
import { messages } from '@ldscope/core';
import type { Condition } from '../../isa/row.ts';
import type { Instruction } from '../../text/program.ts';
import { SCALAR_ID } from '../../state/waits.ts';
import { EXEC, SCC_NUMBER, type Step, VCC, type Wave } from '../../state/wave.ts';
import type { UnknownRegisters } from './registers.ts';
import type { UnknownState } from './state.ts';
import { operandIds } from './unexecuted.ts';

const SCC_ID = SCALAR_ID + SCC_NUMBER;

/** A branch on scc or vcc. */
export function onBranch(
  state: UnknownState,
  number: number,
  instruction: Instruction,
  { asks: asked, taken }: Condition,
  step: Step,
): Step {
  const { mnemonic } = instruction;
  const target = state.targetOf(instruction);
  if (target === undefined) return step;
  const onVcc = asked === 'vcc';
  return (wave) => {
    const { registers } = state.of(wave);
    const labels = onVcc ? zeroLabels(registers, wave, VCC) : (registers.labels[SCC_ID] ?? 0);
    if (labels === 0) {
      step(wave);
      return;
    }
    const condition = onVcc ? undefined : registers.condition;
    const holds = condition && {
      asks: condition.asks,
      holdsWhenTaken: condition.truth === taken,
    };
    state.decide(wave, number, mnemonic, target, labels, holds);
  };
}

/**
 * A branch that asks whether lanes are active: where they are only assumed to be, they stay, once. A wave that returns to
 * the branch with exec unknown all the while is in a loop that lanes leave one by one.
 */
export function onExecBranch(
  state: UnknownState,
  number: number,
  instruction: Instruction,
  taken: Condition['taken'],
  step: Step,
): Step {
  const { mnemonic } = instruction;
  const target = state.targetOf(instruction);
  if (target === undefined) return step;
  const stay = taken === 0 ? number + 1 : target;
  const { executions } = state;
  return (wave) => {
    const { registers, visits, epoch } = state.of(wave);
    const labels = zeroLabels(registers, wave, EXEC);
    if (labels === 0) {
      step(wave);
      return;
    }
    state.hasChosen = true;
    const again = visits.get(number) === epoch;
    visits.set(number, epoch);
    if (!again && (stay === number + 1 || executions[stay] === 0)) wave.pc = stay;
    else state.decide(wave, number, mnemonic, target, labels);
  };
}

/** A jump to an address in registers. */
export function onJump(
  state: UnknownState,
  number: number,
  { mnemonic }: Instruction,
  step: Step,
): Step {
  const use = state.code.use(number);
  const reads = (use?.reads.scalars ?? []).map((scalar) => SCALAR_ID + scalar);
  const writes = (use?.writes.scalars ?? []).map((scalar) => SCALAR_ID + scalar);
  return (wave) => {
    const { registers } = state.of(wave);
    const labels = registers.labelsOf(reads);
    if (labels === 0) {
      step(wave);
      registers.mark(writes, 0, wave);
      return;
    }
    state.hasChosen = true;
    const sources = state.sources.describe(labels);
    state.environment.findings.problem(number, messages.emulate.unknownJump(mnemonic, sources));
    wave.status = 'ended';
  };
}

/** Vector instructions that may be skipped are taken to be executed. */
export function onSkip(
  state: UnknownState,
  number: number,
  instruction: Instruction,
  step: Step,
): Step {
  const reads = operandIds(instruction, [0, 1]);
  return (wave) => {
    const labels = state.of(wave).registers.labelsOf(reads);
    step(wave);
    if (labels === 0) return;
    wave.skipsVector = false;
    const sources = state.sources.describe(labels);
    state.environment.findings.problem(number, messages.emulate.unknownSkip(sources));
  };
}

/**
 * The sources that the answer to "is this pair zero" depends on: none where a bit is known to be 1 or all bits are known.
 */
function zeroLabels(registers: UnknownRegisters, wave: Wave, scalar: number): number {
  const id = SCALAR_ID + scalar;
  const ids = wave.size === 64 ? [id, id + 1] : [id];
  let unknown = 0;
  let certain = 0;
  for (const [word, one] of ids.entries()) {
    const bits = registers.low[one] ?? 0;
    unknown |= bits;
    certain |= (wave.s[scalar + word] ?? 0) & ~bits;
  }
  return unknown === 0 || certain !== 0 ? 0 : registers.labelsOf(ids);
}
