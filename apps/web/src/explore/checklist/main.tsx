/** The checklist: a stride, a width, a chip, and the cycles of one instruction. */
import { type DataTable, phaseStripPicture, phaseStripTable } from '@ldscope/render';
import type { ComponentChildren, JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { type Tone, toneOf } from '../../controls/facts.tsx';
import { Cases } from '../../controls/form.tsx';
import { useControls } from '../../controls/use-controls.ts';
import { counted } from '../../controls/words.ts';
import { EvidenceTag } from '../../picture/evidence-tag.tsx';
import { tableOf } from '../../picture/table-of.ts';
import { AccessGrid } from '../parts/access-grid.tsx';
import { patternLimits, patternSpecification, patternText } from '../parts/lane-pattern.ts';
import { Linked } from '../parts/linked.tsx';
import { waveOf } from '../parts/one-access.ts';
import * as show from '../parts/show.tsx';
import './checklist.css';
import {
  checklistControls,
  COUNTED,
  presets,
  readControls,
  readTries,
  writeControls,
} from './controls.ts';
import { type Chip, cycleSum, type Side, type SideName, type SideView, sideView } from './model.ts';
import { checksPicture, checksTable } from './picture.ts';

function ChecklistFigure(): JSX.Element {
  const form = useControls(checklistControls);
  const forms = { read: useControls(readControls), write: useControls(writeControls) };
  const [read, write] = [forms.read.state, forms.write.state];
  const { chip, side } = form.state;
  const views = useMemo(
    () => ({ read: sideView(chip, 'read', read), write: sideView(chip, 'write', write) }),
    [chip, read, write],
  );
  const { machine } = views.read;
  const address = writeControls.write(write, readControls.write(read, ''));
  const preset = presets.find((one) => one.address === address);
  const text = patternSpecification(
    preset?.name ?? 'your own',
    [
      { name: 'write', request: views.write.request, pattern: write },
      { name: 'read', request: views.read.request, pattern: read },
    ],
    machine,
  );
  const view = views[side];
  const checks = useMemo(() => checksPicture(view), [view]);
  const other = views[side === 'read' ? 'write' : 'read'];
  return show.all([
    show.figure('The four questions', [
      show.view(checks, 'checklist-checks', () => checksTable(view)),
      steps(questions(view, forms[side].state, other)),
      side === 'read' ? show.tries(forms.read, readTries) : undefined,
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
      show.opens(
        [[text, { file: 'checklist.yaml', machine: machine.name, view: 'banks', site: 'read' }]],
        text === undefined ? (
          <p>The playground takes aligned accesses that fit into shared memory.</p>
        ) : undefined,
      ),
    ]),
    show.figure('Both sides of the tile', [<Summary {...{ views, read, write, preset, chip }} />]),
  ]);
}

/** A step: a title, its answer with how it is to be seen, and the reason. */
type Step = readonly [title: string, answer: string, tone: Tone, why: ComponentChildren];

const steps = (all: readonly Step[]): JSX.Element => (
  <ol class="checklist-steps">
    {all.map(([title, answer, tone, why]) => (
      <li key={title}>
        <h3>
          {title} <span class={tone === undefined ? 'tag' : `tag ${tone}`}>{answer}</span>
        </h3>
        {why}
      </li>
    ))}
  </ol>
);

/** What the checklist asks, answered for one side. */
function questions(view: SideView, side: Side, other: SideView): readonly Step[] {
  const { machine, checks } = view;
  const { widthBytes } = side;
  const banks = machine.sharedMemory.banks.value;
  const wave = waveOf(machine);
  const wanted = Math.max(1, widthBytes / 4);
  const failing = checks.filter(({ verdict }) => verdict === 'conflict').length;
  const count =
    widthBytes < 4
      ? 'part of one word, one check'
      : wanted === 1
        ? 'one check'
        : `${wanted} checks, one per word`;
  const answer = (one: SideView) =>
    one.passes
      ? (['passes', 'good'] as const)
      : ([`fails, ${one.worstWays} ways`, 'conflict'] as const);
  const group = wave === 32 ? 'does the warp have' : 'does each half-wave have';
  const line = (text: string): JSX.Element => show.prose(text, '');
  return [
    [
      'Q1: how many checks?',
      `${wanted}`,
      undefined,
      line(`${widthBytes} B / 4 B = ${widthBytes / 4}: ${count}.`),
    ],
    [
      'Q2: which bank?',
      `${banks} banks`,
      undefined,
      line(
        `Lane l is at \`${patternText(side, wave)}\`; its bank in check s is \`((address + 4 s) / 4) mod ${banks}\`. The picture shows how many different words each bank serves.`,
      ),
    ],
    [
      `Q3: ${group} distinct banks?`,
      ...answer(view),
      line(`${failing} of ${checks.length} checks fail.`),
    ],
    [
      `Q4: and the ${other.name} side?`,
      ...answer(other),
      line('The same questions with its own stride and width: choose it under “Side”.'),
    ],
  ];
}

/** The steps that the checklist lacks: which lanes are served together, and what that costs. */
function Hardware({ view }: { readonly view: SideView }): JSX.Element {
  const { machine, explanation } = view;
  const { rule, phases, idxActive, bankConflict, reasons } = explanation;
  const strip = useMemo(() => phaseStripPicture(explanation, { machine }), [explanation, machine]);
  return show.all([
    <AccessGrid
      machine={machine}
      explanation={explanation}
      heading={`${view.name}, phase by phase`}
      name="checklist-banks"
    />,
    steps([
      [
        '5: which lanes are served together?',
        counted(phases.length, 'phase'),
        undefined,
        <>
          <p>
            <code>{explanation.opcode}</code> on {machine.name}: {rule.phases.title}
            {explanation.banksPerLane > 1 ? ', whole vectors' : ''}, on {rule.banks} banks.{' '}
            <EvidenceTag evidence={rule.evidence} /> <Linked text={rule.source} />
            {rule.note === undefined ? '' : `; ${rule.note}`}.
          </p>
          {show.view(strip, 'checklist-phases', () => phaseStripTable(explanation, machine))}
        </>,
      ],
      [
        '6: how many cycles?',
        `${idxActive} cycles, ${bankConflict} of them conflicts`,
        toneOf(bankConflict),
        <>
          {show.prose(
            `A phase takes as many cycles as its fullest bank has words: ${cycleSum(explanation)} = ${idxActive}. Without conflicts it would be ${idxActive - bankConflict}.`,
            '',
          )}
          {reasons.length > 0 && show.items(reasons)}
        </>,
      ],
    ]),
  ]);
}

interface Props {
  readonly views: Readonly<Record<SideName, SideView>>;
  readonly read: Side;
  readonly write: Side;
  readonly preset: (typeof presets)[number] | undefined;
  readonly chip: Chip;
}

function Summary({ views, read, write, preset, chip }: Props): JSX.Element {
  const table = useMemo(() => summaryTable(views, { read, write }), [views, read, write]);
  const conflict =
    views.write.explanation.bankConflict * write.times +
    views.read.explanation.bankConflict * read.times;
  const zero = views.read.passes && views.write.passes;
  const counted = chip === COUNTED.chip ? preset?.counted : undefined;
  return show.all([
    show.table(table),
    <p class="verdict">
      The checklist predicts {zero ? <strong>no conflicts</strong> : <strong>conflicts</strong>}.
      ldscope counts{' '}
      <strong class={conflict === 0 ? 'tag good' : 'tag conflict'}>{conflict}</strong> conflict
      cycles per wave: {write.times} x {views.write.explanation.bankConflict} for the write,{' '}
      {read.times} x {views.read.explanation.bankConflict} for the read.
      {counted === undefined ? '' : ` Hardware counters show ${counted} (${COUNTED.where}).`}
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

show.page(
  'checklist',
  [
    <ChecklistFigure />,
    show.text('Where the checklist goes wrong', [
      'It rejects the plain wide access: 16 contiguous bytes per lane fail Q3 at every step, and cost nothing on hardware. It asks about half-waves where hardware serves 8, 16 or 32 lanes, and about one number of banks per chip where gfx950 has two. And it asks for one stride between lanes. Compiled code often has no such stride, so take the addresses from the instruction, not from the layout.',
    ]),
    show.beside('slides', [
      show.prose([
        'The worked example of the slides shows how easily instruction and layout are confused. The offsets that it puts on banks belong to eight instructions of one lane. Lanes of one instruction are 512 bytes apart: eight words on one bank, seven extra cycles in each of two phases, 14 in all, which is what is counted.',
        'The slides call the contiguous write of 16 bytes per lane free of conflicts, although their checklist rejects it.',
      ]),
    ]),
  ],
  [
    'The four questions, the worked example, the tutorials and their counters: the slides {slides}.',
    'MI300X, strides: nod-ai/amd-shark-ai, docs/empirical-lds/cdna3info.md. H200: validation/data.',
    'Phases: the sources that step 5 names, each with its evidence.',
  ],
);
