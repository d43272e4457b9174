/** From the grid to a bank. */
import { showExplorer } from '../explorer-page.tsx';
import { GpuFigures } from './figure.tsx';
import './gpu.css';
import { devices } from './controls.ts';
import { Pipeline } from './pipeline.tsx';

showExplorer(
  {
    slug: 'gpu',
    lead: 'A bank conflict is the end of a long way: a launch, a workgroup, a compute unit, a wave, its lanes, their addresses. Follow one lane down.',
    sources: [
      'Mitigating GPU Bank Conflicts with Swizzling (IREE talk): the hierarchy, slices of LDS, row and column of a tile with 32 columns, the memories of MI300X. LDS Bank Conflicts on CDNA (deck of 2026-04-21): the pipeline of a tile.',
      'What limits a unit: LLVM, AMDGPU back end; ROCm/rocprofiler-compute, pipeline descriptions.',
      `Numbers of units: ${devices.map(({ name, units, source }) => `${name} ${units} (${source})`).join('; ')}.`,
      'Caches and HBM of MI300X: AMD CDNA 3 white paper. Cycles: tingqli/pyhip, docs/mem_latency.md, MI308X.',
    ],
  },
  <>
    <GpuFigures />
    <Pipeline />
    <section class="prose" aria-label="What is simplified">
      <h2>What is simplified</h2>
      <p>
        Workgroups are dealt to units in turn here, and waves to SIMDs. A real device goes round its
        dies first, and gives a unit the next workgroup when one ends. Neither moves an address to
        another bank. Two SIMDs share a port to LDS, so waves can wait for each other without any
        conflict: that is time, not a bank conflict, and the page on the hot loop has it.
      </p>
    </section>
  </>,
);
