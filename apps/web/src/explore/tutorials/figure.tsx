/** One tutorial, instruction by instruction: what each moves, on which banks, and what it costs. */
import { bankGridPicture, bankGridTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Facts, toneOf } from '../../controls/facts.tsx';
import { Fields } from '../../controls/form.tsx';
import type { StateOf } from '../../controls/schema.ts';
import { useSteps } from '../../controls/stepper.tsx';
import { type Form, useControls } from '../../controls/use-controls.ts';
import { Scrolled } from '../../picture/data-table.tsx';
import { type Pointed, View } from '../../picture/view.tsx';
import { OpenInPlayground } from '../../share/open-in-playground.tsx';
import { Figure } from '../explorer-page.tsx';
import { BesideDocument } from '../parts/folded.tsx';
import { Try } from '../parts/try.tsx';
import { CodeFigure } from './code-figure.tsx';
import { tutorialControls, tutorialTries, viewControls } from './controls.ts';
import {
  addressesOf,
  type CountedInstruction,
  explained,
  movedElements,
  specOf,
  tutorialModel,
  type TutorialModel,
  wastedBytes,
} from './model.ts';
import { RulesFigure } from './rules-figure.tsx';
import { OverviewFigure, ReadingsFigure, TablesFigure } from './tables.tsx';
import { nameOf, tilePicture, tileTable } from './tile-picture.ts';
import { texts } from './texts.ts';

/** The figure of one tutorial, its code, and what the slides' rules predict of it. */
export function TutorialFigures(): JSX.Element {
  const form = useControls(tutorialControls);
  const parameters = form.state;
  const view = useControls(viewControls);
  const model = useMemo(() => tutorialModel(parameters), [parameters]);
  const index = Math.min(view.state.instruction, model.instructions.length - 1);
  const text = texts[parameters.name];
  return (
    <>
      <Figure title="One tile, instruction by instruction">
        <InstructionView model={model} index={index} form={view} />
        <div class="tt-columns">
          <div class="tt-view">
            <p>
              <b>{text?.idea}</b> {text?.finding}
              {model.misaligned
                ? ' The cycles assume that a misaligned write is served lane by lane, which has not been measured on these chips.'
                : ''}
            </p>
            <Facts
              facts={[
                { name: 'LDS instructions per wave', value: model.instructions.length },
                { name: 'LDS cycles', value: model.cycles },
                {
                  name: 'conflicts among them',
                  value: model.conflicts,
                  tone: toneOf(model.conflicts),
                },
                { name: 'LDS, bytes', value: model.ldsBytes },
                { name: 'of these padding', value: wastedBytes(model) },
              ]}
            />
            <Try of={form} tries={tutorialTries} />
            <Fields of={form} names={['name']} />
            <Fields of={form} names={['chip', 'banks']} />
            <div>
              <OpenInPlayground
                text={specOf(model)}
                file={`tutorial-${model.tutorial.name}.yaml`}
                machine={parameters.chip}
                view="banks"
                site={siteOf(model.instructions[index])}
              />
            </div>
          </div>
          <Instructions
            model={model}
            index={index}
            onPick={(instruction) => view.change({ instruction })}
          />
        </div>
      </Figure>
      <CodeFigure model={model} />
      <OverviewFigure />
      <BesideDocument document="slides">
        <RulesFigure parameters={parameters} />
        <TablesFigure />
        <ReadingsFigure />
      </BesideDocument>
    </>
  );
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
  const { wave } = form.state;
  const picked = form.state.lane === 'all' ? undefined : form.state.lane;
  const [pointed, setPointed] = useState<number>();
  const lane = pointed ?? picked;
  const selection = lane === undefined ? {} : { selection: { lane } };
  const counted = model.instructions[index];
  const single = counted === undefined || addressesOf(counted) === 1;
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
              heading: counted === undefined ? '' : nameOf(counted),
            }),
            table: bankGridTable(explanation, phase),
          },
    [explanation, phase, lane],
  );
  const pointing = {
    onPoint: (at: Pointed | undefined) => setPointed(laneOf(at)),
    onPick: (at: Pointed) => form.change({ lane: laneOf(at) ?? 'all' }),
  };
  return (
    <>
      <div class="tt-pictures">
        <View
          picture={tile.picture}
          table={tile.table}
          name={`tutorial-${model.tutorial.name}-tile`}
          {...pointing}
        />
        {banks === undefined ? undefined : (
          <View
            picture={banks.picture}
            table={banks.table}
            name={`tutorial-${model.tutorial.name}-banks`}
            {...pointing}
          />
        )}
      </div>
      {stepper}
      <Fields
        of={form}
        names={['wave', 'address', 'lane']}
        limits={single ? { address: { values: ['first'], text: () => 'the only one' } } : {}}
      />
    </>
  );
}
