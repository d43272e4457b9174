/** The load that a reader sets up, step by step and as a whole. */
import { coalescingScenarios } from '@ldscope/core';
import { globalLinesPicture, globalLinesTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Choice } from '../../controls/choice.tsx';
import { Facts } from '../../controls/facts.tsx';
import { NumberField, Select } from '../../controls/fields.tsx';
import { Stepper } from '../../controls/stepper.tsx';
import { ScrolledTable } from '../../picture/data-table.tsx';
import { View } from '../../picture/view.tsx';
import { OpenInPlayground } from '../../share/open-in-playground.tsx';
import { Figure } from '../explorer-page.tsx';
import { useLater } from '../parts/use-later.ts';
import {
  besideTheDeck,
  type CoalescingParameters,
  coalescingView,
  type FetchChoice,
  fetches,
  kernelText,
  parametersOf,
  summary,
  WAVE,
  widths,
} from './model.ts';
import { percent, steps, stepsPicture } from './steps-picture.ts';
import { slicesTable, summaryTable } from './tables.ts';

const CUSTOM = 'custom';
const [FIRST] = coalescingScenarios;
const MOST_BASE = 4096;
const MOST_STRIDE = 8192;

interface Chosen {
  readonly name: string;
  readonly parameters: CoalescingParameters;
}

const start: Chosen = {
  name: FIRST?.name ?? CUSTOM,
  parameters:
    FIRST === undefined
      ? { baseBytes: 0, strideBytes: 4, widthBytes: 4, active: WAVE }
      : parametersOf(FIRST),
};

export function CoalescingFigures(): JSX.Element {
  const [{ name, parameters }, setChosen] = useState<Chosen>(start);
  const [fetchName, setFetch] = useState('deck');
  const [step, setStep] = useState(steps.length - 1);
  const fetch = fetches.find(({ value }) => value === fetchName) ?? fetches[0];
  if (fetch === undefined) throw new Error('there is a way to fetch');
  const view = useMemo(() => coalescingView(parameters, fetch), [parameters, fetch]);
  const picture = useMemo(() => stepsPicture(view, step), [view, step]);
  const slices = useMemo(() => slicesTable(view), [view]);
  const whole = useLater(useMemo(() => ({ view, parameters, fetch }), [view]));
  const { explanation } = view;
  const scenario = coalescingScenarios.find((one) => one.name === name);
  const best = explanation.blocks.length === explanation.idealTransactions;
  const set = (change: Partial<CoalescingParameters>): void =>
    setChosen({ name: CUSTOM, parameters: { ...parameters, ...change } });
  const choose = (value: string): void => {
    const found = coalescingScenarios.find((one) => one.name === value);
    setChosen({ name: value, parameters: found === undefined ? parameters : parametersOf(found) });
  };
  return (
    <>
      <Figure title="A load in five steps">
        <div class="figure-controls">
          <Choice
            label="Scenario"
            options={[
              ...coalescingScenarios.map((one, index) => ({
                value: one.name,
                label: `${index + 1} ${one.name}`,
              })),
              { value: CUSTOM, label: 'your own' },
            ]}
            value={name}
            onChange={choose}
          />
        </div>
        <div class="figure-controls">
          <NumberField
            label="Base, bytes"
            value={parameters.baseBytes}
            min={0}
            max={MOST_BASE}
            onChange={(baseBytes) => set({ baseBytes })}
          />
          <NumberField
            label="Stride, bytes"
            value={parameters.strideBytes}
            min={0}
            max={MOST_STRIDE}
            onChange={(strideBytes) => set({ strideBytes })}
          />
          <Select
            label="Bytes a lane"
            options={widths.map(String)}
            value={String(parameters.widthBytes)}
            onChange={(width) => set({ widthBytes: Number(width) })}
          />
          <NumberField
            label="Active lanes"
            value={parameters.active}
            min={1}
            max={WAVE}
            onChange={(active) => set({ active })}
          />
          <Select
            label="What a fetch moves"
            options={fetches}
            value={fetch.value}
            onChange={setFetch}
          />
        </div>
        <p class="verdict coalescing-meaning">
          {scenario === undefined
            ? 'A load of your own.'
            : `${scenario.title}: ${scenario.meaning}.`}
        </p>
        <Facts
          facts={[
            {
              name: `${explanation.model.unit}s fetched`,
              value: String(explanation.blocks.length),
              tone: best ? 'good' : 'conflict',
            },
            { name: 'at best', value: String(explanation.idealTransactions) },
            { name: 'useful bytes', value: explanation.usefulBytes.toLocaleString('en') },
            { name: 'fetched bytes', value: explanation.fetchedBytes.toLocaleString('en') },
            { name: 'efficiency', value: percent(view.efficiency) },
          ]}
        />
        <Stepper
          label="Step"
          count={steps.length}
          value={step}
          onChange={setStep}
          milliseconds={1600}
          text={`${step + 1} of ${steps.length}: ${steps[step]?.title ?? ''}`}
        />
        <p class="coalescing-step">{steps[step]?.text}</p>
        <View picture={picture} table={slices} name="coalescing-steps" />
      </Figure>
      {useMemo(
        () => (
          <Whole {...whole} />
        ),
        [whole],
      )}
      {useMemo(
        () => (
          <Summary fetch={whole.fetch} />
        ),
        [whole.fetch],
      )}
    </>
  );
}

interface WholeProps {
  readonly view: ReturnType<typeof coalescingView>;
  readonly parameters: CoalescingParameters;
  readonly fetch: FetchChoice;
}

function Whole({ view, parameters, fetch }: WholeProps): JSX.Element {
  const { explanation } = view;
  const picture = useMemo(() => globalLinesPicture(explanation), [explanation]);
  const table = useMemo(() => globalLinesTable(explanation), [explanation]);
  const kernel = kernelText(parameters);
  return (
    <Figure title="The same load: lanes by lines">
      <p class="prose">
        Rows are lanes, columns the {explanation.model.unit}s that are fetched. What is hatched
        crosses the memory bus and nobody wants it.
      </p>
      <View picture={picture} table={table} name="coalescing-lines" />
      <ul class="prose">
        {explanation.reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <div class="figure-controls">
        {kernel === undefined ? (
          <p>
            The playground has this load as a kernel when base and stride are multiples of an
            element.
          </p>
        ) : (
          <OpenInPlayground text={kernel} file="load.mlir" machine={fetch.chip} view="global" />
        )}
      </div>
    </Figure>
  );
}

function Summary({ fetch }: { readonly fetch: FetchChoice }): JSX.Element {
  const beside = besideTheDeck(fetch);
  const table = useMemo(() => summaryTable(summary(beside), beside), [beside]);
  return (
    <Figure title="All seven">
      <ScrolledTable table={table} />
      <p class="prose">
        Scenario 7 is the global load of every tutorial kernel of the deck, scenario 6 the
        transposing read that the way through LDS avoids.
      </p>
    </Figure>
  );
}
