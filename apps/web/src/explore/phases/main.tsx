/** Phases: which lanes of a wave meet. */
import { showExplorer } from '../explorer-page.tsx';
import { ClaimsFigure, CompareFigure, MapFigure } from './figure.tsx';
import './phases.css';

showExplorer(
  {
    slug: 'phases',
    lead: 'Lanes can only conflict with lanes that are served with them. Which these are is fixed by the instruction and the chip, and they are not always neighbours.',
    sources: [
      'MI300X, MI350X, RDNA 3 and 4: nod-ai/amd-shark-ai, docs/empirical-lds, counters and latencies.',
      'MI355X: HazyResearch/HipKittens, analysis/paper_experiments/phases, and arXiv 2511.08083.',
      'MI308X: tingqli/pyhip, archive/bank-conflict. MI50, V100, A100: kzwrime/gpu_shm_microbench.',
      'gfx942, gfx1100, gfx1151: IREE loom, lds_bank_service. MI250: rocke, lds_conflict.py in ROCm/rocm-libraries.',
      'H200: random accesses measured under ncu for this project, validation/data.',
      'The claims: LDS Bank Conflicts on CDNA (deck of 2026-04-21); Mitigating GPU Bank Conflicts with Swizzling, "Wave64 phasing"; other readings of the counters of CK tile tutorial 14.',
    ],
  },
  <>
    <section class="prose">
      <p>
        Each set that was measured has a simple form: lanes whose numbers differ only in certain
        bits, some of which change only together. 128-bit reads of gfx942 are span(l0, l1, l2^l4):
        bits 0 and 1 are free, bits 2 and 4 flip together, so lanes 0 to 3 meet lanes 20 to 23.
      </p>
      <p>
        Every rule says how it is known. <span class="tag good">measured</span> on silicon,
        published or by us; <span class="tag">documented</span> in a vendor&apos;s text or model;{' '}
        <span class="tag warn">inferred</span> from a neighbour;{' '}
        <span class="tag conflict">disputed</span> where sources disagree, with the other reading as
        a model to choose.
      </p>
    </section>
    <MapFigure />
    <CompareFigure />
    <ClaimsFigure />
  </>,
);
