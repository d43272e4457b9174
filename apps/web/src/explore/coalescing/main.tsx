/** Coalescing: sixty-four addresses, and the lines that they need. */
import { findMachine } from '@ldscope/core';
import { globalLinesPicture, globalLinesTable } from '@ldscope/render';
import { h, type JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { presetOf } from '../../controls/form.tsx';
import { useSteps } from '../../controls/stepper.tsx';
import { useControls } from '../../controls/use-controls.ts';
import { grouped } from '../../controls/words.ts';
import * as show from '../parts/show.tsx';
import { useLater } from '../parts/use-later.ts';
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
import { percent, slicesTable, slidesTable, steps, stepsPicture, summaryTable } from './picture.ts';

function CoalescingFigures(): JSX.Element {
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
      show.prose(steps[step]?.text ?? '', 'room-1'),
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
      show.prose(presetOf(form, scenarios)?.text ?? 'A load of your own.', 'verdict room-1'),
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
    show.items(explanation.reasons, 'prose'),
    show.opens(
      [[kernel, { file: 'load.mlir', machine: fetch.chip, view: 'global' }]],
      kernel === undefined ? (
        <p>
          To open this load in the playground, make base and stride multiples of the element size.
        </p>
      ) : undefined,
    ),
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

const sourceOf = (chip: string): string =>
  findMachine(chip)?.coalescing[0].transactionBytes.source ?? '';

const gfx942 = fetchOf('gfx942');
const loads = summary(gfx942);
const [, strided] = loads;

show.page(
  'coalescing',
  [
    <CoalescingFigures />,
    show.beside('slides', [
      show.prose([
        `The slides count lines of 64 bytes on every chip. That is the line of the vector L1 cache up to gfx90a. Lines of gfx942 and gfx950 have 128 bytes, so a lane that uses 4 bytes of a line alone costs twice as much there: scenario 2 uses ${percent(strided?.deck.efficiency ?? 0)} of what it fetches in lines of 64 bytes and ${percent(strided?.chip.efficiency ?? 0)} on gfx942.`,
        'The slides also count a byte once for each lane that reads it, so their efficiency exceeds 100 % where lanes share bytes (try a stride of 0). ldscope counts each byte once. Both look at one instruction of a wave with cold caches.',
        'Scenario 7 is the global load of every tutorial kernel of the slides, scenario 6 the transposing read that LDS avoids.',
      ]),
      show.table(slidesTable(loads, gfx942)),
    ]),
  ],
  [
    'The five steps and the seven scenarios: the slides {slides}.',
    `gfx90a, lines of 64 bytes: ${sourceOf('gfx90a')}.`,
    `gfx942 and gfx950, lines of 128 bytes: ${sourceOf('gfx942')}.`,
    `sm_90, sectors of 32 bytes: ${sourceOf('sm_90')}.`,
  ],
);
