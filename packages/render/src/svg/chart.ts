/** Small charts for explorers: bars, lines, steps, points and strips of dots, each with a table that says the same. */
export { type BarChart, barChart, type BarGroup, barTable } from './chart-bars.ts';
export { type Dot, type DotGroup, type DotStrip, dotStrip, dotTable } from './chart-dots.ts';
export type { ChartAxis, ChartLook, Series } from './chart-frame.ts';
export {
  type ChartPoint,
  type LineChart,
  lineChart,
  type LineSeries,
  lineTable,
  scatterChart,
  stepChart,
} from './chart-lines.ts';
