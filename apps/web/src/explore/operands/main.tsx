/** MFMA operands: lanes, registers, and the LDS reads that follow. */
import { showExplorer } from '../explorer-page.tsx';
import { DocumentsFigure } from './documents-figure.tsx';
import { MapFigure } from './map-figure.tsx';
import './operands.css';
import { ReadFigure } from './read-figure.tsx';

showExplorer(
  {
    slug: 'operands',
    lead: 'A matrix instruction multiplies what 64 lanes hold together. Which lane has to hold which element decides the addresses of every read from LDS, and so its conflicts.',
    sources: [
      <>
        AMD matrix instruction calculator (ROCm/amd_matrix_instruction_calculator @2ef91896):
        layouts and passes of gfx908, gfx90a and gfx942. Those of gfx950 carry their own source in
        the figure.
      </>,
      <>
        Mitigating GPU Bank Conflicts with Swizzling (IREE talk): 16x16x16, LD = 128 and 132, four
        halves a lane.
      </>,
      <>
        Wave, <cite>MI350: LDS Bank Conflicts and Swizzling</cite>: 16x16x32 from a tile of 64
        columns. GEMM pipelining notes: 32x32x8, two steps of k for each ds_read_b128.
      </>,
      <>ROCm/rocm-systems pull request 10175: what ds_read_b64_tr_b16 gives to which lane.</>,
      <>Cycles and ways: the phase tables of the chips, whose sources are on the page on phases.</>,
    ],
  },
  <>
    <div class="prose">
      <p>
        All shapes follow one rule. A row of A, or a column of B, belongs to the lanes that have its
        number modulo M; lanes that remain share k in groups; and a lane holds neighbours in k, two
        halves or four bytes to a register. C and D lie otherwise: a lane holds four rows of one
        column, then goes on below the other groups.
      </p>
    </div>
    <MapFigure />
    <div class="prose">
      <p>
        So a read of A begins at M different rows and at few columns: what stands below each other
        in the tile is asked for at once. Whenever rows are whole turns around the banks, all of
        them fall on the same ones. B is alike, with its columns in the place of rows.
      </p>
      <p>
        The LDS of a compute unit feeds four matrix cores. What A and B take of its cycles has to
        fit four times into the cycles of one matrix core, or be used again from registers.
      </p>
    </div>
    <ReadFigure />
    <DocumentsFigure />
  </>,
);
