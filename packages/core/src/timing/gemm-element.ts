/**
 * The element types of a GEMM tile, and the matrix instructions that multiply them.
 *
 *     f16 on gfx90a   v_mfma_f32_32x32x8f16        i8 on gfx942   v_mfma_i32_32x32x16_i8
 *     f16 on gfx950   v_mfma_f32_32x32x16_f16      f4 on gfx950   v_mfma_f32_32x32x64_f8f6f4
 *
 * LIMITATION: sparse instructions are left out: their A is packed with an index, which is not a plain tile.
 */
import {
  findMatrixInstruction,
  type MatrixChip,
  matrixChipOf,
  type MatrixInstruction,
  matrixInstructions,
  matrixNames,
  type MatrixType,
} from '../machine/matrix-table.ts';

export interface GemmElement {
  readonly bits: number;
  /** Types of A and B that an instruction may have; the first is the one that is chosen. */
  readonly operands: readonly [MatrixType, ...MatrixType[]];
}

/** By the name that a tile uses. `f8` does not specify which of the two 8-bit floats. */
export const gemmElements: Readonly<Record<string, GemmElement>> = {
  f64: { bits: 64, operands: ['f64'] },
  f32: { bits: 32, operands: ['f32', 'xf32'] },
  xf32: { bits: 32, operands: ['xf32'] },
  f16: { bits: 16, operands: ['f16'] },
  bf16: { bits: 16, operands: ['bf16'] },
  f8: { bits: 8, operands: ['fp8', 'bf8', 'f8f6f4'] },
  fp8: { bits: 8, operands: ['fp8', 'f8f6f4'] },
  bf8: { bits: 8, operands: ['bf8', 'f8f6f4'] },
  i8: { bits: 8, operands: ['i8'] },
  f6: { bits: 6, operands: ['f8f6f4'] },
  f4: { bits: 4, operands: ['f8f6f4'] },
};

/** The element of a name; names of an option may be any words. */
export function gemmElement(name: string): GemmElement | undefined {
  return Object.hasOwn(gemmElements, name) ? gemmElements[name] : undefined;
}

/** Whether an instruction multiplies matrices of an element. */
export function multiplies(row: MatrixInstruction, { operands }: GemmElement): boolean {
  return !row.sparse && operands.includes(row.a) && operands.includes(row.b);
}

/** Cycles of a matrix core for one instruction; `f8f6f4` takes twice as long with 8 bits. */
export function matrixCycles(
  row: MatrixInstruction,
  chip: MatrixChip,
  { bits }: Pick<GemmElement, 'bits'>,
): number {
  const passes = row.passes[chip] ?? 0;
  return 4 * passes * (row.a === 'f8f6f4' && bits === 8 ? 2 : 1);
}

/** What a chip has for an element, in its own spelling: single blocks first, the largest first. */
export function matrixInstructionsFor(element: GemmElement, chip: MatrixChip): readonly string[] {
  const chosen = element.operands[0];
  return matrixInstructions
    .filter(
      (row) =>
        multiplies(row, element) && row.a === row.b && (row.a === chosen || row.a === 'f8f6f4'),
    )
    .sort((a, b) => a.blocks - b.blocks || b.m - a.m || b.k - a.k)
    .flatMap((row) => matrixNames(row, chip).slice(0, 1));
}

/** The names of elements that a chip multiplies. */
export function gemmElementsOf(chip: MatrixChip): readonly string[] {
  return Object.entries(gemmElements).flatMap(([name, element]) =>
    matrixInstructionsFor(element, chip).length > 0 ? [name] : [],
  );
}

/** The matrix instruction of a chip that examples name. */
export function exampleMatrixInstruction(chip: MatrixChip): string {
  const [name = ''] = matrixInstructionsFor({ bits: 16, operands: ['f16'] }, chip);
  return name;
}

/** The table's row of an instruction on a chip, as `findMatrixInstruction`, of a chip by its name. */
export function matrixRow(
  name: string,
  machine: string,
): { readonly row: MatrixInstruction; readonly chip: MatrixChip } | undefined {
  const chip = matrixChipOf(machine);
  const row = chip && findMatrixInstruction(name, chip);
  return chip === undefined || row === undefined ? undefined : { row, chip };
}
