import { describe, expect, test } from 'vitest';
import { type Isa, type Opcode, opcodeAt, opcodeNumber, opcodes, plainOpcode } from '@ldscope/core';

function opcode(name: string): Opcode {
  const number = opcodeNumber(name);
  if (number === undefined) throw new Error(`no opcode ${name}`);
  return opcodeAt(number);
}

/** The DS instructions of the CDNA3 and CDNA4 ISA documents, by the bytes that a lane moves per address. */
const READS: Readonly<Record<string, number>> = {
  ds_read_u8: 1,
  ds_read_i8: 1,
  ds_read_u8_d16: 1,
  ds_read_u8_d16_hi: 1,
  ds_read_i8_d16: 1,
  ds_read_i8_d16_hi: 1,
  ds_read_u16: 2,
  ds_read_i16: 2,
  ds_read_u16_d16: 2,
  ds_read_u16_d16_hi: 2,
  ds_read_b32: 4,
  ds_read_b64: 8,
  ds_read_b96: 12,
  ds_read_b128: 16,
};
const WRITES: Readonly<Record<string, number>> = {
  ds_write_b8: 1,
  ds_write_b8_d16_hi: 1,
  ds_write_b16: 2,
  ds_write_b16_d16_hi: 2,
  ds_write_b32: 4,
  ds_write_b64: 8,
  ds_write_b96: 12,
  ds_write_b128: 16,
};
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

  test.each(Object.entries({ ...READS, ...WRITES }))('%s moves %i bytes', (name, widthBytes) => {
    const direction = name in READS ? 'read' : 'write';
    const request = `${direction}.b${8 * widthBytes}`;
    const addressing = { kind: 'single' };
    expect(opcode(name)).toMatchObject({ direction, widthBytes, addressing, request });
    expect(opcode(name).isa).toEqual(expect.arrayContaining(['cdna3', 'cdna4']));
  });

  test.each(
    (['read', 'write'] as const).flatMap((direction) =>
      ([32, 64] as const).flatMap((bits) =>
        ([1, 64] as const).map((stride) => ({
          name: `ds_${direction}2${stride === 64 ? 'st64' : ''}_b${bits}`,
          expected: {
            direction,
            widthBytes: bits / 8,
            request: `${direction}.b${bits}`,
            addressing: { kind: 'double', stride },
          },
        })),
      ),
    ),
  )('$name has two addresses', ({ name, expected }) => {
    expect(opcode(name)).toMatchObject(expected);
  });

  test('thread-id forms, transposing reads, cross-lane operations', () => {
    for (const name of ['ds_read_addtid_b32', 'ds_write_addtid_b32']) {
      expect(opcode(name)).toMatchObject({ widthBytes: 4, addressing: { kind: 'thread-id' } });
    }
    const transposing = {
      ds_read_b64_tr_b4: 8,
      ds_read_b64_tr_b8: 8,
      ds_read_b64_tr_b16: 8,
      ds_read_b96_tr_b6: 12,
    };
    for (const [name, widthBytes] of Object.entries(transposing)) {
      expect(opcode(name)).toMatchObject({
        direction: 'read',
        widthBytes,
        request: `read.tr.b${8 * widthBytes}`,
        isa: ['cdna4'],
      });
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
        for (const name of [`ds_${verb}_${type}${bits}`, `ds_${verb}_rtn_${type}${bits}`]) {
          expect(opcode(name), name).toMatchObject({
            direction: 'atomic',
            widthBytes: bits / 8,
            request: `atomic.b${bits}`,
          });
        }
      }
    }
    const others = {
      ds_pk_add_f16: 4,
      ds_pk_add_bf16: 4,
      ds_pk_add_rtn_f16: 4,
      ds_pk_add_rtn_bf16: 4,
      ds_wrxchg_rtn_b32: 4,
      ds_wrxchg_rtn_b64: 8,
      ds_wrxchg2_rtn_b32: 4,
      ds_wrxchg2_rtn_b64: 8,
      ds_wrxchg2st64_rtn_b32: 4,
      ds_wrxchg2st64_rtn_b64: 8,
      ds_condxchg32_rtn_b64: 8,
      ds_append: 4,
      ds_consume: 4,
    };
    for (const [name, widthBytes] of Object.entries(others)) {
      expect(opcode(name), name).toMatchObject({ direction: 'atomic', widthBytes });
    }
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

  test.each(['gcn', 'cdna3', 'cdna4'] as const)('%s', (isa) => {
    expect(namesOf(isa, 'read')).toBe(
      'ds_read_u8 ds_read_u16 ds_read_b32 ds_read_b64 ds_read_b96 ds_read_b128',
    );
    expect(namesOf(isa, 'write')).toBe(
      'ds_write_b8 ds_write_b16 ds_write_b32 ds_write_b64 ds_write_b96 ds_write_b128',
    );
    expect(namesOf(isa, 'read', 'double')).toBe('- - ds_read2_b32 ds_read2_b64 - -');
    expect(namesOf(isa, 'write', 'double64')).toBe('- - ds_write2st64_b32 ds_write2st64_b64 - -');
  });

  test.each(['rdna', 'gfx1250'] as const)('%s', (isa) => {
    expect(namesOf(isa, 'read')).toBe(
      'ds_load_u8 ds_load_u16 ds_load_b32 ds_load_b64 ds_load_b96 ds_load_b128',
    );
    expect(namesOf(isa, 'write', 'double')).toBe('- - ds_store_2addr_b32 ds_store_2addr_b64 - -');
    expect(namesOf(isa, 'read', 'double64')).toBe(
      '- - ds_load_2addr_stride64_b32 ds_load_2addr_stride64_b64 - -',
    );
  });

  test('ptx', () => {
    expect(namesOf('ptx', 'read')).toBe(
      'ld.shared.b8 ld.shared.b16 ld.shared.b32 ld.shared.v2.b32 - ld.shared.v4.b32',
    );
    expect(namesOf('ptx', 'write', 'double')).toBe('- - - - - -');
    expect(namesOf('ptx', 'async', 'lane-contiguous')).toBe('- - - - - -');
  });

  test('copies to LDS', () => {
    expect(namesOf('cdna3', 'async', 'lane-contiguous')).toContain('buffer_load_dword lds');
  });
});

/** The byte addresses of one lane, as its addressing defines them; `base` is the lane's address register. */
function laneAddresses(
  { addressing, widthBytes }: Opcode,
  base: number,
  lane: number,
  offset0 = 0,
  offset1 = 0,
): readonly number[] {
  switch (addressing.kind) {
    case 'single':
    case 'row':
    case 'counter':
      return [base + offset0];
    case 'double': {
      const unit = widthBytes * addressing.stride;
      const first = base + offset0 * unit;
      return offset0 === offset1 ? [first] : [first, base + offset1 * unit];
    }
    case 'thread-id':
      return [base + offset0 + 4 * lane];
    case 'lane-contiguous':
      return [base + offset0 + addressing.laneBytes * lane];
    case 'none':
      return [];
  }
}

describe('addresses of a lane', () => {
  const at = (name: string, lane: number, offset0?: number, offset1?: number): readonly number[] =>
    laneAddresses(opcode(name), 1000, lane, offset0, offset1);

  test('one address: base and byte offset', () => {
    expect(at('ds_read_b128', 5, 48)).toEqual([1048]);
    expect(at('ldmatrix.x4', 5)).toEqual([1000]);
  });

  test('two addresses: offsets count elements, or 64 of them', () => {
    expect(at('ds_read2_b32', 0, 1, 3)).toEqual([1004, 1012]);
    expect(at('ds_read2_b64', 0, 1, 3)).toEqual([1008, 1024]);
    expect(at('ds_write2st64_b32', 0, 1, 2)).toEqual([1256, 1512]);
    expect(at('ds_write2st64_b64', 0, 1, 2)).toEqual([1512, 2024]);
    expect(at('ds_read2_b32', 0, 7, 7)).toEqual([1028]);
  });

  test('addresses from the lane number', () => {
    expect(at('ds_read_addtid_b32', 9, 8)).toEqual([1044]);
    expect(at('buffer_load_dword lds', 9, 8)).toEqual([1044]);
    expect(at('buffer_load_dwordx4 lds', 9)).toEqual([1144]);
    expect(at('global_load_lds_dwordx3', 9)).toEqual([1144]);
    expect(opcode('global_load_lds_dwordx3').widthBytes).toBe(12);
  });

  test('cross-lane operations have none', () => {
    expect(at('ds_bpermute_b32', 3)).toEqual([]);
  });
});
