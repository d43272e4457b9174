/** R1, R2 and R3 beside the hardware. */
import { showExplorer } from '../explorer-page.tsx';
import { RulesFigure } from './figure.tsx';
import './rules.css';
import { ScoreFigure, StridesFigure } from './scoreboard.tsx';
import { Verdicts } from './verdicts.tsx';

showExplorer(
  {
    slug: 'rules',
    lead: 'Three rules are taught for bank conflicts on CDNA: half-waves with distinct banks, f16 halves all or nothing, wide accesses as several checks. One of them describes hardware, for some instructions.',
    sources: [
      'LDS Bank Conflicts on CDNA (deck of 2026-04-21), "The Three Rules, Condensed" and the counters of its six tutorials.',
      'MI300X, strides: nod-ai/amd-shark-ai, docs/empirical-lds/cdna3info.md, SQ_LDS_BANK_CONFLICT of 64 reads of one wave.',
      'MI300X, halves of words: ROCm/composable_kernel, tutorial 14, investigation/test_inter_lane_fp16.cpp.',
      'gfx942, equal addresses of writes: IREE loom, lds_bank_service; tingqli/pyhip, archive/bank-conflict (MI308X).',
      'MI355X: HazyResearch/HipKittens, analysis/paper_experiments/phases, and arXiv 2511.08083.',
      'MI50: kzwrime/gpu_shm_microbench, times as multiples of one cycle.',
      'H200: random accesses measured under ncu for this project, validation/data.',
    ],
  },
  <>
    <RulesFigure />
    <Verdicts />
    <StridesFigure />
    <ScoreFigure />
  </>,
);
