/** Operations that VOPD has, by mnemonic (`v_dual_add_f32`): rows of the table under their own names, and what only it has. */
import { RDNA, SINCE_RDNA4, UNTIL_RDNA35 } from '../../state/target.ts';
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
  'and_b32',
];
const UNTIL_35 = ['max_f32', 'min_f32'];
const SINCE_4 = ['max_num_f32', 'min_num_f32'];

const of = (name: string, chips: Row['chips']): Row[] => {
  const row = rdnaRows.get(`v_${name}`);
  if (row === undefined) throw new RangeError(`no row v_${name}`);
  return chips === undefined ? [] : [{ ...row, mnemonic: `v_dual_${name}`, chips }];
};

/** Operations of either half, by mnemonic. */
export const dualRows: ReadonlyMap<string, Row> = new Map(
  [
    ...SHARED.flatMap((name) => of(name, RDNA)),
    ...UNTIL_35.flatMap((name) => of(name, UNTIL_RDNA35)),
    ...SINCE_4.flatMap((name) => of(name, SINCE_RDNA4)),
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
);
