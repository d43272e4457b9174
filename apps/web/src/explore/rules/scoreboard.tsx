/** The rules over whole sweeps of strides, and against everything that was counted. */
import { machineNamed } from '@ldscope/core';
import type { BarChart, DataTable } from '@ldscope/render';
import type { JSX } from 'preact';
import type { StateOf } from '../../controls/schema.ts';
import { useMemo } from 'preact/hooks';
import { tableOf } from '../../picture/table-of.ts';
import { Text } from '../explorer-page.tsx';
import { down, patternText, strided, type Request, requests } from '../parts/lane-pattern.ts';
import { instructionOf, waveOf } from '../parts/one-access.ts';
import * as show from '../parts/show.tsx';
import { type Chip, ruleOf, sweepControls } from './controls.ts';
import { agreement, compare, type Score, scores, strideSweep } from './model.ts';

const nameOf = (chip: Chip, request: Request): string =>
  instructionOf(machineNamed(chip), request)?.name ?? request;

export const StridesFigure = show.of('Stride by stride', sweepControls, (form) => [
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

export const ScoreFigure = show.still('Compared with counters', () => [
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

export function Verdicts(): JSX.Element {
  const { write, halves, tutorial, plain, plainWrite, warp, wide950 } = useMemo(
    () => ({
      write: compare({ chip: 'gfx942', request: 'write.b32', ...strided(0) }),
      halves: compare({ chip: 'gfx942', request: 'read.b16', ...strided(2, 8) }),
      tutorial: compare({ chip: 'gfx942', request: 'read.b16', ...down(8, 512, 2) }),
      plain: compare({ chip: 'gfx942', request: 'read.b128', ...strided(16) }),
      plainWrite: compare({ chip: 'gfx942', request: 'write.b128', ...strided(16) }),
      warp: compare({ chip: 'sm_90', request: 'read.b128', ...strided(16) }),
      wide950: compare({ chip: 'gfx950', request: 'write.b64', ...strided(256) }),
    }),
    [],
  );
  return (
    <Text title="What holds of each rule">
      <dl class="rules-list">
        <dt>R1: lanes of a half-wave are on distinct banks, or read one word</dt>
        <dd>
          True of lanes that are served together, on every chip. Half-waves are right for accesses
          of up to four bytes: 32 lanes of CDNA, a whole warp of NVIDIA. Wider accesses are served
          in smaller groups, 16 lanes for 64 bits and eight for 128 bits on gfx942. And the rule is
          wrong for writes: AMD chips do not combine lanes that write one word. Probes of gfx942
          find {write.byEngine.bankConflict} conflict cycles where the rule predicts{' '}
          {write.byRule.bankConflict}. The 64 banks of gfx950 serve only reads of 64 and 128 bits.
          For 64-bit writes a study finds 32 banks and four phases, and counts{' '}
          {wide950.measured?.conflict} when all lanes share a bank; the rule predicts{' '}
          {wide950.byRule.bankConflict}. For 32-bit reads of gfx950 sources disagree, and ldscope
          marks them as disputed.
        </dd>
        <dt>R2: lanes share a word of two f16 only if all read the same half</dt>
        <dd>
          Wrong. Eight lanes read both halves of four words: counted {halves.measured?.conflict},
          the rule predicts {halves.byRule.bankConflict}. The read of CK Tile tutorial 01: counted{' '}
          {tutorial.measured?.conflict}, the rule predicts {tutorial.byRule.bankConflict}. A bank
          serves words; the bytes that a lane uses do not matter, and writes to different halves are
          merged.
        </dd>
        <dt>R3: a 128-bit access is four checks, one per word</dt>
        <dd>
          Wrong. Hardware moves the whole vectors of fewer lanes. For a plain row of vectors
          counters of MI300X show {plain.measured?.conflict}; the rule predicts{' '}
          {plain.byRule.bankConflict}, and as much again for the write. For tutorial 08 it predicts{' '}
          {plain.byRule.bankConflict + plainWrite.byRule.bankConflict}, and 0 is counted. An H200
          agrees: {warp.measured?.conflict} conflicts in four passes of eight lanes, not{' '}
          {warp.byRule.bankConflict}. One part is true: in an aligned access all four steps are the
          same, so a conflict at one is a conflict at all.
        </dd>
      </dl>
    </Text>
  );
}
