/**
 * The facts about an instruction, by its row: the only source for analyses.
 *
 *     factsOf(red.shared.add.u32)      first 'source', memory 'atomic', lanes 'cross'
 *     accessOperand(same)              0: the operand with its address
 *     mayFollow(bra)                   false: what is behind it is reached by a label alone
 *
 * An opcode without a row may do anything (`UNKNOWN`).
 */
import { instructionRows } from './instructions.ts';
import type { Column, Facts, Memory } from './row.ts';

/** An opcode and its modifiers; an instruction is one, too. */
export interface Form {
  readonly opcode: string;
  readonly modifiers: readonly string[];
}

const UNKNOWN: Facts = {
  first: 'both',
  memory: 'unknown',
  lanes: 'all',
  control: 'none',
  hidden: 'none',
  gives: 'value',
};

const inForm = <T extends string>(column: Column<T>, modifiers: readonly string[]): T =>
  typeof column === 'function' ? column(modifiers) : column;

/** The facts of an instruction. */
export function factsOf({ opcode, modifiers }: Form): Facts {
  const row = instructionRows.get(opcode);
  if (row === undefined) return UNKNOWN;
  return {
    first: inForm(row.first, modifiers),
    memory: inForm(row.memory, modifiers),
    lanes: inForm(row.lanes, modifiers),
    control: row.control,
    hidden: row.hidden,
    gives: inForm(row.gives, modifiers),
  };
}

export const memoryOf = (form: Form): Memory => factsOf(form).memory;

/** True where the first operand, unless it is an address, is a source. */
export const readsFirst = (form: Form): boolean => factsOf(form).first !== 'result';

/** True for a form without an effect here. */
export const changesNothing = (form: Form): boolean => memoryOf(form) === 'hint';

/** True for a form without another effect than the registers that it writes, and the carry. */
export function isComputation(form: Form): boolean {
  const { memory, control, hidden } = factsOf(form);
  return memory === 'none' && control === 'none' && hidden !== 'stack';
}

/** True for an instruction on a barrier object. */
export const isOfBarrier = (form: Form): boolean =>
  ['mbarrier', 'mbarrier-test'].includes(memoryOf(form));

/** True for the video instructions, which take parts of registers. */
export const isVideo = ({ opcode }: Form): boolean =>
  instructionRows.get(opcode)?.chapter === '9.7.18';

/** True where lanes may continue behind an instruction without a guard. */
export const mayFollow = (form: Form): boolean =>
  !['branch', 'table', 'return', 'exit', 'trap'].includes(factsOf(form).control);

/** True for the accesses of lanes that name a type: `ld`, `st`, `atom`, `red`. */
export const isTyped = (form: Form): boolean =>
  ['load', 'store', 'atomic', 'async'].includes(memoryOf(form));

/** True for an access that reads a flag and writes it as one. */
export const isUpdate = (form: Form): boolean => memoryOf(form) === 'atomic';

/** The operand with the address of an access. */
export const accessOperand = (form: Form): number => (readsFirst(form) ? 0 : 1);
