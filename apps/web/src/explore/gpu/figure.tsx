/** A launch, and the path of one of its lanes to a bank. */
import type { OccupancyLimit } from '@ldscope/core';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Facts, toneOf } from '../../controls/facts.tsx';
import { Fields } from '../../controls/form.tsx';
import { useSteps } from '../../controls/stepper.tsx';
import { useControls } from '../../controls/use-controls.ts';
import { ScrolledTable } from '../../picture/data-table.tsx';
import { type Pointed, View } from '../../picture/view.tsx';
import { OpenInPlayground } from '../../share/open-in-playground.tsx';
import { Figure } from '../explorer-page.tsx';
import { patternSpecification, strided } from '../parts/lane-pattern.ts';
import { waveOf } from '../parts/one-access.ts';
import { Try } from '../parts/try.tsx';
import { gpuControls, gpuTries } from './controls.ts';
import { CurveFigure } from './curve.tsx';
import { levels } from './levels.ts';
import { type GpuView, gpuView, strideOf } from './model.ts';
import { pathPicture, pathTable } from './path-picture.ts';
import { boundsTable } from './tables.ts';

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
  return (
    <>
      <Figure title="Path of one lane">
        <View picture={picture} table={() => pathTable(view)} name="grid-to-bank" onPick={pick} />
        {stepper}
        <p class="gpu-level">{levels[level]?.text}</p>
        <Try of={form} tries={gpuTries} />
        <Fields of={form} names={['chip', 'pattern', 'columns']} />
        <Fields of={form} names={['grid', 'block', 'ldsBytes', 'vectorRegisters']} />
        <Fields of={form} names={['workgroup', 'wave', 'lane']} />
        <Facts
          facts={[
            { name: 'waves per workgroup', value: view.wavesPerWorkgroup },
            { name: 'workgroups per unit', value: occupancy.workgroups },
            { name: 'waves per SIMD', value: `${occupancy.wavesPerSimd} of ${view.slotsPerSimd}` },
            { name: 'limited by', value: limitName(occupancy.bounds[0]?.limit) },
            { name: 'device filled', value: `${view.rounds} x` },
            {
              name: 'cycles of the read',
              value: access.idxActive,
              tone: toneOf(access.bankConflict),
            },
          ]}
        />
        <p class="prose">
          {occupancy.workgroups === 0
            ? 'No workgroup of this size fits on a unit.'
            : view.slicesStartAtBankZero
              ? `LDS is allocated in granules of ${machine.sharedMemory.allocationGranuleBytes.value} bytes, a multiple of all ${access.rule.banks} banks. So every slice begins at bank 0, and the same code has the same conflicts in each.`
              : 'Slices begin at different banks.'}{' '}
          Click a unit, workgroup, wave or lane to follow it.
        </p>
        <Launch view={view} />
        <ScrolledTable table={boundsTable(view)} />
        <div class="figure-controls">
          <OpenInPlayground
            text={specOf(view)}
            file="tile.yaml"
            machine={parameters.chip}
            view="banks"
            site="read"
          >
            Open the read in the playground
          </OpenInPlayground>
        </div>
      </Figure>
      <CurveFigure view={view} />
    </>
  );
}

const limitName = (limit: OccupancyLimit | undefined): string =>
  limit === undefined ? '-' : limit === 'lds' ? 'LDS' : limit;

function specOf({ machine, parameters, wavesPerWorkgroup }: GpuView) {
  const read = {
    name: 'read',
    request: 'read.b32',
    pattern: strided(strideOf(parameters)),
  } as const;
  const text = patternSpecification(`${parameters.pattern} of a tile`, [read], machine);
  return text && `${text}waves: ${wavesPerWorkgroup}\n`;
}

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
