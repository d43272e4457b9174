/** Phases: which lanes of a wave are served together. */
import { showExplorer, Text } from '../explorer-page.tsx';
import { ClaimsFigure, CompareFigure, MapFigure } from './figure.tsx';
import './phases.css';

showExplorer(
  {
    slug: 'phases',
    sources: [
      'MI300X, MI350X, RDNA 3 and 4: nod-ai/amd-shark-ai, docs/empirical-lds, counters and latencies.',
      'MI355X: HazyResearch/HipKittens, analysis/paper_experiments/phases, and arXiv 2511.08083.',
      'MI308X: tingqli/pyhip, archive/bank-conflict. MI50, V100, A100: kzwrime/gpu_shm_microbench.',
      'gfx942, gfx1100, gfx1151: IREE loom, lds_bank_service. MI250: rocke, lds_conflict.py in ROCm/rocm-libraries.',
      'H200: random accesses measured under ncu for this project, validation/data.',
      'The claims: the slides {slides}; the talk {talk}, section “Wave64 phasing”; other readings of the counters of CK tile tutorial 14.',
    ],
  },
  <>
    <MapFigure />
    <CompareFigure />
    <Text
      title="Phases as bits of the lane number"
      text={[
        'Every measured group of lanes has a simple form: the numbers of its lanes differ only in certain bits. The tables write `span(l0, l1, l2^l4)` for the 128-bit reads of gfx942. Here `l0` is the lowest bit of the lane number. Bits 0 and 1 are free, and bits 2 and 4 flip only together, which `^` denotes. So lanes 0 to 3 are served with lanes 20 to 23.',
      ]}
    />
    <ClaimsFigure />
  </>,
);
