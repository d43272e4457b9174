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
      <Fields of={form} />
      <Bars chart={chart} name="rules-strides" />
      <ScrolledTable table={table} />
    </Figure>
  );
}

function strideChart(chip: Chip, request: Request): BarChart {
  const rule = ruleOf(request);
  return {
    title: `${nameOf(chip, request)} on ${chip}: conflict cycles by stride`,
    description: `Lanes one stride apart; what rule ${rule} and what the engine say, and what was counted where it was.`,
    value: { title: 'conflict cycles of one instruction' },
    series: [
      { title: rule === 'R1' ? 'R1' : `R1 and ${rule}`, look: 'conflict' },
      { title: 'engine', look: 'accent' },
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
    `Every aligned stride from 0 to 256 bytes, after which banks repeat, on ${chip}: rule against engine`,
    requests.map((request) => agreement(chip, request)),
    [
      ['instruction', ({ request }) => nameOf(chip, request)],
      ['rule', ({ request }) => ruleOf(request)],
      ['strides', ({ strides }) => strides],
      ['same', ({ same }) => same],
      ['rule says more', ({ ruleMore }) => ruleMore],
      ['rule says less', ({ ruleLess }) => ruleLess],
    ],
  );

export function ScoreFigure(): JSX.Element {
  const table = useMemo(scoreTable, []);
  return (
    <Figure title="Against counters">
      <p class="prose">
        Every published count whose addresses are of this form, and what rule and engine say of it.
        Most of them were known when the engine&apos;s tables were made; those of the H200 are a
        sample of 12,000 random accesses, all of which it gives.
      </p>
      <ScrolledTable table={table} />
    </Figure>
  );
}

const scoreTable = (): DataTable =>
  tableOf(
    'Counted accesses, and how many of them rule and engine give exactly',
    scores().toSorted((a, b) => a.rule.localeCompare(b.rule)),
    [
      ['rule', ({ rule }) => rule],
      ['chip', ({ chip }) => chip],
      ['counted on', ({ devices }) => devices.join(', ')],
      ['accesses', ({ counted }) => counted],
      ['rule exact', ({ ruleRight }) => ruleRight],
      ['engine exact', ({ engineRight }) => engineRight],
      ['the rule misses most at', ({ worst }) => worst && worstText(worst)],
    ],
  );

function worstText({ measured, predicted }: NonNullable<Score['worst']>): string {
  const machine = machineOf(measured.chip);
  const wave = waveOf(machine);
  const { pattern, request, conflict } = measured;
  const lanes = pattern.active < wave ? ` (${pattern.active} lanes)` : '';
  return `${request} at ${patternText(pattern, wave)}${lanes}: ${predicted}, counted ${conflict}`;
}
