/** The names of the instructions that are executed on a chip: which there are, and which chips have one. */
import { lazyBy } from '@ldscope/core';
import { CDNA, codeOf, existsOn, RDNA, type Target } from '../state/target.ts';
import { dsRows, rdnaLdsAliases } from './ds/ds.ts';
import { rdnaMemoryAliases } from './memory/rdna.ts';
import { memoryRows } from './memory/rows.ts';
import { matrixMnemonics } from './mfma/use.ts';
import type { Unit } from './row.ts';
import { saluRows } from './salu/salu.ts';
import { smemAliases, smemRows } from './smem.ts';
import { findLaneRow, findRow, ownMnemonics } from './valu/rows.ts';

interface NamedRow {
  readonly mnemonic: string;
  readonly targets?: readonly string[] | undefined;
}

const namesOf = (rows: readonly NamedRow[], target: Target): readonly string[] =>
  rows.filter(({ targets }) => existsOn(targets, target)).map(({ mnemonic }) => mnemonic);

/**
 * Mnemonics by the unit that executes them, without the suffix of an encoding and without other names that assemblers take:
 * `v_add_f32`, `s_load_b64`, `v_dual_mov_b32`.
 */
export function executedMnemonics(target: Target): Readonly<Record<Unit, ReadonlySet<string>>> {
  return {
    SALU: new Set(namesOf(saluRows, target)),
    VALU: new Set(ownMnemonics(target)),
    MFMA: new Set(matrixMnemonics(target)),
    LDS: new Set(namesOf(dsRows, target)),
    VMEM: new Set(namesOf(memoryRows, target)),
    SMEM: new Set(namesOf(smemRows, target)),
  };
}

/** Names of scalars, of LDS and of memory on a chip, with those of CDNA that assemblers of RDNA take. */
const namesOn = lazyBy((target: Target): ReadonlySet<string> => {
  const own = new Set(
    [saluRows, smemRows, dsRows, memoryRows].flatMap((rows) => namesOf(rows, target)),
  );
  if (codeOf(target).family === 'cdna') return own;
  for (const aliases of [smemAliases, rdnaLdsAliases, rdnaMemoryAliases])
    for (const [alias, name] of aliases) if (own.has(name)) own.add(alias);
  return own;
});

const matrixNamesOn = lazyBy((target: Target) => new Set(matrixMnemonics(target)));

function has(target: Target, mnemonic: string): boolean {
  return (
    namesOn(target).has(mnemonic) ||
    matrixNamesOn(target).has(mnemonic) ||
    (findRow(mnemonic, target) ?? findLaneRow(mnemonic, target)) !== undefined
  );
}

/** In which order chips are taken: those of CDNA and GCN 5 before those of RDNA, the newest first. */
export const newestFirst: readonly Target[] = [...CDNA.toReversed(), ...RDNA.toReversed()];

/** Chips that have an instruction, by its name. */
export const chipsWith = (mnemonic: string): readonly Target[] =>
  newestFirst.filter((chip) => has(chip, mnemonic));
