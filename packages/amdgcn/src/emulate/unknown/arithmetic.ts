/** Instructions on registers: their results are unknown where their sources are. */
import type { Instruction } from '../../text/program.ts';
import { SCALAR_ID } from '../../state/waits.ts';
import { EXEC, SCC_NUMBER, type Step, type Wave } from '../../state/wave.ts';
import { guardOf } from './guards.ts';
import type { Followed, UnknownState } from './state.ts';
import { conditionOf, sumTransfer } from './sums.ts';
import { valueTransfer } from './values.ts';

const EXEC_ID = SCALAR_ID + EXEC;
const SCC_ID = SCALAR_ID + SCC_NUMBER;
const EXEC_AND_SCC = [EXEC_ID, EXEC_ID + 1, SCC_ID];

/**
 * Any instruction that works on registers alone. The rule for its unknown results is made when it is executed (for a vector
 * instruction, when one of its registers is unknown), and kept for a part of the kernel: there may be a million
 * instructions.
 */
export function onRegisters(
  state: UnknownState,
  number: number,
  instruction: Instruction,
  step: Step,
): Step {
  const { code, transfers } = state;
  const unit = code.classOf(number);
  const isVector = unit === 'VALU' || unit === 'MFMA';
  const mayPass = isVector && !code.idsOf(number).includes(EXEC_ID);
  return (wave) => {
    if (mayPass) {
      const { registers } = state.of(wave);
      const isKnown = registers.areKnown(code.idsOf(number)) && registers.areKnown(EXEC_AND_SCC);
      if (isKnown) {
        step(wave);
        return;
      }
    }
    let follow = transfers.get(number);
    if (follow === undefined) {
      if (transfers.size >= MOST_TRANSFERS) transfers.clear();
      follow = following(state, number, instruction, step);
      transfers.set(number, follow);
    }
    follow(wave);
  };
}

/** More rules than any loop needs; further ones are made again. */
const MOST_TRANSFERS = 2 ** 17;

function following(
  state: UnknownState,
  number: number,
  instruction: Instruction,
  step: Step,
): Step {
  const use = state.code.use(number);
  if (use === undefined) return step;
  const { target } = state.environment;
  const { before, after } = valueTransfer(instruction, use, state.environment);
  const sum = sumTransfer(instruction, target);
  if (sum !== undefined) {
    return (wave) => {
      const { registers } = state.of(wave);
      const terms = sum.before(registers, wave, number);
      before(registers, wave);
      step(wave);
      after(registers, wave);
      if (terms !== undefined) sum.after(registers, terms);
    };
  }
  const guard = guardOf(instruction, target);
  const [chosen] = use.writes.rows;
  if (guard !== undefined && chosen !== undefined) {
    return (wave) => {
      const { registers } = state.of(wave);
      const inside = guard(registers, wave);
      before(registers, wave);
      step(wave);
      after(registers, wave);
      const isUnknown = registers.labelsOfActive([chosen], wave) !== 0;
      if (inside !== undefined && isUnknown) registers.guard(chosen, inside);
    };
  }
  const condition = conditionOf(instruction, target);
  if (condition !== undefined) {
    return (wave) => {
      const { registers } = state.of(wave);
      const asked = condition(registers, wave, number);
      before(registers, wave);
      step(wave);
      after(registers, wave);
      if (asked?.asks === '') registers.setTerms(SCC_ID, new Map());
      else registers.condition = asked;
    };
  }
  const setsExec = use.writes.scalars.some((scalar) => scalar === EXEC || scalar === EXEC + 1);
  if (!setsExec) {
    return (wave) => {
      const { registers } = state.of(wave);
      before(registers, wave);
      step(wave);
      after(registers, wave);
    };
  }
  return (wave) => {
    const followed = state.of(wave);
    const { registers } = followed;
    const [low, high] = [wave.s[EXEC] ?? 0, wave.s[EXEC + 1] ?? 0];
    before(registers, wave);
    step(wave);
    after(registers, wave);
    settleExec(state, number, instruction.mnemonic, wave, followed, low, high);
  };
}

/** Lanes whose bit of exec is unknown are active when they were, or when the new mask has them. */
function settleExec(
  state: UnknownState,
  number: number,
  mnemonic: string,
  wave: Wave,
  followed: Followed,
  oldLow: number,
  oldHigh: number,
): void {
  const { registers } = followed;
  const unknownLow = registers.low[EXEC_ID] ?? 0;
  const unknownHigh = registers.low[EXEC_ID + 1] ?? 0;
  if ((unknownLow | unknownHigh) === 0) {
    followed.epoch++;
    return;
  }
  wave.s[EXEC] = (wave.s[EXEC] ?? 0) | (oldLow & unknownLow);
  wave.s[EXEC + 1] = (wave.s[EXEC + 1] ?? 0) | (oldHigh & unknownHigh);
  state.reportMask(number, mnemonic, registers.labelsOf([EXEC_ID, EXEC_ID + 1]));
}
