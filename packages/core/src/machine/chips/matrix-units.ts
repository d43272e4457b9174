/** The chips whose matrix instructions are in the table, with the generation of CDNA that decides on names and modifiers. */
import type { CdnaGeneration } from '../machine-code.ts';

export type MatrixChip = 'gfx908' | 'gfx90a' | 'gfx942' | 'gfx950';

export const matrixGenerations: Readonly<Record<MatrixChip, CdnaGeneration>> = {
  gfx908: 1,
  gfx90a: 2,
  gfx942: 3,
  gfx950: 4,
};
