/**
 * Flat instructions of AMD: the high word of an address says whether a lane is in LDS, private or global memory.
 *
 *     flat_load_dword v0, v[2:3]     lanes in the shared aperture: as ds_read_b32, class flat.read.b32
 *     flat_load_b32 v0, v[2:3]       the same on RDNA, which has the type of what moves
 *
 * How the banks serve those lanes was not measured on any chip: `findRule` takes the rule of the DS class, as inferred.
 * Names and widths: AMD CDNA3 and RDNA4 ISA documents, "Flat Memory Instructions".
 */
import type { FlatClass, Isa, Opcode } from './opcode.ts';

const gcn: readonly Isa[] = ['gcn', 'cdna3', 'cdna4'];
const rdna: readonly Isa[] = ['rdna', 'gfx1250'];

const WIDTHS = { b8: 1, b16: 2, b32: 4, b64: 8, b96: 12, b128: 16 } as const;
type Width = keyof typeof WIDTHS;

/** Width, and the names of that width behind the verb. */
type Names = readonly (readonly [width: Width, names: string])[];

const gcnWhole: Names = [
  ['b32', 'dword'],
  ['b64', 'dwordx2'],
  ['b96', 'dwordx3'],
  ['b128', 'dwordx4'],
];
const rdnaWhole: Names = (['b32', 'b64', 'b96', 'b128'] as const).map((width) => [width, width]);

const gcnLoads: Names = [
  ['b8', 'ubyte sbyte ubyte_d16 ubyte_d16_hi sbyte_d16 sbyte_d16_hi'],
  ['b16', 'ushort sshort short_d16 short_d16_hi'],
  ...gcnWhole,
];
const gcnStores: Names = [['b8', 'byte byte_d16_hi'], ['b16', 'short short_d16_hi'], ...gcnWhole];
const rdnaLoads: Names = [
  ['b8', 'u8 i8 d16_u8 d16_hi_u8 d16_i8 d16_hi_i8'],
  ['b16', 'u16 i16 d16_b16 d16_hi_b16'],
  ...rdnaWhole,
];
const rdnaStores: Names = [['b8', 'b8 d16_hi_b8'], ['b16', 'b16 d16_hi_b16'], ...rdnaWhole];

const gcnAtomics = 'swap cmpswap add sub smin umin smax umax and or xor inc dec'.split(' ');
const rdnaAtomics =
  'swap_b cmpswap_b add_u sub_u min_i min_u max_i max_u and_b or_b xor_b inc_u dec_u'.split(' ');
const atomics: readonly (readonly [isa: readonly Isa[], names: Names])[] = [
  [
    gcn,
    [
      ['b32', `${gcnAtomics.join(' ')} add_f32 pk_add_f16 pk_add_bf16`],
      ['b64', `${gcnAtomics.map((name) => `${name}_x2`).join(' ')} add_f64 min_f64 max_f64`],
    ],
  ],
  [
    rdna,
    [
      [
        'b32',
        `${rdnaAtomics.map((name) => `${name}32`).join(' ')} cmpswap_f32 min_f32 max_f32 min_num_f32 max_num_f32 ` +
          'sub_clamp_u32 cond_sub_u32',
      ],
      ['b64', `${rdnaAtomics.map((name) => `${name}64`).join(' ')} min_num_f64 max_num_f64`],
    ],
  ],
];

function listed(
  verb: 'load' | 'store' | 'atomic',
  names: Names,
  isa: readonly Isa[],
): readonly Opcode[] {
  const direction = verb === 'load' ? 'read' : verb === 'store' ? 'write' : 'atomic';
  return names.flatMap(([width, list]) =>
    list.split(' ').map((name): Opcode => ({
      name: `flat_${verb}_${name}`,
      direction,
      widthBytes: WIDTHS[width],
      addressing: { kind: 'single' },
      request: requestOf(direction, width),
      isa,
    })),
  );
}

function requestOf(direction: 'read' | 'write' | 'atomic', width: Width): FlatClass {
  if (direction !== 'atomic') return `flat.${direction}.${width}`;
  return width === 'b64' ? 'flat.atomic.b64' : 'flat.atomic.b32';
}

/** Atomics with the same name in both families. */
const common = new Set(['add_f32', 'add_f64', 'pk_add_f16', 'pk_add_bf16']);

/** Every flat instruction that moves data, each name once. */
export const flatOpcodes: readonly Opcode[] = [
  ...listed('load', gcnLoads, gcn),
  ...listed('store', gcnStores, gcn),
  ...listed('load', rdnaLoads, rdna),
  ...listed('store', rdnaStores, rdna),
  ...atomics
    .flatMap(([isa, names]) => listed('atomic', names, isa))
    .map((opcode) =>
      common.has(opcode.name.replace('flat_atomic_', ''))
        ? { ...opcode, isa: [...gcn, ...rdna] }
        : opcode,
    ),
];
