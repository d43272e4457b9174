/** The result of the last rewriting: the verdict, the proof, and every line that changed. */
import { useMemo } from 'preact/hooks';
import type { JSX } from 'preact';
import { type DiffLine, hunksOf, lineDiff } from '../../controls/line-diff.ts';
import { counted } from '../../controls/words.ts';
import { HintWords } from '../hint.tsx';
import { fixRun, text } from '../state.ts';

export function Rewriting(): JSX.Element | null {
  const { status, result } = fixRun.value;
  if (status === 'running' || result === undefined) return null;
  // Hidden once the text was changed or the rewriting undone.
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
  const shown = hunksOf(diff, CONTEXT).flatMap((hunk) =>
    hunk.map((line, index) => ({ ...line, gap: index === 0 && line !== diff[0] })),
  );
  return (
    <figure class="diff">
      <figcaption class="soft">
        {counted(changedLines(diff), 'line')} changed. Undo in the editor takes the rewriting back.
      </figcaption>
      <pre class="view-scroll" tabIndex={0} aria-label="Changed lines">
        {shown.map(({ kind, text: content, before: old, after: now, gap }, index) => (
          <div key={index} class={`${kind} ${gap ? 'gap' : ''}`}>
            <span class="soft">{String(old ?? now).padStart(4)}</span> {signs[kind]} {content}
          </div>
        ))}
      </pre>
    </figure>
  );
}

/** Changed lines of the new text, and of the old one where nothing takes their place. */
function changedLines(diff: readonly DiffLine[]): number {
  const [removed, added] = (['removed', 'added'] as const).map(
    (wanted) => diff.filter(({ kind }) => kind === wanted).length,
  );
  return Math.max(removed ?? 0, added ?? 0);
}
