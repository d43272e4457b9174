/** What the reads of an operand of the notes' tile cost where nothing is done about conflicts. */
import { machineNamed } from '@ldscope/core';
import type { GemmChip } from '../parts/gemm-tile.ts';
import { lanes, serve } from '../parts/one-access.ts';

const OPERAND_ROWS = 32;
const READ_BYTES = 16;
const ROW_BYTES = 64;

/** Conflict cycles of an operand's read when rows of the tile are behind each other as they are. */
export function plainRows(chip: GemmChip): {
  readonly rowBytes: number;
  readonly conflicts: number;
} {
  const explanation = serve(
    machineNamed(chip),
    'read.b128',
    lanes(
      64,
      (lane) => (lane % OPERAND_ROWS) * ROW_BYTES + Math.floor(lane / OPERAND_ROWS) * READ_BYTES,
    ),
  );
  return { rowBytes: ROW_BYTES, conflicts: explanation?.bankConflict ?? 0 };
}
