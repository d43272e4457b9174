/** Whether a tile gets a hint, rule by rule, and what the answer costs. */
import { findIreeTarget, printIreeSwizzle } from '@ldscope/core';
import type { DataTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { useControls } from '../../controls/use-controls.ts';
import { tableOf } from '../../picture/table-of.ts';
import * as show from '../parts/show.tsx';
import { useGradually } from '../parts/use-later.ts';
import { questionControls, questions } from './controls.ts';
import {
  bestLayout,
  bestOfFamily,
  type CountedLayout,
  countLayouts,
  decide,
  families,
  rules,
  type RuleState,
} from './decision.ts';

const tones: Readonly<Record<RuleState, string>> = {
  'holds': 'good',
  'caps': 'accent',
  'refuses': 'conflict',
  'not asked': '',
};

export function RulesFigure(): JSX.Element {
  const form = useControls(questionControls);
  const question = form.state;
  const { decision, states, fault } = decide(question);
  const counted = useMemo(() => countLayouts(question), [question]);
  const searched = useGradually(
    families.length,
    (index) => bestOfFamily(question, families[index] ?? 'padding') ?? 'none',
    question,
  );
  const found = searched.flatMap((one) => (one === undefined || one === 'none' ? [] : [one]));
  const isSearched = searched.every((one) => one !== undefined);
  const best = (isSearched ? bestLayout(found, question.columns) : undefined) ?? {
    name: 'best that IREE expresses',
    layout: '...',
    cost: undefined,
  };
  const banks = findIreeTarget(question.chip)?.banks;
  const table = layoutTable(
    `${question.rows} rows, written once and read once by a wave`,
    counted === 'no layout' ? [] : [...counted, best],
  );
  return show.figure('When IREE gives a hint', [
    <ol class="iree-rules">
      {rules.map(([number, words], index) => {
        const state = states[index] ?? 'not asked';
        return (
          <li key={number} class={state === 'not asked' ? 'iree-skipped' : ''}>
            <span class={`tag ${tones[state]}`}>{state}</span>
            <span>
              {words}
              {number === 7 && banks !== undefined ? ` (${banks} on ${question.chip})` : ''}
            </span>
          </li>
        );
      })}
    </ol>,
    show.prose(
      decision.kind === 'hint'
        ? `A hint: \`${printIreeSwizzle(decision.swizzle)}\`.${fault === undefined ? '' : ` But ${fault}: the rules require whole groups, not a power of two of them.`}`
        : `No hint, by rule ${decision.rule}: ${decision.reason}.`,
      'verdict',
    ),
    counted === 'no layout'
      ? show.hint('64 lanes cannot share 16 such rows evenly, so no cost is counted.')
      : show.table(table),
    show.presets(form, 'Example', questions),
    show.fields(form),
    show.prose(
      'IREE decides at vector allocation, where the tensor still has its shape. The first rule that does not hold ends the search: no hint, and padding may apply. The rules look at where rows begin and at widths, not at the phases of an instruction.',
    ),
  ]);
}

function layoutTable(caption: string, layouts: readonly CountedLayout[]): DataTable {
  const cell =
    (name: 'writeConflictCycles' | 'readConflictCycles' | 'cycles' | 'ldsBytes', none = '-') =>
    ({ layout, cost }: CountedLayout) =>
      cost?.[name] ?? (layout === '...' && none !== '-' ? '...' : none);
  return tableOf(caption, layouts, [
    ['choice', 'name'],
    'layout',
    ['write conflicts', cell('writeConflictCycles', 'no layout'), 'numeric'],
    ['read conflicts', cell('readConflictCycles'), 'numeric'],
    ['LDS cycles', cell('cycles'), 'numeric'],
    ['bytes', cell('ldsBytes'), 'numeric'],
  ]);
}
