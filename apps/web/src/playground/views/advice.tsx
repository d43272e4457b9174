/** The rules of CK Tile's documents, checked on a specification: what is violated first, the rest on demand. */
import type { Statement, Verdict } from '@ldscope/core';
import type { JSX } from 'preact';
import { report } from '../state.ts';
import { Empty } from './empty.tsx';

/** By verdict: the colour of its tag, and what its statements are called. */
const groups: readonly (readonly [Verdict, string, string])[] = [
  ['violated', 'conflict', 'violated'],
  ['refuted', 'warn', 'claims that measurement refutes'],
  ['holds', 'good', 'hold'],
  ['does not apply', '', 'do not apply'],
];

export function AdviceView(): JSX.Element {
  const advice = report.value?.advice;
  if (advice === undefined) return <Empty>Advice is for specifications of CK Tile.</Empty>;
  const [violated, ...others] = groups.map(([verdict, tone, words]) => ({
    tone,
    words,
    statements: advice.filter((one) => one.verdict === verdict),
  }));
  return (
    <div class="view-body advice">
      <h2>
        {violated?.statements.length ?? 0}{' '}
        <span class="soft">of {advice.length} rules are violated</span>
      </h2>
      <Statements statements={violated?.statements ?? []} tone={violated?.tone ?? ''} />
      {others
        .filter(({ statements }) => statements.length > 0)
        .map(({ tone, words, statements }) => (
          <details key={words}>
            <summary>
              {statements.length} {words}
            </summary>
            <Statements statements={statements} tone={tone} />
          </details>
        ))}
    </div>
  );
}

interface StatementsProps {
  readonly statements: readonly Statement[];
  readonly tone: string;
}

function Statements({ statements, tone }: StatementsProps): JSX.Element {
  return (
    <ul>
      {statements.map(({ rule, says, verdict, finding }) => (
        <li key={rule}>
          <p>
            <span class={`tag ${tone}`}>{verdict}</span> <code>{rule}</code> {says}
          </p>
          <p class="soft">{finding}</p>
        </li>
      ))}
    </ul>
  );
}
