/** The checklist on a tile of the reader's, step by step to the cycles of one instruction. */
import { phaseStripPicture, phaseStripTable } from '@ldscope/render';
import type { ComponentChildren, JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Choice } from '../../controls/choice.tsx';
import { NumberField } from '../../controls/fields.tsx';
import { View } from '../../picture/view.tsx';
import { OpenInPlayground } from '../../share/open-in-playground.tsx';
import { Figure } from '../explorer-page.tsx';
import { AccessGrid } from '../parts/access-grid.tsx';
import { patternSpecification, patternText } from '../parts/lane-pattern.ts';
import { waveOf } from '../parts/one-access.ts';
import { PatternFields } from '../parts/pattern-fields.tsx';
import { checksPicture, checksTable } from './checks-picture.ts';
import {
  type Chip,
  chips,
  cycleSum,
  type Side,
  type SideName,
  sides,
  type SideView,
  sideView,
  type Width,
  widths,
} from './model.ts';
import { type Preset, presets } from './presets.ts';
import { Summary } from './summary.tsx';

const OWN = 'your own';
const [first] = presets;

interface State {
  readonly preset: string;
  readonly read: Side;
  readonly write: Side;
}

const stateOf = ({ name, read, write }: Preset): State => ({ preset: name, read, write });

export function ChecklistFigure(): JSX.Element {
  const [state, setState] = useState<State>(() => {
    if (first === undefined) throw new Error('there is a tile to begin with');
    return stateOf(first);
  });
  const [chip, setChip] = useState<Chip>('gfx942');
  const [name, setName] = useState<SideName>('read');
  const views = useMemo(
    () => ({
      read: sideView(chip, 'read', state.read),
      write: sideView(chip, 'write', state.write),
    }),
    [chip, state],
  );
  const side = state[name];
  const view = views[name];
  const wave = waveOf(view.machine);
  const preset = presets.find((one) => one.name === state.preset);
  const set = (some: Partial<Side>): void =>
    setState({ ...state, preset: OWN, [name]: { ...side, ...some } });
  return (
    <>
      <Figure title="A tile, its write and its read">
        <div class="figure-controls">
          <Choice
            label="Tile"
            options={[...presets.map((one) => one.name), OWN]}
            value={state.preset}
            onChange={(value) => {
              const found = presets.find((one) => one.name === value);
              setState(found === undefined ? { ...state, preset: OWN } : stateOf(found));
            }}
          />
          <Choice label="Chip" options={chips} value={chip} onChange={setChip} />
        </div>
        <p class="verdict checklist-text">{preset?.text ?? 'A tile of your own.'}</p>
        <Summary views={views} read={state.read} write={state.write} preset={preset} chip={chip} />
      </Figure>
      <Figure title="Step by step">
        <div class="figure-controls">
          <Choice label="Side" options={sides} value={name} onChange={setName} />
          <Choice
            label="Bytes a lane, W"
            options={widths.map(String)}
            value={String(side.widthBytes)}
            onChange={(value) => set({ widthBytes: widthFrom(value) })}
          />
          <PatternFields
            pattern={side.pattern}
            waveSize={wave}
            onChange={(pattern) => set({ pattern })}
          />
          <NumberField
            label="Times a wave"
            value={side.times}
            min={1}
            max={64}
            onChange={(times) => set({ times })}
          />
        </div>
        <Steps view={view} side={side} other={views[name === 'read' ? 'write' : 'read']} />
        <Playground state={state} views={views} />
      </Figure>
    </>
  );
}

const widthFrom = (value: string): Width => widths.find((width) => String(width) === value) ?? 4;

interface StepsProps {
  readonly view: SideView;
  readonly side: Side;
  readonly other: SideView;
}

function Steps({ view, side, other }: StepsProps): JSX.Element {
  const { machine, explanation, checks, passes, worstWays } = view;
  const { widthBytes, pattern } = side;
  const banks = machine.sharedMemory.banks.value;
  const wave = waveOf(machine);
  const picture = useMemo(() => checksPicture(view), [view]);
  const table = useMemo(() => checksTable(view), [view]);
  const strip = useMemo(() => phaseStripPicture(explanation, { machine }), [explanation, machine]);
  const stripTwin = useMemo(() => phaseStripTable(explanation, machine), [explanation, machine]);
  const { rule, phases, idxActive, bankConflict } = explanation;
  const counted = Math.max(1, widthBytes / 4);
  return (
    <ol class="checklist-steps">
      <Step title="Q1: how many checks" answer={`${counted}`}>
        <p>
          {widthBytes} B / 4 B = {widthBytes / 4}
          {widthBytes < 4
            ? ': part of one word, one check'
            : counted === 1
              ? ': one check'
              : `: ${counted} checks, one for each word`}
          .
        </p>
      </Step>
      <Step title="Q2: which bank" answer={`${banks} banks`}>
        <p>
          Lane l is at <code>{patternText(pattern, wave)}</code>; its bank in check s is{' '}
          <code>((address + 4 s) / 4) mod {banks}</code>. Below, the number of different words on
          each bank.
        </p>
        <View picture={picture} table={table} name="checklist-checks" />
      </Step>
      <Step
        title={wave === 32 ? 'Q3: the lanes of the warp' : 'Q3: the lanes of each half-wave'}
        answer={passes ? 'passes' : `fails, ${worstWays} ways`}
        tone={passes ? 'good' : 'conflict'}
      >
        <p>
          {checks.filter(({ verdict }) => verdict === 'conflict').length} of {checks.length} checks
          fail. Here the checklist ends.
        </p>
      </Step>
      <Step
        title={`Q4: the ${other.name} side`}
        answer={other.passes ? 'passes' : `fails, ${other.worstWays} ways`}
        tone={other.passes ? 'good' : 'conflict'}
      >
        <p>The same with its own stride and width; choose it above to see it.</p>
      </Step>
      <Step
        title="5: which lanes are served together"
        answer={`${phases.length} ${phases.length === 1 ? 'phase' : 'phases'}`}
      >
        <p>
          <code>{explanation.opcode}</code> on {machine.name}: {rule.phases.title}
          {explanation.banksPerLane > 1 ? ', whole vectors' : ''}, on {rule.banks} banks.{' '}
          <span class="tag">{rule.evidence}</span> {rule.source}
          {rule.note === undefined ? '' : `; ${rule.note}`}.
        </p>
        <View picture={strip} table={stripTwin} name="checklist-phases" />
      </Step>
      <Step
        title="6: cycles"
        answer={`${idxActive} cycles, ${bankConflict} of them conflicts`}
        tone={bankConflict > 0 ? 'conflict' : 'good'}
      >
        <p>
          A phase takes as many cycles as its fullest bank has words: {cycleSum(explanation)} ={' '}
          {idxActive}; without conflicts {idxActive - bankConflict}.
        </p>
        {explanation.reasons.length === 0 ? undefined : (
          <ul class="checklist-reasons">
            {explanation.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        )}
        <AccessGrid
          machine={machine}
          explanation={explanation}
          heading={`${view.name}, phase by phase`}
          name="checklist-banks"
        />
      </Step>
    </ol>
  );
}

interface StepProps {
  readonly title: string;
  readonly answer: string;
  readonly tone?: 'good' | 'conflict';
  readonly children: ComponentChildren;
}

function Step({ title, answer, tone, children }: StepProps): JSX.Element {
  return (
    <li>
      <h3>
        {title} <span class={tone === undefined ? 'tag' : `tag ${tone}`}>{answer}</span>
      </h3>
      {children}
    </li>
  );
}

function Playground({
  state: { read, write, preset },
  views,
}: {
  readonly state: State;
  readonly views: Readonly<Record<SideName, SideView>>;
}): JSX.Element {
  const { machine } = views.read;
  const text = patternSpecification(
    preset,
    [
      { name: 'write', request: views.write.request, pattern: write.pattern },
      { name: 'read', request: views.read.request, pattern: read.pattern },
    ],
    machine,
  );
  return (
    <div class="figure-controls">
      {text === undefined ? (
        <p>The playground takes aligned accesses that fit into shared memory.</p>
      ) : (
        <OpenInPlayground
          state={{
            text,
            file: 'checklist.yaml',
            machine: machine.name,
            view: 'banks',
            site: 'read',
          }}
        />
      )}
    </div>
  );
}
