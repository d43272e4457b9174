/** A launch, and the way of one of its lanes to a bank. */
import type { OccupancyLimit } from '@ldscope/core';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Choice } from '../../controls/choice.tsx';
import { Facts } from '../../controls/facts.tsx';
import { NumberField } from '../../controls/fields.tsx';
import { Stepper } from '../../controls/stepper.tsx';
import { ScrolledTable } from '../../picture/data-table.tsx';
import { type Pointed, View } from '../../picture/view.tsx';
import { OpenInPlayground } from '../../share/open-in-playground.tsx';
import { Figure } from '../explorer-page.tsx';
import { patternSpecification, strided } from '../parts/lane-pattern.ts';
import { machineOf, waveOf } from '../parts/one-access.ts';
import { CurveFigure } from './curve.tsx';
import { levels } from './levels.ts';
import {
  chips,
  devices,
  type GpuParameters,
  gpuView,
  MOST_BLOCK,
  MOST_GRID,
  MOST_REGISTERS,
  patterns,
  strideOf,
} from './model.ts';
import { pathPicture, pathTable } from './path-picture.ts';
import { boundsTable } from './tables.ts';

const start: GpuParameters = {
  chip: 'gfx942',
  grid: 2048,
  block: 256,
  ldsBytes: 16384,
  vectorRegisters: 96,
  pattern: 'column',
  workgroup: 309,
  wave: 2,
  lane: 7,
};

export function GpuFigures(): JSX.Element {
  const [parameters, setParameters] = useState(start);
  const [level, setLevel] = useState(levels.length - 1);
  const view = useMemo(() => gpuView(parameters), [parameters]);
  const picture = useMemo(() => pathPicture(view, level), [view, level]);
  const twin = useMemo(() => pathTable(view), [view]);
  const bounds = useMemo(() => boundsTable(view), [view]);
  const { machine, occupancy, access } = view;
  const set = (change: Partial<GpuParameters>): void => setParameters({ ...parameters, ...change });
  const pick = ({ workgroup, unit, wave, lane }: Pointed): void =>
    set({
      ...(workgroup === undefined ? {} : { workgroup }),
      ...(unit === undefined || unit >= parameters.grid ? {} : { workgroup: unit }),
      ...(wave === undefined ? {} : { wave }),
      ...(lane === undefined ? {} : { lane }),
    });
  return (
    <>
      <Figure title="One lane's way">
        <div class="figure-controls">
          <Choice
            label="Chip"
            options={chips.map((chip) => ({
              value: chip,
              label: `${chip}, ${devices.find((one) => one.chip === chip)?.name ?? ''}`,
            }))}
            value={parameters.chip}
            onChange={(chip) => set({ chip })}
          />
          <Choice
            label="Read of a tile of f32, 32 columns"
            options={patterns}
            value={parameters.pattern}
            onChange={(pattern) => set({ pattern })}
          />
        </div>
        <div class="figure-controls">
          <NumberField
            label="Workgroups"
            value={parameters.grid}
            min={1}
            max={MOST_GRID}
            onChange={(grid) => set({ grid })}
          />
          <NumberField
            label="Lanes a workgroup"
            value={parameters.block}
            min={1}
            max={MOST_BLOCK}
            onChange={(block) => set({ block })}
          />
          <NumberField
            label="LDS a workgroup, bytes"
            value={view.parameters.ldsBytes}
            min={0}
            max={machine.sharedMemory.bytesPerWorkgroup.value}
            step={512}
            onChange={(ldsBytes) => set({ ldsBytes })}
          />
          <NumberField
            label="Vector registers a lane"
            value={parameters.vectorRegisters}
            min={1}
            max={MOST_REGISTERS}
            onChange={(vectorRegisters) => set({ vectorRegisters })}
          />
        </div>
        <div class="figure-controls">
          <NumberField
            label="Follow workgroup"
            value={view.parameters.workgroup}
            min={0}
            max={parameters.grid - 1}
            onChange={(workgroup) => set({ workgroup })}
          />
          <NumberField
            label="its wave"
            value={view.parameters.wave}
            min={0}
            max={view.wavesPerWorkgroup - 1}
            onChange={(wave) => set({ wave })}
          />
          <NumberField
            label="its lane"
            value={view.parameters.lane}
            min={0}
            max={waveOf(machine) - 1}
            onChange={(lane) => set({ lane })}
          />
        </div>
        <Facts
          facts={[
            { name: 'waves a workgroup', value: String(view.wavesPerWorkgroup) },
            { name: 'workgroups a unit', value: String(occupancy.workgroups) },
            { name: 'waves a SIMD', value: `${occupancy.wavesPerSimd} of ${view.slotsPerSimd}` },
            { name: 'limited by', value: limitName(occupancy.bounds[0]?.limit) },
            { name: 'device filled', value: `${view.rounds} x` },
            {
              name: 'cycles of the read',
              value: String(access.idxActive),
              tone: access.bankConflict > 0 ? 'conflict' : 'good',
            },
          ]}
        />
        <Stepper
          label="Level"
          count={levels.length}
          value={level}
          onChange={setLevel}
          milliseconds={2000}
          text={levels[level]?.title ?? ''}
        />
        <p class="gpu-level">{levels[level]?.text}</p>
        <View picture={picture} table={twin} name="grid-to-bank" onPick={pick} />
        <p class="prose">
          {occupancy.workgroups === 0
            ? 'No workgroup of this size fits on a unit.'
            : view.slicesStartAtBankZero
              ? `Slices are handed out in pieces of ${machine.sharedMemory.allocationGranuleBytes.value} bytes, whole periods of ${access.rule.banks} banks: every slice begins at bank 0, and the same code has the same conflicts in each.`
              : 'Slices begin at different banks.'}{' '}
          Click on a unit, a workgroup, a wave or a lane to follow it.
        </p>
        <Launch parameters={view.parameters} lanes={waveOf(machine)} />
        <ScrolledTable table={bounds} />
        <Playground parameters={view.parameters} waves={view.wavesPerWorkgroup} />
      </Figure>
      <CurveFigure view={view} />
    </>
  );
}

const limitName = (limit: OccupancyLimit | undefined): string =>
  limit === undefined ? '-' : limit === 'lds' ? 'LDS' : limit;

interface LaunchProps {
  readonly parameters: GpuParameters;
  readonly lanes: number;
}

/** The same launch in HIP, and what the lane that is followed knows of itself there. */
function Launch({ parameters, lanes }: LaunchProps): JSX.Element {
  const { grid, block, ldsBytes, workgroup, wave, lane } = parameters;
  return (
    <div class="prose">
      {' '}
      <p>
        In HIP this is{' '}
        <code>
          kernel&lt;&lt;&lt;{grid}, {block}, {ldsBytes}&gt;&gt;&gt;(...)
        </code>
        , with the LDS given at the launch; an array of the kernel&apos;s own counts as much. The
        lane that is followed has <code>blockIdx.x</code> {workgroup} and <code>threadIdx.x</code>{' '}
        {wave * lanes + lane}.
      </p>
    </div>
  );
}

interface PlaygroundProps {
  readonly parameters: GpuParameters;
  readonly waves: number;
}

function Playground({ parameters: { chip, pattern }, waves }: PlaygroundProps): JSX.Element {
  const machine = machineOf(chip);
  const text = patternSpecification(
    `${pattern} of a tile`,
    [{ name: 'read', request: 'read.b32', pattern: strided(strideOf[pattern]) }],
    machine,
  );
  return (
    <div class="figure-controls">
      {text === undefined ? undefined : (
        <OpenInPlayground
          text={`${text}waves: ${waves}\n`}
          file="tile.yaml"
          machine={chip}
          view="banks"
          site="read"
        >
          Open the read in the playground
        </OpenInPlayground>
      )}
    </div>
  );
}
