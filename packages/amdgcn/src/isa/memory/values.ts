/**
 * How loads and stores of less than a word see registers: one table for LDS, flat, global, scratch and buffers.
 *
 * `d16` forms touch one half of the register and keep the other. LIMITATION: on chips with SRAM ECC switched on
 * the other half becomes 0; compilers for those do not rely on it.
 */
import { signedHalf } from '@ldscope/core';

/** A load: `merge` makes the register's new value from its old one and what was read. */
export interface LoadForm {
  readonly bytes: 1 | 2 | 4 | 8 | 12 | 16;
  /** Absent for whole words. */
  readonly merge?: (old: number, raw: number) => number;
  /** Bits of each destination word that are written. */
  readonly mask: number;
}

export interface StoreForm {
  readonly bytes: 1 | 2 | 4 | 8 | 12 | 16;
  /** The stored bytes begin at this bit of the register. */
  readonly shift: 0 | 16;
}

const whole = (bytes: LoadForm['bytes']): LoadForm => ({ bytes, mask: 0xffffffff });

const signed8 = (raw: number): number => (raw << 24) >> 24;
const low = (old: number, value: number): number => (old & 0xffff0000) | (value & 0xffff);
const high = (old: number, value: number): number => (old & 0xffff) | (value << 16);

const narrow = (
  bytes: 1 | 2,
  merge: (old: number, raw: number) => number,
  mask = 0xffffffff,
): LoadForm => ({ bytes, merge, mask });

/** Loads by the name of their type. */
export const loadForms: Readonly<Record<string, LoadForm>> = {
  u8: narrow(1, (_old, raw) => raw),
  i8: narrow(1, (_old, raw) => signed8(raw)),
  u16: narrow(2, (_old, raw) => raw),
  i16: narrow(2, (_old, raw) => signedHalf(raw)),
  u8_d16: narrow(1, low, 0x0000ffff),
  u8_d16_hi: narrow(1, high, 0xffff0000),
  i8_d16: narrow(1, (old, raw) => low(old, signed8(raw)), 0x0000ffff),
  i8_d16_hi: narrow(1, (old, raw) => high(old, signed8(raw)), 0xffff0000),
  u16_d16: narrow(2, low, 0x0000ffff),
  u16_d16_hi: narrow(2, high, 0xffff0000),
  b32: whole(4),
  b64: whole(8),
  b96: whole(12),
  b128: whole(16),
};

export const storeForms: Readonly<Record<string, StoreForm>> = {
  b8: { bytes: 1, shift: 0 },
  b8_d16_hi: { bytes: 1, shift: 16 },
  b16: { bytes: 2, shift: 0 },
  b16_d16_hi: { bytes: 2, shift: 16 },
  b32: { bytes: 4, shift: 0 },
  b64: { bytes: 8, shift: 0 },
  b96: { bytes: 12, shift: 0 },
  b128: { bytes: 16, shift: 0 },
};

/** The forms of `global_load_<name>`, `buffer_load_<name>` and the like on CDNA. */
export const vectorLoads: Readonly<Record<string, string>> = {
  ubyte: 'u8',
  sbyte: 'i8',
  ushort: 'u16',
  sshort: 'i16',
  ubyte_d16: 'u8_d16',
  ubyte_d16_hi: 'u8_d16_hi',
  sbyte_d16: 'i8_d16',
  sbyte_d16_hi: 'i8_d16_hi',
  short_d16: 'u16_d16',
  short_d16_hi: 'u16_d16_hi',
  dword: 'b32',
  dwordx2: 'b64',
  dwordx3: 'b96',
  dwordx4: 'b128',
};

export const vectorStores: Readonly<Record<string, string>> = {
  byte: 'b8',
  byte_d16_hi: 'b8_d16_hi',
  short: 'b16',
  short_d16_hi: 'b16_d16_hi',
  dword: 'b32',
  dwordx2: 'b64',
  dwordx3: 'b96',
  dwordx4: 'b128',
};

/** RDNA has the form behind the width: `global_load_d16_hi_u8`, `global_store_d16_hi_b16`. */
const rdnaName = (form: string): string => {
  const [width = '', ...d16] = form.split('_');
  if (d16.length === 0) return width;
  return `${d16.join('_')}_${width.replace('u16', 'b16')}`;
};

/** The same on RDNA. */
export const rdnaLoads: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(loadForms).map((form) => [rdnaName(form), form]),
);
export const rdnaStores: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(storeForms).map((form) => [rdnaName(form), form]),
);

/** True for a load that replaces all of its registers. */
export const isWhole = ({ mask }: LoadForm): boolean => mask === 0xffffffff;

/** Words of a register that a width takes. */
export const wordsOf = (bytes: number): number => (bytes + 3) >> 2;
