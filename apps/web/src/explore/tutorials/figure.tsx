/** One tutorial, instruction by instruction: what each moves, on which banks, and what it costs. */
import { counted } from '../../controls/words.ts';
import { bankGridPicture, bankGridTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { toneOf } from '../../controls/facts.tsx';
import type { StateOf } from '../../controls/schema.ts';
import { useSteps } from '../../controls/stepper.tsx';
import { type Form, useControls } from '../../controls/use-controls.ts';
import { Scrolled } from '../../picture/data-table.tsx';
import { type Pointed } from '../../picture/view.tsx';
import { OpenInPlayground } from '../../share/open-in-playground.tsx';
import { BesideDocument } from '../parts/folded.tsx';
import { typeText } from '../parts/element-types.ts';
import { Try } from '../parts/try.tsx';
import * as show from '../parts/show.tsx';
import { CodeFigure } from './code-figure.tsx';
import { tutorialControls, type TutorialState, tutorialTries, viewControls } from './controls.ts';
import {
  addressesOf,
  type CountedInstruction,
  explained,
  isOwnTile,
  MOST_JUDGED,
  movedElements,
  requestOf,
  specOf,
  tutorialFor,
  type TutorialModel,
  wastedBytes,
} from './model.ts';
import { OverviewFigure, ReadingsFigure, RulesFigure, TablesFigure } from './tables.tsx';
import { nameOf, tilePicture, tileTable } from './picture.ts';
import { texts } from './published.ts';

const TITLE = 'One tile, instruction by instruction';

/** The figure of one tutorial, its code, and what the slides' rules predict of it. */
export function TutorialFigures(): JSX.Element {
  const form = useControls(tutorialControls);
  const request = useMemo(() => requestOf(form.state), [form.state]);
  const answer = useMemo(() => tutorialFor(request), [request]);
  return show.all([
    answer.ok ? (
      <OfTutorial model={answer.value} form={form} />
    ) : (
      show.figure(TITLE, [show.refused(answer.why), <TutorialFields form={form} />])
    ),
    <OverviewFigure />,
    <BesideDocument document="slides">
      {answer.ok && form.state.m * form.state.k <= MOST_JUDGED ? (
        <RulesFigure request={request} />
      ) : (
        <p class="tt-note">
          The rules of the slides are applied to tiles of up to {MOST_JUDGED} elements.
        </p>
      )}
      <TablesFigure />
      <ReadingsFigure />
    </BesideDocument>,
  ]);
}

type OfTutorialProps = Readonly<{ model: TutorialModel; form: Form<TutorialState> }>;

function OfTutorial({ model, form }: OfTutorialProps): JSX.Element {
  const view = useControls(viewControls);
  const index = Math.min(view.state.instruction, model.instructions.length - 1);
  const text = texts[model.tutorial.name];
  const { m, k } = model.tile;
  const worst = Math.max(...model.instructions.map(({ ways }) => ways));
  return show.all([
    show.figure(TITLE, [
      <InstructionView model={model} index={index} form={view} />,
      <div class="tt-columns">
        <div class="tt-view">
          <p>
            <b>{text?.idea}</b>{' '}
            {isOwnTile(model)
              ? text?.finding
              : `Of ${m} x ${k} ${typeText(form.state.element)}, ${model.conflicts === 0 ? 'no access of a wave conflicts.' : `a wave loses ${counted(model.conflicts, 'cycle')} to conflicts, of up to ${counted(worst, 'way')}.`}`}
            {model.misaligned
              ? ' The cycles assume that a misaligned write is served lane by lane, which has not been measured on these chips.'
              : ''}
          </p>
          {show.facts([
            ['LDS instructions per wave', model.instructions.length],
            ['LDS cycles', model.cycles],
            ['conflicts among them', model.conflicts, toneOf(model.conflicts)],
            ['LDS, bytes', model.ldsBytes],
            ['of these padding', wastedBytes(model)],
          ])}
          <TutorialFields form={form} />
          <div>
            <OpenInPlayground
              text={specOf(model)}
              at={{
                file: `tutorial-${model.tutorial.name}.yaml`,
                machine: form.state.chip,
                view: 'banks',
                site: siteOf(model.instructions[index]),
              }}
            />
          </div>
        </div>
        <Instructions
          model={model}
          index={index}
          onPick={(instruction) => view.change({ instruction })}
        />
      </div>,
    ]),
    <CodeFigure model={model} />,
  ]);
}

function TutorialFields({ form }: Pick<OfTutorialProps, 'form'>): JSX.Element {
  return show.all([
    <Try of={form} tries={tutorialTries} />,
    show.fields(form, ['name']),
    show.fields(form, ['m', 'k', 'element', 'waves', 'kPack', 'padding']),
    show.fields(form, ['chip', 'banks']),
  ]);
}

const siteOf = (one: CountedInstruction | undefined): string =>
  one === undefined ? 'write.0' : `${one.side}.${one.number}`;

/** The lane of a mark; none where several share it. */
function laneOf(at: Pointed | undefined): number | undefined {
  const lane = at?.['lane'];
  return lane === undefined || !(lane >= 0) ? undefined : lane;
}

interface InstructionsProps {
  readonly model: TutorialModel;
  readonly index: number;
  readonly onPick: (index: number) => void;
}

function Instructions({ model, index, onPick }: InstructionsProps): JSX.Element {
  return (
    <Scrolled label="Instructions of a wave" class="tt-list">
      <table class="data-table">
        <caption>Instructions of one wave, in order; click one to see it</caption>
        <thead>
          <tr>
            <th scope="col">instruction</th>
            {['lane 0 at byte', 'cycles', 'conflict'].map((title) => (
              <th key={title} scope="col" class="numeric">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <td class="tt-memory" colSpan={4}>
              {model.load}
            </td>
          </tr>
          {model.instructions.map((one, i) => (
            <tr key={siteOf(one)}>
              <td>
                <button
                  type="button"
                  class="button quiet tt-pick"
                  aria-pressed={i === index}
                  onClick={() => onPick(i)}
                >
                  {one.instruction.name}
                </button>
              </td>
              <td class="numeric">{one.instruction.offsetsBytes.join(', ')}</td>
              <td class="numeric">{one.cycles}</td>
              <td class={`numeric ${one.conflicts > 0 ? 'tt-bad' : 'tt-good'}`}>{one.conflicts}</td>
            </tr>
          ))}
          <tr>
            <td class="tt-memory" colSpan={4}>
              {model.store}
            </td>
          </tr>
        </tbody>
      </table>
    </Scrolled>
  );
}

interface InstructionViewProps {
  readonly model: TutorialModel;
  readonly index: number;
  readonly form: Form<StateOf<typeof viewControls>>;
}

function InstructionView({ model, index, form }: InstructionViewProps): JSX.Element {
  const { waves, waveSize } = model.tile;
  const wave = Math.min(form.state.wave, waves - 1);
  const picked = form.state.lane === 'all' ? undefined : form.state.lane;
  const [pointed, setPointed] = useState<number>();
  const lane = pointed ?? picked;
  const selection = lane === undefined ? {} : { selection: { lane } };
  const shown = model.instructions[index];
  const single = shown === undefined || addressesOf(shown) === 1;
  const address = single || form.state.address === 'first' ? 0 : 1;
  const [moved, explanation] = useMemo(
    () => [movedElements(model, index, wave), explained(model, index, wave, address)] as const,
    [model, index, wave, address],
  );
  const tile = useMemo(
    () => ({
      picture: tilePicture(model, index, wave, moved, selection.selection),
      table: tileTable(moved),
    }),
    [model, index, wave, moved, lane],
  );
  const [phase, stepper] = useSteps('Phase', explanation?.phases.length ?? 1, {
    text: (step) => `Phase ${step + 1} of ${explanation?.phases.length ?? 1}`,
  });
  const banks = useMemo(
    () =>
      explanation === undefined
        ? undefined
        : {
            picture: bankGridPicture(explanation, phase, {
              machine: model.machine,
              compact: true,
              ...selection,
              heading: shown === undefined ? '' : nameOf(shown),
            }),
            table: bankGridTable(explanation, phase),
          },
    [explanation, phase, lane],
  );
  const pointing = {
    onPoint: (at: Pointed | undefined) => setPointed(laneOf(at)),
    onPick: (at: Pointed) => form.change({ lane: laneOf(at) ?? 'all' }),
  };
  return show.all([
    <div class="tt-pictures">
      {show.view(tile.picture, `tutorial-${model.tutorial.name}-tile`, tile.table, pointing)}
      {banks === undefined
        ? undefined
        : show.view(banks.picture, `tutorial-${model.tutorial.name}-banks`, banks.table, pointing)}
    </div>,
    stepper,
    show.fields(form, ['wave', 'address', 'lane'], {
      limits: {
        wave: { max: waves - 1 },
        lane: { values: ['all', ...Array(waveSize).keys()] },
        ...(single ? { address: { values: ['first'], text: () => 'the only one' } } : {}),
      },
    }),
  ]);
}
