/** The instructions that are executed on a chip, by the unit that executes them; without other names that assemblers take. */
import { type MatrixInstruction, matrixInstructions, matrixNames, wmmaForms } from '@ldscope/core';
import { dsRows } from '../isa/ds/ds.ts';
import { memoryRows } from '../isa/memory/rows.ts';
import { saluRows } from '../isa/salu/salu.ts';
import { smemRows } from '../isa/smem.ts';
import { rdnaMnemonics, rows } from '../isa/valu/rows.ts';
import { laneRows } from '../isa/valu/lanes.ts';
import { codeOf, existsOn, SINCE_CDNA1, SINCE_CDNA2, type Target } from '../state/target.ts';
import type { InstructionClass } from './options.ts';

/** The mnemonic, with the scaled form where one exists. */
function matrixNamesOn(row: MatrixInstruction, target: Target): string[] {
  const names = [...matrixNames(row, target)];
  const scaled = names.map((name) => name.replace('v_mfma_', 'v_mfma_scale_'));
  return row.a === 'f8f6f4' ? [...names, ...scaled] : names;
}

/** Mnemonics without the suffix of an encoding: `v_add_f32`, `s_load_b64`, `v_dual_mov_b32`. */
export function executedMnemonics(
  target: Target,
): Readonly<Record<InstructionClass, ReadonlySet<string>>> {
  const isRdna = codeOf(target).family === 'rdna';
  const named = (
    list: Iterable<{ readonly mnemonic: string; readonly targets?: readonly string[] | undefined }>,
  ): Set<string> => {
    const here = [...list].filter((row) => existsOn(row.targets, target));
    return new Set(here.map(({ mnemonic }) => mnemonic));
  };
  // `s_load_dword` is taken on RDNA, where the instruction is called `s_load_b32`.
  const scalar = [...named(smemRows)].filter((name) => !isRdna || !/_dword(x\d+)?$/.test(name));
  const vector = [
    ...rows().values(),
    ...[...laneRows].map(([mnemonic, row]) => ({ ...row, mnemonic })),
  ]
    .filter(({ chips }) => existsOn(chips, target))
    .map(({ mnemonic }) => mnemonic);
  const matrix = isRdna
    ? wmmaForms(target).map(({ name }) => name)
    : matrixInstructions.flatMap((row) => matrixNamesOn(row, target));
  if (SINCE_CDNA1.includes(target)) matrix.push('v_accvgpr_read_b32', 'v_accvgpr_write_b32');
  if (SINCE_CDNA2.includes(target)) matrix.push('v_accvgpr_mov_b32');
  if (matrix.some((name) => name.startsWith('v_mfma_scale_'))) matrix.push('v_mfma_ld_scale_b32');
  return {
    SALU: named(saluRows),
    VALU: new Set(isRdna ? rdnaMnemonics(target) : vector),
    MFMA: new Set(matrix),
    LDS: named(dsRows),
    VMEM: named(memoryRows),
    SMEM: new Set(scalar),
  };
}
