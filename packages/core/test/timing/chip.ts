/** A chip and its timing model, for tests: `const { machine, timing } = timedChip('gfx942');` */
import { type Machine, machineNamed, type TimingModel, timingOf } from '@ldscope/core';
import { raise } from '../../../../test/raise.ts';

export function timedChip(name: string): { machine: Machine; timing: TimingModel } {
  const machine = machineNamed(name);
  return { machine, timing: timingOf(machine) ?? raise(`no timing of ${name}`) };
}
