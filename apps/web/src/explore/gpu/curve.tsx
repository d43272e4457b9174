/** Resident workgroups by what each takes of LDS, and the memories around a unit. */
import type { LineChart } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Lines } from '../../picture/chart.tsx';
import { ScrolledTable } from '../../picture/data-table.tsx';
import { Figure } from '../explorer-page.tsx';
import { Prose } from '../parts/linked.tsx';
import { type GpuView, occupancyCurve } from './model.ts';
import { memoryTable } from './tables.ts';

export function CurveFigure({ view }: { readonly view: GpuView }): JSX.Element {
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
  return (
    <>
      <Figure title="Cost of a byte of padding">
        <Lines chart={chart} name="lds-occupancy" />
        <Prose text="LDS is allocated in whole granules, and a workgroup either fits or does not. After each step down one workgroup fewer is resident, and fewer waves hide latency. Padding can therefore lose here what it wins on the banks. A swizzle needs no more LDS than before." />
      </Figure>
      <Figure title="Memories around a unit">
        <ScrolledTable table={memoryTable(view.machine)} />
        <Prose text="LDS is the only fast memory that a program fills itself. Many waves read a tile of a matrix product many times, so a kernel fetches the tile once and reads it from LDS." />
      </Figure>
    </>
  );
}
