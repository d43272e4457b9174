/**
 * The 16-bit immediates of scalar instructions, in LLVM's words.
 *
 *     s_waitcnt vmcnt(0)     s_getreg_b32 s1, hwreg(HW_REG_MODE, 0, 4)     s_sendmsg sendmsg(MSG_INTERRUPT)
 *
 * Sources: AMD, "Instinct MI300 Instruction Set Architecture", s_waitcnt, s_getreg, s_sendmsg; LLVM, "User Guide for AMDGPU
 * Backend", for the names.
 */
import { hexadecimal } from './constants.ts';
import type { Chip } from './table.ts';

/** A number: small ones in decimals. */
export const numberText = (value: number): string =>
  value <= 64 ? String(value) : hexadecimal(value);

/** Counts are left out where they do not wait, unless none does. */
export function waitcntText(value: number): string {
  const vmcnt = (value & 15) | ((value >> 10) & 0x30);
  const expcnt = (value >> 4) & 7;
  const lgkmcnt = (value >> 8) & 15;
  const none = vmcnt === 63 && expcnt === 7 && lgkmcnt === 15;
  return [
    vmcnt !== 63 || none ? `vmcnt(${vmcnt})` : '',
    expcnt !== 7 || none ? `expcnt(${expcnt})` : '',
    lgkmcnt !== 15 || none ? `lgkmcnt(${lgkmcnt})` : '',
  ]
    .filter((text) => text !== '')
    .join(' ');
}

const hardwareRegisters: Readonly<Record<number, string>> = {
  1: 'MODE',
  2: 'STATUS',
  3: 'TRAPSTS',
  4: 'HW_ID',
  5: 'GPR_ALLOC',
  6: 'LDS_ALLOC',
  7: 'IB_STS',
  15: 'SH_MEM_BASES',
  16: 'TBA_LO',
  17: 'TBA_HI',
  18: 'TMA_LO',
  19: 'TMA_HI',
};
const laterHardwareRegisters: Readonly<Record<number, string>> = {
  20: 'XCC_ID',
  21: 'SQ_PERF_SNAPSHOT_DATA',
  22: 'SQ_PERF_SNAPSHOT_DATA1',
  23: 'SQ_PERF_SNAPSHOT_PC_LO',
  24: 'SQ_PERF_SNAPSHOT_PC_HI',
};

/** A hardware register, with the first bit and the number of bits unless it is read as a whole. */
export function hwregText(value: number, chip: Chip): string {
  const id = value & 63;
  const offset = (value >> 6) & 31;
  const width = ((value >> 11) & 31) + 1;
  const later = chip === '90a' ? undefined : laterHardwareRegisters[id];
  const name = hardwareRegisters[id] ?? later;
  const register = name === undefined ? String(id) : `HW_REG_${name}`;
  return offset === 0 && width === 32
    ? `hwreg(${register})`
    : `hwreg(${register}, ${offset}, ${width})`;
}

const messages: Readonly<Record<number, string>> = {
  1: 'INTERRUPT',
  2: 'GS',
  3: 'GS_DONE',
  4: 'SAVEWAVE',
  5: 'STALL_WAVE_GEN',
  6: 'HALT_WAVES',
  7: 'ORDERED_PS_DONE',
  8: 'EARLY_PRIM_DEALLOC',
  9: 'GS_ALLOC_REQ',
  10: 'GET_DOORBELL',
  15: 'SYSMSG',
};
const geometryOperations = ['NOP', 'CUT', 'EMIT', 'EMIT_CUT'];
const systemOperations = [undefined, 'ECC_ERR_INTERRUPT', 'REG_RD', undefined, 'TTRACE_PC'];

/** The text between the brackets of a message with names; `undefined` for numbers without names. */
function namedMessage(id: number, operation: number, stream: number): string | undefined {
  const name = messages[id];
  if (name === undefined) return undefined;
  if (id === 2 || id === 3) {
    const named = geometryOperations[operation];
    if (named === undefined) return undefined;
    if (operation !== 0) return `MSG_${name}, GS_OP_${named}, ${stream}`;
    return id === 3 && stream === 0 ? `MSG_${name}, GS_OP_${named}` : undefined;
  }
  if (stream !== 0) return undefined;
  if (id === 15) {
    const named = systemOperations[operation];
    return named === undefined ? undefined : `MSG_${name}, SYSMSG_OP_${named}`;
  }
  return operation === 0 ? `MSG_${name}` : undefined;
}

export function sendmsgText(value: number): string {
  const id = value & 15;
  const operation = (value >> 4) & 7;
  const stream = (value >> 8) & 3;
  const exact = (id | (operation << 4) | (stream << 8)) === value;
  const named = namedMessage(id, operation, stream);
  if (named !== undefined) return `sendmsg(${named})`;
  return exact ? `sendmsg(${id}, ${operation}, ${stream})` : String(value);
}

const indexModes = ['SRC0', 'SRC1', 'SRC2', 'DST'];

/** The operands to which an index register is added. */
export function indexModeText(value: number): string {
  if (value > 15) return hexadecimal(value);
  return `gpr_idx(${indexModes.filter((_, bit) => ((value >> bit) & 1) === 1).join(',')})`;
}
