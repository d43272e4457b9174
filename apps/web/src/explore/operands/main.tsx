/** MFMA operands: lanes, registers, and the LDS reads that follow. */
import { showExplorer, Text } from '../explorer-page.tsx';
import { DocumentsFigure } from './documents-figure.tsx';
import { MapFigure } from './map-figure.tsx';
import './operands.css';
import { ReadFigure } from './read-figure.tsx';

showExplorer(
  {
    slug: 'operands',
    sources: [
      'Layouts and passes of gfx908, gfx90a and gfx942: AMD matrix instruction calculator, ROCm/amd_matrix_instruction_calculator @2ef91896. Those of gfx950 name their source in the figure.',
      '16x16x16, LD = 128 and 132, four elements per lane: the talk {talk}.',
      '16x16x32 from a tile of 64 columns: {wave}. 32x32x8, two steps of k per ds_read_b128: {gemm}.',
      'What ds_read_b64_tr_b16 gives to which lane: ROCm/rocm-systems pull request 10175.',
      'Cycles and ways: the phase tables of the chips, with their sources on the page [Phases](phases.html).',
    ],
  },
  <>
    <MapFigure />
    <Text
      title="One rule for all shapes"
      text={[
        'A row of A, or a column of B, belongs to the lanes whose number modulo M equals it. The other lanes share k in groups, and each lane holds neighbours in k: two 16-bit or four 8-bit elements per register. C and D differ: a lane holds four rows of one column, then continues below the other groups.',
        'So a read of A begins at M different rows and at few columns: the lanes of one instruction read a column of the tile. If rows are whole turns around the banks, all lanes read the same banks. B is the same with columns instead of rows.',
        'The LDS of a compute unit feeds four matrix cores. The LDS cycles of A and B have to fit four times into the cycles of one matrix core, or operands have to be reused from registers.',
      ]}
    />
    <ReadFigure />
    <DocumentsFigure />
  </>,
);
