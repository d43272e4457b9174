/** Tiles of the deck: as it argues about them, and as their instructions run. */
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
    name: '01 as it runs',
    read: { widthBytes: 2, ...down(8, 512, 2), times: 8 },
    write: plainWrite,
    text: 'Tutorial 01 stores a 64 x 32 f16 tile row by row and reads columns: lanes are eight rows apart, and a lane takes its eight rows with eight instructions.',
    counted: { chip: 'gfx942', conflict: 112, where: SLIDES },
  },
  {
    name: '01 as the deck works it',
    read: { widthBytes: 2, ...strided(64, 8), times: 8 },
    write: plainWrite,
    text: 'The worked example takes offsets 0, 64, ... 448 for lanes that meet. They are the eight instructions of one lane, one after another. It lists four words on bank 0 and concludes eight ways.',
  },
  {
    name: '02 as it runs',
    read: { widthBytes: 16, ...strided(16), times: 1 },
    write: { widthBytes: 2, ...down(4, 1024, 2), times: 8 },
    text: 'Column-major: the read is wide and plain, the write has the columns. The stride of its lanes is 1,024 bytes, not the 64 that the deck repeats from 01.',
    counted: { chip: 'gfx942', conflict: 48, where: SLIDES },
  },
  {
    name: '03 as the deck argues',
    read: { widthBytes: 2, ...strided(68), times: 8 },
    write: plainWrite,
    text: 'Rows of 68 bytes are 17 words, coprime with 32: lanes that walk down a column one row each reach all banks.',
  },
  {
    name: '03 as it runs',
    read: { widthBytes: 2, ...down(8, 544, 2), times: 8 },
    write: { widthBytes: 4, ...down(4, 16, 68), times: 4 },
    text: 'But lanes are eight rows apart: 136 words, which is 8 mod 32. Four banks for eight rows. And rows of 68 bytes are no longer 16-byte aligned: the write is two ds_write2_b32, four words that are served like four ds_write_b32.',
    counted: { chip: 'gfx942', conflict: 24, where: SLIDES },
  },
  {
    name: 'a row and a column',
    read: { widthBytes: 4, ...strided(128), times: 1 },
    write: { widthBytes: 4, ...strided(4), times: 1 },
    text: 'A tile of 32 f32 a row, written along rows and read down a column.',
  },
  {
    name: 'the column, padded',
    read: { widthBytes: 4, ...strided(132), times: 1 },
    write: { widthBytes: 4, ...strided(4), times: 1 },
    text: 'A word of padding behind each row: 33 words, one bank further with every lane.',
  },
];
