/** Runs one instruction on a wave with given registers; used by every test of the vector ALU. */
import type { Message } from '@ldscope/core';
import { parseAssembly, type Instruction } from '../../src/index.ts';
import { LANES, Wave } from '../../src/state/wave.ts';
import type { CompileContext } from '../../src/state/compile.ts';
import type { Target, WaveSize } from '../../src/state/target.ts';
import { isHalf, registersOf, type Row, type Type } from '../../src/isa/valu/row.ts';
import { valuFamily } from '../../src/isa/valu/valu.ts';

/** Numbers that look random and are the same every time. */
export function randomWords(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const mixed = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d);
    return (mixed ^ (mixed >>> 13)) >>> 0;
  };
}

export function parseLine(line: string): Instruction {
  const parsed = parseAssembly(`kernel:\n  ${line}\n  s_endpgm\n`);
  const instruction = parsed.program.instructions[0];
  if (instruction === undefined) throw new Error(`cannot parse ${line}`);
  return instruction;
}

/** What compiles one instruction, number `number` of a program; reports go to a list. */
export function contextFor(
  target: Target,
  waveSize: WaveSize,
  reports: Message[] = [],
  number = 0,
): CompileContext {
  return {
    target,
    waveSize,
    number,
    label: () => undefined,
    addressOf: () => 0,
    numberAt: () => undefined,
    literalAddress: () => 0,
    symbol: () => undefined,
    report: (message) => reports.push(message),
  };
}

/** Compiles a line, or throws what it reports. */
export function compileLine(
  line: string,
  target: Target = 'gfx950',
  waveSize: WaveSize = 64,
): (wave: Wave) => void {
  const instruction = parseLine(line);
  const reports: Message[] = [];
  const step = valuFamily(target).get(instruction.mnemonic)?.(
    instruction,
    contextFor(target, waveSize, reports),
  );
  if (step === undefined)
    throw new Error(`${line}: ${reports.map(({ message }) => message).join('; ')}`);
  return step;
}

export function run(line: string, wave: Wave, target: Target = 'gfx950'): Wave {
  compileLine(line, target, wave.size)(wave);
  return wave;
}

export function newWave(size: WaveSize = 64): Wave {
  return new Wave(0, 0, undefined, undefined, size);
}

/** Lane l of register r holds 1000 r + l. */
export function numbered(size: WaveSize = 64): Wave {
  const wave = newWave(size);
  for (let register = 0; register < 20; register++)
    for (let lane = 0; lane < size; lane++)
      wave.u[register * LANES + lane] = 1000 * register + lane;
  return wave;
}

/** A register, lane by lane. */
export const lanesOf = (wave: Wave, register: number): number[] =>
  Array.from(wave.u.subarray(register * LANES, register * LANES + wave.size));

/** Registers from `first` on as one integer, low word first. */
export function readBits(wave: Wave, first: number, count: number, lane: number): bigint {
  let bits = 0n;
  for (let n = count - 1; n >= 0; n--)
    bits = (bits << 32n) | BigInt(wave.u[(first + n) * LANES + lane] ?? 0);
  return bits;
}

export function writeBits(
  wave: Wave,
  first: number,
  count: number,
  lane: number,
  bits: bigint,
): void {
  for (let n = 0; n < count; n++)
    wave.u[(first + n) * LANES + lane] = Number((bits >> BigInt(32 * n)) & 0xffffffffn);
}

export function maskBit(wave: Wave, scalar: number, lane: number): boolean {
  return (((wave.s[scalar + (lane >> 5)] ?? 0) >>> (lane & 31)) & 1) === 1;
}

/** A line with distinct registers for each operand of a row, and where its operands are. */
export interface Line {
  readonly text: string;
  readonly destination: number;
  readonly sources: readonly { readonly first: number; readonly type: Type }[];
  readonly constant?: bigint;
}

const registers = (first: number, count: number): string =>
  count === 1 ? `v${first}` : `v[${first}:${first + count - 1}]`;

const isHalfOperand = (type: Type): boolean => isHalf(type) || type === 'w16' || type === 's16';

const CONSTANT = 0x40490fdbn;

/** Options of a line: the size of waves, and which half 16-bit operands of RDNA are in. */
export interface LineOptions {
  readonly waveSize?: WaveSize;
  readonly half?: 'l' | 'h';
}

/** A line for a row: destination at v0, sources at v32, v64, v96; masks in vcc. */
export function lineOf(
  row: Row,
  modifiers = '',
  { waveSize = 64, half = 'l' }: LineOptions = {},
): Line {
  const operands: string[] = [];
  const sources: { first: number; type: Type }[] = [];
  const vcc = waveSize === 64 ? 'vcc' : 'vcc_lo';
  const packed = /_mix/.test(row.mnemonic);
  const named = (first: number, type: Type): string => {
    const halves = row.family === 'rdna' && !packed && isHalfOperand(type);
    return registers(first, registersOf(type)) + (halves ? `.${half}` : '');
  };
  for (const type of row.outputs) operands.push(type === 'mask' ? vcc : named(0, type));
  const literal = /(mk|ak)_f\d\d$/.exec(row.mnemonic)?.[1];
  const at = literal === 'mk' ? 1 : literal === 'ak' ? 2 : -1;
  for (const [index, type] of row.inputs.entries()) {
    if (type === 'mask') {
      operands.push(vcc);
      continue;
    }
    if (index === at) {
      const half = row.mnemonic.endsWith('f16');
      operands.push(half ? '0x4248' : '0x40490fdb');
      sources.push({ first: -1, type });
      continue;
    }
    const first = 32 * (sources.length + 1);
    operands.push(named(first, type));
    sources.push({ first, type });
  }
  return {
    text: `${row.mnemonic} ${operands.join(', ')}${modifiers === '' ? '' : ` ${modifiers}`}`,
    destination: 0,
    sources,
    ...(at < 0 ? {} : { constant: row.mnemonic.endsWith('f16') ? 0x4248n : CONSTANT }),
  };
}

/** Lines of the instructions that move values between lanes, which have no row of types. */
export const LANE_LINES: Readonly<Record<string, string>> = {
  v_nop: 'v_nop',
  v_clrexcp: 'v_clrexcp',
  v_readfirstlane_b32: 'v_readfirstlane_b32 s0, v1',
  v_readlane_b32: 'v_readlane_b32 s0, v1, s2',
  v_writelane_b32: 'v_writelane_b32 v0, s1, 2',
  v_swap_b32: 'v_swap_b32 v0, v1',
  v_permlane16_swap_b32: 'v_permlane16_swap_b32 v0, v1',
  v_permlane32_swap_b32: 'v_permlane32_swap_b32 v0, v1',
  v_permlane16_b32: 'v_permlane16_b32 v0, v1, s2, s3',
  v_permlanex16_b32: 'v_permlanex16_b32 v0, v1, s2, s3 op_sel:[1,1]',
  v_permlane16_var_b32: 'v_permlane16_var_b32 v0, v1, v2',
  v_permlanex16_var_b32: 'v_permlanex16_var_b32 v0, v1, v2 op_sel:[0,1]',
  v_permlane64_b32: 'v_permlane64_b32 v0, v1',
  v_swap_b16: 'v_swap_b16 v0.h, v1.l',
  v_movreld_b32: 'v_movreld_b32 v0, v1',
  v_movrels_b32: 'v_movrels_b32 v0, v1',
  v_movrelsd_b32: 'v_movrelsd_b32 v0, v1',
  v_movrelsd_2_b32: 'v_movrelsd_2_b32 v0, v1',
  v_swaprel_b32: 'v_swaprel_b32 v0, v1',
  v_s_rcp_f32: 'v_s_rcp_f32 s0, s1',
  v_s_rcp_f16: 'v_s_rcp_f16 s0, -s1 clamp',
  v_s_rsq_f32: 'v_s_rsq_f32 s0, |s1|',
  v_s_rsq_f16: 'v_s_rsq_f16 s0, s1 mul:2',
  v_s_sqrt_f32: 'v_s_sqrt_f32 s0, s1',
  v_s_sqrt_f16: 'v_s_sqrt_f16 s0, s1',
  v_s_exp_f32: 'v_s_exp_f32 s0, s1 div:2',
  v_s_exp_f16: 'v_s_exp_f16 s0, s1',
  v_s_log_f32: 'v_s_log_f32 s0, s1',
  v_s_log_f16: 'v_s_log_f16 s0, s1',
};
