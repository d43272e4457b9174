/** The form of a row in the tables of LDS instructions. */
import { messages } from '@ldscope/core';
import type { Environment } from '../../state/environment.ts';
import type { DsByM0 } from '../../state/lds-by-m0.ts';
import { roles, type Shape, vectorRow } from '../../state/uses.ts';
import type { Step } from '../../state/wave.ts';
import { type Instruction, numberModifier } from '../../text/program.ts';
import type { CompileContext } from '../../state/compile.ts';
import type { Lanes } from '../row.ts';
import { LdsAccess } from './access.ts';

/** The input from which a row makes a step. */
export interface DsContext {
  readonly instruction: Instruction;
  readonly environment: Environment;
  /** Number of the instruction. */
  readonly number: number;
  /** First rows of the register operands, in order; 0 behind the last. */
  readonly rows: readonly [number, number, number, number];
  readonly offset: number;
  readonly offset0: number;
  readonly offset1: number;
  /** For the lane addresses of this instruction; two for two-address forms. */
  readonly access: LdsAccess;
  readonly second: LdsAccess;
}

export interface DsRow {
  readonly mnemonic: string;
  readonly shape: Shape;
  readonly make: (context: DsContext) => Step;
  readonly memory: 'hint' | 'none' | 'load' | 'store' | 'atomic';
  readonly lanes: Lanes;
  /** Half of the result stays as it was. */
  readonly keeps?: boolean | undefined;
  /** Bytes of the narrowest piece of LDS it touches; 0 when it touches none. */
  readonly bytes: number;
  readonly targets?: readonly string[] | undefined;
  /** The source of the address when no operand has it. */
  readonly byM0?: DsByM0 | undefined;
  /** It has two addresses, whose offsets count elements, or 64 of them. */
  readonly two?: 1 | 64 | undefined;
}

type RowOptions = Omit<Shape, 'roles'> &
  Pick<DsRow, 'memory' | 'lanes' | 'keeps' | 'targets' | 'byM0' | 'two'>;

export function dsRow(
  mnemonic: string,
  operands: string,
  bytes: number,
  make: (context: DsContext) => Step,
  options: RowOptions,
): DsRow {
  const { targets, memory, lanes, keeps, byM0, two, ...registers } = options;
  const shape = { roles: roles(operands), ...registers };
  return { mnemonic, shape, memory, lanes, keeps, make, bytes, targets, byM0, two };
}

export function compileDs(
  row: DsRow,
  environment: Environment,
  instruction: Instruction,
  context: CompileContext,
): Step | undefined {
  if (row.bytes > 0 && instruction.modifiers.has('gds')) {
    context.report(messages.execute.unsupported(instruction.mnemonic, 'the global data share'));
    return undefined;
  }
  const rows: [number, number, number, number] = [0, 0, 0, 0];
  for (const index of row.shape.roles.keys()) {
    const first = vectorRow(instruction.operands[index]);
    if (first === undefined) {
      const what = `operand ${index + 1} must be a vector register`;
      context.report(messages.execute.malformed(instruction.mnemonic, what));
      return undefined;
    }
    rows[index] = first;
  }
  const movesData = environment.sliced?.wants(context.number) ?? true;
  return row.make({
    instruction,
    environment,
    number: context.number,
    rows,
    offset: numberModifier(instruction, 'offset') & 0xffff,
    offset0: numberModifier(instruction, 'offset0') & 0xff,
    offset1: numberModifier(instruction, 'offset1') & 0xff,
    access: new LdsAccess(movesData, 0),
    second: new LdsAccess(movesData, 1),
  });
}
