/** Wave's tile: global memory, gather_to_lds, LDS, banks. */
import { showExplorer, Text } from '../explorer-page.tsx';
import { BesideDocument } from '../parts/folded.tsx';
import { ClaimsFigure, PhasesFigure } from './claims-figure.tsx';
import { TileFigure } from './figure.tsx';
import { KernelLinks, SmallFigure, StepsFigure } from './steps.tsx';
import { LimitsFigure } from './limits.tsx';
import './wave.css';

showExplorer(
  {
    slug: 'wave',
    sources: [
      'The tile, the parameters, the example of thread 1 and the limits: Wave documentation, {wave}.',
      'Phases of ds_read_b128, measured on MI350X and MI300X: HipKittens, arXiv 2511.08083, and nod-ai/amd-shark-ai, docs/empirical-lds.',
      'Parameters that the pass chooses, and conditions that it does not check: iree-org/wave @ceaa2b57, wave_lang/kernel/wave/gather_to_shared.py.',
      'The drain that the published kernel lacks: iree-org/wave pull request 1029.',
    ],
  },
  <>
    <TileFigure />
    <Text
      title="How it works"
      text={[
        '`gather_to_lds` takes a global address from every lane, but only one base in LDS: the data of consecutive lanes are stored one after another. In the default tile, eight waves fetch 32 x 64 elements with two gathers of two elements per lane. `ds_read_b128` then reads the operand of a 16x16x32 matrix instruction: lane l takes row l mod 16 and eight elements from column 8 * floor(l / 16).',
        'A row has 128 bytes, half of the 64 banks that this read uses on gfx950. Every second row begins at the same bank, so the sixteen lanes of a phase read four rows from each bank. With the swizzle each lane fetches another chunk of its row. LDS is still filled in order, and the read applies the same XOR to find the chunk.',
      ]}
    />
    <StepsFigure />
    <SmallFigure />
    <LimitsFigure />
    <PhasesFigure />
    <BesideDocument document="wave">
      <ClaimsFigure />
    </BesideDocument>
    <KernelLinks />
  </>,
);
