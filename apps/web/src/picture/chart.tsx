/** A chart as a picture, with its numbers as a table. */
import {
  type BarChart,
  barChart,
  barTable,
  type LineChart,
  lineChart,
  lineTable,
} from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { View, type ViewProps } from './view.tsx';

type Own = Omit<ViewProps, 'picture' | 'table'>;

export type BarsProps = Own & { readonly chart: BarChart };

export function Bars({ chart, ...view }: BarsProps): JSX.Element {
  const picture = useMemo(() => barChart(chart), [chart]);
  return <View picture={picture} table={() => barTable(chart)} {...view} />;
}

export function Lines({ chart, ...view }: Own & { readonly chart: LineChart }): JSX.Element {
  const picture = useMemo(() => lineChart(chart), [chart]);
  return <View picture={picture} table={() => lineTable(chart)} {...view} />;
}
