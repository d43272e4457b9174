import type { Opcode } from './opcode.ts';
import { amdOpcodes } from './opcodes-amd.ts';
import { nvidiaOpcodes } from './opcodes-nvidia.ts';

/** Every shared-memory instruction that ldscope knows; the index into this list is an opcode's number. */
export const opcodes: readonly Opcode[] = [...amdOpcodes, ...nvidiaOpcodes];

/** Short names of measured-data files and SASS, for what PTX spells longer. */
const aliases: Readonly<Record<string, string>> = {
  'ld8': 'ld.shared.b8',
  'ld16': 'ld.shared.b16',
  'ld32': 'ld.shared.b32',
  'ld64': 'ld.shared.v2.b32',
  'ld128': 'ld.shared.v4.b32',
  'st8': 'st.shared.b8',
  'st16': 'st.shared.b16',
  'st32': 'st.shared.b32',
  'st64': 'st.shared.v2.b32',
  'st128': 'st.shared.v4.b32',
  'red32': 'red.shared.add.u32',
  'LDS.U8': 'ld.shared.b8',
  'LDS.U16': 'ld.shared.b16',
  'LDS.32': 'ld.shared.b32',
  'LDS': 'ld.shared.b32',
  'LDS.64': 'ld.shared.v2.b32',
  'LDS.128': 'ld.shared.v4.b32',
  'STS.U8': 'st.shared.b8',
  'STS.U16': 'st.shared.b16',
  'STS.32': 'st.shared.b32',
  'STS': 'st.shared.b32',
  'STS.64': 'st.shared.v2.b32',
  'STS.128': 'st.shared.v4.b32',
  'ldmatrix': 'ldmatrix.x1',
  'stmatrix': 'stmatrix.x1',
};

const numbers: ReadonlyMap<string, number> = new Map([
  ...opcodes.map((opcode, number) => [opcode.name, number] as const),
  ...Object.entries(aliases).map(
    ([alias, name]) => [alias, opcodes.findIndex((opcode) => opcode.name === name)] as const,
  ),
]);

/** The number of an instruction by its name or a short name; `undefined` when it is not known. */
export function opcodeNumber(name: string): number | undefined {
  return numbers.get(name);
}

/** The instruction with a number; throws on a number that is not in the list. */
export function opcodeAt(number: number): Opcode {
  const opcode = opcodes[number];
  if (opcode === undefined) throw new RangeError(`no opcode has number ${number}`);
  return opcode;
}
