/** The rows of all vector-memory instructions. */
import { cdnaRows } from './cdna.ts';
import { rdnaRows } from './rdna.ts';
import type { MemoryRow } from './row.ts';

export const memoryRows: readonly MemoryRow[] = [...cdnaRows, ...rdnaRows];
