/**
 * VOPD and VOPD3: two operations in one instruction, both of which read their sources before either writes (waves of 32).
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
import { registersOf, type Row } from './row.ts';
import { rowOfInstruction } from './rows.ts';

/** The registers that an operation writes. */
function writtenBy(row: Row, { operands }: Instruction): Range | undefined {
  const [operand] = operands;
  const [type] = row.outputs;
  const first = vectorRow(operand);
  return first === undefined || type === undefined
    ? undefined
    : { first, count: registersOf(type) };
}

interface Range {
  readonly first: number;
  readonly count: number;
}

const overlap = (one: Range, other: Range): boolean =>
  one.first < other.first + other.count && other.first < one.first + one.count;

/** True when an operation reads one of some registers. */
function reads(row: Row, { operands }: Instruction, registers: Range): boolean {
  return row.inputs.some((type, index) => {
    const first = vectorRow(operands[row.outputs.length + index]);
    return first !== undefined && overlap({ first, count: registersOf(type) }, registers);
  });
}

export const compileDual: CompileInstruction = (instruction, context) => {
  const { mnemonic, paired } = instruction;
  if (paired === undefined || !dualRows().has(paired.mnemonic)) {
    const what = 'has to be two operations joined by ::';
    return void context.report(messages.execute.malformed(mnemonic, what));
  }
  const first = rowOfInstruction(instruction, context.target);
  const second = rowOfInstruction(paired, context.target);
  if (first === undefined || second === undefined) {
    const what = `${paired.mnemonic} on ${context.target}`;
    return void context.report(messages.execute.unsupported(mnemonic, what));
  }
  if (context.waveSize === 64) {
    return void context.report(messages.execute.unsupported(mnemonic, 'waves of 64 lanes'));
  }
  const x = compileRow(first)(instruction, context);
  const y = compileRow(second)(paired, context);
  const toX = writtenBy(first, instruction);
  const toY = writtenBy(second, paired);
  if (x === undefined || y === undefined || toX === undefined || toY === undefined)
    return undefined;
  if (overlap(toX, toY)) {
    return void context.report(messages.execute.malformed(mnemonic, 'writes one register twice'));
  }
  if (!reads(second, paired, toX)) return inOrder(x, y);
  if (!reads(first, instruction, toY)) return inOrder(y, x);
  return crossed(x, y, toX);
};

const inOrder =
  (first: Step, second: Step): Step =>
  (wave) => {
    first(wave);
    second(wave);
  };

/** Each reads what the other writes: the result of the first waits until the second has read. */
function crossed(first: Step, second: Step, written: Range): Step {
  const at = LANES * written.first;
  const end = at + LANES * written.count;
  const old = new Int32Array(end - at);
  const result = new Int32Array(end - at);
  return (wave) => {
    const { i } = wave;
    old.set(i.subarray(at, end));
    first(wave);
    result.set(i.subarray(at, end));
    i.set(old, at);
    second(wave);
    i.set(result, at);
  };
}
