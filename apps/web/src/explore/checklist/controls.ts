/** A tile: its chip, its write and its read, and which of the two is shown. */
import { choice, controls, whole } from '../../controls/schema.ts';
import { down, patternControls, strided } from '../parts/lane-pattern.ts';
import { tries } from '../parts/known-states.ts';
import { rowsOf } from '../parts/rows.ts';
import { chips, type Side, type SideName, sides, widths } from './model.ts';

export const checklistControls = controls('', {
  chip: choice('Chip', chips, 'gfx942'),
  side: choice('Side', sides, 'read'),
});

const sideControls = (name: SideName, { widthBytes, times, ...pattern }: Side) =>
  controls(name, {
    widthBytes: choice('Bytes per lane, W', widths, widthBytes),
    ...patternControls(pattern),
    times: whole('Instructions per wave', times, { min: 1, max: 64 }),
  });

export const readControls = sideControls('read', { widthBytes: 2, ...down(8, 512, 2), times: 8 });
export const readTries = tries(readControls)`
Read a column of f32 | read.widthBytes=4&read.pitchBytes=128&read.rows=64&read.stepBytes=0&read.times=1 | One bank holds all words of each half-wave: the checklist fails, and so does the hardware.
Pad its rows by one word | read.widthBytes=4&read.pitchBytes=132&read.rows=64&read.stepBytes=0&read.times=1 | Every lane is on a bank of its own: both agree that there is no conflict.
Read 16 bytes per lane, contiguous | read.widthBytes=16&read.pitchBytes=16&read.rows=64&read.stepBytes=0&read.times=1 | Every check fails, and still the hardware needs no extra cycle: it serves whole vectors of fewer lanes.
`;

export const writeControls = sideControls('write', { widthBytes: 16, ...strided(16), times: 1 });

/**
 * Tiles of the CK tutorials, as the CDNA slides argue about them and as their instructions run, with the conflict cycles that
 * the slides count for a wave and its tile.
 */
export const presets = rowsOf`
CK 01, as it runs | | CK Tile tutorial 01 stores a 64 x 32 f16 tile row by row and reads columns: lanes are eight rows apart, and each lane reads its eight rows with eight instructions. | 112
CK 01, as argued | read.pitchBytes=64&read.rows=64&read.stepBytes=0&read.active=8 | The worked example of the CDNA slides takes offsets 0, 64, ... 448 for lanes of one instruction. They belong to eight instructions of one lane. It lists four words on bank 0 and concludes eight ways.
CK 02, as it runs | read.widthBytes=16&read.pitchBytes=16&read.rows=64&read.stepBytes=0&read.times=1&write.widthBytes=2&write.pitchBytes=1024&write.rows=4&write.stepBytes=2&write.times=8 | Column-major: the read is wide and contiguous, and the write goes down columns. Its lanes are 1,024 bytes apart, not 64 as in tutorial 01. | 48
CK 03, as argued | read.pitchBytes=68&read.rows=64&read.stepBytes=0 | Rows of 68 bytes are 17 words, coprime with 32: lanes that go down a column, one row each, reach all banks.
CK 03, as it runs | read.pitchBytes=544&write.widthBytes=4&write.rows=4&write.stepBytes=68&write.times=4 | Lanes are in fact eight rows apart: 136 words, which is 8 mod 32, so eight rows share four banks. And rows of 68 bytes are not 16-byte aligned: the write becomes two ds_write2_b32, served like four ds_write_b32. | 24
a row and a column | read.widthBytes=4&read.pitchBytes=128&read.rows=64&read.stepBytes=0&read.times=1&write.widthBytes=4&write.pitchBytes=4 | Rows of 32 f32, written along rows and read down a column.
the column, padded | read.widthBytes=4&read.pitchBytes=132&read.rows=64&read.stepBytes=0&read.times=1&write.widthBytes=4&write.pitchBytes=4 | One word of padding per row: 33 words, so each lane is one bank further.
`.map(([name = '', address = '', text = '', counted]) => ({
  name,
  address,
  text,
  read: readControls.read(address),
  write: writeControls.read(address),
  counted: counted === undefined ? undefined : Number(counted),
}));

/** What the slides counted on. */
export const COUNTED = {
  chip: 'gfx942',
  where: 'MI300, bank_conflict_slides.html of CK tile tutorial 14',
} as const;
