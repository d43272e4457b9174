/**
 * Instructions whose results no launch determines: clocks, and hardware registers that say where and when a wave runs.
 *
 *     s_memtime s[4:5]                       s4 and s5 depend on the clock
 *     s_getreg_b32 s6, hwreg(HW_REG_HW_ID)   s6 depends on hardware register HW_REG_HW_ID
 *     s_getreg_b32 s6, hwreg(HW_REG_MODE)    known
 */
import { factsOf } from '../../isa/facts.ts';
import { unknownRegister } from '../../isa/salu/control.ts';
import type { Target } from '../../state/target.ts';
import { SCALAR_ID } from '../../state/waits.ts';
import type { Step } from '../../state/wave.ts';
import type { Instruction } from '../../text/program.ts';
import type { UnknownState } from './state.ts';

interface Unpredictable {
  /** The source of the result, for messages. */
  readonly source: string;
  /** The bits of each word that it may set. */
  readonly bits: number;
}

const ALL = 0xffffffff;

/** The source of an instruction's result that no launch determines; `undefined` for most instructions. */
export function unpredictable(instruction: Instruction, target: Target): Unpredictable | undefined {
  // Of the messages that return a value, only the time is executed.
  if (factsOf(instruction, target).hidden === 'clock') return { source: 'the clock', bits: ALL };
  const register = unknownRegister(instruction, target);
  if (register === undefined) return undefined;
  const isClock = /SHADER_CYCLES/.test(register.name);
  const source = isClock ? 'the clock' : `hardware register ${register.name}`;
  return { source, bits: register.bits };
}

/** The step of an instruction whose result cannot be predicted. */
export function onUnpredictable(
  state: UnknownState,
  number: number,
  { source, bits }: Unpredictable,
  step: Step,
): Step {
  const label = state.sources.bit(source);
  const scalars = state.code.use(number)?.writes.scalars ?? [];
  return (wave) => {
    const { registers } = state.of(wave);
    step(wave);
    for (const scalar of scalars) registers.writeScalar(SCALAR_ID + scalar, bits, label);
  };
}
