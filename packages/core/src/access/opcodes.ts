import type { Direction, Isa, Opcode } from './opcode.ts';
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

/** How a plain instruction finds its bytes; two addresses are `stride` times the width apart, up to 255 times. */
export type PlainAddressing = 'single' | 'double' | 'double64' | 'lane-contiguous';

/**
 * The number of the instruction that moves `widthBytes` per address on an instruction set, as unsigned bytes in whole
 * registers: `ds_read_u16`, `ds_load_b128`, `ld.shared.v4.b32`; `undefined` when there is none. The first that the tables
 * have is the plain one: signed, half-register and transposing forms come behind it.
 */
export function plainOpcode(
  isa: Isa,
  direction: Direction,
  widthBytes: number,
  addressing: PlainAddressing = 'single',
): number | undefined {
  return plainNumbers.get(plainKey(isa, direction, widthBytes, addressing));
}

const plainKey = (isa: Isa, direction: Direction, widthBytes: number, addressing: string): string =>
  `${isa} ${direction} ${widthBytes} ${addressing}`;

const plainNumbers: ReadonlyMap<string, number> = new Map(
  [...opcodes.entries()]
    .filter(([, { request = '' }]) => !request.includes('.tr.'))
    .flatMap(
      ([
        number,
        {
          isa: sets,
          direction,
          widthBytes,
          addressing: { kind, ...more },
        },
      ]) => {
        const far = 'stride' in more && more.stride === 64 ? '64' : '';
        return sets.map(
          (isa) => [plainKey(isa, direction, widthBytes, kind + far), number] as const,
        );
      },
    )
    .reverse(),
);
