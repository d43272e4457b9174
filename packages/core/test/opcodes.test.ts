import { describe, expect, test } from 'vitest';
import { rows } from '../../../test/rows.ts';
import { opcodeOf } from './mitigate/patterns.ts';
import { type Isa, type Opcode, opcodeAt, opcodeNumber, opcodes, plainOpcode } from '@ldscope/core';

const opcode = (name: string): Opcode => opcodeAt(opcodeOf(name));

/** `ds_read_u8:1`: names of instructions with the bytes that a lane moves per address. */
const widths = (text: string): (readonly [name: string, bytes: number])[] =>
  text.split(/\s+/).map((one) => {
    const [name = '', bytes] = one.split(':');
    return [name, Number(bytes)];
  });

/** The DS instructions of the CDNA3 and CDNA4 ISA documents. */
const READS =
  widths(`ds_read_u8:1 ds_read_i8:1 ds_read_u8_d16:1 ds_read_u8_d16_hi:1 ds_read_i8_d16:1
  ds_read_i8_d16_hi:1 ds_read_u16:2 ds_read_i16:2 ds_read_u16_d16:2 ds_read_u16_d16_hi:2 ds_read_b32:4 ds_read_b64:8
  ds_read_b96:12 ds_read_b128:16`);
const WRITES =
  widths(`ds_write_b8:1 ds_write_b8_d16_hi:1 ds_write_b16:2 ds_write_b16_d16_hi:2 ds_write_b32:4
  ds_write_b64:8 ds_write_b96:12 ds_write_b128:16`);
const OTHER_ATOMICS =
  widths(`ds_pk_add_f16:4 ds_pk_add_bf16:4 ds_pk_add_rtn_f16:4 ds_pk_add_rtn_bf16:4
  ds_wrxchg_rtn_b32:4 ds_wrxchg_rtn_b64:8 ds_wrxchg2_rtn_b32:4 ds_wrxchg2_rtn_b64:8 ds_wrxchg2st64_rtn_b32:4
  ds_wrxchg2st64_rtn_b64:8 ds_condxchg32_rtn_b64:8 ds_append:4 ds_consume:4`);
const TRANSPOSING = widths(
  'ds_read_b64_tr_b4:8 ds_read_b64_tr_b8:8 ds_read_b64_tr_b16:8 ds_read_b96_tr_b6:12',
);
const ATOMICS_32_64 = (
  'add_u sub_u rsub_u inc_u dec_u min_i min_u max_i max_u and_b or_b xor_b mskor_b cmpst_b cmpst_f ' +
  'add_f min_f max_f'
).split(' ');

describe('instructions', () => {
  test('every name is unique, every alias leads to one of them', () => {
    const names = opcodes.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const [number, { name }] of opcodes.entries()) expect(opcodeNumber(name)).toBe(number);
    expect(opcode('LDS.128').name).toBe('ld.shared.v4.b32');
    expect(opcode('st64').name).toBe('st.shared.v2.b32');
    expect(opcode('red32').name).toBe('red.shared.add.u32');
    expect(opcodeNumber('ds_read_b256')).toBeUndefined();
    expect(opcodeNumber('toString')).toBeUndefined();
    expect(() => opcodeAt(opcodes.length)).toThrow(RangeError);
  });

  test.each([...READS, ...WRITES])('%s moves %i bytes', (name, widthBytes) => {
    const direction = name.startsWith('ds_read') ? 'read' : 'write';
    const request = `${direction}.b${8 * widthBytes}`;
    const addressing = { kind: 'single' };
    expect(opcode(name)).toMatchObject({ direction, widthBytes, addressing, request });
    expect(opcode(name).isa).toEqual(expect.arrayContaining(['cdna3', 'cdna4']));
  });

  test.each(rows`
    ds_read2_b32      | read  | 4 | 1
    ds_read2st64_b32  | read  | 4 | 64
    ds_read2_b64      | read  | 8 | 1
    ds_read2st64_b64  | read  | 8 | 64
    ds_write2_b32     | write | 4 | 1
    ds_write2st64_b32 | write | 4 | 64
    ds_write2_b64     | write | 8 | 1
    ds_write2st64_b64 | write | 8 | 64
  `)('%s has two addresses', (name, direction, bytes, stride) => {
    const addressing = { kind: 'double', stride: Number(stride) };
    const request = `${direction}.b${8 * Number(bytes)}`;
    const wanted = { direction, widthBytes: Number(bytes), request, addressing };
    expect(opcode(name)).toMatchObject(wanted);
  });

  test('thread-id forms, transposing reads, cross-lane operations', () => {
    for (const name of ['ds_read_addtid_b32', 'ds_write_addtid_b32']) {
      expect(opcode(name)).toMatchObject({ widthBytes: 4, addressing: { kind: 'thread-id' } });
    }
    for (const [name, widthBytes] of TRANSPOSING) {
      const request = `read.tr.b${8 * widthBytes}`;
      const wanted = { direction: 'read', widthBytes, request, isa: ['cdna4'] };
      expect(opcode(name)).toMatchObject(wanted);
    }
    for (const name of ['ds_swizzle_b32', 'ds_permute_b32', 'ds_bpermute_b32']) {
      expect(opcode(name)).toMatchObject({ addressing: { kind: 'none' } });
      expect(opcode(name).request).toBeUndefined();
    }
  });

  test('atomics', () => {
    for (const stem of ATOMICS_32_64) {
      for (const bits of [32, 64]) {
        const [verb, type] = stem.split('_');
        const wanted = { direction: 'atomic', widthBytes: bits / 8, request: `atomic.b${bits}` };
        for (const name of [`ds_${verb}_${type}${bits}`, `ds_${verb}_rtn_${type}${bits}`])
          expect(opcode(name), name).toMatchObject(wanted);
      }
    }
    for (const [name, widthBytes] of OTHER_ATOMICS)
      expect(opcode(name), name).toMatchObject({ direction: 'atomic', widthBytes });
  });
});

describe('the plain instruction of a width', () => {
  const namesOf = (
    isa: Isa,
    direction: 'read' | 'write' | 'async',
    addressing?: 'double' | 'double64' | 'lane-contiguous',
  ): string =>
    [1, 2, 4, 8, 12, 16]
      .map((width) => plainOpcode(isa, direction, width, addressing))
      .map((number) => (number === undefined ? '-' : opcodeAt(number).name))
      .join(' ');

  test.each(rows`
    gcn cdna3 cdna4 | read  |                 | ds_read_u8 ds_read_u16 ds_read_b32 ds_read_b64 ds_read_b96 ds_read_b128
    gcn cdna3 cdna4 | write |                 | ds_write_b8 ds_write_b16 ds_write_b32 ds_write_b64 ds_write_b96 ds_write_b128
    gcn cdna3 cdna4 | read  | double          | - - ds_read2_b32 ds_read2_b64 - -
    gcn cdna3 cdna4 | write | double64        | - - ds_write2st64_b32 ds_write2st64_b64 - -
    rdna gfx1250    | read  |                 | ds_load_u8 ds_load_u16 ds_load_b32 ds_load_b64 ds_load_b96 ds_load_b128
    rdna gfx1250    | write | double          | - - ds_store_2addr_b32 ds_store_2addr_b64 - -
    rdna gfx1250    | read  | double64        | - - ds_load_2addr_stride64_b32 ds_load_2addr_stride64_b64 - -
    ptx             | read  |                 | ld.shared.b8 ld.shared.b16 ld.shared.b32 ld.shared.v2.b32 - ld.shared.v4.b32
    ptx             | write | double          | - - - - - -
    ptx             | async | lane-contiguous | - - - - - -
  `)('of %s, a %s, %s: %s', (isas, direction, addressing, names) => {
    const how = addressing === '' ? undefined : (addressing as 'double');
    for (const isa of isas.split(' '))
      expect(namesOf(isa as Isa, direction as 'read', how)).toBe(names);
  });

  test('copies to LDS', () => {
    expect(namesOf('cdna3', 'async', 'lane-contiguous')).toContain('buffer_load_dword lds');
  });
});

describe('how lanes address', () => {
  test.each([
    ['ldmatrix.x4', { kind: 'row' }],
    ['buffer_load_dword lds', { kind: 'lane-contiguous', laneBytes: 4 }],
    ['buffer_load_dwordx4 lds', { kind: 'lane-contiguous', laneBytes: 16 }],
    ['global_load_lds_dwordx3', { kind: 'lane-contiguous', laneBytes: 16 }],
  ])('%s: %j', (name, addressing) => {
    expect(opcode(name).addressing).toMatchObject(addressing);
  });

  test('12 bytes of a lane are apart as 16', () => {
    expect(opcode('global_load_lds_dwordx3').widthBytes).toBe(12);
  });
});
