/** Three rules of thumb beside the hardware. */
import { type AccessExplanation, machineNamed } from '@ldscope/core';
import type { BarChart, DataTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Choice } from '../../controls/choice.tsx';
import type { Fact, Tone } from '../../controls/facts.tsx';
import { Fields, presetOf } from '../../controls/form.tsx';
import type { StateOf } from '../../controls/schema.ts';
import { useControls } from '../../controls/use-controls.ts';
import { counted } from '../../controls/words.ts';
import { EvidenceTag } from '../../picture/evidence-tag.tsx';
import { tableOf } from '../../picture/table-of.ts';
import { AccessGrid } from '../parts/access-grid.tsx';
import {
  down,
  patternSpecification,
  patternText,
  type Request,
  requests,
  strided,
} from '../parts/lane-pattern.ts';
import { instructionOf, waveOf } from '../parts/one-access.ts';
import * as show from '../parts/show.tsx';
import {
  accessControls,
  accessTries,
  type Chip,
  presets,
  ruleNames,
  ruleOf,
  sweepControls,
} from './controls.ts';
import { agreement, compare, type Compared, type Score, scores, strideSweep } from './model.ts';
import './rules.css';

const nameOf = (chip: Chip, request: Request): string =>
  instructionOf(machineNamed(chip), request)?.name ?? request;

const StridesFigure = show.of('Stride by stride', sweepControls, (form) => [
  show.bars(strideChart(form.state), 'rules-strides'),
  show.fields(form),
  show.table(agreementTable(form.state.chip)),
]);

function strideChart({ chip, request }: StateOf<typeof sweepControls>): BarChart {
  const rule = ruleOf(request);
  return {
    title: `${nameOf(chip, request)} on ${chip}: conflict cycles by stride`,
    description: `Lanes one stride apart: by rule ${rule}, by ldscope, and counted where a counter was published.`,
    value: { title: 'conflict cycles of one instruction' },
    series: [
      { title: rule === 'R1' ? 'R1' : `R1 and ${rule}`, look: 'conflict' },
      { title: 'ldscope', look: 'accent' },
    ],
    groups: strideSweep(chip, request).map(({ strideBytes, byRule, byEngine, measured }) => ({
      label: `${strideBytes} B`,
      values: [byRule, byEngine],
      published: [undefined, measured],
    })),
    publishedTitle: 'counted',
    standing: true,
    width: 860,
  };
}

const agreementTable = (chip: Chip): DataTable =>
  tableOf(
    `Every aligned stride from 0 to 256 bytes (banks then repeat) on ${chip}: rule compared with ldscope`,
    requests.map((request) => agreement(chip, request)),
    [
      ['instruction', ({ request }) => nameOf(chip, request)],
      ['rule', ({ request }) => ruleOf(request)],
      'strides',
      'same',
      ['rule predicts more', 'ruleMore'],
      ['rule predicts fewer', 'ruleLess'],
    ],
  );

const ScoreFigure = show.still('Compared with counters', () => [
  show.table(scoreTable()),
  show.prose(
    'Every published count with addresses of this form, compared with the rule and with ldscope. Most counts were known when the tables of ldscope were made. Those of the H200 are a sample of 12,000 random accesses, all of which ldscope reproduces.',
  ),
]);

const scoreTable = (): DataTable =>
  tableOf(
    'Counted accesses, and how many of them the rule and ldscope reproduce exactly',
    scores().toSorted((a, b) => a.rule.localeCompare(b.rule)),
    [
      'rule',
      'chip',
      ['counted on', ({ devices }) => devices.join(', ')],
      ['accesses', 'counted'],
      ['rule exact', 'ruleRight'],
      ['ldscope exact', 'engineRight'],
      ['largest error of the rule', ({ worst }) => worst && worstText(worst)],
    ],
  );

function worstText({ measured, predicted }: NonNullable<Score['worst']>): string {
  const machine = machineNamed(measured.chip);
  const wave = waveOf(machine);
  const { pattern, request, conflict } = measured;
  const lanes = pattern.active < wave ? ` (${pattern.active} lanes)` : '';
  return `${request} at ${patternText(pattern, wave)}${lanes}: ${predicted} instead of ${conflict}`;
}

function Verdicts(): JSX.Element {
  const lines = useMemo(verdictLines, []);
  return show.section('prose', 'What holds of each rule', [show.list('rules-list', lines)]);
}

function verdictLines(): readonly (readonly [rule: string, verdict: string])[] {
  const of = (chip: Chip, request: Request, pattern = strided(16)) => {
    const { byRule, byEngine, measured } = compare({ chip, request, ...pattern });
    return {
      rule: byRule.bankConflict,
      ours: byEngine.bankConflict,
      counted: measured?.conflict,
    };
  };
  const write = of('gfx942', 'write.b32', strided(0));
  const wide950 = of('gfx950', 'write.b64', strided(256));
  const halves = of('gfx942', 'read.b16', strided(2, 8));
  const tutorial = of('gfx942', 'read.b16', down(8, 512, 2));
  const [plain, plainWrite] = [of('gfx942', 'read.b128'), of('gfx942', 'write.b128')];
  const warp = of('sm_90', 'read.b128');
  return [
    [
      'R1: lanes of a half-wave are on distinct banks, or read one word',
      `True of lanes that are served together, on every chip. Half-waves are right for accesses of up to four bytes: 32 lanes of CDNA, a whole warp of NVIDIA. Wider accesses are served in smaller groups, 16 lanes for 64 bits and eight for 128 bits on gfx942. And the rule is wrong for writes: AMD chips do not combine lanes that write one word. Probes of gfx942 find ${write.ours} conflict cycles where the rule predicts ${write.rule}. The 64 banks of gfx950 serve only reads of 64 and 128 bits. For 64-bit writes a study finds 32 banks and four phases, and counts ${wide950.counted} when all lanes share a bank; the rule predicts ${wide950.rule}. For 32-bit reads of gfx950 sources disagree, and ldscope marks them as disputed.`,
    ],
    [
      'R2: lanes share a word of two f16 only if all read the same half',
      `Wrong. Eight lanes read both halves of four words: counted ${halves.counted}, the rule predicts ${halves.rule}. The read of CK Tile tutorial 01: counted ${tutorial.counted}, the rule predicts ${tutorial.rule}. A bank serves words; the bytes that a lane uses do not matter, and writes to different halves are merged.`,
    ],
    [
      'R3: a 128-bit access is four checks, one per word',
      `Wrong. Hardware moves the whole vectors of fewer lanes. For a plain row of vectors counters of MI300X show ${plain.counted}; the rule predicts ${plain.rule}, and as much again for the write. For tutorial 08 it predicts ${plain.rule + plainWrite.rule}, and 0 is counted. An H200 agrees: ${warp.counted} conflicts in four passes of eight lanes, not ${warp.rule}. One part is true: in an aligned access all four steps are the same, so a conflict at one is a conflict at all.`,
    ],
  ];
}

function RulesFigure(): JSX.Element {
  const form = useControls(accessControls);
  const access = form.state;
  const compared = useMemo(() => compare(access), [access]);
  const { machine, byRule, byEngine } = compared;
  const wave = waveOf(machine);
  const rule = ruleOf(access.request);
  const ofRule = (name: string) => presets.filter(({ state }) => ruleOf(state.request) === name);
  const text = patternSpecification(
    patternText(access, wave),
    [{ name: 'access', request: access.request, pattern: access }],
    machine,
  );
  return show.figure('One access: rule, model and counter', [
    show.columns([
      side(`By rule ${rule === 'R1' ? 'R1' : `R1 and ${rule}`}`, byRule, {
        machine,
        heading: 'groups of the rule',
        unit: 'Group',
        name: 'rules-by-rule',
      }),
      side(`On ${machine.name}`, byEngine, {
        machine,
        heading: 'phases of the chip',
        name: 'rules-by-engine',
      }),
    ]),
    show.prose(
      'Three rules are widely taught for CDNA. **R1**: the lanes of a half-wave are on distinct banks, or read one word. **R2**: lanes share a word of two f16 only if all of them read the same half. **R3**: an access of W bytes is W / 4 such checks.',
    ),
    show.prose(
      `${presetOf(form, presets)?.text ?? 'An access of your own.'} Address of lane l: \`${patternText(access, wave)}\`.`,
      'verdict room-3',
    ),
    show.facts(factsOf(compared)),
    <Verdict compared={compared} />,
    show.tries(form, accessTries),
    <div class="figure-controls">
      <Choice
        label="Rule"
        options={ruleNames}
        value={rule}
        onChange={(name) => form.change(ofRule(name)[0]?.state ?? {})}
      />
      <Fields of={form} names={['chip']} />
    </div>,
    show.presets(form, 'Example', ofRule(rule)),
    show.fields(form, ['request', 'pitchBytes', 'rows', 'stepBytes', 'active']),
    show.open(text, { file: 'access.yaml', machine: machine.name, view: 'banks', site: 'access' }),
  ]);
}

function factsOf({ byRule, byEngine, measured }: Compared): Fact[] {
  const agree = (conflict: number): Tone =>
    measured && (conflict === measured.conflict ? 'good' : 'conflict');
  const [rule, engine] = [byRule.bankConflict, byEngine.bankConflict];
  return [
    ['conflict cycles by the rule', rule, agree(rule)],
    ['by ldscope', engine, agree(engine)],
    ['counted', measured?.conflict],
    ['cycles by the rule', byRule.idxActive],
    ['by ldscope', byEngine.idxActive],
  ];
}

function Verdict({
  compared: { byRule, byEngine, measured },
}: Readonly<{ compared: Compared }>): JSX.Element {
  const { evidence, source, note } = byEngine.rule;
  const right = measured === undefined ? undefined : byRule.bankConflict === measured.conflict;
  return (
    <p class="rules-verdict room-2">
      {measured === undefined ? (
        <>
          No published counter covers these addresses on this chip. The rule of ldscope for this
          instruction is <EvidenceTag evidence={evidence} />: {source}
          {note === undefined ? '' : `; ${note}`}.
        </>
      ) : (
        <>
          <span class={right === true ? 'tag good' : 'tag conflict'}>
            {right === true ? 'the rule is right' : 'the rule is wrong'}
          </span>{' '}
          {measured.how === 'counter' ? 'Counted' : 'Timed'} on {measured.device}: {measured.source}
          {measured.note === undefined ? '' : ` (${measured.note})`}.
        </>
      )}
    </p>
  );
}

/** An access as a model serves it. */
function side(
  title: string,
  explanation: AccessExplanation,
  grid: Omit<Parameters<typeof AccessGrid>[0], 'explanation'>,
): JSX.Element {
  const { phases, rule, bankConflict, idxActive, banksPerLane } = explanation;
  const steps = rule.steps === 'serial' ? banksPerLane : 1;
  const served = Math.max(...phases.map(({ lanes }) => lanes.length));
  const vectors =
    steps > 1
      ? ` x ${steps} steps of one word each`
      : served > 0 && banksPerLane > 1
        ? ', whole vectors'
        : '';
  return show.panel(title, [
    show.prose(
      `${counted(phases.length, 'group')} of ${rule.phases.lanesPerPhase} lanes${vectors}, ${rule.banks} banks: ${idxActive} cycles, ${bankConflict} of them conflicts.`,
      '',
    ),
    <AccessGrid {...{ explanation, ...grid }} compact />,
  ]);
}

show.page(
  'rules',
  [<RulesFigure />, <Verdicts />, <StridesFigure />, <ScoreFigure />],
  [
    'The three rules, and the counters of six tutorials: the slides {slides}, section “The Three Rules, Condensed”.',
    'MI300X, strides: nod-ai/amd-shark-ai, docs/empirical-lds/cdna3info.md, SQ_LDS_BANK_CONFLICT of 64 reads of one wave.',
    'MI300X, halves of words: ROCm/composable_kernel, tutorial 14, investigation/test_inter_lane_fp16.cpp.',
    'gfx942, equal addresses of writes: IREE loom, lds_bank_service; tingqli/pyhip, archive/bank-conflict (MI308X).',
    'MI355X: HazyResearch/HipKittens, analysis/paper_experiments/phases, and arXiv 2511.08083.',
    'MI50: kzwrime/gpu_shm_microbench, times as multiples of one cycle.',
    'H200: random accesses measured under ncu for this project, validation/data.',
  ],
);
