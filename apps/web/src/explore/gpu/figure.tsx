/** A launch, and the path of one of its lanes to a bank. */
import { type OccupancyLimit } from '@ldscope/core';
import type { LineChart } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { toneOf } from '../../controls/facts.tsx';
import { useSteps } from '../../controls/stepper.tsx';
import { useControls } from '../../controls/use-controls.ts';
import { Lines } from '../../picture/chart.tsx';
import { type Pointed } from '../../picture/view.tsx';
import { waveOf } from '../parts/one-access.ts';
import * as show from '../parts/show.tsx';
import { gpuControls, gpuTries } from './controls.ts';
import { levels } from './levels.ts';
import { type GpuView, gpuView, occupancyCurve, specOf } from './model.ts';
import { pathPicture, pathTable } from './picture.ts';
import { boundsTable, memoryTable } from './tables.ts';

export function GpuFigures(): JSX.Element {
  const form = useControls(gpuControls);
  const [level, stepper] = useSteps('Level', levels.length, {
    text: (one) => levels[one]?.title ?? '',
    milliseconds: 2000,
  });
  const view = useMemo(() => gpuView(form.state), [form.state]);
  const picture = useMemo(() => pathPicture(view, level), [view, level]);
  const { machine, occupancy, access, parameters } = view;
  const pick = ({ workgroup, unit = Infinity, wave, lane }: Pointed): void =>
    form.change({
      workgroup: workgroup ?? (unit < parameters.grid ? unit : parameters.workgroup),
      wave: wave ?? parameters.wave,
      lane: lane ?? parameters.lane,
    });
  return show.all([
    show.figure('Path of one lane', [
      show.view(picture, 'grid-to-bank', () => pathTable(view), { onPick: pick }),
      stepper,
      <p class="gpu-level">{levels[level]?.text}</p>,
      show.tries(form, gpuTries),
      show.fields(form, ['chip', 'pattern', 'columns']),
      show.fields(form, ['grid', 'block', 'ldsBytes', 'vectorRegisters']),
      show.fields(form, ['workgroup', 'wave', 'lane']),
      show.facts([
        ['waves per workgroup', view.wavesPerWorkgroup],
        ['workgroups per unit', occupancy.workgroups],
        ['waves per SIMD', `${occupancy.wavesPerSimd} of ${view.slotsPerSimd}`],
        ['limited by', limitName(occupancy.bounds[0]?.limit)],
        ['device filled', `${view.rounds} x`],
        ['cycles of the read', access.idxActive, toneOf(access.bankConflict)],
      ]),
      <p class="prose">
        {occupancy.workgroups === 0
          ? 'No workgroup of this size fits on a unit.'
          : view.slicesStartAtBankZero
            ? `LDS is allocated in granules of ${machine.sharedMemory.allocationGranuleBytes.value} bytes, a multiple of all ${access.rule.banks} banks. So every slice begins at bank 0, and the same code has the same conflicts in each.`
            : 'Slices begin at different banks.'}{' '}
        Click a unit, workgroup, wave or lane to follow it.
      </p>,
      <Launch view={view} />,
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

const limitName = (limit: OccupancyLimit | undefined): string =>
  limit === undefined ? '-' : limit === 'lds' ? 'LDS' : limit;

/** The same launch in HIP, and what the lane that is followed knows of itself there. */
function Launch({ view: { machine, parameters } }: { readonly view: GpuView }): JSX.Element {
  const { grid, block, ldsBytes, workgroup, wave, lane } = parameters;
  return (
    <div class="prose">
      <p>
        In HIP this is{' '}
        <code>
          kernel&lt;&lt;&lt;{grid}, {block}, {ldsBytes}&gt;&gt;&gt;(...)
        </code>
        . LDS given at the launch and arrays that the kernel declares both count. The followed lane
        has <code>blockIdx.x</code> {workgroup} and <code>threadIdx.x</code>{' '}
        {wave * waveOf(machine) + lane}.
      </p>
    </div>
  );
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
