/** Tiles of the CK tutorials: as the CDNA slides argue about them, and as their instructions run. */
import { down, strided } from '../parts/lane-pattern.ts';
import type { Side } from './model.ts';

export interface Preset {
  readonly name: string;
  readonly read: Side;
  readonly write: Side;
  readonly text: string;
  /** Conflict cycles that counters have for a wave and its tile, with the device. */
  readonly counted?: { readonly chip: string; readonly conflict: number; readonly where: string };
}

const plainWrite: Side = { widthBytes: 16, ...strided(16), times: 1 };
const SLIDES = 'MI300, bank_conflict_slides.html of CK tile tutorial 14';

export const presets: readonly [Preset, ...Preset[]] = [
  {
    name: 'CK 01, as it runs',
    read: { widthBytes: 2, ...down(8, 512, 2), times: 8 },
    write: plainWrite,
    text: 'CK Tile tutorial 01 stores a 64 x 32 f16 tile row by row and reads columns: lanes are eight rows apart, and each lane reads its eight rows with eight instructions.',
    counted: { chip: 'gfx942', conflict: 112, where: SLIDES },
  },
  {
    name: 'CK 01, as argued',
    read: { widthBytes: 2, ...strided(64, 8), times: 8 },
    write: plainWrite,
    text: 'The worked example of the CDNA slides takes offsets 0, 64, ... 448 for lanes of one instruction. They belong to eight instructions of one lane. It lists four words on bank 0 and concludes eight ways.',
  },
  {
    name: 'CK 02, as it runs',
    read: { widthBytes: 16, ...strided(16), times: 1 },
    write: { widthBytes: 2, ...down(4, 1024, 2), times: 8 },
    text: 'Column-major: the read is wide and contiguous, and the write goes down columns. Its lanes are 1,024 bytes apart, not 64 as in tutorial 01.',
    counted: { chip: 'gfx942', conflict: 48, where: SLIDES },
  },
  {
    name: 'CK 03, as argued',
    read: { widthBytes: 2, ...strided(68), times: 8 },
    write: plainWrite,
    text: 'Rows of 68 bytes are 17 words, coprime with 32: lanes that go down a column, one row each, reach all banks.',
  },
  {
    name: 'CK 03, as it runs',
    read: { widthBytes: 2, ...down(8, 544, 2), times: 8 },
    write: { widthBytes: 4, ...down(4, 16, 68), times: 4 },
    text: 'Lanes are in fact eight rows apart: 136 words, which is 8 mod 32, so eight rows share four banks. And rows of 68 bytes are not 16-byte aligned: the write becomes two ds_write2_b32, served like four ds_write_b32.',
    counted: { chip: 'gfx942', conflict: 24, where: SLIDES },
  },
  {
    name: 'a row and a column',
    read: { widthBytes: 4, ...strided(128), times: 1 },
    write: { widthBytes: 4, ...strided(4), times: 1 },
    text: 'Rows of 32 f32, written along rows and read down a column.',
  },
  {
    name: 'the column, padded',
    read: { widthBytes: 4, ...strided(132), times: 1 },
    write: { widthBytes: 4, ...strided(4), times: 1 },
    text: 'One word of padding per row: 33 words, so each lane is one bank further.',
  },
];
