/** What became of the last rewriting: the verdict, the proof, and every line that changed. */
import { changedLines, type DiffLine, lineDiff } from '@ldscope/core';
import { useMemo } from 'preact/hooks';
import type { JSX } from 'preact';
import { HintWords } from '../hint.tsx';
import { fixRun, text } from '../state.ts';
import { plural } from '../words.ts';

export function Rewriting(): JSX.Element | null {
  const { status, result } = fixRun.value;
  if (status === 'running' || result === undefined) return null;
  // Of a text that has been changed or taken back since it says nothing.
  if (text.value !== (result.text ?? result.source)) return null;
  const { report: fixed, diagnostics } = result;
  const wrong = diagnostics.filter(({ severity }) => severity !== 'note');
  return (
    <section class="fix" aria-label="The last rewriting">
      <p>
        <span class={`tag ${fixed?.verdict === 'fixed' ? 'good' : 'warn'}`}>
          {fixed === undefined
            ? 'refused'
            : fixed.verdict === 'fixed'
              ? 'rewritten and proven'
              : fixed.verdict}
        </span>{' '}
        {fixed?.buffers
          .map(({ names, before, after }) => `${names.join(', ')}: ${before} → ${after}`)
          .join('; ')}
      </p>
      {result.text === undefined ? undefined : <Diff before={result.source} after={result.text} />}
      <ul class="reasons">
        {fixed?.proof.map(({ name, outcome, detail }) => (
          <li key={name}>
            {name}: {outcome}. <span class="soft">{detail}</span>
          </li>
        ))}
        {wrong.map(({ message, hint }, index) => (
          <li key={`d${index}`}>
            {message}{' '}
            <span class="soft">
              <HintWords hint={hint} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Lines around a change that are shown with it. */
const CONTEXT = 1;

const signs = { kept: ' ', removed: '-', added: '+' } as const;

function Diff({ before, after }: { readonly before: string; readonly after: string }): JSX.Element {
  const diff = useMemo(() => lineDiff(before, after), [before, after]);
  const isNear = (at: number): boolean =>
    diff.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ kind }) => kind !== 'kept');
  const shown = diff.flatMap((line, at): (DiffLine & { readonly gap: boolean })[] =>
    isNear(at) ? [{ ...line, gap: at > 0 && !isNear(at - 1) }] : [],
  );
  return (
    <figure class="diff">
      <figcaption class="soft">
        {plural(changedLines(diff), 'line')} changed. Undo in the editor takes the rewriting back.
      </figcaption>
      <pre class="view-scroll" tabIndex={0} aria-label="Changed lines">
        {shown.map(({ kind, text: content, line, gap }, index) => (
          <div key={index} class={`${kind} ${gap ? 'gap' : ''}`}>
            <span class="soft">{String(line).padStart(4)}</span> {signs[kind]} {content}
          </div>
        ))}
      </pre>
    </figure>
  );
}
