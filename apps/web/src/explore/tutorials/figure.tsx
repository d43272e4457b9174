/** One tutorial, instruction by instruction: what each moves, on which banks, and what it costs. */
import { bankGridPicture, bankGridTable, type Selection } from '@ldscope/render';
import type { ComponentChildren, JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Choice } from '../../controls/choice.tsx';
import { Facts } from '../../controls/facts.tsx';
import { Select } from '../../controls/fields.tsx';
import { Stepper } from '../../controls/stepper.tsx';
import { type Pointed, View } from '../../picture/view.tsx';
import { OpenInPlayground } from '../../share/open-in-playground.tsx';
import { Figure } from '../explorer-page.tsx';
import { CodeFigure } from './code-figure.tsx';
import {
  addressesOf,
  type ChipName,
  type CountedInstruction,
  explained,
  lanesPerWave,
  movedElements,
  shown,
  specOf,
  tutorialModel,
  type TutorialModel,
  type TutorialParameters,
  wastedBytes,
  waves,
} from './model.ts';
import { RulesFigure } from './rules-figure.tsx';
import { nameOf, tilePicture, tileTable } from './tile-picture.ts';
import { texts } from './texts.ts';

/** The figure of one tutorial, and the rules on the same. */
export function TutorialFigures(): JSX.Element {
  const [parameters, setParameters] = useState<TutorialParameters>({
    name: '01',
    chip: 'gfx942',
    banks: 'chip',
  });
  const [picked, setPicked] = useState(1);
  const model = useMemo(() => tutorialModel(parameters), [parameters]);
  const change = (part: Partial<TutorialParameters>): void =>
    setParameters({ ...parameters, ...part });
  const index = Math.min(picked, model.instructions.length - 1);
  const text = texts[parameters.name];
  return (
    <>
      <Figure title="One tile, instruction by instruction">
        <div class="figure-controls">
          <Choice
            label="Tutorial"
            options={shown.map(({ name, title }) => ({ value: name, label: `${name} ${title}` }))}
            value={parameters.name}
            onChange={(name) => change({ name })}
          />
        </div>
        <div class="figure-controls">
          <Choice
            label="Chip"
            options={[
              { value: 'gfx942', label: 'gfx942 (MI300X)' },
              { value: 'gfx950', label: 'gfx950 (MI355X)' },
            ]}
            value={parameters.chip}
            onChange={(chip: ChipName) => change({ chip })}
          />
          <Choice
            label="Descriptor built for (08 and 10 ask)"
            options={[
              { value: 'chip', label: 'the banks of the chip' },
              { value: '32', label: '32 banks' },
              { value: '64', label: '64 banks' },
            ]}
            value={String(parameters.banks)}
            onChange={(value) =>
              change({ banks: value === '32' ? 32 : value === '64' ? 64 : 'chip' })
            }
          />
        </div>
        <div class="tt-text">
          <p>
            <b>{text?.idea}</b> {text?.finding}
            {model.misaligned
              ? ' The cycles below are those of a store that is served lane by lane, which nobody has measured on these chips.'
              : ''}
          </p>
        </div>
        <Facts
          facts={[
            { name: 'LDS instructions of a wave', value: String(model.instructions.length) },
            { name: 'LDS cycles', value: String(model.cycles) },
            {
              name: 'of these conflicts',
              value: String(model.conflicts),
              tone: model.conflicts === 0 ? 'good' : 'conflict',
            },
            { name: 'LDS, bytes', value: String(model.ldsBytes) },
            { name: 'of these padding', value: String(wastedBytes(model)) },
          ]}
        />
        <InstructionView model={model} index={index}>
          <Instructions model={model} index={index} onPick={setPicked} />
        </InstructionView>
        <div>
          <OpenInPlayground
            text={specOf(model)}
            file={`tutorial-${model.tutorial.name}.yaml`}
            machine={parameters.chip}
            view="banks"
            site={siteOf(model.instructions[index])}
          />
        </div>
      </Figure>
      <CodeFigure model={model} />
      <RulesFigure parameters={parameters} />
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

const selectionOf = (lane: number | undefined): Selection | undefined =>
  lane === undefined ? undefined : { lane };

interface InstructionsProps {
  readonly model: TutorialModel;
  readonly index: number;
  readonly onPick: (index: number) => void;
}

function Instructions({ model, index, onPick }: InstructionsProps): JSX.Element {
  return (
    <div class="view-scroll tt-list" tabIndex={0} role="region" aria-label="Instructions of a wave">
      <table class="data-table">
        <caption>Instructions of one wave, in order; press one to see it</caption>
        <thead>
          <tr>
            <th scope="col">instruction</th>
            <th scope="col" class="numeric">
              lane 0 at byte
            </th>
            <th scope="col" class="numeric">
              cycles
            </th>
            <th scope="col" class="numeric">
              conflict
            </th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td class="tt-memory">{model.load}</td>
            <td />
            <td />
            <td />
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
            <td class="tt-memory">{model.store}</td>
            <td />
            <td />
            <td />
          </tr>
        </tbody>
      </table>
    </div>
  );
}

interface InstructionViewProps {
  readonly model: TutorialModel;
  readonly index: number;
  /** The list that an instruction is picked from. */
  readonly children: ComponentChildren;
}

function InstructionView({ model, index, children }: InstructionViewProps): JSX.Element {
  const [wave, setWave] = useState(0);
  const [choice, setPhase] = useState(0);
  const [addressChoice, setAddress] = useState(0);
  const [picked, setPicked] = useState<number>();
  const [pointed, setPointed] = useState<number>();
  const lane = pointed ?? picked;
  const counted = model.instructions[index];
  const addresses = counted === undefined ? 1 : addressesOf(counted);
  const address = Math.min(addressChoice, addresses - 1);
  const [moved, explanation] = useMemo(
    () => [movedElements(model, index, wave), explained(model, index, wave, address)] as const,
    [model, index, wave, address],
  );
  const tile = useMemo(
    () => ({
      picture: tilePicture(model, index, wave, moved, selectionOf(lane)),
      table: tileTable(moved),
    }),
    [model, index, wave, moved, lane],
  );
  const count = explanation?.phases.length ?? 1;
  const phase = Math.min(choice, count - 1);
  const banks = useMemo(
    () =>
      explanation === undefined
        ? undefined
        : {
            picture: bankGridPicture(explanation, phase, {
              machine: model.machine,
              compact: true,
              ...(lane === undefined ? {} : { selection: { lane } }),
              heading: counted === undefined ? '' : nameOf(counted),
            }),
            table: bankGridTable(explanation, phase),
          },
    [explanation, phase, lane],
  );
  const pointing = {
    onPoint: (at: Pointed | undefined) => setPointed(laneOf(at)),
    onPick: (at: Pointed) => setPicked(laneOf(at)),
  };
  return (
    <div class="tt-columns">
      <div class="tt-view">
        {children}
        <Stepper
          label="Phase"
          count={count}
          value={phase}
          onChange={setPhase}
          text={`Phase ${phase} of ${count}`}
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
      <div class="tt-view">
        <div class="figure-controls">
          <Choice
            label="Wave"
            options={Array.from({ length: waves }, (_, i) => String(i))}
            value={String(wave)}
            onChange={(value) => setWave(Number(value))}
          />
          <Choice
            label="Address"
            options={addresses === 1 ? ['the only one'] : ['first', 'second']}
            value={addresses === 1 ? 'the only one' : address === 0 ? 'first' : 'second'}
            onChange={(value) => setAddress(value === 'second' ? 1 : 0)}
          />
          <Select
            label="Lane"
            options={['all', ...Array.from({ length: lanesPerWave }, (_, i) => String(i))]}
            value={picked === undefined ? 'all' : String(picked)}
            onChange={(value) => setPicked(value === 'all' ? undefined : Number(value))}
          />
        </div>
        <View
          picture={tile.picture}
          table={tile.table}
          name={`tutorial-${model.tutorial.name}-tile`}
          {...pointing}
        />
      </div>
    </div>
  );
}
