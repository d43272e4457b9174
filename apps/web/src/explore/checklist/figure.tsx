/** The checklist on a tile, step by step to the cycles of one instruction. */
import { counted } from '../../controls/words.ts';
import { type DataTable, phaseStripPicture, phaseStripTable } from '@ldscope/render';
import type { ComponentChildren, JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Cases, presetOf } from '../../controls/form.tsx';
import { useControls } from '../../controls/use-controls.ts';
import { ScrolledTable } from '../../picture/data-table.tsx';
import { EvidenceTag } from '../../picture/evidence-tag.tsx';
import { tableOf } from '../../picture/table-of.ts';
import { View } from '../../picture/view.tsx';
import { OpenInPlayground } from '../../share/open-in-playground.tsx';
import { AccessGrid } from '../parts/access-grid.tsx';
import { patternLimits, patternSpecification, patternText } from '../parts/lane-pattern.ts';
import { Linked } from '../parts/linked.tsx';
import { waveOf } from '../parts/one-access.ts';
import { Try } from '../parts/try.tsx';
import * as show from '../parts/show.tsx';
import { checklistControls, readControls, readTries, writeControls } from './controls.ts';
import { type Chip, cycleSum, type Side, type SideName, type SideView, sideView } from './model.ts';
import { checksPicture, checksTable } from './picture.ts';
import { type Preset, presets } from './presets.ts';

export function ChecklistFigure(): JSX.Element {
  const form = useControls(checklistControls);
  const forms = { read: useControls(readControls), write: useControls(writeControls) };
  const [read, write] = [forms.read.state, forms.write.state];
  const { chip, side } = form.state;
  const views = useMemo(
    () => ({ read: sideView(chip, 'read', read), write: sideView(chip, 'write', write) }),
    [chip, read, write],
  );
  const { machine } = views.read;
  const preset = presets.find(
    (one) =>
      presetOf(forms.read, [{ name: '', state: one.read }]) &&
      presetOf(forms.write, [{ name: '', state: one.write }]),
  );
  const text = patternSpecification(
    preset?.name ?? 'your own',
    [
      { name: 'write', request: views.write.request, pattern: write },
      { name: 'read', request: views.read.request, pattern: read },
    ],
    machine,
  );
  const view = views[side];
  const other = views[side === 'read' ? 'write' : 'read'];
  return show.all([
    show.figure('The four questions', [
      <ChecksView view={view} />,
      <Questions view={view} side={forms[side].state} other={other} />,
      side === 'read' ? <Try of={forms.read} tries={readTries} /> : undefined,
      <div class="figure-controls">
        <Cases
          label="Tile"
          cases={presets}
          present={preset}
          onChoose={(found) => {
            forms.read.change(found.read);
            forms.write.change(found.write);
          }}
        />
      </div>,
      show.fields(form),
      show.fields(forms[side], undefined, { limits: patternLimits(waveOf(machine)) }),
      <p class="verdict">{preset?.text ?? 'A tile of your own.'}</p>,
    ]),
    show.figure('Two more steps: phases and cycles', [
      <Hardware view={view} />,
      <div class="figure-controls">
        {text === undefined ? (
          <p>The playground takes aligned accesses that fit into shared memory.</p>
        ) : undefined}
        <OpenInPlayground
          text={text}
          at={{ file: 'checklist.yaml', machine: machine.name, view: 'banks', site: 'read' }}
        />
      </div>,
    ]),
    show.figure('Both sides of the tile', [
      <Summary views={views} read={read} write={write} preset={preset} chip={chip} />,
    ]),
  ]);
}

function ChecksView({ view }: { readonly view: SideView }): JSX.Element {
  const picture = useMemo(() => checksPicture(view), [view]);
  return <View picture={picture} table={() => checksTable(view)} name="checklist-checks" />;
}

/** What the checklist asks, answered for one side. */
function Questions({
  view,
  side,
  other,
}: Readonly<{ view: SideView; side: Side; other: SideView }>): JSX.Element {
  const { machine, checks, passes, worstWays } = view;
  const { widthBytes } = side;
  const banks = machine.sharedMemory.banks.value;
  const wave = waveOf(machine);
  const wanted = Math.max(1, widthBytes / 4);
  return (
    <ol class="checklist-steps">
      <Step title="Q1: how many checks?" answer={`${wanted}`}>
        <p>
          {widthBytes} B / 4 B = {widthBytes / 4}
          {widthBytes < 4
            ? ': part of one word, one check'
            : wanted === 1
              ? ': one check'
              : `: ${wanted} checks, one per word`}
          .
        </p>
      </Step>
      <Step title="Q2: which bank?" answer={`${banks} banks`}>
        <p>
          Lane l is at <code>{patternText(side, wave)}</code>; its bank in check s is{' '}
          <code>((address + 4 s) / 4) mod {banks}</code>. The picture shows how many different words
          each bank serves.
        </p>
      </Step>
      <Step
        title={
          wave === 32
            ? 'Q3: does the warp have distinct banks?'
            : 'Q3: does each half-wave have distinct banks?'
        }
        answer={passes ? 'passes' : `fails, ${worstWays} ways`}
        tone={passes ? 'good' : 'conflict'}
      >
        <p>
          {checks.filter(({ verdict }) => verdict === 'conflict').length} of {checks.length} checks
          fail.
        </p>
      </Step>
      <Step
        title={`Q4: and the ${other.name} side?`}
        answer={other.passes ? 'passes' : `fails, ${other.worstWays} ways`}
        tone={other.passes ? 'good' : 'conflict'}
      >
        <p>The same questions with its own stride and width: choose it under “Side”.</p>
      </Step>
    </ol>
  );
}

/** The steps that the checklist lacks: which lanes are served together, and what that costs. */
function Hardware({ view }: { readonly view: SideView }): JSX.Element {
  const { machine, explanation } = view;
  const { rule, phases, idxActive, bankConflict } = explanation;
  const strip = useMemo(() => phaseStripPicture(explanation, { machine }), [explanation, machine]);
  return show.all([
    <AccessGrid
      machine={machine}
      explanation={explanation}
      heading={`${view.name}, phase by phase`}
      name="checklist-banks"
    />,
    <ol class="checklist-steps">
      <Step title="5: which lanes are served together?" answer={counted(phases.length, 'phase')}>
        <p>
          <code>{explanation.opcode}</code> on {machine.name}: {rule.phases.title}
          {explanation.banksPerLane > 1 ? ', whole vectors' : ''}, on {rule.banks} banks.{' '}
          <EvidenceTag evidence={rule.evidence} /> <Linked text={rule.source} />
          {rule.note === undefined ? '' : `; ${rule.note}`}.
        </p>
        {show.view(strip, 'checklist-phases', () => phaseStripTable(explanation, machine))}
      </Step>
      <Step
        title="6: how many cycles?"
        answer={`${idxActive} cycles, ${bankConflict} of them conflicts`}
        tone={bankConflict > 0 ? 'conflict' : 'good'}
      >
        <p>
          A phase takes as many cycles as its fullest bank has words: {cycleSum(explanation)} ={' '}
          {idxActive}. Without conflicts it would be {idxActive - bankConflict}.
        </p>
        {explanation.reasons.length === 0 ? undefined : (
          <ul class="checklist-reasons">
            {explanation.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        )}
      </Step>
    </ol>,
  ]);
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

interface Props {
  readonly views: Readonly<Record<SideName, SideView>>;
  readonly read: Side;
  readonly write: Side;
  readonly preset: Preset | undefined;
  readonly chip: Chip;
}

function Summary({ views, read, write, preset, chip }: Props): JSX.Element {
  const table = useMemo(() => summaryTable(views, { read, write }), [views, read, write]);
  const conflict =
    views.write.explanation.bankConflict * write.times +
    views.read.explanation.bankConflict * read.times;
  const zero = views.read.passes && views.write.passes;
  const counted = preset?.counted?.chip === chip ? preset.counted : undefined;
  return show.all([
    <ScrolledTable table={table} />,
    <p class="verdict">
      The checklist predicts {zero ? <strong>no conflicts</strong> : <strong>conflicts</strong>}.
      ldscope counts{' '}
      <strong class={conflict === 0 ? 'tag good' : 'tag conflict'}>{conflict}</strong> conflict
      cycles per wave: {write.times} x {views.write.explanation.bankConflict} for the write,{' '}
      {read.times} x {views.read.explanation.bankConflict} for the read.
      {counted === undefined
        ? ''
        : ` Hardware counters show ${counted.conflict} (${counted.where}).`}
    </p>,
  ]);
}

const summaryTable = (views: Props['views'], sides: Readonly<Record<SideName, Side>>): DataTable =>
  tableOf(
    'One instruction of each side',
    (['write', 'read'] as const).map((name) => ({ ...views[name], times: sides[name].times })),
    [
      ['side', 'name'],
      ['instruction', ({ explanation }) => explanation.opcode],
      ['per wave', ({ times }) => `${times} x`, 'numeric'],
      ['checklist', ({ passes, worstWays }) => (passes ? 'passes' : `fails, ${worstWays} ways`)],
      ['phases', ({ explanation }) => explanation.phases.length],
      ['cycles', ({ explanation }) => explanation.idxActive],
      ['conflict', ({ explanation }) => explanation.bankConflict],
      ['counted', ({ measured }) => measured?.conflict],
    ],
  );
