/** The context in which a memory instruction is compiled, and the meaning of its modifiers. */
import type { Environment } from '../../state/environment.ts';
import type { Stamp } from '../../state/order.ts';
import type { Warp } from '@ldscope/simt';
import type { Instruction, Operand, Register, Type } from '../../text/program.ts';
import { typeOf } from '../../text/types.ts';
import type { Names } from '../operands.ts';
import type { Space } from './address.ts';

const SPACES: Readonly<Record<string, Space>> = {
  'global': 'global',
  'shared': 'shared',
  'shared::cta': 'shared',
  'shared::cluster': 'shared',
  'local': 'local',
  'const': 'const',
  'param': 'param',
  'param::entry': 'param',
  'param::func': 'param',
};

/** The space that modifiers name; without one an address is generic. */
export function spaceOf(modifiers: readonly string[]): Space {
  for (const name of modifiers) {
    const space = SPACES[name];
    if (space !== undefined) return space;
  }
  return 'generic';
}

/** The last type among modifiers, and how many elements a lane has. */
export function elementsOf(
  modifiers: readonly string[],
): { readonly type: Type; readonly count: number } | undefined {
  const name = modifiers.findLast((modifier) => typeOf(modifier) !== undefined);
  const type = name === undefined ? undefined : typeOf(name);
  const vector = modifiers.find((modifier) => /^v[248]$/.test(modifier));
  return type && { type, count: vector === undefined ? 1 : Number(vector.slice(1)) };
}

export const elementOperands = (operand: Operand | undefined): readonly (Operand | undefined)[] =>
  operand?.kind === 'vector' ? operand.elements : [operand];

/** The context in which a memory instruction is compiled. */
export interface MemoryContext {
  readonly number: number;
  readonly instruction: Instruction;
  readonly names: Names;
  readonly environment: Environment;
  readonly isEntry: boolean;
  /** False where only the access counts: the data that it reads or stores is not required. */
  readonly movesData: boolean;
  /** Bytes of the frame of its function. */
  readonly frameBytes: number;
  /** True for a register that some instruction of the function reads. */
  readonly isRead: (register: Register) => boolean;
  /** When an asynchronous store to the own block is complete: with the phase of its mbarrier. */
  readonly completionOf?: ((warp: Warp, mask: number) => Stamp | undefined) | undefined;
}

/** The name of an instruction in messages: `ld.shared.v2.f32`. */
export const textOf = ({ opcode, modifiers }: Instruction): string =>
  [opcode, ...modifiers].join('.');
