/**
 * `s_waitcnt`: what it waits for, as words or as the encoded number.
 *
 *     s_waitcnt vmcnt(3) lgkmcnt(0)      s_waitcnt 0x0c70      vmcnt 3-0 and 15-14, expcnt 6-4, lgkmcnt 11-8
 */
import { messages } from '@ldscope/core';
import type { CallOperand, Instruction } from '../../text/program.ts';
import { LGKMCNT_MAX, VMCNT_MAX } from '../../state/waits.ts';
import { row, type SaluRow } from './row.ts';

/** The values that counters may have afterwards; a counter that is not waited for has its largest. */
export interface WaitLimits {
  readonly vmcnt: number;
  readonly lgkmcnt: number;
}

const NAMES = new Set(['vmcnt', 'lgkmcnt', 'expcnt', 'vmcnt_sat', 'lgkmcnt_sat', 'expcnt_sat']);

/** What an `s_waitcnt` waits for; `undefined` when an operand is not a counter. */
export function waitLimits(instruction: Instruction): WaitLimits | undefined {
  let vmcnt = VMCNT_MAX;
  let lgkmcnt = LGKMCNT_MAX;
  for (const operand of instruction.operands) {
    if (operand.kind === 'integer') {
      const value = Number(BigInt.asUintN(16, operand.value));
      vmcnt = (value & 15) | ((value >>> 10) & 0x30);
      lgkmcnt = (value >>> 8) & 15;
    } else if (operand.kind === 'call' && NAMES.has(operand.name)) {
      const count = callCount(operand);
      if (operand.name.startsWith('vmcnt')) vmcnt = Math.min(count, VMCNT_MAX);
      if (operand.name.startsWith('lgkmcnt')) lgkmcnt = Math.min(count, LGKMCNT_MAX);
    } else {
      return undefined;
    }
  }
  return { vmcnt, lgkmcnt };
}

function callCount(operand: CallOperand): number {
  const [count] = operand.arguments;
  return typeof count === 'bigint' ? Number(count) : 0;
}

export const waitRow: SaluRow = row('s_waitcnt', '', ({ instruction, context }) => {
  const limits = waitLimits(instruction);
  if (limits === undefined) {
    const what = 'counters are vmcnt(n), lgkmcnt(n) and expcnt(n)';
    context.report(messages.execute.malformed(instruction.mnemonic, what));
    return undefined;
  }
  const { vmcnt, lgkmcnt } = limits;
  return (wave) => {
    const { waits } = wave;
    if (waits.vectorCount > vmcnt) waits.waitVector(vmcnt);
    if (waits.lgkmCount > lgkmcnt) waits.waitLgkm(lgkmcnt);
  };
});
