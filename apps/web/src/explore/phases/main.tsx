/** Phases: which lanes of a wave are served together. */
import { compareRules, phaseMapPicture, phaseMapTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { presetOf } from '../../controls/form.tsx';
import { useSteps } from '../../controls/stepper.tsx';
import { useControls } from '../../controls/use-controls.ts';
import { EvidenceTag } from '../../picture/evidence-tag.tsx';
import { patternSpecification, strided } from '../parts/lane-pattern.ts';
import * as show from '../parts/show.tsx';
import { compareControls, mapControls, mapTries, pairs } from './controls.ts';
import { type Choice, choiceOf, decided, ofKind, ofWave } from './model.ts';
import './phases.css';
import { claimTable, metTable, sourceTable } from './picture.ts';

const probe = [{ name: 'read', request: 'read.b128', pattern: strided(32) }] as const;

function MapFigure(): JSX.Element {
  const form = useControls(mapControls);
  const { model: value, waveSize } = form.state;
  const [lane, stepper, choose] = useSteps('Lane', waveSize, {
    text: (one) => `lane ${one}`,
    milliseconds: 400,
  });
  const [pointed, setPointed] = useState<number | undefined>(undefined);
  const choice = useMemo(() => ofWave(choiceOf(value), waveSize), [value, waveSize]);
  const { machine, model } = choice;
  const shown = pointed ?? lane;
  const picture = useMemo(
    () => phaseMapPicture({ machine, model }, { selection: { lane: shown }, width: 900 }),
    [machine, model, shown],
  );
  const met = useMemo(() => metTable(choice, lane), [choice, lane]);
  return show.figure('Lanes served together', [
    show.view(picture, `phases-${machine.name}`, () => phaseMapTable({ machine, model }), {
      onPoint: (at) => setPointed(at?.['lane']),
      onPick: (at) => choose(at['lane'] ?? lane),
    }),
    stepper,
    show.prose(
      `Each cell is a lane, sixteen per row; its number is the phase that serves it. Bright lanes are served together with lane ${shown}. Point at a lane, or click it to keep it.`,
    ),
    show.tries(form, mapTries),
    show.fields(form),
    show.prose(model.description),
    <Evidence />,
    show.table(met, { class: 'phases-met' }),
    show.folded(
      'Sources of these rules',
      'The measurement or document behind each rule of the chip, and what is open.',
      <Sources choice={choice} />,
    ),
    show.open(
      patternSpecification('every second vector', probe, machine),
      {
        file: 'vectors.yaml',
        machine: machine.name,
        model: model.name,
        view: 'banks',
        site: 'read',
      },
      `Step through a 128-bit read of ${machine.name} in the playground`,
    ),
  ]);
}

const Sources = ({ choice }: Readonly<{ choice: Choice }>): JSX.Element =>
  show.table(sourceTable(choice));

/** What the words of a rule's evidence mean. */
function Evidence(): JSX.Element {
  return (
    <p class="prose">
      Each rule names its evidence. <EvidenceTag evidence="measured" />: on silicon, published or by
      this project. <EvidenceTag evidence="documented" />: in a text or model of the vendor.{' '}
      <EvidenceTag evidence="inferred" />: from a similar instruction or chip.{' '}
      <EvidenceTag evidence="disputed" />: sources disagree, and the other reading is a model to
      choose above.
    </p>
  );
}

const CompareFigure = show.of('Two chips or models side by side', compareControls, (form) => {
  const { kind } = form.state;
  const [first, second] = [choiceOf(form.state.first), choiceOf(form.state.second)];
  const [own, other] = [ofKind(first, kind), ofKind(second, kind)];
  const picture = phaseMapPicture(own, { compared: other });
  const { table, differs } = compareRules(first, second);
  return [
    show.view(picture, 'phases-compared', () => phaseMapTable(own, other)),
    <p class="verdict">{presetOf(form, pairs)?.text ?? 'A pair of your own.'}</p>,
    show.presets(form, 'Pairs', pairs),
    show.fields(form),
    show.table(table, { marked: differs }),
    show.open(patternSpecification('every second vector', probe, first.machine), {
      file: 'vectors.yaml',
      machine: first.machine.name,
      view: 'machine',
      ...(first.machine === second.machine ? {} : { compare: second.machine.name }),
    }),
  ];
});

const Claims = (): JSX.Element =>
  show.all([
    show.prose([
      '“Slides” are {slides}, “talk” is {talk}. A claim can be right for one width and wrong for the next, although the document states it once.',
    ]),
    show.table(useMemo(() => claimTable(decided()), [])),
  ]);

show.page(
  'phases',
  [
    <MapFigure />,
    <CompareFigure />,
    show.text('Phases as bits of the lane number', [
      'Every measured group of lanes has a simple form: the numbers of its lanes differ only in certain bits. The tables write `span(l0, l1, l2^l4)` for the 128-bit reads of gfx942. Here `l0` is the lowest bit of the lane number. Bits 0 and 1 are free, and bits 2 and 4 flip only together, which `^` denotes. So lanes 0 to 3 are served with lanes 20 to 23.',
    ]),
    show.folded(
      'Claims of documents, and what decides them',
      'Statements of two published texts on CDNA and of common folklore, each with an access on which counters confirm or refute it.',
      <Claims />,
    ),
  ],
  [
    'MI300X, MI350X, RDNA 3 and 4: nod-ai/amd-shark-ai, docs/empirical-lds, counters and latencies.',
    'MI355X: HazyResearch/HipKittens, analysis/paper_experiments/phases, and arXiv 2511.08083.',
    'MI308X: tingqli/pyhip, archive/bank-conflict. MI50, V100, A100: kzwrime/gpu_shm_microbench.',
    'gfx942, gfx1100, gfx1151: IREE loom, lds_bank_service. MI250: rocke, lds_conflict.py in ROCm/rocm-libraries.',
    'H200: random accesses measured under ncu for this project, validation/data.',
    'The claims: the slides {slides}; the talk {talk}, section “Wave64 phasing”; other readings of the counters of CK tile tutorial 14.',
  ],
);
