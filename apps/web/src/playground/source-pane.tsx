/** The source beside the assembly: a line leads to its instructions, and an instruction to its line. */
import { authoredLine } from '@ldscope/core';
import { computed, effect } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { pickSite } from './actions.ts';
import { reveal } from './editor-pane.tsx';
import { type ShownSource, shownSource, type SourceNote } from './source-rows.ts';
import { site } from './state.ts';

/** The line of the instruction that is looked at. */
const chosenLine = computed(() => {
  const place = authoredLine(site.value?.location.source ?? []);
  return place?.file === shownSource.value?.file ? place?.line : undefined;
});

export function SourcePane(): JSX.Element | null {
  const shown = shownSource.value;
  return shown === undefined ? null : <Source shown={shown} />;
}

function Source({ shown }: { readonly shown: ShownSource }): JSX.Element {
  const { file, hasText, rows } = shown;
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(
    () =>
      effect(() => {
        const line = chosenLine.value ?? 0;
        const { current: box } = scroller;
        const row = box?.querySelector<HTMLElement>(`[data-line="${line}"]`);
        if (box === null || !row) return;
        // Up and down alone: `scrollIntoView` would move the page and long lines too.
        const below = row.offsetTop + row.offsetHeight - box.clientHeight;
        if (row.offsetTop < box.scrollTop) box.scrollTop = row.offsetTop;
        else if (below > box.scrollTop) box.scrollTop = below;
      }),
    [shown],
  );
  const name = /[^/\\]*$/.exec(file)?.[0] ?? file;
  return (
    <section class="source-pane" aria-label="Source">
      <p class="source-head" title={file}>
        <b>{name}</b>
        {hasText ? undefined : ': drop this file with the kernel to see its lines here'}
      </p>
      <div class="view-scroll" ref={scroller} role="region" aria-label="Lines" tabIndex={0}>
        <table class="source-lines">
          <tbody>
            {rows.map(({ line, text, notes }, index) => {
              const isNext = index === 0 || rows[index - 1]?.line === line - 1;
              return (
                <tr
                  key={line}
                  data-line={line}
                  class={`${isNext || !hasText ? '' : 'gap'} ${chosenLine.value === line ? 'chosen' : ''}`}
                  aria-current={chosenLine.value === line ? 'true' : undefined}
                >
                  <th scope="row">{line}</th>
                  {text === undefined ? undefined : (
                    <td>
                      <code>{text}</code>
                    </td>
                  )}
                  <td class="notes">
                    {notes.map((note) => (
                      <Note key={note.text} note={note} line={line} />
                    ))}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Note({ note, line }: { readonly note: SourceNote; readonly line: number }): JSX.Element {
  const { text, isConflict, sites } = note;
  return (
    <button
      type="button"
      class={`tag ${isConflict ? 'conflict' : 'good'}`}
      aria-label={`line ${line}, ${text}: show its instruction`}
      onClick={() => {
        // Again and again: each of its instructions in turn.
        const at = sites.findIndex(({ id }) => id === site.value?.id);
        const next = sites[(at + 1) % sites.length];
        if (next === undefined) return;
        pickSite(next.id);
        if (next.location.line !== undefined) reveal(next.location.line);
      }}
    >
      {text}
    </button>
  );
}
