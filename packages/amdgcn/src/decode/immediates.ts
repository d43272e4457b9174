/**
 * The immediates of scalar instructions, in LLVM's words.
 *
 *     s_waitcnt vmcnt(0)     s_getreg_b32 s1, hwreg(HW_REG_MODE, 0, 4)     s_sendmsg sendmsg(MSG_INTERRUPT)
 *     s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(SALU_CYCLE_1)
 *
 * Names of registers and messages are in the tables. Sources of the fields: AMD, "Instruction Set Architecture" of MI300, RDNA 3 and
 * RDNA 4: s_waitcnt, s_getreg, s_sendmsg, s_delay_alu.
 */
import { hexadecimal } from './constants.ts';
import type { Encoding } from './encoding.ts';
import type { Isa, Names } from './isa.ts';

/** A number: small ones in decimals. */
const numberText = (value: number): string => (value <= 64 ? String(value) : hexadecimal(value));

/** Counts are left out where they do not wait, unless none does. */
function waitcntText(value: number, isa: Isa): string {
  const gfx11 = isa.generation >= 11;
  const vmcnt = gfx11 ? (value >> 10) & 63 : (value & 15) | ((value >> 10) & 0x30);
  const expcnt = gfx11 ? value & 7 : (value >> 4) & 7;
  const lgkmcnt = gfx11 ? (value >> 4) & 63 : (value >> 8) & (isa.generation >= 10 ? 63 : 15);
  const most = isa.generation >= 10 ? 63 : 15;
  const none = vmcnt === 63 && expcnt === 7 && lgkmcnt === most;
  return [
    vmcnt !== 63 || none ? `vmcnt(${vmcnt})` : '',
    expcnt !== 7 || none ? `expcnt(${expcnt})` : '',
    lgkmcnt !== most || none ? `lgkmcnt(${lgkmcnt})` : '',
  ]
    .filter((text) => text !== '')
    .join(' ');
}

/** A hardware register, with the first bit and the number of bits unless it is read as a whole. */
function hwregText(value: number, { names }: Isa): string {
  const id = value & 63;
  const offset = (value >> 6) & 31;
  const width = ((value >> 11) & 31) + 1;
  const register = names['hwreg']?.get(id) ?? String(id);
  return offset === 0 && width === 32
    ? `hwreg(${register})`
    : `hwreg(${register}, ${offset}, ${width})`;
}

const geometryOperations = ['NOP', 'CUT', 'EMIT', 'EMIT_CUT'];
const systemOperations = [undefined, 'ECC_ERR_INTERRUPT', 'REG_RD', undefined, 'TTRACE_PC'];

/** The text between the brackets of a message with names; `undefined` for numbers without names. */
function namedMessage(name: string, operation: number, stream: number): string | undefined {
  if (name === 'MSG_GS' || name === 'MSG_GS_DONE') {
    const done = name === 'MSG_GS_DONE';
    const named = geometryOperations[operation];
    if (named === undefined) return undefined;
    if (operation !== 0) return `${name}, GS_OP_${named}, ${stream}`;
    return done && stream === 0 ? `${name}, GS_OP_${named}` : undefined;
  }
  if (stream !== 0) return undefined;
  if (name === 'MSG_SYSMSG') {
    const named = systemOperations[operation];
    return named === undefined ? undefined : `${name}, SYSMSG_OP_${named}`;
  }
  return operation === 0 ? name : undefined;
}

function sendmsgText(value: number, { generation, names }: Isa): string {
  const messages: Names = names['message'] ?? new Map<number, string>();
  if (generation >= 11) {
    const named = messages.get(value & 255);
    return named === undefined && value > 255
      ? String(value)
      : `sendmsg(${named ?? `${value}, 0, 0`})`;
  }
  const id = value & 15;
  const operation = (value >> 4) & 7;
  const stream = (value >> 8) & 3;
  const exact = (id | (operation << 4) | (stream << 8)) === value;
  const name = messages.get(id);
  const named = name === undefined ? undefined : namedMessage(name, operation, stream);
  if (named !== undefined) return `sendmsg(${named})`;
  return exact ? `sendmsg(${id}, ${operation}, ${stream})` : String(value);
}

const indexModes = ['SRC0', 'SRC1', 'SRC2', 'DST'];

/** The operands to which an index register is added. */
function indexModeText(value: number): string {
  if (value > 15) return hexadecimal(value);
  return `gpr_idx(${indexModes.filter((_, bit) => ((value >> bit) & 1) === 1).join(',')})`;
}

const delays =
  'NO_DEP VALU_DEP_1 VALU_DEP_2 VALU_DEP_3 VALU_DEP_4 TRANS32_DEP_1 TRANS32_DEP_2 TRANS32_DEP_3 FMA_ACCUM_CYCLE_1 SALU_CYCLE_1 SALU_CYCLE_2 SALU_CYCLE_3'.split(
    ' ',
  );
const skips = 'SAME NEXT SKIP_1 SKIP_2 SKIP_3 SKIP_4'.split(' ');

/** Which instructions before an instruction, and before one of the next, have to be finished. */
function delayText(value: number): string {
  const [first, skip, second] = [value & 15, (value >> 4) & 7, (value >> 7) & 15];
  const name = (names: readonly string[], index: number): string =>
    names[index] ?? `/* invalid ${index} */`;
  const parts = [
    first === 0 ? '' : `instid0(${name(delays, first)})`,
    skip === 0 ? '' : `instskip(${name(skips, skip)})`,
    second === 0 ? '' : `instid1(${name(delays, second)})`,
  ].filter((part) => part !== '');
  return parts.length === 0 ? '0' : parts.join(' | ');
}

/** Counters of RDNA that s_waitcnt_depctr waits for: name, place, bits; not waited for is all ones. */
const dependencies = [
  ['hold_cnt', 7, 1],
  ['sa_sdst', 0, 1],
  ['va_vdst', 12, 4],
  ['va_sdst', 9, 3],
  ['va_ssrc', 8, 1],
  ['va_vcc', 1, 1],
  ['vm_vsrc', 2, 3],
] as const;
/** Bits without a counter: a number that has some is written as one. */
const NO_DEPENDENCY = 0x60;

function dependencyText(value: number): string {
  const waits = dependencies.flatMap(([name, at, bits]) => {
    const count = (value >> at) & ((1 << bits) - 1);
    return count === (1 << bits) - 1 ? [] : [`depctr_${name}(${count})`];
  });
  return waits.length === 0 || (value & NO_DEPENDENCY) !== 0 ? hexadecimal(value) : waits.join(' ');
}

const texts: Readonly<Record<string, (value: number, isa: Isa) => string>> = {
  branch: (value) => String(value),
  signed: (value) => String((value << 16) >> 16),
  decimal: (value) => String(value),
  number: numberText,
  hex: hexadecimal,
  waitcnt: waitcntText,
  sendmsg: sendmsgText,
  gpr_idx: indexModeText,
  hwreg: hwregText,
  delay: delayText,
  depctr: dependencyText,
};

/** Names of the ways to write an immediate. */
export const immediateKinds: readonly string[] = [...Object.keys(texts), 'end'];

/** How an immediate is written; instructions with remarks are invalid. */
export function immediateText(
  kind: string,
  isa: Isa,
): (value: number, encoding: Encoding) => string | undefined {
  // A program's end has a number only where it is not 0.
  if (kind === 'end') return (value) => (value === 0 ? '' : String(value));
  const text = texts[kind];
  if (text === undefined) return () => undefined;
  return (value) => {
    const written = text(value, isa);
    return written.includes('/*') ? undefined : written;
  };
}
