/** LLVM's assembler accepts what the tables have, on the chips that have it, and rejects it on the others. */
import { describe, expect, test } from 'vitest';
import { CDNA, SINCE_CDNA2, SINCE_GFX906, type Target } from '../../src/state/target.ts';
import { laneRows } from '../../src/isa/valu/lanes.ts';
import { rows } from '../../src/isa/valu/rows.ts';
import { LANE_LINES, lineOf } from './harness.ts';
import { keptIn, problemsOf } from '../text/oracle.ts';

const kept = keptIn('valu-cdna');

/** A line per mnemonic, and the chips that have it. */
const lines: readonly (readonly [text: string, chips: readonly Target[]])[] = [
  ...Array.from(rows().values(), (row) => [lineOf(row).text, row.chips ?? CDNA] as const),
  ...Array.from(
    laneRows,
    ([mnemonic, { chips }]) => [LANE_LINES[mnemonic] ?? mnemonic, chips ?? CDNA] as const,
  ),
];

describe.each(CDNA)('LLVM agrees on %s', (chip) => {
  test('on the instructions', () => {
    const problems = problemsOf(
      kept,
      chip,
      lines.map(([text]) => text),
    );
    expect(lines.map(([text], index) => `${text}: ${problems[index] === ''}`)).toEqual(
      lines.map(([text, chips]) => `${text}: ${chips.includes(chip)}`),
    );
  });

  test('on operand forms', () => {
    const mix = SINCE_GFX906.includes(chip) ? 'v_fma_mix_f32' : 'v_mad_mix_f32';
    const forms = [
      'v_add_f32_e64 v0, -v1, |s2| clamp mul:2',
      'v_add_u32_sdwa v0, sext(v1), v2 dst_sel:BYTE_1 dst_unused:UNUSED_SEXT src0_sel:WORD_1 src1_sel:BYTE_3',
      'v_xor_b32_dpp v0, v1, v2 quad_perm:[3,0,2,1] row_mask:0x5 bank_mask:0x3 bound_ctrl:0',
      'v_mad_u16 v0, v1, v2, v3 op_sel:[1,0,1,1]',
      'v_pk_add_f16 v0, v1, v2 op_sel:[1,0] op_sel_hi:[0,1] neg_lo:[0,1] neg_hi:[1,0]',
      'v_cndmask_b32_e64 v0, -v1, |v2|, s[4:5]',
      'v_cmp_lt_f32_e64 s[0:1], |v1|, -s2',
      `${mix} v0, |v1|, -v2, v3 op_sel:[1,0,0] op_sel_hi:[1,0,1]`,
      ...(SINCE_CDNA2.includes(chip)
        ? ['v_xor_b32_dpp v0, v1, v2 row_newbcast:9 row_mask:0xf bank_mask:0xf']
        : []),
    ];
    expect(problemsOf(kept, chip, forms)).toEqual(forms.map(() => ''));
  });
});
