/** The pictures of the study, each in both themes. */
import { type BarChart, barChart, markup, pictureNode, standaloneStyles } from '@ldscope/render';
import { causes, causeTitles, conflicts, groupsOf, accesses, lostShare } from './figures.ts';
import type { StudyRow } from './rows.ts';
import { groupOf } from './sources.ts';

export interface StudyPicture {
  readonly name: string;
  readonly chart: BarChart;
}

/** Kernels by the share of their LDS cycles that are conflicts: the bins of `sweep report`. */
const BINS: readonly (readonly [string, (share: number) => boolean])[] = [
  ['none', (share) => share === 0],
  ['to 25 %', (share) => share > 0 && share <= 0.25],
  ['to 50 %', (share) => share > 0.25 && share <= 0.5],
  ['to 75 %', (share) => share > 0.5 && share <= 0.75],
  ['over 75 %', (share) => share > 0.75],
];

export function studyPictures(rows: readonly StudyRow[]): readonly StudyPicture[] {
  const asked = rows.filter(accesses);
  const vendors = [
    { title: 'AMD', look: 'conflict', has: (row: StudyRow) => row.chip.startsWith('gfx') },
    { title: 'NVIDIA', look: 'good', has: (row: StudyRow) => row.chip.startsWith('sm_') },
  ] as const;
  const conflicting = rows.filter(conflicts);
  const byGroup = groupsOf(conflicting, groupOf);
  return [
    {
      name: 'study-shares',
      chart: {
        title: 'Share of shared-memory cycles that are bank conflicts',
        description:
          'Kernels that access shared memory, by the share of its cycles that are conflicts',
        standing: true,
        value: { title: 'kernel-chip pairs' },
        series: vendors.map(({ title, look }) => ({ title, look })),
        groups: BINS.map(([label, fits]) => ({
          label,
          values: vendors.map(
            ({ has }) => asked.filter((row) => has(row) && fits(lostShare(row))).length,
          ),
        })),
      },
    },
    {
      name: 'study-causes',
      chart: {
        title: 'Causes of the worst conflict',
        description:
          'Kernels with conflicts, by the cause of their worst one and by kind of source',
        value: { title: 'kernel-chip pairs' },
        series: byGroup.map(([title], index) => ({ title, look: LOOKS[index] ?? 'soft' })),
        groups: causes
          .filter((cause) => conflicting.some((row) => row.cause === cause))
          .map((cause) => ({
            label: causeTitles[cause],
            values: byGroup.map(([, group]) => group.filter((row) => row.cause === cause).length),
          })),
      },
    },
  ];
}

/** A look per group of sources, none like another in either theme. */
const LOOKS = ['conflict', 'accent', 'matrix', 'good'] as const;

/** The text of a picture that stands alone. */
export const svgOf = ({ chart }: StudyPicture, theme: 'light' | 'dark'): string =>
  `${markup(pictureNode(barChart(chart), standaloneStyles(theme)))}\n`;
