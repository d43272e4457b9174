/**
 * The chip that code is for, by its instructions, where nothing names one: the newest whose assembler takes all of them.
 *
 *     v_mac_f32 v0, v1, v2          gfx90a       CDNA 3 and later lack it
 *     v_add_nc_u32 v0, v1, v2       gfx1201      RDNA
 *     v_mov_b32 v0, v1              gfx950       every chip has it, and CDNA comes first
 *
 * LIMITATION. It goes by names alone: operands and modifiers that only some chips have are not checked.
 */
import { findMatrixInstruction, lazy } from '@ldscope/core';
import type { Program } from '../text/program.ts';
import { dsRows } from '../isa/ds/ds.ts';
import { memoryRows } from '../isa/memory/rows.ts';
import { wmmaFamily } from '../isa/mfma/wmma.ts';
import { saluRows } from '../isa/salu/salu.ts';
import { smemRows } from '../isa/smem.ts';
import { findLaneRow, findRow } from '../isa/valu/rows.ts';
import { CDNA, existsOn, RDNA, SINCE_CDNA1, type Target } from '../state/target.ts';

/** In which order chips are taken: those of CDNA and GCN 5 before those of RDNA, the newest first. */
const order: readonly Target[] = [...CDNA.toReversed(), ...RDNA.toReversed()];

const scalarAndMemory = lazy((): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>();
  for (const { mnemonic, targets = CDNA } of [...saluRows, ...smemRows, ...dsRows, ...memoryRows])
    found.set(mnemonic, [...(found.get(mnemonic) ?? []), ...targets]);
  return found;
});

function hasInstruction(target: Target, mnemonic: string): boolean {
  if (!mnemonic.startsWith('v_')) return existsOn(scalarAndMemory().get(mnemonic) ?? [], target);
  if (mnemonic.startsWith('v_accvgpr')) return SINCE_CDNA1.includes(target);
  if (/^v_s?mf(ma|mac)_/.test(mnemonic))
    return findMatrixInstruction(mnemonic, target) !== undefined;
  if (/^v_s?wmmac?_/.test(mnemonic)) return wmmaFamily(target).has(mnemonic);
  return (findRow(mnemonic, target) ?? findLaneRow(mnemonic, target)) !== undefined;
}

/** Chips that have an instruction, by its name. */
export const chipsWith = (mnemonic: string): readonly Target[] =>
  order.filter((chip) => hasInstruction(chip, mnemonic));

/** The newest chip with all instructions of a program that any chip has; `undefined` when none has them all. */
export function likelyChip({ instructions }: Program): Target | undefined {
  const mnemonics = new Set<string>();
  for (const { mnemonic, paired } of instructions) {
    mnemonics.add(mnemonic);
    if (paired !== undefined) mnemonics.add(paired.mnemonic);
  }
  const known = [...mnemonics].filter((name) => order.some((chip) => hasInstruction(chip, name)));
  return order.find((chip) => known.every((name) => hasInstruction(chip, name)));
}
