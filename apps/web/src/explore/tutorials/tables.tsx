/** All tutorials beside what was published of them, and which readings of the rules reproduce the counters. */
import { type BarChart, barChart, barTable, type DataTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { ScrolledTable } from '../../picture/data-table.tsx';
import { View } from '../../picture/view.tsx';
import { Figure } from '../explorer-page.tsx';
import { useGradually } from '../parts/use-gradually.ts';
import {
  allRows,
  chips,
  listed,
  readingCell,
  readingNames,
  readings,
  type Row,
  runRows,
  targets,
  verdict,
} from './model.ts';
import { SLIDES_K, SLIDES_M } from './published.ts';

const grouped = (value: number): string => value.toLocaleString('en-US');

export function TablesFigure(): JSX.Element {
  const rows = useMemo(() => allRows(), []);
  const chart = useMemo(() => chartOf(rows), [rows]);
  const [picture, twin] = useMemo(() => [barChart(chart), barTable(chart)], [chart]);
  const tables = useMemo(() => [counterTable(rows), instructionTable(rows), runTable()], [rows]);
  return (
    <Figure title="All of them, beside what was published">
      <p class="tt-note">
        M = {grouped(SLIDES_M)}, K = {SLIDES_K}: so many waves and tiles times the cycles of one. A
        diamond is the counter of the slides, which is labelled MI300; 04 is not in their table.
      </p>
      <View picture={picture} table={twin} name="tutorials" />
      {tables.map((table) => (
        <ScrolledTable table={table} class="tt-tables" />
      ))}
      <p class="tt-note">
        Time and bandwidth are the slides&apos; own, and are not predicted here.
      </p>
    </Figure>
  );
}

function chartOf(rows: readonly Row[]): BarChart {
  return {
    title: 'Conflict cycles of each tutorial',
    description:
      'SQ_LDS_BANK_CONFLICT for the matrix of the slides, predicted for gfx942 and gfx950, with the counter of the slides as a diamond.',
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
    publishedTitle: 'slides',
    width: 1000,
  };
}

function counterTable(rows: readonly Row[]): DataTable {
  return {
    caption: 'Counters of the whole matrix, and the times of the slides',
    columns: [
      { title: 'tutorial' },
      { title: 'slides: conflicts', numeric: true },
      ...chips.map((chip) => ({ title: chip, numeric: true })),
      { title: 'reproduced' },
      { title: 'slides: SQ_INSTS_LDS', numeric: true },
      { title: 'ours', numeric: true },
      { title: 'slides: time', numeric: true },
      { title: 'slides: bandwidth', numeric: true },
    ],
    rows: rows.map(({ name, title, conflicts, instructions, slides }) => [
      `${name} ${title}`,
      slides === undefined ? '-' : grouped(slides.conflicts),
      ...conflicts.map(grouped),
      slides === undefined ? 'not on the slides' : verdict(conflicts, slides.conflicts),
      slides === undefined ? '-' : grouped(slides.instructions),
      grouped(instructions),
      slides === undefined ? '-' : `${slides.microseconds} us`,
      slides === undefined ? '-' : `${slides.terabytesPerSecond} TB/s`,
    ]),
  };
}

function instructionTable(rows: readonly Row[]): DataTable {
  return {
    caption:
      'Instructions of a wave: ours from the descriptors, and in brackets the slides where they differ',
    columns: ['tutorial', 'load', 'LDS store', 'LDS load', 'store'].map((title) => ({ title })),
    rows: rows.map(({ name, models, slides }) => {
      const [model] = models;
      const of = (side: 'write' | 'read'): string =>
        listed(
          (model?.instructions ?? [])
            .filter((one) => one.side === side)
            .map(({ instruction }) => instruction.name),
        );
      const beside = (ours: string, theirs: string | undefined): string =>
        theirs === undefined || theirs === ours ? ours : `${ours} [${theirs}]`;
      return [
        name,
        beside(model?.load ?? '', slides?.load),
        beside(of('write'), slides?.write),
        beside(of('read'), slides?.read),
        beside(model?.store ?? '', slides?.store),
      ];
    }),
  };
}

function runTable(): DataTable {
  return {
    caption: 'Other published counters: 64 waves and tiles each, from the folder of the tutorials',
    columns: [
      { title: 'GPU' },
      { title: 'tutorial' },
      { title: 'descriptor' },
      { title: 'counted', numeric: true },
      { title: 'ours', numeric: true },
    ],
    rows: runRows().map(({ gpu, chip, tutorial, banks, conflicts, ours }) => [
      `${gpu} (${chip})`,
      tutorial,
      `${banks} banks`,
      grouped(conflicts),
      grouped(ours),
    ]),
  };
}

const COUNT = readings.length * readingNames.length;

export function ReadingsFigure(): JSX.Element {
  const cells = useGradually(COUNT, cellAt, 'readings');
  const wanted = useMemo(() => targets(), []);
  return (
    <Figure title="Which reading of the rules has these counters">
      <p class="tt-note">
        Conflict cycles of one wave and tile under every reading that somebody has proposed, the
        slides&apos; own rules R1 to R3 among them. Marked with = is what was counted. Only the
        rules of gfx950, with descriptors for its banks, have all of them.
      </p>
      <div class="view-scroll" tabIndex={0} role="region" aria-label="Readings of the rules">
        <table class="data-table">
          <caption>Counted: slides for 01 to 10, an MI300X for 04 and the fp32 variants</caption>
          <thead>
            <tr>
              <th scope="col">reading</th>
              {readingNames.map((name) => (
                <th key={name} scope="col" class="numeric">
                  {name}
                </th>
              ))}
              <th scope="col" class="numeric">
                right
              </th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">counted</th>
              {readingNames.map((name) => (
                <td key={name} class="numeric">
                  {wanted.get(name)}
                </td>
              ))}
              <td />
            </tr>
            {readings.map(({ title }, r) => {
              const own = readingNames.map((name, i) => ({
                name,
                value: cells[r * readingNames.length + i],
              }));
              const right = own.filter(({ name, value }) => value === wanted.get(name)).length;
              const done = own.every(({ value }) => value !== undefined);
              return (
                <tr key={title}>
                  <th scope="row">{title}</th>
                  {own.map(({ name, value }) => (
                    <td key={name} class="numeric">
                      {value === undefined ? (
                        '·'
                      ) : value === wanted.get(name) ? (
                        <span class="tt-good">= {value}</span>
                      ) : (
                        value
                      )}
                    </td>
                  ))}
                  <td class="numeric">{done ? `${right} of ${readingNames.length}` : '·'}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </Figure>
  );
}

function cellAt(index: number): number | undefined {
  const reading = readings[Math.floor(index / readingNames.length)];
  const name = readingNames[index % readingNames.length];
  return reading === undefined || name === undefined ? undefined : readingCell(reading, name);
}
