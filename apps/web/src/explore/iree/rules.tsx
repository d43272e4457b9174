/** Whether a tile gets a hint, rule by rule, and what the answer costs. */
import { findIreeTarget, printIreeSwizzle } from '@ldscope/core';
import type { DataTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Fields, Presets } from '../../controls/form.tsx';
import { useControls } from '../../controls/use-controls.ts';
import { Scrolled, TableOf } from '../../picture/data-table.tsx';
import { tableOf } from '../../picture/table-of.ts';
import { Figure } from '../explorer-page.tsx';
import { useGradually } from '../parts/use-gradually.ts';
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
    name: 'the best of IREE',
    layout: '...',
    cost: undefined,
  };
  const banks = findIreeTarget(question.chip)?.banks;
  const table = layoutTable(counted === 'no layout' ? [] : [...counted, best]);
  return (
    <Figure title="Is there a hint at all?">
      <p class="prose">
        The pull request decides at vector allocation, where the logical tensor is still there. The
        first rule that does not hold ends it: no hint, and padding may apply. The rules look at
        where rows begin and at widths, not at what an instruction does in its phases.
      </p>
      <Presets of={form} label="Worked" presets={questions} />
      <Fields of={form} />
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
      </ol>
      <p class="verdict iree-verdict">
        {decision.kind === 'hint' ? (
          <>
            A hint: <code>{printIreeSwizzle(decision.swizzle)}</code>.{' '}
            {fault === undefined
              ? ''
              : `But ${fault}: the rules ask for whole groups, not for a power of two of them.`}
          </>
        ) : (
          <>
            No hint, by rule {decision.rule}: {decision.reason}.
          </>
        )}
      </p>
      <Scrolled label={table.caption} class="iree-counted">
        {counted === 'no layout' ? (
          <p class="iree-facts">
            64 lanes cannot share 16 such rows evenly, so nothing is counted.
          </p>
        ) : (
          <TableOf table={table} />
        )}
      </Scrolled>
    </Figure>
  );
}

function layoutTable(layouts: readonly CountedLayout[]): DataTable {
  const cell =
    (name: 'writeConflictCycles' | 'readConflictCycles' | 'cycles' | 'ldsBytes', none = '-') =>
    ({ layout, cost }: CountedLayout) =>
      cost?.[name] ?? (layout === '...' && none !== '-' ? '...' : none);
  return tableOf('16 rows, once written and once read by a wave', layouts, [
    ['what', ({ name }) => name],
    ['layout', ({ layout }) => layout],
    ['write conflicts', cell('writeConflictCycles', 'no layout'), 'numeric'],
    ['read conflicts', cell('readConflictCycles'), 'numeric'],
    ['LDS cycles', cell('cycles'), 'numeric'],
    ['bytes', cell('ldsBytes'), 'numeric'],
  ]);
}
