/**
 * What others have published of the tutorials: values, not computed here. `slides` is "LDS Bank Conflicts on CDNA"
 * (2026-04-21), its table of all six, labelled MI300; `runs` are counters in CK's `tutorial_14_bank_conflict_scenarios`
 * @393ebc1 at M = 256, K = 128, which is 64 waves and tiles.
 */
import { rowsOf } from '../parts/rows.ts';

export interface SlideRow {
  /** Instructions of the global load and store and of LDS as the slides list them. */
  readonly load: string;
  readonly store: string;
  readonly write: string;
  readonly read: string;
  /** SQ_LDS_BANK_CONFLICT in cycles and SQ_INSTS_LDS at M = 65536, K = 256. */
  readonly conflicts: number;
  readonly instructions: number;
  readonly microseconds: number;
  readonly terabytesPerSecond: number;
}

type Instructions = readonly [write: string, read: string, store: string];

const slide = (
  [write, read, store]: Instructions,
  conflicts: number,
  instructions: number,
  microseconds: number,
  terabytesPerSecond: number,
): SlideRow => {
  const load = 'buffer_load_dwordx4';
  return { load, store, write, read, conflicts, instructions, microseconds, terabytesPerSecond };
};

const SHORTS = '8 x buffer_store_short';
const rows = ['ds_write_b128', '8 x ds_read_u16', SHORTS] as const;
const columns = ['8 x ds_write_u16', 'ds_read_b128', SHORTS] as const;
const packs = ['ds_write_b128', 'ds_read_b128', SHORTS] as const;
const wide = ['ds_write_b128', '8 x ds_read_u16', 'buffer_store_dwordx4'] as const;

export const slides: Readonly<Record<string, SlideRow>> = {
  '01': slide(rows, 3_670_016, 294_912, 14.08, 4.77),
  '02': slide(columns, 1_572_864, 294_912, 12.25, 5.48),
  '03': slide(rows, 786_432, 327_680, 11.93, 5.62),
  '05': slide(rows, 0, 294_912, 12.42, 5.4),
  '08': slide(packs, 0, 65_536, 11.88, 5.65),
  '10': slide(wide, 0, 294_912, 12.69, 5.29),
};

/** The matrix of the slides. */
export const SLIDES_M = 65_536;
export const SLIDES_K = 256;

export interface Run {
  readonly gpu: string;
  readonly chip: 'gfx942' | 'gfx950';
  readonly tutorial: string;
  /** Banks that the descriptor was built for, where it asks. */
  readonly banks: 32 | 64;
  readonly conflicts: number;
}

/** Waves and tiles of each run. */
export const RUN_WAVE_TILES = 64;

export const runs: readonly Run[] = [
  { gpu: 'MI300X', chip: 'gfx942', tutorial: '01', banks: 32, conflicts: 7168 },
  { gpu: 'MI300X', chip: 'gfx942', tutorial: '04', banks: 32, conflicts: 3072 },
  { gpu: 'MI300X', chip: 'gfx942', tutorial: '01-fp32', banks: 32, conflicts: 15_360 },
  { gpu: 'MI300X', chip: 'gfx942', tutorial: '04-fp32', banks: 32, conflicts: 15_360 },
  { gpu: 'MI355', chip: 'gfx950', tutorial: '04', banks: 32, conflicts: 3072 },
  { gpu: 'MI355', chip: 'gfx950', tutorial: '05', banks: 32, conflicts: 0 },
  { gpu: 'MI355', chip: 'gfx950', tutorial: '07', banks: 32, conflicts: 256 },
  { gpu: 'MI355', chip: 'gfx950', tutorial: '07', banks: 64, conflicts: 0 },
  { gpu: 'MI355', chip: 'gfx950', tutorial: '10', banks: 64, conflicts: 0 },
];

/** What each tutorial does, and what comes of its own tile, 64 x 32 of f16 on four waves of 64 lanes. */
export const texts = new Map(
  rowsOf`
01 | Rows are contiguous. A lane writes 16 bytes of a row at once and reads elements of a column, one by one. | The rows that a half-wave reads are eight apart, 512 bytes: each of the eight reads takes eight words from one bank, which costs 7 extra cycles in each of two phases.
02 | Columns are contiguous. The read is a vector, and the write is an instruction per element. | The conflicts move to the write, and there are fewer: the four packs of a row are 1024 bytes apart, so a bank takes four words instead of eight. Half of the eight writes are ds_write_b16_d16_hi.
03 | Rows with a few elements of padding behind each. | Rows have 34 elements instead of 32. The stride is coprime with the banks, but conflicts remain: the lanes of a read are eight rows apart. Rows begin at multiples of 4 bytes, so the write is two ds_write2_b32 instead of one ds_write_b128.
04 | The XOR descriptor, read down columns like 01. | All eight reads have the same conflicts, because lanes eight rows apart have only two keys. The CDNA slides blame immediate offsets that bypass the XOR, but an offset is part of a correct address.
05 | The XOR descriptor with padding behind each row. | With one element of padding no conflict is counted. But the write promises 16-byte alignment and has 4. If hardware serves such a write lane by lane, as was measured for misaligned 8-byte accesses of gfx90a, it costs cycles that the conflict counter does not show.
08 | The XOR descriptor, read along its packs: a lane reads 16 bytes of a row at once. | One write and one read, and no conflict.
10 | The layout of 08, read along M, so that a lane can store 16 bytes of a column to global memory at once. | Each read has 2 conflict cycles on gfx942 and none on gfx950 with the descriptor for its banks. The published counter is 0 and labelled MI300. It was probably taken on an MI355X: the published bandwidths also exceed the peak given for MI300. This is an inference; no raw data of that run is public.
`.map(([name = '', idea = '', finding = '']) => [name, { idea, finding }]),
);
