/** Small charts for explorers: bars, lines, steps, points and strips of dots, each with a table of its data. */
export { type BarChart, barChart, barTable } from './chart-bars.ts';
export { type LineChart, lineChart, lineTable } from './chart-lines.ts';
