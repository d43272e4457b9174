/**
 * The LDS accesses of the CK Tile bank-conflict tutorials, for the tile of 64 x 32 elements and 4 waves: the
 * addresses follow from the descriptors and distributions of the sources, the instructions from compiling
 * them for gfx942 (checked against SQ_INSTS_LDS).
 *
 *     X32(m, k) = 128*(m/2) + 16*((4*(m%2) + k/8) ^ (m/2 % 8)) + 2*(k%8)     the XOR descriptor for 32 banks
 *     X64(m, k) = 256*(m/4) + 16*((4*(m%4) + k/8) ^ (m/4 % 16)) + 2*(k%8)    for 64 banks (gfx950)
 *
 * 05 is X32 with rows of 132 bytes.
 */
export interface Tutorial {
  readonly instruction: string;
  readonly byte_address: Readonly<Record<string, string>>;
}

const U16 = 'ds_write_b128 + 8x ds_read_u16';
const B128 = 'ds_write_b128 + ds_read_b128';

/** Tile coordinates of a thread: rows of four threads on writes, columns of eight elements on reads. */
const WRITE = 'm=t//4,k=8*(t%4)';
const READ = 'm=8*(t%8)+j,k=t//8';
const READ_08 = 'm=l,k=8*w';
const READ_10 = 'm=8*(l//8)+j,k=8*w+l%8';

const x32 = (coordinates: string, row = 128): string =>
  `${coordinates},b=m//2: b*${row}+((4*(m%2)+k//8)^(b%8))*16+2*(k%8)`;
const x64 = (coordinates: string): string =>
  `${coordinates},b=m//4: b*256+((4*(m%4)+k//8)^(b%16))*16+2*(k%8)`;
const each = (formula: string): string => `${formula}, j=0..7`;

const WRITE_F32 = 'm=32*j+8*w+l//8,k=4*(l%8)';
const READ_F32 = 'a=j%2,m=4*(l%16)+j//2,k=16*a+4*w+l//16';
const xF32 = (coordinates: string): string => `${coordinates}: 128*m+32*((k//8)^(m%4))+4*(k%8)`;

/** By number; `fp32` for the variants with that element, `64` for the 64-bank descriptor. */
export const tutorials: Readonly<Record<string, Tutorial>> = {
  '1': {
    instruction: U16,
    byte_address: { write: `${WRITE}: 64*m+2*k`, read: each(`${READ}: 64*m+2*k`) },
  },
  '2': {
    instruction: '8x ds_write_b16 + ds_read_b128',
    byte_address: { write: each('m=t//4,k=8*(t%4)+j: 2*m+128*k'), read: '16*t' },
  },
  '3': {
    instruction: '2x ds_write2_b32 + 8x ds_read_u16',
    byte_address: { write: `${WRITE}: 68*m+2*k`, read: each(`${READ}: 68*m+2*k`) },
  },
  '4': { instruction: U16, byte_address: { write: x32(WRITE), read: each(x32(READ)) } },
  '5': { instruction: U16, byte_address: { write: x32(WRITE, 132), read: each(x32(READ, 132)) } },
  '8': { instruction: B128, byte_address: { write: x32(WRITE), read: x32(READ_08) } },
  '10': { instruction: U16, byte_address: { write: x32(WRITE), read: each(x32(READ_10)) } },
  '8 64': { instruction: B128, byte_address: { write: x64(WRITE), read: x64(READ_08) } },
  '10 64': { instruction: U16, byte_address: { write: x64(WRITE), read: each(x64(READ_10)) } },
  '1 fp32': {
    instruction: '2x ds_write_b128 + 4x ds_read2_b32',
    byte_address: {
      write: `${WRITE_F32}: 128*m+4*k, j=0..1`,
      read: each(`${READ_F32}: 128*m+4*k`),
    },
  },
  '4 fp32': {
    instruction: '2x ds_write_b128 + 8x ds_read_b32',
    byte_address: { write: `${xF32(WRITE_F32)}, j=0..1`, read: each(xF32(READ_F32)) },
  },
};
