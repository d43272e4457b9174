/** The rules over whole sweeps of strides, and against everything that was counted. */
import { barChart, barTable, type DataTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Choice } from '../../controls/choice.tsx';
import { Select } from '../../controls/fields.tsx';
import { TableOf } from '../../picture/data-table.tsx';
import { View } from '../../picture/view.tsx';
import { Figure } from '../explorer-page.tsx';
import { patternText } from '../parts/lane-pattern.ts';
import { instructionOf, machineOf, waveOf } from '../parts/one-access.ts';
import {
  agreement,
  type Chip,
  chips,
  type Request,
  requests,
  ruleOf,
  type Score,
  scores,
  strideSweep,
} from './model.ts';

export function StridesFigure(): JSX.Element {
  const [chip, setChip] = useState<Chip>('gfx942');
  const [request, setRequest] = useState<Request>('read.b128');
  const machine = machineOf(chip);
  const name = instructionOf(machine, request)?.name ?? request;
  const chart = useMemo(() => {
    const points = strideSweep(chip, request);
    return {
      title: `${name} on ${chip}: conflict cycles by stride`,
      description: `Lanes one stride apart; what rule ${ruleOf(request)} and what the engine say, and what was counted where it was.`,
      value: { title: 'conflict cycles of one instruction' },
      series: [
        {
          title: ruleOf(request) === 'R1' ? 'R1' : `R1 and ${ruleOf(request)}`,
          look: 'conflict' as const,
        },
        { title: 'engine', look: 'accent' as const },
      ],
      groups: points.map(({ strideBytes, byRule, byEngine, measured }) => ({
        label: `${strideBytes} B`,
        values: [byRule, byEngine],
        published: [undefined, measured],
      })),
      publishedTitle: 'counted',
      standing: true,
      width: 860,
    };
  }, [chip, request, name]);
  const picture = useMemo(() => barChart(chart), [chart]);
  const twin = useMemo(() => barTable(chart), [chart]);
  const table = useMemo(() => agreementTable(chip), [chip]);
  return (
    <Figure title="Stride by stride">
      <div class="figure-controls">
        <Choice label="Chip" options={chips} value={chip} onChange={setChip} />
        <Select
          label="Instruction"
          options={requests.map((one) => ({
            value: one,
            label: instructionOf(machine, one)?.name ?? one,
          }))}
          value={request}
          onChange={setRequest}
        />
      </div>
      <View picture={picture} table={twin} name="rules-strides" />
      <div class="view-scroll" tabIndex={0} role="region" aria-label={table.caption}>
        <TableOf table={table} />
      </div>
    </Figure>
  );
}

function agreementTable(chip: Chip): DataTable {
  const machine = machineOf(chip);
  return {
    caption: `Every aligned stride from 0 to 256 bytes, after which banks repeat, on ${chip}: rule against engine`,
    columns: [
      { title: 'instruction' },
      { title: 'rule' },
      { title: 'strides', numeric: true },
      { title: 'same', numeric: true },
      { title: 'rule says more', numeric: true },
      { title: 'rule says less', numeric: true },
    ],
    rows: requests.map((request) => {
      const { strides, same, ruleMore, ruleLess } = agreement(chip, request);
      return [
        instructionOf(machine, request)?.name ?? request,
        ruleOf(request),
        ...[strides, same, ruleMore, ruleLess].map(String),
      ];
    }),
  };
}

export function ScoreFigure(): JSX.Element {
  const table = useMemo(() => scoreTable(scores()), []);
  return (
    <Figure title="Against counters">
      <p class="prose">
        Every published count whose addresses are of this form, and what rule and engine say of it.
        Most of them were known when the engine&apos;s tables were made; those of the H200 are a
        sample of 12,000 random accesses, all of which it gives.
      </p>
      <div class="view-scroll" tabIndex={0} role="region" aria-label={table.caption}>
        <TableOf table={table} />
      </div>
    </Figure>
  );
}

function scoreTable(all: readonly Score[]): DataTable {
  return {
    caption: 'Counted accesses, and how many of them rule and engine give exactly',
    columns: [
      { title: 'rule' },
      { title: 'chip' },
      { title: 'counted on' },
      { title: 'accesses', numeric: true },
      { title: 'rule exact', numeric: true },
      { title: 'engine exact', numeric: true },
      { title: 'the rule misses most at' },
    ],
    rows: all
      .toSorted((a, b) => a.rule.localeCompare(b.rule))
      .map(({ rule, chip, devices, counted, ruleRight, engineRight, worst }) => [
        rule,
        chip,
        devices.join(', '),
        String(counted),
        String(ruleRight),
        String(engineRight),
        worst === undefined ? '-' : worstText(worst),
      ]),
  };
}

function worstText({ measured, predicted }: NonNullable<Score['worst']>): string {
  const machine = machineOf(measured.chip);
  const wave = waveOf(machine);
  const { pattern, request, conflict } = measured;
  const lanes = pattern.active < wave ? ` (${pattern.active} lanes)` : '';
  return `${request} at ${patternText(pattern, wave)}${lanes}: ${predicted}, counted ${conflict}`;
}
