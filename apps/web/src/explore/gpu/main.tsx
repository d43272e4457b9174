/** From the grid to a bank. */
import type { LineChart } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { toneOf } from '../../controls/facts.tsx';
import { useSteps } from '../../controls/stepper.tsx';
import { useControls } from '../../controls/use-controls.ts';
import { Lines } from '../../picture/chart.tsx';
import type { Pointed } from '../../picture/view.tsx';
import { explorers } from '../explorers.ts';
import { waveOf } from '../parts/one-access.ts';
import { rowsOf } from '../parts/rows.ts';
import * as show from '../parts/show.tsx';
import { devices, gpuControls, gpuTries } from './controls.ts';
import './gpu.css';
import { type GpuView, gpuView, occupancyCurve, specOf } from './model.ts';
import { boundsTable, levels, memoryTable, pathPicture, pathTable } from './picture.ts';

/** From, to, the instruction, what is asked about it, and the explorer that answers. */
const stages = rowsOf`
HBM | registers | buffer_load_dwordx4 | How many lines does a wave fetch? | coalescing
registers | LDS | ds_write_b128 | Which lanes of the write share a bank? | checklist
LDS | LDS | s_barrier | Where is an element stored: plain, padded or swizzled? | padding-xor
LDS | registers | ds_read_b128 or ds_read_u16 | Which lanes of the transposed read share a bank? | tutorials
registers | HBM | buffer_store_dwordx4 or _short | Are the elements of a lane contiguous again? | tutorials`;

const Pipeline = (): JSX.Element =>
  show.section('gpu-pipeline', 'Path of a tile', [
    show.prose(
      'A transposing copy has five stages. Each is an instruction of a wave, and the addresses of its lanes decide what it costs.',
    ),
    <ol>
      {stages.map(([from, to, instruction, question, page]) => (
        <li key={`${from} ${to}`}>
          <strong>
            {from} → {to}
          </strong>
          <code>{instruction}</code>
          <span>{question}</span>
          <a href={`${page}.html`}>{explorers.find(({ slug }) => slug === page)?.title}</a>
        </li>
      ))}
    </ol>,
  ]);

function GpuFigures(): JSX.Element {
  const form = useControls(gpuControls);
  const [level, stepper] = useSteps('Level', levels.length, {
    text: (one) => levels[one]?.title ?? '',
    milliseconds: 2000,
  });
  const view = useMemo(() => gpuView(form.state), [form.state]);
  const picture = useMemo(() => pathPicture(view, level), [view, level]);
  const { machine, occupancy, access, parameters } = view;
  const { grid, block, ldsBytes, workgroup, wave, lane } = parameters;
  const limit = occupancy.bounds[0]?.limit;
  const pick = ({ unit = Infinity, ...at }: Pointed): void =>
    form.change({ workgroup: unit < grid ? unit : workgroup, wave, lane, ...at });
  return show.all([
    show.figure('Path of one lane', [
      show.view(picture, 'grid-to-bank', () => pathTable(view), { onPick: pick }),
      stepper,
      show.prose(levels[level]?.text ?? '', 'room-2'),
      show.tries(form, gpuTries),
      show.fields(form, ['chip', 'pattern', 'columns']),
      show.fields(form, ['grid', 'block', 'ldsBytes', 'vectorRegisters']),
      show.fields(form, ['workgroup', 'wave', 'lane']),
      show.facts([
        ['waves per workgroup', view.wavesPerWorkgroup],
        ['workgroups per unit', occupancy.workgroups],
        ['waves per SIMD', `${occupancy.wavesPerSimd} of ${view.slotsPerSimd}`],
        ['limited by', limit === 'lds' ? 'LDS' : limit],
        ['device filled', `${view.rounds} x`],
        ['cycles of the read', access.idxActive, toneOf(access.bankConflict)],
      ]),
      show.prose(
        `${
          occupancy.workgroups === 0
            ? 'No workgroup of this size fits on a unit.'
            : view.slicesStartAtBankZero
              ? `LDS is allocated in granules of ${machine.sharedMemory.allocationGranuleBytes.value} bytes, a multiple of all ${access.rule.banks} banks. So every slice begins at bank 0, and the same code has the same conflicts in each.`
              : 'Slices begin at different banks.'
        } Click a unit, workgroup, wave or lane to follow it.`,
      ),
      show.prose([
        `In HIP this is \`kernel<<<${grid}, ${block}, ${ldsBytes}>>>(...)\`. LDS given at the launch and arrays that the kernel declares both count. The followed lane has \`blockIdx.x\` ${workgroup} and \`threadIdx.x\` ${wave * waveOf(machine) + lane}.`,
      ]),
      show.table(boundsTable(view)),
      show.open(
        specOf(view),
        { file: 'tile.yaml', machine: parameters.chip, view: 'banks', site: 'read' },
        'Open the read in the playground',
      ),
    ]),
    <CurveFigure view={view} />,
  ]);
}

function CurveFigure({ view }: { readonly view: GpuView }): JSX.Element {
  const { chip, block, vectorRegisters, ldsBytes } = view.parameters;
  const { workgroups: resident } = view.occupancy;
  const chart = useMemo((): LineChart => {
    const points = occupancyCurve({ chip, block, vectorRegisters });
    return {
      title: `Workgroups of ${block} lanes on one unit of ${chip}, by LDS per workgroup`,
      description: `With ${vectorRegisters} vector registers per lane; at ${ldsBytes} bytes ${resident} fit.`,
      x: { title: 'LDS per workgroup', unit: 'KiB' },
      y: { title: 'workgroups per unit' },
      series: [
        {
          title: 'all limits',
          look: 'accent',
          drawn: 'step',
          points: points.map((point) => ({
            x: point.ldsBytes / 1024,
            y: point.workgroups,
            label: `from ${point.ldsBytes} bytes`,
          })),
        },
        {
          title: 'this kernel',
          look: 'conflict',
          drawn: 'points',
          points: [{ x: ldsBytes / 1024, y: resident, label: 'this kernel' }],
        },
      ],
      width: 860,
      plotHeight: 180,
    };
  }, [chip, block, vectorRegisters, ldsBytes, resident]);
  return show.all([
    show.figure('Cost of a byte of padding', [
      <Lines chart={chart} name="lds-occupancy" />,
      show.prose(
        'LDS is allocated in whole granules, and a workgroup either fits or does not. After each step down one workgroup fewer is resident, and fewer waves hide latency. Padding can therefore lose here what it wins on the banks. A swizzle needs no more LDS than before.',
      ),
    ]),
    show.figure('Memories around a unit', [
      show.table(memoryTable(view.machine)),
      show.prose(
        'LDS is the only fast memory that a program fills itself. Many waves read a tile of a matrix product many times, so a kernel fetches the tile once and reads it from LDS.',
      ),
    ]),
  ]);
}

show.page(
  'gpu',
  [
    <GpuFigures />,
    <Pipeline />,
    show.text('What is simplified', [
      'Here, workgroups go to units in turn, and waves to SIMDs in turn. A real device goes round its dies first, and gives a unit the next workgroup when one ends. Neither moves an address to another bank. Two SIMDs share a port to LDS, so waves can wait for each other without any conflict: that costs time but is not a bank conflict. See [The hot loop of a GEMM](hot-loop.html).',
    ]),
  ],
  [
    'The hierarchy, LDS slices, and the memories of MI300X follow the talk {talk}; the path of a tile follows the slides {slides}.',
    'What limits a unit: LLVM, AMDGPU back end; ROCm/rocprofiler-compute, pipeline descriptions.',
    `Numbers of units: ${devices.map(({ name, units, source }) => `${name} ${units} (${source})`).join('; ')}.`,
    'Caches and HBM of MI300X: AMD CDNA 3 white paper. Cycles: tingqli/pyhip, docs/mem_latency.md, MI308X.',
  ],
);
