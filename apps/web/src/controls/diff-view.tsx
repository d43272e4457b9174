/** The difference of two texts, line by line: deleted and added lines with a sign, and a few unchanged lines around them. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { hunksOf, lineDiff } from './line-diff.ts';
import './diff-view.css';

interface DiffViewProps {
  readonly before: string;
  readonly after: string;
  /** The names of the two texts, for screen readers. */
  readonly label: string;
}

const signs = { kept: ' ', removed: '-', added: '+' } as const;
const words = { kept: '', removed: 'gone: ', added: 'new: ' } as const;

export function DiffView({ before, after, label }: DiffViewProps): JSX.Element {
  const hunks = useMemo(() => hunksOf(lineDiff(before, after)), [before, after]);
  if (hunks.length === 0) return <p class="soft">Nothing differs.</p>;
  const all = hunks.flat();
  const count = (kind: 'removed' | 'added'): number =>
    all.filter((line) => line.kind === kind).length;
  return (
    <figure class="diff">
      <figcaption class="soft">
        {count('removed')} lines gone, {count('added')} new
      </figcaption>
      <div class="view-scroll" tabIndex={0} role="region" aria-label={label}>
        <table>
          {hunks.map((hunk, index) => (
            <tbody key={index}>
              {hunk.map(({ kind, text, before: old, after: now }) => (
                <tr key={`${old ?? ''} ${now ?? ''}`} class={kind}>
                  <th scope="row">{now ?? old}</th>
                  <td class="sign">
                    <span aria-hidden="true">{signs[kind]}</span>
                    <span class="visually-hidden">{words[kind]}</span>
                  </td>
                  <td>
                    <code>{text}</code>
                  </td>
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </div>
    </figure>
  );
}
