/**
 * Scalar instructions of RDNA: which rows of CDNA it has, under which name, and the rows that only it has.
 *
 *     s_and_b32        the same                            s_andn2_b32 of CDNA        s_and_not1_b32
 *     s_cmpk_eq_i32    until RDNA 3.5                      s_add_u32, s_addc_u32      s_add_co_u32, s_add_co_ci_u32 on RDNA 4
 *
 * Masks of waves of 32 lanes are single words: `s_and_saveexec_b32` and its kin. Source: AMD RDNA3, RDNA3.5 and RDNA4 ISA,
 * "Scalar ALU Operations"; names as LLVM 22 assembles them.
 */
import {
  BEFORE_GFX1250,
  CDNA,
  targets,
  RDNA,
  SINCE_GFX1250,
  SINCE_RDNA4,
  type Target,
  UNTIL_RDNA35,
} from '../../state/target.ts';
import { EXEC, M0, type Wave } from '../../state/wave.ts';
import { barrierRows } from './barrier.ts';
import { computes, idle, type Make, row, type SaluRow, SCC, tableOf, words } from './row.ts';

/** Rows that RDNA has as CDNA has them; `*` stands for b32 and b64. */
const SHARED = new Set(
  [
    's_mov_* s_cmov_* s_not_* s_wqm_* s_quadmask_* s_brev_* s_bitset0_* s_bitset1_*',
    's_bcnt0_i32_* s_bcnt1_i32_* s_sext_i32_i8 s_sext_i32_i16 s_abs_i32 s_bitreplicate_b64_b32',
    's_min_i32 s_min_u32 s_max_i32 s_max_u32 s_cselect_* s_and_* s_or_* s_xor_* s_nand_* s_nor_* s_xnor_*',
    's_lshl_* s_lshr_* s_ashr_i32 s_ashr_i64 s_bfm_* s_mul_i32 s_mul_hi_u32 s_mul_hi_i32',
    's_bfe_u32 s_bfe_i32 s_bfe_u64 s_bfe_i64 s_absdiff_i32',
    's_lshl1_add_u32 s_lshl2_add_u32 s_lshl3_add_u32 s_lshl4_add_u32',
    's_pack_ll_b32_b16 s_pack_lh_b32_b16 s_pack_hh_b32_b16 s_movrels_* s_movreld_*',
    's_movk_i32 s_cmovk_i32 s_mulk_i32',
    's_cmp_eq_i32 s_cmp_lg_i32 s_cmp_gt_i32 s_cmp_ge_i32 s_cmp_lt_i32 s_cmp_le_i32',
    's_cmp_eq_u32 s_cmp_lg_u32 s_cmp_gt_u32 s_cmp_ge_u32 s_cmp_lt_u32 s_cmp_le_u32',
    's_cmp_eq_u64 s_cmp_lg_u64 s_bitcmp0_* s_bitcmp1_*',
    's_and_saveexec_b64 s_or_saveexec_b64 s_xor_saveexec_b64 s_nand_saveexec_b64 s_nor_saveexec_b64 s_xnor_saveexec_b64',
    's_nop s_sleep s_setprio s_sethalt s_sendmsg s_sendmsghalt s_wakeup s_icache_inv',
    's_incperflevel s_decperflevel s_ttracedata s_endpgm s_endpgm_saved s_trap',
    's_branch s_cbranch_scc0 s_cbranch_scc1 s_cbranch_vccz s_cbranch_vccnz s_cbranch_execz s_cbranch_execnz',
    's_getpc_b64 s_setpc_b64 s_swappc_b64 s_rfe_b64 s_call_b64',
    's_getreg_b32 s_setreg_b32 s_setreg_imm32_b32',
  ]
    .join(' ')
    .split(' ')
    .flatMap((name) =>
      name.includes('*') ? [name.replace('*', 'b32'), name.replace('*', 'b64')] : [name],
    ),
);

/** Rows of CDNA that RDNA 4 has no more, or under another name. */
const UNTIL_RDNA4: ReadonlySet<string> = new Set(
  [
    's_barrier s_endpgm_ordered_ps_done',
    's_cbranch_cdbgsys s_cbranch_cdbguser s_cbranch_cdbgsys_or_user s_cbranch_cdbgsys_and_user',
    ...['eq', 'lg', 'gt', 'ge', 'lt', 'le'].map(
      (relation) => `s_cmpk_${relation}_i32 s_cmpk_${relation}_u32`,
    ),
  ]
    .join(' ')
    .split(' '),
);

/** Names of RDNA by those of CDNA; assemblers take the old ones too. */
const RENAMED: Readonly<Record<string, string>> = {
  s_ff1_i32_b32: 's_ctz_i32_b32',
  s_ff1_i32_b64: 's_ctz_i32_b64',
  s_flbit_i32_b32: 's_clz_i32_u32',
  s_flbit_i32_b64: 's_clz_i32_u64',
  s_flbit_i32: 's_cls_i32',
  s_flbit_i32_i64: 's_cls_i32_i64',
  s_andn2_b32: 's_and_not1_b32',
  s_andn2_b64: 's_and_not1_b64',
  s_orn2_b32: 's_or_not1_b32',
  s_orn2_b64: 's_or_not1_b64',
  s_andn1_saveexec_b64: 's_and_not0_saveexec_b64',
  s_andn2_saveexec_b64: 's_and_not1_saveexec_b64',
  s_orn1_saveexec_b64: 's_or_not0_saveexec_b64',
  s_orn2_saveexec_b64: 's_or_not1_saveexec_b64',
  s_andn1_wrexec_b64: 's_and_not0_wrexec_b64',
  s_andn2_wrexec_b64: 's_and_not1_wrexec_b64',
};

/** Names of RDNA 4 by those of CDNA and RDNA 3. */
const RENAMED_IN_RDNA4: Readonly<Record<string, string>> = {
  s_add_u32: 's_add_co_u32',
  s_sub_u32: 's_sub_co_u32',
  s_add_i32: 's_add_co_i32',
  s_sub_i32: 's_sub_co_i32',
  s_addc_u32: 's_add_co_ci_u32',
  s_subb_u32: 's_sub_co_ci_u32',
  s_addk_i32: 's_addk_co_i32',
};

/** The rows of CDNA with the chips of RDNA that have them, and those that RDNA calls otherwise. */
export function onRdna(rows: readonly SaluRow[]): SaluRow[] {
  return rows.flatMap((one) => {
    const on = (mnemonic: string, targets: readonly Target[]): SaluRow => ({
      ...one,
      mnemonic,
      targets,
    });
    const { mnemonic } = one;
    if (one.targets !== undefined) return [one];
    const later = RENAMED_IN_RDNA4[mnemonic];
    const renamed = RENAMED[mnemonic];
    const isOld = later !== undefined || renamed !== undefined;
    return [
      on(
        mnemonic,
        isOld || SHARED.has(mnemonic)
          ? targets
          : mnemonic === 's_setkill'
            ? [...CDNA, ...BEFORE_GFX1250]
            : UNTIL_RDNA4.has(mnemonic)
              ? [...CDNA, ...UNTIL_RDNA35]
              : CDNA,
      ),
      ...(later === undefined ? [] : [on(later, SINCE_RDNA4)]),
      ...(renamed === undefined ? [] : [on(renamed, RDNA)]),
    ];
  });
}

/** exec_lo becomes `result(source, exec_lo)`; the destination gets exec_lo as it was, or as it becomes. */
function withExec(
  name: string,
  result: (source: number, exec: number) => number,
  destination: 'old' | 'new' = 'old',
): SaluRow {
  const make: Make = ({ d, a }) => {
    const source = a.low;
    return (wave) => {
      const old = wave.s[EXEC] ?? 0;
      const exec = result(source(wave), old) >>> 0;
      wave.s[d] = destination === 'old' ? old : exec;
      wave.s[EXEC] = exec;
      wave.scc = exec === 0 ? 0 : 1;
    };
  };
  const exec = destination === 'old' ? 'saved' : 'copied';
  const logic = { table: tableOf(result), exec } as const;
  const touched = { reads: [EXEC], writes: [EXEC, ...SCC] };
  return row(name, 'w1 r1', make, { ...computes, logic, ...touched, targets: RDNA });
}

/** Bits above v255 for the instructions that follow (gfx1250), which are put into their operands before execution. */
export const SET_HIGH_BITS = 's_set_vgpr_msb';

const rdna = { targets: RDNA };

/** Rounding (`shift` 0) or denormals (4) of MODE become the four bits of a constant. */
const modeRow = (mnemonic: string, shift: 0 | 4): SaluRow =>
  row(
    mnemonic,
    '-',
    ({ instruction }) => {
      const [operand] = instruction.operands;
      if (operand?.kind !== 'integer') return undefined;
      const bits = Number(BigInt.asUintN(4, operand.value)) << shift;
      return (wave: Wave) => {
        wave.mode = (wave.mode & ~(15 << shift)) | bits;
      };
    },
    { ...computes, hidden: 'mode', short: true, targets: RDNA },
  );

/** `s_movrelsd_2_b32`: source moved by M0 bits 0-9, destination by bits 16-25. */
const moveBoth: Make = ({ d, instruction }) => {
  const source = instruction.operands[1];
  if (source?.kind !== 'register' || source.file !== 's') return undefined;
  return (wave) => {
    const m0 = wave.s[M0] ?? 0;
    wave.s[(d + ((m0 >>> 16) & 0x3ff)) & 127] = wave.s[(source.index + (m0 & 0x3ff)) & 127] ?? 0;
  };
};

export const rdnaRows: readonly SaluRow[] = [
  withExec('s_and_saveexec_b32', (a, exec) => a & exec),
  withExec('s_or_saveexec_b32', (a, exec) => a | exec),
  withExec('s_xor_saveexec_b32', (a, exec) => a ^ exec),
  withExec('s_nand_saveexec_b32', (a, exec) => ~(a & exec)),
  withExec('s_nor_saveexec_b32', (a, exec) => ~(a | exec)),
  withExec('s_xnor_saveexec_b32', (a, exec) => ~(a ^ exec)),
  withExec('s_and_not0_saveexec_b32', (a, exec) => ~a & exec),
  withExec('s_or_not0_saveexec_b32', (a, exec) => ~a | exec),
  withExec('s_and_not1_saveexec_b32', (a, exec) => a & ~exec),
  withExec('s_or_not1_saveexec_b32', (a, exec) => a | ~exec),
  withExec('s_and_not0_wrexec_b32', (a, exec) => ~a & exec, 'new'),
  withExec('s_and_not1_wrexec_b32', (a, exec) => a & ~exec, 'new'),
  row(
    's_pack_hl_b32_b16',
    'w1 r1 r1',
    words((a, b) => (a >>> 16) | (b << 16)),
    { ...computes, targets: RDNA },
  ),
  row('s_movrelsd_2_b32', 'w1 r1', moveBoth, {
    ...computes,
    hidden: 'indices',
    reads: [M0],
    targets: RDNA,
  }),
  ...idle('s_delay_alu s_clause s_code_end s_version s_ttracedata_imm s_waitcnt_depctr', rdna),
  ...idle('s_wait_event', { targets: BEFORE_GFX1250 }),
  ...idle('s_set_inst_prefetch_distance s_waitcnt_expcnt', { targets: UNTIL_RDNA35 }),
  ...idle('s_wait_alu s_sleep_var', { targets: SINCE_RDNA4 }),
  ...idle('s_wait_expcnt s_wait_samplecnt s_wait_bvhcnt', {
    targets: SINCE_RDNA4.filter((one) => BEFORE_GFX1250.includes(one)),
  }),
  // No effect here: addresses and data of stores stay in their registers, and nothing is copied by descriptors.
  ...idle('s_wait_xcnt s_wait_tensorcnt', { targets: SINCE_GFX1250 }),
  modeRow('s_round_mode', 0),
  modeRow('s_denorm_mode', 4),
  ...barrierRows,
];
