/** All tutorials compared, with published counters, and which models reproduce them. */
import type { BarChart, DataTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { useControls } from '../../controls/use-controls.ts';
import { grouped } from '../../controls/words.ts';
import { type Column, tableOf } from '../../picture/table-of.ts';
import * as show from '../parts/show.tsx';
import { listed } from '../parts/words.ts';
import { useGradually } from '../parts/use-later.ts';
import { chips, verdictControls } from './controls.ts';
import {
  allRows,
  readingCell,
  readingNames,
  readings,
  type Row,
  rulesOf,
  runRows,
  targets,
  type TutorialRequest,
  verdict,
} from './model.ts';
import { SLIDES_K, SLIDES_M } from './published.ts';

/** All tutorials side by side. */
export const OverviewFigure = show.still('All transposes compared', () => [
  show.bars(chartOf(allRows()), 'tutorials'),
  show.note(
    `A matrix of M = ${grouped(SLIDES_M)}, K = ${SLIDES_K}: the cycles of one tile times the number of waves and tiles. A diamond is a counter that was published for an MI300.`,
  ),
]);

export const TablesFigure = show.still('Compared with what was published', () => {
  const rows = allRows();
  return [
    ...[counterTable(rows), instructionTable(rows), runTable()].map((table) =>
      show.table(table, { class: 'tt-tables' }),
    ),
    show.note(
      'The slides label their counters MI300, and 04 is not in their table. Time and bandwidth are theirs; ldscope does not predict them here.',
    ),
  ];
});

function chartOf(rows: readonly Row[]): BarChart {
  return {
    title: 'Conflict cycles of each tutorial',
    description:
      'SQ_LDS_BANK_CONFLICT for the whole matrix, predicted for gfx942 and gfx950, with the published counter as a diamond.',
    value: { title: 'SQ_LDS_BANK_CONFLICT', unit: 'cycles' },
    series: [
      { title: 'gfx942', look: 'accent' },
      { title: 'gfx950', look: 'warn' },
    ],
    groups: rows.map(({ name, title, conflicts, slides }) => ({
      label: `${name} ${title}`,
      values: conflicts,
      ...(slides === undefined ? {} : { published: [slides.conflicts, slides.conflicts] }),
    })),
    publishedTitle: 'counted',
    width: 1000,
  };
}

const counterTable = (rows: readonly Row[]): DataTable =>
  tableOf('Counters of the whole matrix, and the times of the slides', rows, [
    ['tutorial', ({ name, title }) => `${name} ${title}`],
    ['slides: conflicts', ({ slides }) => slides && grouped(slides.conflicts), 'numeric'],
    ...chips.map((chip, index): Column<Row> => [
      chip,
      ({ conflicts }) => grouped(conflicts[index] ?? 0),
      'numeric',
    ]),
    [
      'reproduced',
      ({ slides, conflicts }) =>
        slides === undefined ? 'not on the slides' : verdict(conflicts, slides.conflicts),
    ],
    ['slides: SQ_INSTS_LDS', ({ slides }) => slides && grouped(slides.instructions), 'numeric'],
    ['ours', ({ instructions }) => grouped(instructions), 'numeric'],
    ['slides: time', ({ slides }) => slides && `${slides.microseconds} us`, 'numeric'],
    ['slides: bandwidth', ({ slides }) => slides && `${slides.terabytesPerSecond} TB/s`, 'numeric'],
  ]);

function instructionTable(rows: readonly Row[]): DataTable {
  const of = ({ models: [model] }: Row, side: 'write' | 'read'): string =>
    listed(
      (model?.instructions ?? [])
        .filter((one) => one.side === side)
        .map(({ instruction }) => instruction.name),
    );
  const beside = (ours = '', theirs = ours): string =>
    theirs === ours ? ours : `${ours} [${theirs}]`;
  return tableOf(
    'Instructions of a wave: ours from the descriptors; in brackets those of the slides where they differ',
    rows,
    [
      ['tutorial', 'name'],
      ['load', ({ models, slides }) => beside(models[0]?.load, slides?.load)],
      ['LDS write', (row) => beside(of(row, 'write'), row.slides?.write)],
      ['LDS read', (row) => beside(of(row, 'read'), row.slides?.read)],
      ['store', ({ models, slides }) => beside(models[0]?.store, slides?.store)],
    ],
  );
}

const runTable = (): DataTable =>
  tableOf(
    'Other published counters: 64 waves and tiles each, from the folder of the tutorials',
    runRows(),
    [
      ['GPU', ({ gpu, chip }) => `${gpu} (${chip})`],
      'tutorial',
      ['descriptor', ({ banks }) => `${banks} banks`],
      ['counted', ({ conflicts }) => grouped(conflicts), 'numeric'],
      ['ours', ({ ours }) => grouped(ours), 'numeric'],
    ],
  );

const COUNT = readings.length * readingNames.length;

type Line = Readonly<{ title: string; values: readonly (number | undefined)[] }>;

export function ReadingsFigure(): JSX.Element {
  const cells = useGradually(COUNT, cellAt, 'readings');
  const wanted = useMemo(() => {
    const counted = targets();
    return readingNames.map((name) => counted.get(name));
  }, []);
  const lines: readonly Line[] = [
    { title: 'counted', values: wanted },
    ...readings.map(({ title }, r) => ({
      title,
      values: cells.slice(r * readingNames.length, (r + 1) * readingNames.length),
    })),
  ];
  return show.figure('Which model matches the counters', [
    show.note(
      'Conflict cycles of one wave and tile under every model that was proposed, among them rules R1 to R3 of the slides. A value that matches the counter is marked with =. Only the rules of gfx950, with descriptors for its banks, match all of them.',
    ),
    show.table(
      tableOf('Counted: slides for 01 to 10, an MI300X for 04 and the fp32 variants', lines, [
        ['model', 'title'],
        ...readingNames.map((name, index): Column<Line> => [
          name,
          ({ values }) => values[index] ?? '·',
          'numeric',
        ]),
        [
          'right',
          ({ values }, line) =>
            line === 0
              ? ''
              : values.includes(undefined)
                ? '·'
                : `${values.filter((value, index) => value === wanted[index]).length} of ${values.length}`,
          'numeric',
        ],
      ]),
      {
        named: true,
        cell: (text, row, column) =>
          row > 0 && text === String(wanted[column - 1]) ? show.counted(`= ${text}`, false) : text,
      },
    ),
  ]);
}

function cellAt(index: number): number | undefined {
  const reading = readings[Math.floor(index / readingNames.length)];
  const name = readingNames[index % readingNames.length];
  return reading === undefined || name === undefined ? undefined : readingCell(reading, name);
}

/** Of a request whose tile has few enough elements: `MOST_JUDGED`. */
export function RulesFigure({ request }: { readonly request: TutorialRequest }): JSX.Element {
  const form = useControls(verdictControls);
  const shown = form.state.verdict;
  const { name, chip } = request;
  const first = useMemo(() => rulesOf(request), []);
  const [rules = first] = useGradually(1, () => rulesOf(request), request);
  const apply = rules.filter(({ verdict }) => verdict !== 'does not apply');
  const count = (wanted: string): number =>
    apply.filter(({ verdict }) => verdict === wanted).length;
  const texts: Readonly<Record<string, string>> = {
    all: `all ${apply.length}`,
    holds: `holds: ${count('holds')}`,
    violated: `not here: ${count('violated')}`,
    refuted: `wrong: ${count('refuted')}`,
  };
  return show.figure(`Rules of the slides, applied to tutorial ${name}`, [
    show.note(
      `Checklist, R1 to R3 and rules of thumb, checked for the tutorial chosen above on ${chip}. Cycles are conflict cycles of one wave. “Not here” marks rules that this kernel does not keep; “wrong” marks rules that the hardware refutes, with what they predict.`,
    ),
    show.fields(form, undefined, {
      limits: { verdict: { text: (one) => texts[one] ?? String(one) } },
    }),
    show.claims(
      'The slides',
      apply.filter(({ verdict }) => shown === 'all' || verdict === shown),
    ),
  ]);
}
