/** Executed instructions by the units that execute them. */
import type { Code } from './code.ts';
import type { Unit } from '../isa/row.ts';
import type { InstructionCount } from './options.ts';

/** Without code nothing was executed. */
export function countsOf(
  code: Code | undefined,
  executions: Float64Array,
  waveSize = 64,
): Record<Unit, InstructionCount> {
  const totals = new Map<Unit, number>();
  for (const number of code?.compiled ?? []) {
    const count = executions[number] ?? 0;
    const unit = count === 0 ? undefined : code?.classOf(number);
    if (unit !== undefined) totals.set(unit, (totals.get(unit) ?? 0) + count);
  }
  const count = (unit: Unit): InstructionCount => {
    const instructions = totals.get(unit) ?? 0;
    const wide = unit !== 'SALU' && unit !== 'SMEM';
    return { instructions, lanes: wide ? waveSize * instructions : instructions };
  };
  return {
    SALU: count('SALU'),
    VALU: count('VALU'),
    MFMA: count('MFMA'),
    LDS: count('LDS'),
    VMEM: count('VMEM'),
    SMEM: count('SMEM'),
  };
}
