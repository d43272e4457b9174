/** The chips whose machine code is executed: those whose machine says what that requires. */
import { findMachine, type Machine, type MachineCode, machines } from '@ldscope/core';

export type Target = 'gfx90a' | 'gfx942' | 'gfx950';

/** A machine whose code is executed. */
export type CodeMachine = Machine & { readonly name: Target; readonly code: MachineCode };

/** True for a machine whose code is executed. */
export function isTarget(machine: Machine): machine is CodeMachine {
  return machine.code !== undefined;
}

const targetMachines: readonly CodeMachine[] = machines.filter(isTarget);

export const targets: readonly Target[] = targetMachines.map(({ name }) => name);

/** What is known of the machine code of a chip. */
export function codeOf(target: Target): MachineCode {
  const machine = targetMachines.find(({ name }) => name === target);
  if (machine === undefined) throw new RangeError(`no machine code is known of ${target}`);
  return machine.code;
}

/** Whether 8-bit floats of a chip are those of OCP. */
export const hasOcpFloats = (target: Target): boolean =>
  findMachine(target)?.float8?.value === 'ocp';

/** The chips of a generation of CDNA and later. */
const targetsSince = (cdna: number): readonly Target[] =>
  targetMachines.filter(({ code }) => code.cdna >= cdna).map(({ name }) => name);

/** For the tables of instructions: where a row exists. */
export const SINCE_CDNA3 = targetsSince(3);
export const SINCE_CDNA4 = targetsSince(4);
export const UNTIL_CDNA2: readonly Target[] = targets.filter((one) => !SINCE_CDNA3.includes(one));
