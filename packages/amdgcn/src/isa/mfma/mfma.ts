/**
 * The matrix family: every `v_mfma_*`, `v_smfmac_*` and `v_accvgpr_*` of CDNA1 to CDNA4.
 *
 * The table of instructions is core's (`machine/matrix-table.ts`). A mnemonic may mean different instructions on
 * different chips, so that the row is looked up with the target:
 *
 *     registers -> gather A and B into matrices -> put C into D -> add products, quad by quad
 */
import { findMatrixInstruction, matrixInstructions, matrixNames, messages } from '@ldscope/core';
import type { CompileInstruction, Family } from '../../state/compile.ts';
import { accumulatorMoves, compileAccumulatorMove } from './accumulators.ts';
import { compileDense } from './dense.ts';
import { compileLoadScale, compileScaled } from './scaled.ts';
import { compileSparse } from './sparse.ts';
import { targets } from '../../state/target.ts';

const PLAIN = 'v_mfma_';
const SCALED = 'v_mfma_scale_';

/** The form of a product that takes scales. */
export const scaledName = (name: string): string => name.replace(PLAIN, SCALED);
export const isScaled = (name: string): boolean => name.startsWith(SCALED);

/** Loads the scales of the next product. */
export const LOAD_SCALES = 'v_mfma_ld_scale_b32';

const compileMatrix: CompileInstruction = (instruction, context) => {
  const scaled = isScaled(instruction.mnemonic);
  const name = instruction.mnemonic.replace(SCALED, PLAIN);
  const row = findMatrixInstruction(name, context.target);
  if (row === undefined) {
    return void context.report(
      messages.execute.unsupported(instruction.mnemonic, `use on ${context.target}`),
    );
  }
  if (row.a === 'f8f6f4') return compileScaled(row, instruction, context, scaled);
  return row.sparse
    ? compileSparse(row, instruction, context)
    : compileDense(row, instruction, context);
};

const names = new Set(
  matrixInstructions.flatMap((row) =>
    targets.flatMap((chip) => [
      ...matrixNames(row, chip),
      ...(row.a === 'f8f6f4' ? [scaledName(row.name)] : []),
    ]),
  ),
);

export const mfma: Family = new Map<string, CompileInstruction>([
  ...Array.from(names, (name) => [name, compileMatrix] as const),
  [LOAD_SCALES, compileLoadScale],
  ...Array.from(accumulatorMoves.keys(), (name) => [name, compileAccumulatorMove] as const),
]);
