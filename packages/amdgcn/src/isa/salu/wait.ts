/**
 * `s_waitcnt`: what it waits for, as words or as the encoded number.
 *
 *     s_waitcnt vmcnt(3) lgkmcnt(0)      s_waitcnt 0x0c70      vmcnt 3-0 and 15-14, expcnt 6-4, lgkmcnt 11-8
 */
import { messages } from '@ldscope/core';
import type { CallOperand, Instruction } from '../../text/program.ts';
import { LGKMCNT_MAX, VMCNT_MAX } from '../../emulate/waits.ts';
import type { CompileContext } from '../compile.ts';
import { row, type SaluRow } from './row.ts';

interface Counts {
  readonly vector: number;
  readonly lgkm: number;
}

const NAMES = new Set(['vmcnt', 'lgkmcnt', 'expcnt', 'vmcnt_sat', 'lgkmcnt_sat', 'expcnt_sat']);

function waitCounts(instruction: Instruction, context: CompileContext): Counts | undefined {
  let vector = VMCNT_MAX;
  let lgkm = LGKMCNT_MAX;
  for (const operand of instruction.operands) {
    if (operand.kind === 'integer') {
      const value = Number(BigInt.asUintN(16, operand.value));
      vector = (value & 15) | ((value >>> 10) & 0x30);
      lgkm = (value >>> 8) & 15;
    } else if (operand.kind === 'call' && NAMES.has(operand.name)) {
      const count = callCount(operand);
      if (operand.name.startsWith('vmcnt')) vector = Math.min(count, VMCNT_MAX);
      if (operand.name.startsWith('lgkmcnt')) lgkm = Math.min(count, LGKMCNT_MAX);
    } else {
      const what = 'counters are vmcnt(n), lgkmcnt(n) and expcnt(n)';
      context.report(messages.execute.malformed(instruction.mnemonic, what));
      return undefined;
    }
  }
  return { vector, lgkm };
}

function callCount(operand: CallOperand): number {
  const [count] = operand.arguments;
  return typeof count === 'bigint' ? Number(count) : 0;
}

export const waitRow: SaluRow = row('s_waitcnt', '', ({ instruction, context }) => {
  const counts = waitCounts(instruction, context);
  if (counts === undefined) return undefined;
  const { vector, lgkm } = counts;
  return (wave) => {
    const { waits } = wave;
    if (waits.vectorCount > vector) waits.waitVector(vector);
    if (waits.lgkmCount > lgkm) waits.waitLgkm(lgkm);
  };
});
