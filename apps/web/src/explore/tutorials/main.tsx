/** CK Tile's tutorials on bank conflicts: one tile through LDS, counted instruction by instruction. */

import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { toneOf } from '../../controls/facts.tsx';
import type { StateOf } from '../../controls/schema.ts';
import { useSteps } from '../../controls/stepper.tsx';
import { type Form, useControls } from '../../controls/use-controls.ts';
import { counted } from '../../controls/words.ts';
import { tableOf } from '../../picture/table-of.ts';
import type { Pointed } from '../../picture/view.tsx';
import { typeText } from '../parts/element-types.ts';
import * as show from '../parts/show.tsx';
import { tutorialControls, type TutorialState, tutorialTries, viewControls } from './controls.ts';
import {
  addressesOf,
  codeOf,
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
import { nameOf, tilePicture, tileTable } from './picture.ts';
import { texts } from './published.ts';
import { OverviewFigure, ReadingsFigure, RulesFigure, TablesFigure } from './tables.tsx';
import './tutorials.css';

const sides = [
  { side: 'write', title: 'Write: view of LDS and distribution' },
  { side: 'read', title: 'Read: view of LDS and distribution' },
] as const;

/** What each side of a tutorial is in CK Tile: its view of LDS, and its distribution. */
function CodeFigure({ model }: { readonly model: TutorialModel }): JSX.Element {
  const code = useMemo(() => codeOf(model), [model]);
  return show.figure('The tutorial in CK Tile', [
    show.columns(sides.map(({ side, title }) => show.panel(title, [show.code(title, code[side])]))),
    show.note(
      `Tutorial ${model.tutorial.name}: two views of one memory and two distributions of one tile. All instructions and addresses above follow from these four.`,
    ),
  ]);
}

const TITLE = 'One tile, instruction by instruction';

/** The figure of one tutorial, its code, and what the slides' rules predict of it. */
function TutorialFigures(): JSX.Element {
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
    show.beside('slides', [
      answer.ok && form.state.m * form.state.k <= MOST_JUDGED ? (
        <RulesFigure request={request} />
      ) : (
        show.note(`The rules of the slides are applied to tiles of up to ${MOST_JUDGED} elements.`)
      ),
      <TablesFigure />,
      <ReadingsFigure />,
    ]),
  ]);
}

type OfTutorialProps = Readonly<{ model: TutorialModel; form: Form<TutorialState> }>;

function OfTutorial({ model, form }: OfTutorialProps): JSX.Element {
  const view = useControls(viewControls);
  const index = Math.min(view.state.instruction, model.instructions.length - 1);
  const text = texts.get(model.tutorial.name);
  const { m, k } = model.tile;
  const worst = Math.max(...model.instructions.map(({ ways }) => ways));
  return show.all([
    show.figure(TITLE, [
      <InstructionView model={model} index={index} form={view} />,
      <div class="tt-columns">
        <div class="tt-view">
          {show.prose(
            [
              `**${text?.idea}**`,
              isOwnTile(model)
                ? text?.finding
                : `Of ${m} x ${k} ${typeText(form.state.element)}, ${model.conflicts === 0 ? 'no access of a wave conflicts.' : `a wave loses ${counted(model.conflicts, 'cycle')} to conflicts, of up to ${counted(worst, 'way')}.`}`,
              model.misaligned
                ? 'The cycles assume that a misaligned write is served lane by lane, which has not been measured on these chips.'
                : '',
            ].join(' '),
            '',
          )}
          {show.facts([
            ['LDS instructions per wave', model.instructions.length],
            ['LDS cycles', model.cycles],
            ['conflicts among them', model.conflicts, toneOf(model.conflicts)],
            ['LDS, bytes', model.ldsBytes],
            ['of these padding', wastedBytes(model)],
          ])}
          <TutorialFields form={form} />
          {show.open(specOf(model), {
            file: `tutorial-${model.tutorial.name}.yaml`,
            machine: form.state.chip,
            view: 'banks',
            site: siteOf(model.instructions[index]),
          })}
        </div>
        {instructionTable(model, index, (instruction) => view.change({ instruction }))}
      </div>,
    ]),
    <CodeFigure model={model} />,
  ]);
}

function TutorialFields({ form }: Pick<OfTutorialProps, 'form'>): JSX.Element {
  return show.all([
    show.tries(form, tutorialTries),
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

/** What a wave executes for a tile, in order. */
function instructionTable(
  { load, store, instructions }: TutorialModel,
  index: number,
  onPick: (index: number) => void,
): JSX.Element {
  type Line = CountedInstruction | string;
  const lines: readonly Line[] = [load, ...instructions, store];
  const of = (cell: (one: CountedInstruction) => string | number) => (line: Line) =>
    typeof line === 'string' ? '' : cell(line);
  const table = tableOf('Instructions of one wave, in order; click one to see it', lines, [
    ['instruction', (line) => (typeof line === 'string' ? line : line.instruction.name)],
    ['lane 0 at byte', of(({ instruction }) => instruction.offsetsBytes.join(', ')), 'numeric'],
    ['cycles', of(({ cycles }) => cycles), 'numeric'],
    ['conflict', of(({ conflicts }) => conflicts), 'numeric'],
  ]);
  return show.table(table, {
    class: 'tt-list',
    cell: (text, row, column) => {
      const one = instructions[row - 1];
      if (one === undefined) return <span class="tt-memory">{text}</span>;
      if (column === 3) return show.counted(text, one.conflicts > 0);
      return column > 0 ? (
        text
      ) : (
        <button
          type="button"
          class="button quiet tt-pick"
          aria-pressed={row - 1 === index}
          onClick={() => onPick(row - 1)}
        >
          {text}
        </button>
      );
    },
  });
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
  const shown = model.instructions[index];
  const single = shown === undefined || addressesOf(shown) === 1;
  const address = single || form.state.address === 'first' ? 0 : 1;
  const [moved, explanation] = useMemo(
    () => [movedElements(model, index, wave), explained(model, index, wave, address)] as const,
    [model, index, wave, address],
  );
  const tile = useMemo(
    () => tilePicture(model, index, wave, moved, lane === undefined ? lane : { lane }),
    [model, index, wave, moved, lane],
  );
  const [phase, stepper] = useSteps('Phase', explanation?.phases.length ?? 1, {
    text: (step) => `Phase ${step + 1} of ${explanation?.phases.length ?? 1}`,
  });
  const pointing = {
    onPoint: (at: Pointed | undefined) => setPointed(laneOf(at)),
    onPick: (at: Pointed) => form.change({ lane: laneOf(at) ?? 'all' }),
  };
  return show.all([
    <div class="tt-pictures">
      {show.view(tile, `tutorial-${model.tutorial.name}-tile`, () => tileTable(moved), pointing)}
      {explanation &&
        show.banks(
          explanation,
          phase,
          `tutorial-${model.tutorial.name}-banks`,
          {
            machine: model.machine,
            compact: true,
            lane,
            heading: shown === undefined ? '' : nameOf(shown),
          },
          pointing,
        )}
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

show.page(
  'tutorials',
  [
    <TutorialFigures />,
    show.text('What to take away', [
      '**The read distribution matters as much as the layout.** 04 and 08 have the same descriptor. Read down its columns it conflicts; read along its packs it does not, and one read replaces eight.',
      '**Fewer conflicts do not always mean less time.** The published bandwidth rises while the conflicts fall to less than half from 01 to 02, and hardly follows them after that: 05 and 10 have none, and are slower than 03.',
      '**Two halves of a word do not conflict.** Eight lanes on the eight halves of four words are counted as 0 on an MI300X.',
      '**A wide access is not four narrow ones.** If 16-byte accesses took four steps of half-waves, each would have 24 more cycles, also those of 08, which are counted as 0.',
      '**An XOR helps only if lanes have different keys.** The fp32 variants have the same counters with and without the XOR, because all lanes of a read have one key.',
    ]),
  ],
  [
    'The kernels, counters, instructions and times: the slides {slides}, part B and its summary.',
    'The sources, and counters of MI300X and MI355: ROCm/composable_kernel, example/ck_tile/99_toy_tutorial/tutorial_14_bank_conflict_scenarios @393ebc1.',
    'The same transposes as HIP kernels of this project, compiled by clang 22 for both chips and executed, have the instructions, addresses and conflicts of this page: see `docs/ck-tile.md`.',
  ],
);
