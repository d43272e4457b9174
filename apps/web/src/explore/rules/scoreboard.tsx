/** The rules over whole sweeps of strides, and against everything that was counted. */
import type { BarChart, DataTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Fields } from '../../controls/form.tsx';
import { useControls } from '../../controls/use-controls.ts';
import { Bars } from '../../picture/chart.tsx';
import { ScrolledTable } from '../../picture/data-table.tsx';
import { tableOf } from '../../picture/table-of.ts';
import { Figure } from '../explorer-page.tsx';
import { patternText } from '../parts/lane-pattern.ts';
import { instructionOf, machineOf, waveOf } from '../parts/one-access.ts';
import { Prose } from '../parts/linked.tsx';
import { type Chip, type Request, requests, ruleOf, sweepControls } from './controls.ts';
import { agreement, type Score, scores, strideSweep } from './model.ts';

const nameOf = (chip: Chip, request: Request): string =>
  instructionOf(machineOf(chip), request)?.name ?? request;

export function StridesFigure(): JSX.Element {
  const form = useControls(sweepControls);
  const { chip, request } = form.state;
  const chart = useMemo(() => strideChart(chip, request), [chip, request]);
  const table = useMemo(() => agreementTable(chip), [chip]);
  return (
    <Figure title="Stride by stride">
      <Bars chart={chart} name="rules-strides" />
      <Fields of={form} />
      <ScrolledTable table={table} />
    </Figure>
  );
}

function strideChart(chip: Chip, request: Request): BarChart {
  const rule = ruleOf(request);
  return {
    title: `${nameOf(chip, request)} on ${chip}: conflict cycles by stride`,
    description: `Lanes one stride apart: by rule ${rule}, by ldscope, and counted where a counter was published.`,
    value: { title: 'conflict cycles of one instruction' },
    series: [
      { title: rule === 'R1' ? 'R1' : `R1 and ${rule}`, look: 'conflict' },
      { title: 'ldscope', look: 'accent' },
    ],
    groups: strideSweep(chip, request).map(({ strideBytes, byRule, byEngine, measured }) => ({
      label: `${strideBytes} B`,
      values: [byRule, byEngine],
      published: [undefined, measured],
    })),
    publishedTitle: 'counted',
    standing: true,
    width: 860,
  };
}

const agreementTable = (chip: Chip): DataTable =>
  tableOf(
    `Every aligned stride from 0 to 256 bytes (banks then repeat) on ${chip}: rule compared with ldscope`,
    requests.map((request) => agreement(chip, request)),
    [
      ['instruction', ({ request }) => nameOf(chip, request)],
      ['rule', ({ request }) => ruleOf(request)],
      ['strides', ({ strides }) => strides],
      ['same', ({ same }) => same],
      ['rule predicts more', ({ ruleMore }) => ruleMore],
      ['rule predicts fewer', ({ ruleLess }) => ruleLess],
    ],
  );

export function ScoreFigure(): JSX.Element {
  const table = useMemo(scoreTable, []);
  return (
    <Figure title="Compared with counters">
      <ScrolledTable table={table} />
      <Prose text="Every published count with addresses of this form, compared with the rule and with ldscope. Most counts were known when the tables of ldscope were made. Those of the H200 are a sample of 12,000 random accesses, all of which ldscope reproduces." />
    </Figure>
  );
}

const scoreTable = (): DataTable =>
  tableOf(
    'Counted accesses, and how many of them the rule and ldscope reproduce exactly',
    scores().toSorted((a, b) => a.rule.localeCompare(b.rule)),
    [
      ['rule', ({ rule }) => rule],
      ['chip', ({ chip }) => chip],
      ['counted on', ({ devices }) => devices.join(', ')],
      ['accesses', ({ counted }) => counted],
      ['rule exact', ({ ruleRight }) => ruleRight],
      ['ldscope exact', ({ engineRight }) => engineRight],
      ['largest error of the rule', ({ worst }) => worst && worstText(worst)],
    ],
  );

function worstText({ measured, predicted }: NonNullable<Score['worst']>): string {
  const machine = machineOf(measured.chip);
  const wave = waveOf(machine);
  const { pattern, request, conflict } = measured;
  const lanes = pattern.active < wave ? ` (${pattern.active} lanes)` : '';
  return `${request} at ${patternText(pattern, wave)}${lanes}: ${predicted} instead of ${conflict}`;
}
