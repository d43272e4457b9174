/** Whether a tile gets a hint, rule by rule, and what the answer costs. */
import { findIreeTarget, printIreeSwizzle } from '@ldscope/core';
import type { DataTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Choice } from '../../controls/choice.tsx';
import { NumberField } from '../../controls/fields.tsx';
import { TableOf } from '../../picture/data-table.tsx';
import { Figure } from '../explorer-page.tsx';
import { useGradually } from '../parts/use-gradually.ts';
import {
  bestLayout,
  bestOfFamily,
  countLayouts,
  decide,
  families,
  type Question,
  rules,
  type RuleState,
} from './decision.ts';
import { chips, elements } from './tile.ts';

const questions: readonly { readonly name: string; readonly question: Omit<Question, 'chip'> }[] = [
  { name: 'the talk', question: { element: 'f16', columns: 128, writer: 4, reader: 4 } },
  { name: 'f16 falls back', question: { element: 'f16', columns: 128, writer: 8, reader: 4 } },
  { name: 'f32, capped', question: { element: 'f32', columns: 64, writer: 4, reader: 1 } },
  { name: 'spread already', question: { element: 'f32', columns: 33, writer: 1, reader: 1 } },
  { name: 'no permutation', question: { element: 'f32', columns: 80, writer: 4, reader: 1 } },
];

const OWN = 'your own';
const widths = ['1', '2', '4', '8'] as const;

const tones: Readonly<Record<RuleState, string>> = {
  'holds': 'good',
  'caps': 'accent',
  'refuses': 'conflict',
  'not asked': '',
};

export function RulesFigure(): JSX.Element {
  const [question, setQuestion] = useState<Question>({
    chip: 'gfx942',
    element: 'f16',
    columns: 128,
    writer: 8,
    reader: 4,
  });
  const change = (some: Partial<Question>): void => setQuestion({ ...question, ...some });
  const { decision, states, fault } = decide(question);
  const key = JSON.stringify(question);
  const counted = useMemo(() => countLayouts(question), [key]);
  const searched = useGradually(
    families.length,
    (index) => bestOfFamily(question, families[index] ?? 'padding') ?? 'none',
    key,
  );
  const found = searched.flatMap((one) => (one === undefined || one === 'none' ? [] : [one]));
  const isSearched = searched.every((one) => one !== undefined);
  const best = isSearched ? bestLayout(found, question.columns) : undefined;
  const named = questions.find(
    ({ question: one }) =>
      one.element === question.element &&
      one.columns === question.columns &&
      one.writer === question.writer &&
      one.reader === question.reader,
  );
  const banks = findIreeTarget(question.chip)?.banks;
  const table: DataTable = {
    caption: '16 rows, once written and once read by a wave',
    columns: [
      { title: 'what' },
      { title: 'layout' },
      { title: 'write conflicts', numeric: true },
      { title: 'read conflicts', numeric: true },
      { title: 'LDS cycles', numeric: true },
      { title: 'bytes', numeric: true },
    ],
    rows: (counted === 'no layout'
      ? []
      : [...counted, best ?? { name: 'the best of IREE', layout: '...', cost: undefined }]
    ).map(({ name, layout, cost }) => [
      name,
      layout,
      ...(cost === undefined
        ? [layout === '...' ? '...' : 'no layout', '-', '-', '-']
        : [cost.writeConflictCycles, cost.readConflictCycles, cost.cycles, cost.ldsBytes].map(
            String,
          )),
    ]),
  };
  return (
    <Figure title="Is there a hint at all?">
      <p class="prose">
        The pull request decides at vector allocation, where the logical tensor is still there. The
        first rule that does not hold ends it: no hint, and padding may apply. The rules look at
        where rows begin and at widths, not at what an instruction does in its phases.
      </p>
      <div class="figure-controls">
        <Choice
          label="Worked"
          options={[...questions.map(({ name }) => name), OWN]}
          value={named?.name ?? OWN}
          onChange={(name) => {
            const found = questions.find((one) => one.name === name);
            if (found !== undefined) change(found.question);
          }}
        />
      </div>
      <div class="figure-controls">
        <Choice
          label="Element"
          options={elements}
          value={question.element}
          onChange={(element) => change({ element })}
        />
        <NumberField
          label="Elements of a row"
          value={question.columns}
          min={4}
          max={512}
          onChange={(columns) => change({ columns })}
        />
        <Choice
          label="A lane writes"
          options={widths}
          value={widths.find((one) => Number(one) === question.writer) ?? '4'}
          onChange={(writer) => change({ writer: Number(writer) })}
        />
        <Choice
          label="A lane reads"
          options={widths}
          value={widths.find((one) => Number(one) === question.reader) ?? '4'}
          onChange={(reader) => change({ reader: Number(reader) })}
        />
        <Choice
          label="Chip"
          options={chips}
          value={question.chip}
          onChange={(chip) => change({ chip })}
        />
      </div>
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
      <div class="view-scroll iree-counted" tabIndex={0} role="region" aria-label={table.caption}>
        {counted === 'no layout' ? (
          <p class="iree-facts">
            64 lanes cannot share 16 such rows evenly, so nothing is counted.
          </p>
        ) : (
          <TableOf table={table} />
        )}
      </div>
    </Figure>
  );
}
