/** Wave's tile: global memory, gather_to_lds, LDS, banks. */
import { showExplorer } from '../explorer-page.tsx';
import { ClaimsFigure, PhasesFigure } from './claims-figure.tsx';
import { TileFigure } from './figure.tsx';
import { KernelLinks } from './kernel-links.tsx';
import { LimitsFigure } from './limits.tsx';
import { SmallFigure, StepsFigure } from './steps.tsx';
import './wave.css';

showExplorer(
  {
    slug: 'wave',
    lead: 'A tile is written to LDS two halves a lane and read eight halves a lane. Follow an element through both, and see why the reader meets itself and what one XOR changes.',
    sources: [
      <>
        Wave, <cite>MI350: LDS Bank Conflicts and Swizzling</cite> (iree-org/wave
        docs/wave/LDS_swizzling.rst): the tile, the parameters, the example of thread 1, the limits.
      </>,
      <>
        HipKittens, arXiv 2511.08083, and nod-ai/amd-shark-ai docs/empirical-lds: phases of
        ds_read_b128 measured on MI350X and MI300X.
      </>,
      <>
        iree-org/wave @ceaa2b57 wave_lang/kernel/wave/gather_to_shared.py: what the pass chooses and
        what it does not check.
      </>,
      <>iree-org/wave pull request 1029: the drain that the published kernel lacks.</>,
    ],
  },
  <>
    <div class="prose">
      <p>
        <code>gather_to_lds</code> gives every lane an address in global memory of its own, but only
        one base in LDS: lane after lane is stored behind it. Eight waves fetch the 32 x 64 tile
        with two gathers of two halves a lane. The operand of a 16x16x32 matrix instruction is then
        read by <code>ds_read_b128</code>: lane l takes row l mod 16 and eight halves at column 8 *
        floor(l / 16).
      </p>
      <p>
        A row is 128 bytes, half of the 64 banks that this read sees on gfx950. Every second row
        begins at the same bank, and the sixteen lanes of a phase hold four such rows for each bank.
        Swizzled, the lane fetches another chunk of its row; LDS is still filled in order, and the
        reader looks where the chunk went.
      </p>
    </div>
    <TileFigure />
    <StepsFigure />
    <SmallFigure />
    <LimitsFigure />
    <PhasesFigure />
    <ClaimsFigure />
    <KernelLinks />
  </>,
);
