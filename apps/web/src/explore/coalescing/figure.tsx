/** The load that a reader sets up, step by step and as a whole. */
import { globalLinesPicture, globalLinesTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Facts } from '../../controls/facts.tsx';
import { Fields, presetOf, Presets } from '../../controls/form.tsx';
import { useSteps } from '../../controls/stepper.tsx';
import { useControls } from '../../controls/use-controls.ts';
import { ScrolledTable } from '../../picture/data-table.tsx';
import { View } from '../../picture/view.tsx';
import { OpenInPlayground } from '../../share/open-in-playground.tsx';
import { Figure } from '../explorer-page.tsx';
import { useLater } from '../parts/use-later.ts';
import { grouped } from '../parts/words.ts';
import { coalescingControls, scenarios } from './controls.ts';
import {
  besideTheDeck,
  type CoalescingParameters,
  type CoalescingView,
  coalescingView,
  type FetchChoice,
  fetchOf,
  kernelText,
  summary,
} from './model.ts';
import { percent, steps, stepsPicture } from './steps-picture.ts';
import { slicesTable, summaryTable } from './tables.ts';

export function CoalescingFigures(): JSX.Element {
  const form = useControls(coalescingControls);
  const parameters = form.state;
  const fetch = fetchOf(parameters.fetch);
  const [step, stepper] = useSteps('Step', steps.length, {
    start: steps.length - 1,
    text: (one) => `${one + 1} of ${steps.length}: ${steps[one]?.title ?? ''}`,
    milliseconds: 1600,
  });
  const view = useMemo(() => coalescingView(parameters, fetch), [parameters, fetch]);
  const picture = useMemo(() => stepsPicture(view, step), [view, step]);
  const whole = useLater(useMemo(() => ({ view, parameters, fetch }), [view]));
  const { explanation } = view;
  const best = explanation.blocks.length === explanation.idealTransactions;
  return (
    <>
      <Figure title="A load in five steps">
        <Presets of={form} label="Scenario" presets={scenarios} />
        <Fields of={form} />
        <p class="verdict coalescing-meaning">
          {presetOf(form, scenarios)?.text ?? 'A load of your own.'}
        </p>
        <Facts
          facts={[
            {
              name: `${explanation.model.unit}s fetched`,
              value: explanation.blocks.length,
              tone: best ? 'good' : 'conflict',
            },
            { name: 'at best', value: explanation.idealTransactions },
            { name: 'useful bytes', value: grouped(explanation.usefulBytes) },
            { name: 'fetched bytes', value: grouped(explanation.fetchedBytes) },
            { name: 'efficiency', value: percent(view.efficiency) },
          ]}
        />
        {stepper}
        <p class="coalescing-step">{steps[step]?.text}</p>
        <View picture={picture} table={() => slicesTable(view)} name="coalescing-steps" />
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
  readonly view: CoalescingView;
  readonly parameters: CoalescingParameters;
  readonly fetch: FetchChoice;
}

function Whole({ view, parameters, fetch }: WholeProps): JSX.Element {
  const { explanation } = view;
  const picture = useMemo(() => globalLinesPicture(explanation), [explanation]);
  const kernel = kernelText(parameters);
  return (
    <Figure title="The same load: lanes by lines">
      <p class="prose">
        Rows are lanes, columns the {explanation.model.unit}s that are fetched. What is hatched
        crosses the memory bus and nobody wants it.
      </p>
      <View picture={picture} table={() => globalLinesTable(explanation)} name="coalescing-lines" />
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
        ) : undefined}
        <OpenInPlayground text={kernel} file="load.mlir" machine={fetch.chip} view="global" />
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
