/**
 * The DS instructions of AMD chips and direct-to-LDS loads; `opcodes-flat.ts` has those whose address says what memory it is in.
 *
 * Names, widths and address rules: AMD CDNA3 and CDNA4 ISA documents, chapter "LDS"; RDNA renames
 * `ds_read` to `ds_load` and `ds_write` to `ds_store` from gfx11 on. `d16` forms move two bytes and
 * leave the other half of the register alone, so the banks see a 16-bit access. `tr` reads exchange
 * data between lanes after the read: the banks see each lane's own address.
 */
import type { Addressing, Direction, Isa, Opcode, RequestClass } from './opcode.ts';
import { flatOpcodes } from './opcodes-flat.ts';

const single: Addressing = { kind: 'single' };
const gcn: readonly Isa[] = ['gcn', 'cdna3', 'cdna4'];
const rdna: readonly Isa[] = ['rdna', 'gfx1250'];
const every: readonly Isa[] = [...gcn, ...rdna];

const op = (
  name: string,
  direction: Direction,
  widthBytes: number,
  request: RequestClass,
  isa: readonly Isa[],
  addressing: Addressing = single,
): Opcode => ({ name, direction, widthBytes, addressing, request, isa });

const widths = { b8: 1, b16: 2, b32: 4, b64: 8, b96: 12, b128: 16 } as const;

const narrowReads = [
  ...['u8', 'i8', 'u8_d16', 'u8_d16_hi', 'i8_d16', 'i8_d16_hi'].map(
    (form) => ['b8', form] as const,
  ),
  ...['u16', 'i16', 'u16_d16', 'u16_d16_hi'].map((form) => ['b16', form] as const),
];

const narrowWrites = [
  ['b8', 'b8'],
  ['b8', 'b8_d16_hi'],
  ['b16', 'b16'],
  ['b16', 'b16_d16_hi'],
] as const;

const full = ['b32', 'b64', 'b96', 'b128'] as const;

/** The reads and writes under one pair of verbs (`ds_read`/`ds_write` or `ds_load`/`ds_store`). */
function readsAndWrites(read: string, write: string, isa: readonly Isa[], two: string): Opcode[] {
  const list: Opcode[] = [];
  for (const [width, form] of narrowReads) {
    list.push(op(`${read}_${form}`, 'read', widths[width], `read.${width}`, isa));
  }
  for (const [width, form] of narrowWrites) {
    list.push(op(`${write}_${form}`, 'write', widths[width], `write.${width}`, isa));
  }
  for (const width of full) {
    list.push(op(`${read}_${width}`, 'read', widths[width], `read.${width}`, isa));
    list.push(op(`${write}_${width}`, 'write', widths[width], `write.${width}`, isa));
  }
  for (const width of ['b32', 'b64'] as const) {
    for (const [form, stride] of [
      [two, 1],
      [`${two}st64`, 64],
    ] as const) {
      const addressing: Addressing = { kind: 'double', stride };
      const [reads, writes] = [`${read}${form}_${width}`, `${write}${form}_${width}`];
      list.push(op(reads, 'read', widths[width], `read.${width}`, isa, addressing));
      list.push(op(writes, 'write', widths[width], `write.${width}`, isa, addressing));
    }
  }
  list.push(op(`${read}_addtid_b32`, 'read', 4, 'read.b32', isa, { kind: 'thread-id' }));
  list.push(op(`${write}_addtid_b32`, 'write', 4, 'write.b32', isa, { kind: 'thread-id' }));
  return list;
}

/** GFX9 spells the two-address forms `ds_read2_b32`, RDNA `ds_load_2addr_b32`. */
const reads = [
  ...readsAndWrites('ds_read', 'ds_write', gcn, '2'),
  ...readsAndWrites('ds_load', 'ds_store', rdna, '_2addr').map((opcode) => ({
    ...opcode,
    name: opcode.name.replace('_2addrst64_', '_2addr_stride64_'),
  })),
];

const transposing = [
  op('ds_read_b64_tr_b16', 'read', 8, 'read.tr.b64', ['cdna4']),
  op('ds_read_b64_tr_b8', 'read', 8, 'read.tr.b64', ['cdna4']),
  op('ds_read_b64_tr_b4', 'read', 8, 'read.tr.b64', ['cdna4']),
  op('ds_read_b96_tr_b6', 'read', 12, 'read.tr.b96', ['cdna4']),
  op('ds_load_tr16_b128', 'read', 16, 'read.tr.b128', ['gfx1250']),
  op('ds_load_tr8_b64', 'read', 8, 'read.tr.b64', ['gfx1250']),
  op('ds_load_tr6_b96', 'read', 12, 'read.tr.b96', ['gfx1250']),
  op('ds_load_tr4_b64', 'read', 8, 'read.tr.b64', ['gfx1250']),
];

const integerAtomics = [
  ...['add', 'sub', 'rsub', 'inc', 'dec'].map((verb) => `${verb}_u`),
  ...['min', 'max'].flatMap((verb) => [`${verb}_i`, `${verb}_u`]),
  ...['and', 'or', 'xor', 'mskor'].map((verb) => `${verb}_b`),
];

function atomic(name: string, width: 'b32' | 'b64', isa: readonly Isa[] = every): Opcode {
  return op(name, 'atomic', widths[width], `atomic.${width}`, isa);
}

/** An atomic without and with the value it replaced (`_rtn_`): `ds_add_u32`, `ds_add_rtn_u32`. */
function bothForms(
  verb: string,
  type: string,
  width: 'b32' | 'b64',
  isa: readonly Isa[] = every,
): Opcode[] {
  return [atomic(`ds_${verb}_${type}`, width, isa), atomic(`ds_${verb}_rtn_${type}`, width, isa)];
}

/** Exchanges at two addresses: `ds_wrxchg2st64_rtn_b32`, `ds_storexchg_2addr_stride64_rtn_b32`. */
function exchanges(stem: string, far: string, width: 'b32' | 'b64', isa: readonly Isa[]): Opcode[] {
  return ([1, 64] as const).map((stride) => ({
    ...atomic(`${stem}${stride === 64 ? far : ''}_rtn_${width}`, width, isa),
    addressing: { kind: 'double', stride },
  }));
}

const packedSets: readonly Isa[] = ['cdna3', 'cdna4', ...rdna];

/** `cmpst` compares with its first operand, `cmpstore` with its second; `min_num` is the `min` of gfx12. */
const atomics = (['b32', 'b64'] as const).flatMap((width) => {
  const bits = width.slice(1);
  return [
    ...integerAtomics.flatMap((stem) => {
      const [verb = '', type = ''] = stem.split('_');
      return bothForms(verb, `${type}${bits}`, width);
    }),
    ...bothForms('add', `f${bits}`, width),
    ...['min', 'max'].flatMap((verb) => [
      ...bothForms(verb, `f${bits}`, width, [...gcn, 'rdna']),
      ...bothForms(`${verb}_num`, `f${bits}`, width, rdna),
    ]),
    ...['b', 'f'].flatMap((type) => [
      ...bothForms('cmpst', `${type}${bits}`, width, gcn),
      ...bothForms('cmpstore', `${type}${bits}`, width, type === 'b' ? rdna : ['rdna']),
    ]),
    atomic(`ds_wrxchg_rtn_${width}`, width, gcn),
    atomic(`ds_storexchg_rtn_${width}`, width, rdna),
    ...exchanges('ds_wrxchg2', 'st64', width, gcn),
    ...exchanges('ds_storexchg_2addr', '_stride64', width, rdna),
  ];
});

const otherAtomics = [
  ...['f16', 'bf16'].flatMap((type) => bothForms('pk_add', type, 'b32', packedSets)),
  ...['sub_clamp', 'cond_sub'].flatMap((verb) => bothForms(verb, 'u32', 'b32', rdna)),
  atomic('ds_condxchg32_rtn_b64', 'b64', every),
  atomic('ds_wrap_rtn_b32', 'b32', [...gcn, 'rdna']),
];

/**
 * `MEM[M0 + offset] += countbits(EXEC)`: one access of the wave, so that lanes cannot conflict. How many cycles it takes is
 * not known on any chip.
 */
const counters = ['ds_append', 'ds_consume'].map((name): Opcode => ({
  name,
  direction: 'atomic',
  widthBytes: 4,
  addressing: { kind: 'counter' },
  isa: every,
}));

const crossLane = [
  ...['ds_swizzle_b32', 'ds_permute_b32', 'ds_bpermute_b32'].map((name) => [name, every] as const),
  ['ds_bpermute_fi_b32', rdna] as const,
].map(([name, isa]): Opcode => ({
  name,
  direction: 'read',
  widthBytes: 4,
  addressing: { kind: 'none' },
  isa,
}));

/**
 * Direct-to-LDS: `buffer_load_dword ... lds` writes lane l at base + l x 4 (x3 and x4: l x 16, where x3
 * leaves every fourth dword alone). gfx942 moves a dword or less; gfx950 adds x3 and x4.
 */
const directToLds = (['buffer_load', 'global_load_lds'] as const).flatMap((stem) =>
  (
    [
      ['ubyte', 1, 4, 'async.b8', gcn],
      ['ushort', 2, 4, 'async.b16', gcn],
      ['dword', 4, 4, 'async.b32', gcn],
      ['dwordx3', 12, 16, 'async.b96', ['cdna4']],
      ['dwordx4', 16, 16, 'async.b128', ['cdna4']],
    ] as const
  ).map(([form, bytes, laneBytes, request, isa]): Opcode => {
    const name = stem === 'buffer_load' ? `buffer_load_${form} lds` : `${stem}_${form}`;
    return op(name, 'async', bytes, request, isa, { kind: 'lane-contiguous', laneBytes });
  }),
);

/**
 * Copies of gfx1250 between global memory and LDS: the LDS address of each lane is in a register. A store from LDS reads the
 * banks. No rule is known for either on any machine.
 */
const asyncCopies = (['b8', 'b32', 'b64', 'b128'] as const).flatMap((width): Opcode[] => [
  op(`global_load_async_to_lds_${width}`, 'async', widths[width], `async.${width}`, ['gfx1250']),
  op(`global_store_async_from_lds_${width}`, 'read', widths[width], `async.read.${width}`, [
    'gfx1250',
  ]),
]);

/** Every DS instruction, direct-to-LDS load and flat instruction, each name once. */
export const amdOpcodes: readonly Opcode[] = [
  ...reads,
  ...transposing,
  ...atomics,
  ...otherAtomics,
  ...counters,
  ...crossLane,
  ...directToLds,
  ...asyncCopies,
  ...flatOpcodes,
];
