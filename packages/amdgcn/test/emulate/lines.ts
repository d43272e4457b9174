/** One line of assembly for every row of the scalar and memory tables: what the oracle assembles and tests run. */
import { dsRows } from '../../src/isa/ds/ds.ts';
import { memoryRows } from '../../src/isa/memory/rows.ts';
import { loadForms, storeForms, wordsOf } from '../../src/isa/memory/values.ts';
import { operations } from '../../src/isa/memory/operations.ts';
import { saluRows } from '../../src/isa/salu/salu.ts';
import { smemRows } from '../../src/isa/smem.ts';
import { CDNA, existsOn, type Target } from '../../src/state/target.ts';

export interface Line {
  readonly mnemonic: string;
  readonly text: string;
  /** Chips that the table has it for; those of CDNA without. */
  readonly targets?: readonly string[];
}

const range = (file: string, first: number, words: number): string =>
  words === 1 ? `${file}${first}` : `${file}[${first}:${first + words - 1}]`;

/** Lines that roles do not determine. */
const special: Readonly<Record<string, string>> = {
  s_sendmsg_rtn_b32: 's_sendmsg_rtn_b32 s8, sendmsg(MSG_RTN_GET_REALTIME)',
  s_sendmsg_rtn_b64: 's_sendmsg_rtn_b64 s[8:9], sendmsg(MSG_RTN_GET_REALTIME)',
  s_fmaak_f32: 's_fmaak_f32 s4, s8, s12, 0x1234',
  s_fmamk_f32: 's_fmamk_f32 s4, s8, 0x1234, s12',
  s_delay_alu: 's_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(SALU_CYCLE_1)',
  s_clause: 's_clause 0x2',
  s_set_inst_prefetch_distance: 's_set_inst_prefetch_distance 0x1',
  s_version: 's_version 1',
  s_wait_event: 's_wait_event 0x1',
  s_ttracedata_imm: 's_ttracedata_imm 0x1',
  s_waitcnt_depctr: 's_waitcnt_depctr depctr_va_vcc(0)',
  s_waitcnt_vmcnt: 's_waitcnt_vmcnt null, 0x1',
  s_waitcnt_vscnt: 's_waitcnt_vscnt null, 0x1',
  s_waitcnt_lgkmcnt: 's_waitcnt_lgkmcnt null, 0x1',
  s_waitcnt_expcnt: 's_waitcnt_expcnt null, 0x1',
  s_wait_alu: 's_wait_alu depctr_sa_sdst(0)',
  s_wait_loadcnt: 's_wait_loadcnt 0x1',
  s_wait_storecnt: 's_wait_storecnt 0x1',
  s_wait_dscnt: 's_wait_dscnt 0x1',
  s_wait_kmcnt: 's_wait_kmcnt 0x1',
  s_wait_samplecnt: 's_wait_samplecnt 0x1',
  s_wait_asynccnt: 's_wait_asynccnt 0x1',
  s_wait_xcnt: 's_wait_xcnt 0x1',
  s_wait_tensorcnt: 's_wait_tensorcnt 0x1',
  s_wait_bvhcnt: 's_wait_bvhcnt 0x1',
  s_wait_expcnt: 's_wait_expcnt 0x1',
  s_wait_loadcnt_dscnt: 's_wait_loadcnt_dscnt 0x201',
  s_wait_storecnt_dscnt: 's_wait_storecnt_dscnt 0x201',
  s_sleep_var: 's_sleep_var s4',
  s_round_mode: 's_round_mode 0x3',
  s_denorm_mode: 's_denorm_mode 0xf',
  s_barrier_signal: 's_barrier_signal -1',
  s_barrier_signal_isfirst: 's_barrier_signal_isfirst -1',
  s_barrier_wait: 's_barrier_wait -1',
  s_prefetch_inst: 's_prefetch_inst s[4:5], 0x10, s8, 3',
  s_prefetch_data: 's_prefetch_data s[4:5], 0x10, s8, 3',
  s_prefetch_inst_pc_rel: 's_prefetch_inst_pc_rel 0x10, s8, 3',
  s_prefetch_data_pc_rel: 's_prefetch_data_pc_rel 0x10, s8, 3',
  s_buffer_prefetch_data: 's_buffer_prefetch_data s[4:7], 0x10, s8, 3',
  s_waitcnt: 's_waitcnt vmcnt(3) lgkmcnt(1)',
  s_nop: 's_nop 1',
  s_sleep: 's_sleep 1',
  s_setprio: 's_setprio 2',
  s_sethalt: 's_sethalt 1',
  s_sendmsg: 's_sendmsg sendmsg(MSG_INTERRUPT)',
  s_sendmsghalt: 's_sendmsghalt sendmsg(MSG_INTERRUPT)',
  s_setkill: 's_setkill 0',
  s_incperflevel: 's_incperflevel 1',
  s_decperflevel: 's_decperflevel 1',
  s_trap: 's_trap 2',
  s_getreg_b32: 's_getreg_b32 s8, hwreg(HW_REG_MODE, 0, 4)',
  s_setreg_b32: 's_setreg_b32 hwreg(HW_REG_MODE, 0, 4), s4',
  s_setreg_imm32_b32: 's_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 15',
  s_set_gpr_idx_on: 's_set_gpr_idx_on s4, gpr_idx(SRC0,DST)',
  s_set_gpr_idx_mode: 's_set_gpr_idx_mode gpr_idx(SRC0)',
  s_rfe_restore_b64: 's_rfe_restore_b64 s[4:5], s6',
  s_dcache_discard: 's_dcache_discard s[4:5], s6',
  s_dcache_discard_x2: 's_dcache_discard_x2 s[4:5], s6',
  s_atc_probe: 's_atc_probe 1, s[4:5], s6',
  s_atc_probe_buffer: 's_atc_probe_buffer 1, s[4:7], s8',
};

function scalarLines(): Line[] {
  return saluRows.map(({ mnemonic, shape, targets = CDNA }): Line => {
    const fixed = special[mnemonic];
    if (fixed !== undefined) return { mnemonic, text: fixed, targets };
    if (/^s_(branch|cbranch|call)/.test(mnemonic)) {
      const register = mnemonic.startsWith('s_call') ? 's[8:9], ' : '';
      return { mnemonic, text: `${mnemonic} ${register}target`, targets };
    }
    const names = shape.roles.map((role, index) => {
      const words = Number(role.slice(1));
      const constant = /^s_(cmpk|.*k_(co_)?i32$)/.test(mnemonic) && index === 1;
      return constant ? '5' : range('s', 4 + 4 * index, words);
    });
    return { mnemonic, text: `${mnemonic} ${names.join(', ')}`.trim(), targets };
  });
}

function scalarMemoryLines(): Line[] {
  return smemRows.map(({ mnemonic, kind, words, buffer, operation, targets = CDNA }): Line => {
    const fixed = special[mnemonic];
    if (fixed !== undefined) return { mnemonic, text: fixed, targets };
    if (kind === 'idle') return { mnemonic, text: mnemonic, targets };
    if (kind === 'time') return { mnemonic, text: `${mnemonic} s[8:9]`, targets };
    const data = range('s', 16, words * (operation?.operands ?? 1));
    return {
      mnemonic,
      text: `${mnemonic} ${data}, ${buffer ? 's[4:7]' : 's[4:5]'}, 0x10`,
      targets,
    };
  });
}

/** Words of a register operand of an LDS instruction: an address has one, data what the name says. */
function ldsWords(mnemonic: string, index: number, returns: boolean): number {
  const isAddress = index === (returns ? 1 : 0);
  if (isAddress || /_gws_|append|consume|addtid|swizzle|permute/.test(mnemonic)) return 1;
  const transposing = /_b(64|96)_tr|_tr\d+_b(\d+)/.exec(mnemonic)?.slice(1).find(Boolean);
  const bits = Number(
    transposing ?? /_[uibf]+(8|16|32|64|96|128)(?:_d16.*)?$/.exec(mnemonic)?.[1] ?? 32,
  );
  const pairs = /read2|wrxchg2|load_2addr|storexchg_2addr/.test(mnemonic) && index === 0 ? 2 : 1;
  return Math.max(1, bits / 32) * pairs;
}

function ldsLines(): Line[] {
  return dsRows.map(({ mnemonic, shape, targets }): Line => {
    const returns = shape.roles[0]?.[0] === 'w';
    const names = shape.roles.map((_, index) =>
      range('v', 4 + 4 * index, ldsWords(mnemonic, index, returns)),
    );
    const chips = { targets: targets ?? CDNA };
    if (mnemonic === 'ds_nop') return { mnemonic, text: mnemonic, ...chips };
    const gws = mnemonic.includes('_gws_');
    const offset = /^ds_(read2|write2|wrxchg2)|_2addr_/.test(mnemonic)
      ? ' offset0:1 offset1:2'
      : gws && names.length === 0
        ? ''
        : ' offset:16';
    const text = `${mnemonic} ${names.join(', ')}${offset}${gws ? ' gds' : ''}`;
    return { mnemonic, text, ...chips };
  });
}

const places = {
  flat: 'v[2:3]',
  global: 'v[2:3], off',
  scratch: 'v2, off',
  buffer: 'v2, s[4:7], s8',
} as const;

function vectorMemoryLines(): Line[] {
  return memoryRows.map(({ mnemonic, space, action, byLane, targets }): Line => {
    const chips = { targets: targets ?? CDNA };
    const place = byLane === true ? 's[4:5]' : places[space];
    const [address, ...rest] = place.split(', ');
    const behind = rest.length > 0 ? `, ${rest.join(', ')}` : '';
    const offset = space === 'buffer' ? ' offen offset:16' : ' offset:16';
    switch (action.kind) {
      case 'idle':
        return {
          mnemonic,
          text: /^buffer_inv$/.test(mnemonic)
            ? 'buffer_inv sc1'
            : mnemonic.includes('prefetch')
              ? `${mnemonic} ${place}`
              : mnemonic,
          ...chips,
        };
      case 'lds':
        return { mnemonic, text: `${mnemonic} ${place}${offset}`, ...chips };
      case 'load': {
        const words = wordsOf(loadForms[action.form]?.bytes ?? 4);
        return {
          mnemonic,
          text: `${mnemonic} ${range('v', 8, words)}, ${place}${offset}`,
          ...chips,
        };
      }
      case 'async': {
        const [lds, at] = [`v4`, place];
        const list =
          action.direction === 'to-lds' ? `${lds}, ${at}` : `${address}, ${lds}${behind}`;
        return { mnemonic, text: `${mnemonic} ${list}${offset}`, ...chips };
      }
      case 'store': {
        const data = range('v', 8, wordsOf(storeForms[action.form]?.bytes ?? 4));
        if (byLane === true)
          return { mnemonic, text: `${mnemonic} ${data}, ${place}${offset}`, ...chips };
        const list = space === 'buffer' ? `${data}, ${place}` : `${address}, ${data}${behind}`;
        return { mnemonic, text: `${mnemonic} ${list}${offset}`, ...chips };
      }
      case 'atomic': {
        const data = range('v', 8, action.words * operations[action.operation].operands);
        const list = space === 'buffer' ? `${data}, ${place}` : `${address}, ${data}${behind}`;
        return { mnemonic, text: `${mnemonic} ${list}${offset}`, ...chips };
      }
    }
  });
}

export const lines: readonly Line[] = [
  ...scalarLines(),
  ...scalarMemoryLines(),
  ...ldsLines(),
  ...vectorMemoryLines(),
];

/** The line of a mnemonic on a chip. */
export const lineOn = (target: Target, mnemonic: string): string =>
  lines.find((line) => line.mnemonic === mnemonic && existsOn(line.targets, target))?.text ?? '';
