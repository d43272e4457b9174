/** Resident workgroups by what each takes of LDS, and the memories around a unit. */
import type { LineChart } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Lines } from '../../picture/chart.tsx';
import { ScrolledTable } from '../../picture/data-table.tsx';
import { Figure } from '../explorer-page.tsx';
import { type GpuView, occupancyCurve } from './model.ts';
import { memoryTable } from './tables.ts';

export function CurveFigure({ view }: { readonly view: GpuView }): JSX.Element {
  const { chip, block, vectorRegisters, ldsBytes } = view.parameters;
  const { workgroups: resident } = view.occupancy;
  const chart = useMemo((): LineChart => {
    const points = occupancyCurve({ chip, block, vectorRegisters });
    return {
      title: `Workgroups of ${block} lanes on a unit of ${chip}, by LDS a workgroup`,
      description: `With ${vectorRegisters} vector registers a lane; at ${ldsBytes} bytes there are ${resident}.`,
      x: { title: 'LDS a workgroup', unit: 'KiB' },
      y: { title: 'workgroups a unit' },
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
  return (
    <>
      <Figure title="What a byte of padding can cost">
        <p class="prose">
          LDS is handed out in whole pieces, and a workgroup is resident or it is not. Behind each
          step one fewer fits, and there are fewer waves to hide latency: a padded tile can lose
          here what it won on the banks, a swizzled one is as large as before.
        </p>
        <Lines chart={chart} name="lds-occupancy" />
      </Figure>
      <Figure title="The memories around it">
        <ScrolledTable table={memoryTable(view.machine)} />
        <p class="prose">
          LDS is the only fast memory that a program fills itself. A tile of a matrix product is
          read by many waves and many times: it is fetched once and read from there.
        </p>
      </Figure>
    </>
  );
}
