/** From the grid to a bank. */
import { showExplorer, Text } from '../explorer-page.tsx';
import { GpuFigures } from './figure.tsx';
import './gpu.css';
import { devices } from './controls.ts';
import { Pipeline } from './pipeline.tsx';

showExplorer(
  {
    slug: 'gpu',
    sources: [
      'The hierarchy, LDS slices, and the memories of MI300X follow the talk {talk}; the path of a tile follows the slides {slides}.',
      'What limits a unit: LLVM, AMDGPU back end; ROCm/rocprofiler-compute, pipeline descriptions.',
      `Numbers of units: ${devices.map(({ name, units, source }) => `${name} ${units} (${source})`).join('; ')}.`,
      'Caches and HBM of MI300X: AMD CDNA 3 white paper. Cycles: tingqli/pyhip, docs/mem_latency.md, MI308X.',
    ],
  },
  <>
    <GpuFigures />
    <Pipeline />
    <Text
      title="What is simplified"
      text={[
        'Here, workgroups go to units in turn, and waves to SIMDs in turn. A real device goes round its dies first, and gives a unit the next workgroup when one ends. Neither moves an address to another bank. Two SIMDs share a port to LDS, so waves can wait for each other without any conflict: that costs time but is not a bank conflict. See [The hot loop of a GEMM](hot-loop.html).',
      ]}
    />
  </>,
);
