/** MFMA operands: lanes, registers, and the LDS reads that follow. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import * as show from '../parts/show.tsx';
import { MapFigure } from './map-figure.tsx';
import './operands.css';
import { ReadFigure } from './read-figure.tsx';
import { documentTable } from './tables.ts';

const Documents = (): JSX.Element =>
  show.all([
    show.table(useMemo(documentTable, [])),
    show.prose(
      "The documents are {talk}, {wave} and {gemm}. Each counts for its own chip: the talk for the 32 banks of gfx942, Wave for the 64 that gfx950 has for this read. gfx942 has no 16x16x32; there, Wave's read is that of two 16x16x16.",
      'operand-words',
    ),
  ]);

show.page(
  'operands',
  [
    <MapFigure />,
    show.text('One rule for all shapes', [
      'A row of A, or a column of B, belongs to the lanes whose number modulo M equals it. The other lanes share k in groups, and each lane holds neighbours in k: two 16-bit or four 8-bit elements per register. C and D differ: a lane holds four rows of one column, then continues below the other groups.',
      'So a read of A begins at M different rows and at few columns: the lanes of one instruction read a column of the tile. If rows are whole turns around the banks, all lanes read the same banks. B is the same with columns instead of rows.',
      'The LDS of a compute unit feeds four matrix cores. The LDS cycles of A and B have to fit four times into the cycles of one matrix core, or operands have to be reused from registers.',
    ]),
    <ReadFigure />,
    show.folded(
      "For readers of the IREE talk, Wave's page or the GEMM notes",
      'Three reads of these documents, counted on two chips.',
      <Documents />,
    ),
  ],
  [
    'Layouts and passes of gfx908, gfx90a and gfx942: AMD matrix instruction calculator, ROCm/amd_matrix_instruction_calculator @2ef91896. Those of gfx950 name their source in the figure.',
    '16x16x16, LD = 128 and 132, four elements per lane: the talk {talk}.',
    '16x16x32 from a tile of 64 columns: {wave}. 32x32x8, two steps of k per ds_read_b128: {gemm}.',
    'What ds_read_b64_tr_b16 gives to which lane: ROCm/rocm-systems pull request 10175.',
    'Cycles and ways: the phase tables of the chips, with their sources on the page [Phases](phases.html).',
  ],
);
