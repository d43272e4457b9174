/**
 * Operations that VOPD has, by mnemonic (`v_dual_add_f32`): rows of the table under their own names, and those that only
 * VOPD has.
 *
 *     v_dual_cndmask_b32 v0, v1, v2                   by vcc
 *     v_dual_cndmask_b32 v0, v1, v2, s4               gfx1250 (VOPD3): by any mask
 *     v_dual_bitop2_b32 v0, v1, v2 bitop3:0x54        gfx1250: v_bitop3_b32 with 0 as third source
 */
import { lazy } from '@ldscope/core';
import {
  BEFORE_GFX1250,
  RDNA,
  SINCE_GFX1250,
  SINCE_RDNA4,
  UNTIL_RDNA35,
} from '../../state/target.ts';
import { rdnaRows } from './rdna.ts';
import { parseRow, type Row } from './row.ts';

const SHARED = [
  'fmac_f32',
  'fmaak_f32',
  'fmamk_f32',
  'mul_f32',
  'add_f32',
  'sub_f32',
  'subrev_f32',
  'mul_dx9_zero_f32',
  'mov_b32',
  'add_nc_u32',
  'lshlrev_b32',
];
const UNTIL_35 = ['max_f32', 'min_f32'];
const SINCE_4 = ['max_num_f32', 'min_num_f32'];
const ON_GFX1250 = [
  'fma_f32',
  'sub_nc_u32',
  'lshrrev_b32',
  'ashrrev_i32',
  'min_i32',
  'max_i32',
  'add_f64',
  'mul_f64',
  'fma_f64',
  'min_num_f64',
  'max_num_f64',
];

const of = (name: string, chips: Row['chips']): Row[] => {
  const row = rdnaRows().get(`v_${name}`);
  if (row === undefined) throw new RangeError(`no row v_${name}`);
  return chips === undefined ? [] : [{ ...row, mnemonic: `v_dual_${name}`, chips }];
};

/** Operations of either half, by mnemonic. */
export const dualRows = lazy(
  (): ReadonlyMap<string, Row> =>
    new Map(
      [
        ...SHARED.flatMap((name) => of(name, RDNA)),
        ...UNTIL_35.flatMap((name) => of(name, UNTIL_RDNA35)),
        ...SINCE_4.flatMap((name) => of(name, SINCE_RDNA4)),
        ...of('and_b32', BEFORE_GFX1250),
        ...ON_GFX1250.flatMap((name) => of(name, SINCE_GFX1250)),
        parseRow(
          'v_dual_bitop2_b32',
          ['b32 = b32 b32', 'BITOP2', { chips: SINCE_GFX1250 }],
          'rdna',
        ),
        // It reads vcc without naming it.
        parseRow('v_dual_cndmask_b32', ['b32 = b32 b32', 'vcc ? b : a', { chips: RDNA }], 'rdna'),
        ...['f16', 'bf16'].map((type) => {
          const pair = type === 'f16' ? 'h2' : 'bf2';
          const text = 'Math.fround(d + a0 * b0) + a1 * b1';
          return parseRow(
            `v_dual_dot2acc_f32_${type}`,
            [`f32 = ${pair} ${pair}`, text, { chips: RDNA }],
            'rdna',
          );
        }),
      ].map((row) => [row.mnemonic, row]),
    ),
);
