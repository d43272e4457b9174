import { describe, expect, it } from 'vitest';
import { parseAssembly, printInstruction } from '../../src/index.ts';
import type { Instruction } from '../../src/index.ts';

/** The one instruction of a text, and the codes of its problems but for the missing descriptor. */
function parseOne(text: string): {
  readonly instruction: Instruction | undefined;
  readonly codes: string[];
} {
  const { program, diagnostics } = parseAssembly(text);
  return {
    instruction: program.instructions[0],
    codes: diagnostics.map(({ code }) => code).filter((code) => code !== 'amdgcn/no-descriptor'),
  };
}

/** What is read, and how it is written again where that differs. */
type Form = readonly [text: string] | readonly [text: string, printed: string];

const forms: readonly Form[] = [
  ['s_endpgm'],
  ['v_add_u32_e32 v1, s0, v2'],
  ['V_ADD_U32_E32 v1, s0, v2', 'v_add_u32_e32 v1, s0, v2'],
  ['v_mov_b32_e64 v255, ttmp11'],
  ['v_mov_b32_e32 v511, a511'],
  ['s_mov_b64 s[126:127], ttmp[14:15]'],
  ['s_mov_b32 s127, ttmp15'],
  ['s_mov_b64 exec, [s4, s5]', 's_mov_b64 exec, s[4:5]'],
  ['s_mov_b64 [vcc_lo, vcc_hi], [exec_lo,exec_hi]', 's_mov_b64 vcc, exec'],
  ['ds_write_b96 v1, [v4,v5,v6]', 'ds_write_b96 v1, v[4:6]'],
  ['ds_write_b96 [v1], [v[4:5],v6]', 'ds_write_b96 v1, v[4:6]'],
  [
    'v_mfma_f32_32x32x8f16 acc[0:15], v[0 : 1], v[2:3], a[0:15]',
    'v_mfma_f32_32x32x8f16 a[0:15], v[0:1], v[2:3], a[0:15]',
  ],
  ['v_mov_b32 v[2+2*3], s[7]', 'v_mov_b32 v8, s7'],
  ['s_version UC_VERSION_GFX12|UC_VERSION_W32_BIT', 's_version 0x4009'],
  ['s_mov_b32 m0, -1'],
  ['s_mov_b32 s0, 0b1011', 's_mov_b32 s0, 11'],
  ['s_mov_b32 s0, 017', 's_mov_b32 s0, 15'],
  ['s_mov_b32 s0, 0xFFFFFFFF', 's_mov_b32 s0, 0xffffffff'],
  ['s_mov_b64 s[0:1], 0x123456789abcdef0'],
  ['s_mov_b32 s0, lit(0x10)', 's_mov_b32 s0, 16'],
  ['v_mul_f32_e32 v0, 0.15915494, v1'],
  ['v_mul_f32_e32 v0, -4.0, v1'],
  ['v_mul_f32_e32 v0, 1e10, v1', 'v_mul_f32_e32 v0, 10000000000.0, v1'],
  ['v_mul_f32_e32 v0, .5, v1', 'v_mul_f32_e32 v0, 0.5, v1'],
  ['v_fma_f32 v0, -v1, |v2|, -|s3| clamp mul:2'],
  ['v_fma_f32 v0, neg(v1), abs(v2), neg(abs(s3)) div:2', 'v_fma_f32 v0, -v1, |v2|, -|s3| div:2'],
  ['v_fma_f32 v0, neg(1.0), |0.5|, v1'],
  ['v_fma_f32 v0, -|1|, v2, v3'],
  [
    'v_add_u32_sdwa v0, sext(v1), v2 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:DWORD',
  ],
  ['v_mov_b32_dpp v0, v1 row_shr:1 row_mask:0xf bank_mask:0x5 bound_ctrl:0'],
  ['v_mov_b32_dpp v0, v1 row_half_mirror row_mask:0xf bank_mask:0xf'],
  ['v_mov_b32_dpp v0, v1 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf fi:1'],
  ['v_pk_fma_f16 v0, v1, v2, v3 op_sel:[0,1,0] op_sel_hi:[1,1,0] neg_lo:[1,0,0] neg_hi:[0,0,1]'],
  ['v_mfma_f64_4x4x4f64 v[0:1], v[2:3], v[4:5], 0 cbsz:1 abid:2 blgp:3'],
  ['v_mfma_f64_16x16x4_f64 v[0:7], v[8:9], v[10:11], v[0:7] neg:[1,1,0]'],
  ['v_wmma_f32_16x16x32_f16 v[0:7], v[8:15], v[24:31], v[40:47] matrix_a_reuse matrix_b_reuse'],
  [
    'v_wmma_f32_16x16x128_f8f6f4 v[0:7], v[8:23], v[24:35], v[40:47] matrix_a_fmt:MATRIX_FMT_BF8 matrix_b_fmt:MATRIX_FMT_FP6',
  ],
  [
    'v_wmma_scale_f32_16x16x128_f8f6f4 v[0:7], v[8:23], v[24:39], v[40:47], v1, v2 matrix_a_scale:MATRIX_SCALE_ROW1 matrix_b_scale_fmt:MATRIX_SCALE_FMT_E5M3',
  ],
  ['v_bitop3_b32 v0, v1, v2, v3 bitop3:0x6c'],
  ['v_dual_fmac_f32 v0, s1, v2 :: v_dual_add_nc_u32 v1, 0x1234, v3'],
  [
    'v_dual_fmamk_f32 v0, v1, 0x40490fdb, v2 :: v_dual_mov_b32 v1, v0 // a pair',
    'v_dual_fmamk_f32 v0, v1, 0x40490fdb, v2 :: v_dual_mov_b32 v1, v0',
  ],
  ['v_add_f16_e32 v0.l, v1.h, v255.l'],
  ['v_fma_f16 v[2*2].h, -v1.l, |v[3].h|, -|v2.h|', 'v_fma_f16 v4.h, -v1.l, |v3.h|, -|v2.h|'],
  ['v_mov_b16_e32 v[3].l, v[3]', 'v_mov_b16_e32 v3.l, v3'],
  ['v_mov_b32_dpp v0, v1 dpp8:[7,6,5,4,3,2,1,0] fi:1'],
  ['v_mov_b32_dpp v0, v1 row_share:3 row_mask:0xf bank_mask:0xf bound_ctrl:1 fi:1'],
  ['v_add_co_u32_e64 v0, s[2:3], v1, v2'],
  ['v_cndmask_b32_e32 v0, v1, v2, vcc'],
  ['ds_read2st64_b32 v[0:1], v2 offset0:1 offset1:2'],
  ['ds_read_b32 v0, v1 offset:65535 gds', 'ds_read_b32 v0, v1 offset:65535 gds'],
  ['ds_swizzle_b32 v0, v1 offset:swizzle(SWAP,2)', 'ds_swizzle_b32 v0, v1 offset:2079'],
  ['ds_swizzle_b32 v0, v1 offset:swizzle(BROADCAST,32,7)', 'ds_swizzle_b32 v0, v1 offset:224'],
  ['ds_swizzle_b32 v0, v1 offset:swizzle(REVERSE,32)', 'ds_swizzle_b32 v0, v1 offset:31775'],
  ['global_load_dwordx4 v[0:3], v[4:5], off offset:-16 sc0 sc1 nt'],
  ['global_load_dword v0, v1, s[2:3] offset:4 glc slc scc'],
  ['buffer_load_dwordx4 v1, s[4:7], 0 offen offset:1024 lds'],
  ['buffer_load_dword v0, v[1:2], s[4:7], s3 idxen offen offset:4 glc'],
  ['buffer_load_dword v0, off, s[4:7], null offset:4'],
  [
    'buffer_load_dword v0, v1, s[4:7], 0, offen, offset:4',
    'buffer_load_dword v0, v1, s[4:7], 0 offen offset:4',
  ],
  ['tbuffer_load_format_x v0, off, s[4:7], 0 format:[BUF_DATA_FORMAT_32,BUF_NUM_FORMAT_FLOAT]'],
  ['s_load_dword s0, s[2:3], s4 offset:0x10', 's_load_dword s0, s[2:3], s4 offset:16'],
  ['s_mov_b32 s0, src_scc'],
  ['s_cselect_b32 s0, scc, 0'],
  ['v_mov_b32 v0, src_shared_base'],
  ['s_waitcnt vmcnt(0)&lgkmcnt(1), expcnt(2)', 's_waitcnt vmcnt(0) lgkmcnt(1) expcnt(2)'],
  ['s_delay_alu instid0(VALU_DEP_2) | instid1(SALU_CYCLE_1)'],
  ['s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(SALU_CYCLE_1)'],
  ['s_waitcnt 0xc07f'],
  ['s_delay_alu instid0(VALU_DEP_1) | instid1(SALU_CYCLE_1)'],
  ['s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)'],
  ['s_getreg_b32 s0, hwreg(HW_REG_MODE, 0, 4)'],
  ['s_setreg_imm32_b32 hwreg(HW_REG_MODE), 3'],
  ['s_sendmsg sendmsg(MSG_GS, GS_OP_EMIT, 1)'],
  ['s_set_gpr_idx_on s0, gpr_idx(SRC0,DST)', 's_set_gpr_idx_on s0, gpr_idx(SRC0, DST)'],
  ['s_add_u32 s0, s0, f@rel32@lo+4'],
  ['s_addc_u32 s0, s0, "a b"@gotpcrel32@hi-8'],
  ['f: s_nop 0 ; comment', 's_nop 0'],
  ['/* a\n b */ s_nop /* c */ 1 // d', 's_nop 1'],
];

describe('instructions', () => {
  it.each(forms)('%s', (...[text, printed = text]) => {
    const { instruction, codes } = parseOne(text);
    expect(codes.filter((code) => code !== 'amdgcn/external-symbol')).toEqual([]);
    expect(instruction && printInstruction(instruction)).toBe(printed);
  });

  it.each(forms)('%s, printed and read again, is the same', (...[text]) => {
    const { instruction } = parseOne(text);
    const again = instruction && parseOne(printInstruction(instruction)).instruction;
    expect({ ...again, span: undefined }).toEqual({ ...instruction, span: undefined });
  });

  it('keeps what a mnemonic says of its encoding apart', () => {
    const { instruction } = parseOne('v_mov_b32_e64_dpp v0, v1');
    expect(instruction).toMatchObject({ mnemonic: 'v_mov_b32', encoding: 'dpp' });
  });

  it('spans from the mnemonic to the last word', () => {
    const text = 'f:\n  ds_read_b32 v0, v1 offset:4   ; why\n';
    const { instruction } = parseOne(text);
    expect(text.slice(instruction?.span.start, instruction?.span.end)).toBe(
      'ds_read_b32 v0, v1 offset:4',
    );
  });
});

/** Code of the problem and the text that it is at. */
const problems: readonly (readonly [text: string, code: string, at: string])[] = [
  ['v_add_f32 v0, v1 word', 'syntax/expected', 'word'],
  ['v_add_f32 v0, v1,', 'syntax/expected', ''],
  ['v_add_f32 v0, , v1', 'syntax/expected', ','],
  ['v_mov_b32 v[3:1], 0', 'amdgcn/register-range', 'v[3:1]'],
  ['v_mov_b32 v[511:512], 0', 'amdgcn/register-range', 'v[511:512]'],
  ['v_mov_b32 v[-1], 0', 'amdgcn/register-range', 'v[-1]'],
  ['v_mov_b32 v512, 0', 'amdgcn/register-range', 'v512'],
  ['v_mov_b32 v0, acc512', 'amdgcn/register-range', 'acc512'],
  ['s_mov_b32 s128, 0', 'amdgcn/register-range', 's128'],
  ['s_mov_b32 s0, ttmp16', 'amdgcn/register-range', 'ttmp16'],
  ['v_mov_b32 v[2, 0', 'syntax/expected', ','],
  ['v_mov_b32 [v2, v4], 0', 'amdgcn/register-list', '[v2, v4]'],
  ['v_mov_b32 [v2, s3], 0', 'amdgcn/register-list', '[v2, s3]'],
  ['v_mov_b32 [v2, vcc_hi], 0', 'amdgcn/register-list', '[v2, vcc_hi]'],
  ['s_mov_b64 [vcc_lo, exec_hi], 0', 'amdgcn/register-list', '[vcc_lo, exec_hi]'],
  ['s_mov_b64 [vcc_hi, vcc_lo], 0', 'amdgcn/register-list', '[vcc_hi, vcc_lo]'],
  ['s_mov_b64 [vcc_lo, s3], 0', 'amdgcn/register-list', '[vcc_lo, s3]'],
  ['s_mov_b64 [vcc_lo, vcc_hi, s3], 0', 'amdgcn/register-list', '[vcc_lo, vcc_hi, s3]'],
  ['s_mov_b64 [vcc_lo, 3], 0', 'syntax/expected', '3'],
  ['v_mov_b32 v[unknown+1], 0', 'amdgcn/undefined-symbol', 'unknown+1'],
  ['v_mov_b32 v0, 08', 'syntax/expected', '08'],
  ['v_mov_b32 v0, 3x', 'syntax/expected', '3x'],
  ['v_mov_b32 v0, 1/0', 'amdgcn/division-by-zero', '1/0'],
  ['v_mov_b32 v0, (1', 'syntax/expected', ''],
  ['v_mov_b32 v0, |v1', 'syntax/expected', ''],
  ['v_mov_b32 v0, §', 'syntax/unknown-character', '§'],
  ['v_mov_b32 v0, "x', 'syntax/unclosed-string', '"'],
  ['ds_swizzle_b32 v0, v1 offset:swizzle(SWAP,3)', 'amdgcn/swizzle', 'swizzle(SWAP,3)'],
  ['ds_swizzle_b32 v0, v1 offset:swizzle(FFT,32)', 'amdgcn/swizzle', 'swizzle(FFT,32)'],
  ['ds_read_b32 v0, v1 offset:', 'syntax/expected', ''],
  ['v_dual_mov_b32 v0, v1 ::', 'syntax/expected', ''],
  ['v_dual_mov_b32 v0, v1 :: v_dual_mov_b32 v1, word', 'amdgcn/external-symbol', 'word'],
  ['v_dual_mov_b32 v0, v1 :: v_dual_mov_b32 v1, v2 :: v3', 'syntax/expected', ':'],
  ['v_add_f16 v0.l, v999.h, v1.l', 'amdgcn/register-range', 'v999.h'],
  ['v_mov_b32 v0, \u0001', 'syntax/not-text', '\u0001'],
  [`v_mov_b32 v0, ${'('.repeat(100)}1`, 'syntax/too-deep', '('],
  ['s_branch nowhere', 'amdgcn/undefined-symbol', 'nowhere'],
  ['v_mov_b32 v0, elsewhere', 'amdgcn/external-symbol', 'elsewhere'],
];

describe('wrong instructions', () => {
  it.each(problems)('%s', (text, code, at) => {
    const file = `f:\n  ${text}\n  s_endpgm\n`;
    const { program, diagnostics } = parseAssembly(file);
    const found = diagnostics.filter((problem) => problem.code !== 'amdgcn/no-descriptor');
    expect(found.map((problem) => problem.code)).toEqual([code]);
    const span = found[0]?.span;
    expect(file.slice(span?.start, span?.end).trim()).toBe(at);
    const [, letters = '', index] = /^([a-z]+)(\d+)/.exec(at) ?? [];
    if (code === 'amdgcn/register-range' && index !== undefined)
      expect(found[0]?.message).toContain(
        `${letters.slice(0, 4).replace('acc', 'a')}[${index}:${index}]`,
      );
    // The next line is read, but for a file that is not text.
    if (code !== 'syntax/not-text')
      expect(program.instructions.at(-1)).toMatchObject({ mnemonic: 's_endpgm' });
  });

  it('stops after a hundred problems', () => {
    const { diagnostics } = parseAssembly(
      Array.from({ length: 500 }, (_, i) => `v_mov ,${i}\n`).join(''),
    );
    expect(diagnostics).toHaveLength(101);
    expect(diagnostics.at(-1)?.code).toBe('syntax/too-many');
  });
});
