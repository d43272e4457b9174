/** The load that a reader sets up, step by step and as a whole. */
import { grouped } from '../../controls/words.ts';
import { globalLinesPicture, globalLinesTable } from '@ldscope/render';
import { h, type JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { presetOf } from '../../controls/form.tsx';
import { useSteps } from '../../controls/stepper.tsx';
import { useControls } from '../../controls/use-controls.ts';
import { OpenInPlayground } from '../../share/open-in-playground.tsx';
import { useLater } from '../parts/use-later.ts';
import * as show from '../parts/show.tsx';
import { coalescingControls, coalescingTries, scenarios } from './controls.ts';
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
import { percent, slicesTable, steps, stepsPicture, summaryTable } from './picture.ts';

export function CoalescingFigures(): JSX.Element {
  const form = useControls(coalescingControls);
  const parameters = form.state;
  const fetch = fetchOf(parameters.fetch);
  const [step, stepper] = useSteps('Step', steps.length, {
    text: (one) => `${one + 1} of ${steps.length}: ${steps[one]?.title ?? ''}`,
    milliseconds: 1600,
  });
  const view = useMemo(() => coalescingView(parameters, fetch), [parameters, fetch]);
  const picture = useMemo(() => stepsPicture(view, step), [view, step]);
  const whole = useLater(useMemo(() => ({ view, parameters, fetch }), [view]));
  const { explanation } = view;
  const best = explanation.blocks.length === explanation.idealTransactions;
  return show.all([
    show.figure('A load in five steps', [
      show.view(picture, 'coalescing-steps', () => slicesTable(view)),
      stepper,
      <p class="coalescing-step">{steps[step]?.text}</p>,
      show.facts([
        [
          `${explanation.model.unit}s fetched`,
          explanation.blocks.length,
          best ? 'good' : 'conflict',
        ],
        ['lowest possible', explanation.idealTransactions],
        ['useful bytes', grouped(explanation.usefulBytes)],
        ['fetched bytes', grouped(explanation.fetchedBytes)],
        ['efficiency', percent(view.efficiency)],
      ]),
      <p class="verdict coalescing-meaning">
        {presetOf(form, scenarios)?.text ?? 'A load of your own.'}
      </p>,
      show.tries(form, coalescingTries),
      show.presets(form, 'Scenario', scenarios),
      show.fields(form),
    ]),
    useMemo(() => h(Whole, whole), [whole]),
    useMemo(() => h(Summary, { fetch: besideTheDeck(whole.fetch) }), [whole.fetch]),
  ]);
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
  return show.figure('The same load: lanes by lines', [
    show.view(picture, 'coalescing-lines', () => globalLinesTable(explanation)),
    show.prose(
      `Rows are lanes; columns are the fetched ${explanation.model.unit}s. Hatched bytes are fetched but never used.`,
    ),
    <ul class="prose">
      {explanation.reasons.map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </ul>,
    <div class="figure-controls">
      {kernel === undefined ? (
        <p>
          To open this load in the playground, make base and stride multiples of the element size.
        </p>
      ) : undefined}
      <OpenInPlayground
        text={kernel}
        at={{ file: 'load.mlir', machine: fetch.chip, view: 'global' }}
      />
    </div>,
  ]);
}

function Summary({ fetch }: { readonly fetch: FetchChoice }): JSX.Element {
  const table = useMemo(() => summaryTable(summary(fetch), fetch), [fetch]);
  return show.figure('Seven loads compared', [
    show.table(table),
    show.prose(
      'Scenario 6 is the column read that a transpose through LDS avoids, scenario 7 the wide load that it does instead.',
    ),
  ]);
}
