/** What the reads of an operand cost where nothing is done about conflicts. */
import { lanes, serve } from '../parts/one-access.ts';
import { machineOf } from './model.ts';
import type { Chip } from './schedules.ts';

const OPERAND_ROWS = 32;
const READ_BYTES = 16;
const HALF_BYTES = 2;

/** Conflict cycles of an operand's read when rows of the tile are behind each other as they are. */
export function plainRows(
  chip: Chip,
  depth: number,
): { readonly rowBytes: number; readonly conflicts: number } {
  const rowBytes = depth * HALF_BYTES;
  const explanation = serve(
    machineOf(chip),
    'read.b128',
    lanes(
      64,
      (lane) => (lane % OPERAND_ROWS) * rowBytes + Math.floor(lane / OPERAND_ROWS) * READ_BYTES,
    ),
  );
  return { rowBytes, conflicts: explanation?.bankConflict ?? 0 };
}
