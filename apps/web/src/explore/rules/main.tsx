/** Three rules of thumb beside the hardware. */
import { showExplorer } from '../explorer-page.tsx';
import { RulesFigure } from './figure.tsx';
import './rules.css';
import { ScoreFigure, StridesFigure, Verdicts } from './scoreboard.tsx';

showExplorer(
  {
    slug: 'rules',
    sources: [
      'The three rules, and the counters of six tutorials: the slides {slides}, section “The Three Rules, Condensed”.',
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
