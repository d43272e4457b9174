/** The matrix instructions of a chip, and registers that they read and write, for the checks of wait counters. */
import { matrixInstructions, matrixNames, wmmaForms } from '@ldscope/core';
import { vectorRow } from '../../state/uses.ts';
import { scalarNumber } from '../../state/scalars.ts';
import { EXEC } from '../../state/wave.ts';
import type { Instruction, Operand } from '../../text/program.ts';
import type { Family, RegisterUse } from '../../state/compile.ts';
import { CDNA_MODE, type CodeMode, codeOf, type Target } from '../../state/target.ts';
import { accumulatorMoves } from './accumulators.ts';
import { isScaled, LOAD_SCALES, mfma, scaledName } from './mfma.ts';
import { wmmaFamily } from './wmma.ts';

/** Matrix instructions of CDNA or of RDNA. */
export function matrixFamily(target: Target): Family {
  return codeOf(target).family === 'cdna' ? mfma : wmmaFamily(target);
}

/** The matrix instructions of a chip under their own names, moves of accumulators among them. */
export function matrixMnemonics(target: Target): readonly string[] {
  if (codeOf(target).family === 'rdna') return wmmaForms(target).map(({ name }) => name);
  const products = matrixInstructions.flatMap((row) => {
    const names = matrixNames(row, target);
    return row.a === 'f8f6f4' ? [...names, ...names.map(scaledName)] : names;
  });
  const scales = products.some(isScaled) ? [LOAD_SCALES] : [];
  const moves = [...accumulatorMoves].filter(
    ([name, { chips }]) => chips.includes(target) && name.endsWith('_b32'),
  );
  return [...products, ...scales, ...moves.map(([name]) => name)];
}

/** Rows and scalars of a matrix instruction; `undefined` for other instructions. */
export function mfmaUse(
  instruction: Instruction,
  { target }: CodeMode = CDNA_MODE,
): RegisterUse | undefined {
  const { mnemonic, operands } = instruction;
  if (!matrixFamily(target).has(mnemonic)) return undefined;
  const loadsScales = mnemonic === LOAD_SCALES;
  const results = loadsScales ? [] : operands.slice(0, 1);
  const sources = loadsScales ? operands : operands.slice(1);
  const masked = accumulatorMoves.has(mnemonic);
  // A sparse product has its C in D, and results of 16 bits of RDNA3 keep the other halves.
  const keeps = /^v_smfmac|^v_swmmac|^v_wmma_b?f16/.test(mnemonic);
  const read = keeps ? operands : sources;
  return {
    reads: {
      rows: read.flatMap(rowsOf),
      scalars: [...sources.flatMap(scalarsOf), ...(masked ? [EXEC, EXEC + 1] : [])],
    },
    writes: { rows: results.flatMap(rowsOf), scalars: [] },
  };
}

function rowsOf(operand: Operand): number[] {
  const first = vectorRow(operand);
  if (first === undefined || operand.kind !== 'register') return [];
  return Array.from({ length: operand.count }, (_, n) => first + n);
}

function scalarsOf(operand: Operand): number[] {
  const number = scalarNumber(operand);
  return number === undefined ? [] : [number];
}
