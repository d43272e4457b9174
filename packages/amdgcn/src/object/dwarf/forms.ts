/** The forms of attribute values. Source: DWARF 5, section 7.5.6 and table 7.6. */
import type { Cursor } from './cursor.ts';

export interface UnitFormat {
  readonly version: number;
  readonly offsetSize: 4 | 8;
  readonly addressSize: number;
}

/** A value of a class that readers here need; others are skipped and give no number. */
export interface FormValue {
  readonly form: number;
  /** Numbers, offsets, addresses, indices. */
  readonly number: number;
  readonly text?: string;
}

export const Form = {
  addr: 0x01,
  data8: 0x07,
  string: 0x08,
  block: 0x09,
  sdata: 0x0d,
  strp: 0x0e,
  secOffset: 0x17,
  addrx: 0x1b,
  line_strp: 0x1f,
  implicitConst: 0x21,
  rnglistx: 0x23,
  addrx1: 0x29,
  addrx4: 0x2c,
} as const;

/** Bytes of the forms of fixed size. */
const FIXED: Readonly<Record<number, number>> = {
  0x05: 2,
  0x06: 4,
  [Form.data8]: 8,
  0x0b: 1,
  0x0c: 1,
  0x11: 1,
  0x12: 2,
  0x13: 4,
  0x14: 8,
  0x19: 0,
  0x1e: 16,
  0x1c: 4,
  0x20: 8,
  0x24: 8,
  0x25: 1,
  0x26: 2,
  0x27: 3,
  0x28: 4,
  [Form.addrx1]: 1,
  0x2a: 2,
  0x2b: 3,
  [Form.addrx4]: 4,
};

/** Forms that are an unsigned LEB128: udata, ref_udata, strx, addrx, loclistx, rnglistx. */
const LEB = new Set([0x0f, 0x15, 0x1a, Form.addrx, 0x22, Form.rnglistx]);

/** Forms of an offset into another section: strp, ref_addr, sec_offset, strp_sup, line_strp. */
const OFFSET = new Set([Form.strp, 0x10, Form.secOffset, 0x1d, Form.line_strp]);

/** The form is before the value. */
const INDIRECT = 0x16;

/** Bytes of the length before a block, by form: block1, block2, block4. */
const BLOCKS: Readonly<Record<number, number>> = { 0x0a: 1, 0x03: 2, 0x04: 4 };

/** Reads a value; a form that is not known fails the cursor, as its size is not known either. */
export function readForm(
  cursor: Cursor,
  form: number,
  { offsetSize, addressSize, version }: UnitFormat,
  implicit = 0,
): FormValue {
  const fixed = FIXED[form];
  if (fixed !== undefined) {
    if (fixed > 8) cursor.skip(fixed);
    return { form, number: fixed > 8 ? 0 : cursor.unsigned(fixed) };
  }
  if (form === Form.addr) return { form, number: cursor.unsigned(addressSize) };
  if (LEB.has(form)) return { form, number: cursor.uleb() };
  // In DWARF 2 a reference to another unit had the size of an address.
  if (OFFSET.has(form)) {
    return {
      form,
      number: cursor.unsigned(version < 3 && form === 0x10 ? addressSize : offsetSize),
    };
  }
  if (form === Form.string) return { form, number: 0, text: cursor.text() };
  if (form === Form.sdata) return { form, number: cursor.sleb() };
  if (form === Form.implicitConst) return { form, number: implicit };
  // block, exprloc
  if (form === Form.block || form === 0x18) cursor.skip(cursor.uleb());
  else if (BLOCKS[form] !== undefined) cursor.skip(cursor.unsigned(BLOCKS[form]));
  else if (form === INDIRECT) {
    const actual = cursor.uleb();
    if (actual !== INDIRECT) return readForm(cursor, actual, { offsetSize, addressSize, version });
    cursor.failed = true;
  } else cursor.failed = true;
  return { form, number: 0 };
}

/** True for an index into the table of addresses. */
export function isAddressIndex(form: number): boolean {
  return form === Form.addrx || (form >= Form.addrx1 && form <= Form.addrx4);
}
