/**
 * Operands of memory instructions whose text depends on more than one field.
 *
 *     global_load_b32 v0, v[2:3], off         without a base in SGPRs the address has 64 bits
 *     buffer_load_b32 v0, off, s[4:7], 0      an index, an offset, both or none, as two bits say
 *     s_load_b64 s[0:1], s[2:3], s4 offset:0x10
 */
import { hexadecimal } from './constants.ts';
import type { Decode, Encoding } from './encoding.ts';
import type { Format } from './formats.ts';
import type { Isa } from './isa.ts';
import { registerRange, scalarRegister } from './registers.ts';

/** The names of the operands here; a number behind some of them counts registers. */
export const memoryOperands: readonly string[] = [
  'gaddr',
  'vaddr',
  'baddr',
  'rsrc4',
  'base2',
  'base4',
  'base8',
  'soffset',
  'offset',
  'loffset',
  'imm',
  'sreg',
  'disp',
];

/** The number of an address without a base in SGPRs: null, of CDNA exec_hi. */
export const noBase = ({ generation }: Isa): number =>
  generation < 10 ? 127 : generation < 11 ? 125 : 124;

/** A number of some bits with a sign. */
export const signedField = (encoding: Encoding, at: number, width: number): number =>
  (encoding.bits(at, width) << (32 - width)) >> (32 - width);

function signedHexadecimal(value: number): string {
  return value < 0 ? `-${hexadecimal(-value)}` : hexadecimal(value);
}

/** Vector registers from a number on; `undefined` where there are none. */
function vectors(isa: Isa, first: number, count: number): string | undefined {
  if (first + count > 256 || (isa.aligned && count > 1 && first % 2 === 1)) return undefined;
  return registerRange('v', first, count);
}

/** The scalar offset of a scalar load, its immediate, or both. */
function scalarOffset(isa: Isa, always: boolean): Decode {
  const { generation } = isa;
  if (generation < 10) {
    return (encoding) => {
      const number = signedHexadecimal(signedField(encoding, 32, 21));
      if (encoding.bit(14) === 0)
        return encoding.bit(17) === 1 ? number : scalarRegister(isa, encoding.bits(32, 7), 1);
      const register = scalarRegister(isa, encoding.bits(57, 7), 1);
      return register === undefined || encoding.bit(17) === 0
        ? register
        : `${register} offset:${number}`;
    };
  }
  const bits = generation < 12 ? 21 : 24;
  return (encoding) => {
    const immediate = signedField(encoding, 32, bits);
    const register = scalarRegister(isa, encoding.bits(57, 7), 1);
    // RDNA 3 writes no offset at all as null.
    if (register === 'null')
      return immediate === 0 && !always ? register : signedHexadecimal(immediate);
    if (register === undefined || (immediate === 0 && !always)) return register;
    return `${register} offset:${signedHexadecimal(immediate)}`;
  };
}

/** Decodes an operand by its name. */
export function memoryOperand(name: string, format: Format, isa: Isa): Decode {
  const { generation } = isa;
  const count = Number(/\d$/.exec(name)?.[0] ?? 1);
  const base = format.places.get('r')?.at ?? 0;
  const none = noBase(isa);
  const hasBase = (encoding: Encoding): boolean => encoding.bits(base, 7) !== none;
  const address = format.places.get('a')?.at ?? 0;
  const bitOf = (field: string): number => format.fields.get(field)?.[0] ?? 0;
  switch (name) {
    case 'gaddr':
      return (encoding) => vectors(isa, encoding.bits(address, 8), hasBase(encoding) ? 1 : 2);
    case 'vaddr': {
      const at = bitOf(generation < 10 ? 'lds' : 'sve');
      const isVector =
        generation === 9 ? (e: Encoding) => !hasBase(e) : (e: Encoding) => e.bit(at) === 1;
      return (encoding) =>
        isVector(encoding) ? vectors(isa, encoding.bits(address, 8), 1) : 'off';
    }
    case 'baddr': {
      const [index, offset] = [bitOf('idxen'), bitOf('offen')];
      return (encoding) => {
        const used = encoding.bit(index) + encoding.bit(offset);
        return used === 0 ? 'off' : vectors(isa, encoding.bits(address, 8), used);
      };
    }
    case 'rsrc4':
      return (encoding) => scalarRegister(isa, encoding.bits(base, 5) * 4, 4);
    case 'base2':
    case 'base4':
    case 'base8':
      return (encoding) => scalarRegister(isa, encoding.bits(0, 6) * 2, count);
    case 'soffset':
      return scalarOffset(isa, false);
    case 'offset':
      return scalarOffset(isa, true);
    case 'imm':
      return (encoding) => signedHexadecimal(signedField(encoding, 32, 24));
    case 'sreg':
      return (encoding) => scalarRegister(isa, encoding.bits(57, 7), 1);
    default:
      return () => undefined;
  }
}
