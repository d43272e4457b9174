/** What is unknown in waves of 32 lanes, beside `cases/rdna3.s` and `cases/rdna4.s`: masks of one scalar, VOPD, WMMA. */
import { parseAssembly } from '@ldscope/amdgcn';
import { expect, test } from 'vitest';
import { UnknownRegisters } from '../../src/emulate/unknown/registers.ts';
import { valueTransfer } from '../../src/emulate/unknown/values.ts';
import { mfmaUse } from '../../src/isa/mfma/use.ts';
import { valuUse } from '../../src/isa/valu/valu.ts';
import type { CodeMode } from '../../src/state/target.ts';
import { SCALAR_ID } from '../../src/state/waits.ts';
import { VCC, Wave } from '../../src/state/wave.ts';

const mode: CodeMode = { target: 'gfx1201', waveSize: 32 };
const LABEL = 1;

/** Ids that are unknown after an instruction, of those that were before it. */
function after(line: string, before: Readonly<Record<number, number>>): Record<number, number> {
  const { program } = parseAssembly(`k:\n  ${line}\n  s_endpgm\n`);
  const instruction = program.instructions[0];
  if (instruction === undefined) throw new Error(line);
  const use = valuUse(instruction, mode) ?? mfmaUse(instruction, mode);
  if (use === undefined) throw new Error(`no registers of ${line}`);
  const registers = new UnknownRegisters();
  for (const [id, bits] of Object.entries(before)) {
    registers.low[Number(id)] = bits;
    registers.labels[Number(id)] = LABEL;
  }
  const wave = new Wave(0, 0, undefined, undefined, 32);
  const transfer = valueTransfer(instruction, use, mode);
  transfer.before(registers, wave);
  transfer.after(registers, wave);
  const result: Record<number, number> = {};
  for (const [id, bits] of registers.low.entries()) if (bits !== 0) result[id] = bits;
  return result;
}

const s = (number: number): number => SCALAR_ID + number;

test('a mask is one scalar, and its neighbour another register', () => {
  expect(after('v_cmp_gt_u32 s4, v1, v2', { 1: 0xf })).toEqual({ 1: 0xf, [s(4)]: 0xf });
  expect(after('v_cmp_gt_u32 s4, v1, v2', { [s(4)]: 1, [s(5)]: 3 })).toEqual({ [s(5)]: 3 });
  expect(after('v_cndmask_b32 v0, v1, v2, s4', { [s(5)]: 3 })).toEqual({ [s(5)]: 3 });
  expect(after('v_cndmask_b32 v0, v1, v2, s4', { [s(4)]: 3 })).toEqual({ 0: 3, [s(4)]: 3 });
});

test('each operation of VOPD for itself, from what was before both', () => {
  const exchange = 'v_dual_mov_b32 v0, v1 :: v_dual_mov_b32 v1, v0';
  expect(after(exchange, { 0: 1, 1: 2 })).toEqual({ 0: 2, 1: 1 });
  const apart = 'v_dual_mov_b32 v2, 0 :: v_dual_add_f32 v3, v4, v5';
  expect(after(apart, { 2: 7, 5: 8 })).toEqual({ 3: 8, 5: 8 });
  const choice = 'v_dual_cndmask_b32 v2, v4, v5 :: v_dual_mov_b32 v3, v2';
  expect(after(choice, { [s(VCC)]: 4 })).toEqual({ 2: 4, [s(VCC)]: 4 });
});

test('half of a register that is written keeps what the other half depends on', () => {
  expect(after('v_mov_b16 v0.h, v1.l', { 0: 5 })).toEqual({ 0: 5 });
  expect(after('v_mov_b16 v0.h, v1.l', { 1: 2 })).toEqual({ 0: 2, 1: 2 });
});

test('WMMA and dpp8 spread one lane to all', () => {
  const product = 'v_wmma_f32_16x16x16_f16 v[0:7], v[8:11], v[12:15], v[0:7]';
  const all = after(product, { 9: 1 });
  expect(Object.keys(all).map(Number)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 9]);
  expect(all[3]).toBe(0xffffffff);
  expect(after('v_mov_b32_dpp v0, v1 dpp8:[1,0,2,3,4,5,6,7]', { 1: 1 })[0]).toBe(0xffffffff);
});
