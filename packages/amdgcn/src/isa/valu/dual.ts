/**
 * VOPD: two operations in one instruction, both of which read their sources before either writes (waves of 32).
 *
 *     v_dual_mov_b32 v0, v1 :: v_dual_mov_b32 v1, v0      exchanges v0 and v1
 *
 * Each half is a row of the table of its own name; this file puts them in an order in which neither reads what the other
 * has written, and keeps the first result aside where there is no such order. Source: AMD RDNA3 ISA, "Dual Issue VALU".
 */
import { messages } from '@ldscope/core';
import type { CompileInstruction } from '../../state/compile.ts';
import { vectorRow } from '../../state/uses.ts';
import { LANES, type Step } from '../../state/wave.ts';
import type { Instruction } from '../../text/program.ts';
import { compileRow } from './compile.ts';
import { dualRows } from './dual-rows.ts';
import type { Row } from './row.ts';
import { findRow } from './rows.ts';

/** True when an operation reads a register. */
function readsRow(row: Row, { operands }: Instruction, register: number): boolean {
  return operands.slice(row.outputs.length).some((operand) => vectorRow(operand) === register);
}

export const compileDual: CompileInstruction = (instruction, context) => {
  const { mnemonic, paired } = instruction;
  if (paired === undefined || !dualRows.has(paired.mnemonic)) {
    const what = 'has to be two operations joined by ::';
    return void context.report(messages.execute.malformed(mnemonic, what));
  }
  const first = findRow(mnemonic, context.target);
  const second = findRow(paired.mnemonic, context.target);
  if (first === undefined || second === undefined) {
    const what = `${paired.mnemonic} on ${context.target}`;
    return void context.report(messages.execute.unsupported(mnemonic, what));
  }
  if (context.waveSize === 64) {
    return void context.report(messages.execute.unsupported(mnemonic, 'waves of 64 lanes'));
  }
  const x = compileRow(first)(instruction, context);
  const y = compileRow(second)(paired, context);
  const toX = vectorRow(instruction.operands[0]);
  const toY = vectorRow(paired.operands[0]);
  if (x === undefined || y === undefined || toX === undefined || toY === undefined)
    return undefined;
  if (toX === toY) {
    return void context.report(messages.execute.malformed(mnemonic, 'writes one register twice'));
  }
  if (!readsRow(second, paired, toX)) return inOrder(x, y);
  if (!readsRow(first, instruction, toY)) return inOrder(y, x);
  return crossed(x, y, LANES * toX);
};

const inOrder =
  (first: Step, second: Step): Step =>
  (wave) => {
    first(wave);
    second(wave);
  };

/** Each reads what the other writes: the result of the first waits until the second has read. */
function crossed(first: Step, second: Step, at: number): Step {
  const old = new Int32Array(LANES);
  const result = new Int32Array(LANES);
  return (wave) => {
    const { i } = wave;
    old.set(i.subarray(at, at + LANES));
    first(wave);
    result.set(i.subarray(at, at + LANES));
    i.set(old, at);
    second(wave);
    i.set(result, at);
  };
}
