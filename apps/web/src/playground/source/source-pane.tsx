/**
 * The source and the assembly: a line leads to its instructions, and an instruction to its line. The source is one stop of the Tab key;
 * up and down go from one compiled line to the next, Enter goes through the instructions of a line.
 */
import { signal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Select } from '../../controls/fields.tsx';
import { pickSite } from '../actions.ts';
import { reveal } from '../editor-pane.tsx';
import { site } from '../state.ts';
import { percent } from '../words.ts';
import { followOutline } from '../outline.ts';
import { grouping } from '../sites/look.ts';
import { followPickedSite, linesOf, linkedSource } from './linked.ts';
import {
  chosenFile,
  hasSourceText,
  type Heat,
  type ShownSource,
  shownSource,
  type SourceNote,
  type SourceRow,
} from './source-rows.ts';
import './source.css';

type Place = 'below' | 'beside' | 'hidden';

const place = signal<Place>('below');

const nameOf = (file: string): string => /[^/\\]*$/.exec(file)?.[0] ?? file;

/** The assembly, with its source below it or at its side. */
export function WithSource({ children }: { readonly children: ComponentChildren }): JSX.Element {
  const shown = shownSource.value;
  useEffect(() => {
    const isWanted = (): boolean => hasSourceText.value || grouping.value === 'loop';
    const ends = [followPickedSite(), followOutline(isWanted)];
    return () => {
      for (const end of ends) end();
    };
  }, []);
  return (
    <div class={`texts ${shown === undefined ? '' : place.value}`}>
      {children}
      {shown === undefined ? undefined : <Source shown={shown} />}
    </div>
  );
}

function Source({ shown }: { readonly shown: ShownSource }): JSX.Element {
  const { file, files, hasText } = shown;
  const isHidden = place.value === 'hidden';
  const put = (next: Place, title: string): JSX.Element => (
    <button
      type="button"
      class="button small"
      onClick={() => {
        place.value = next;
      }}
    >
      {title}
    </button>
  );
  return (
    <section class="source-pane" aria-label="Source">
      <div class="source-head" title={file}>
        {files.length < 2 ? (
          <b>{nameOf(file)}</b>
        ) : (
          <Select
            label="Source"
            value={file}
            options={files.map((value) => ({ value, label: nameOf(value) }))}
            onChange={(next) => {
              chosenFile.value = next;
            }}
          />
        )}
        {hasText ? undefined : (
          <span class="soft">drop this file with the kernel to see its lines here</span>
        )}
        <span class="places">
          {place.value === 'beside' || !hasText ? undefined : put('beside', 'Beside the kernel')}
          {place.value === 'below' ? undefined : put('below', 'Below the kernel')}
          {isHidden ? undefined : put('hidden', 'Hide')}
        </span>
      </div>
      {isHidden ? undefined : <Lines shown={shown} />}
    </section>
  );
}

function Lines({ shown: { file, hasText, rows } }: { readonly shown: ShownSource }): JSX.Element {
  const scroller = useRef<HTMLDivElement>(null);
  const linked = linkedSource.value?.file === file ? linkedSource.value.line : undefined;
  useEffect(() => {
    const { current: box } = scroller;
    const row = box?.querySelector<HTMLElement>(`[data-line="${linked ?? 0}"]`);
    if (box === null || !row) return;
    // Up and down alone: `scrollIntoView` would move the page and long lines too.
    const below = row.offsetTop + row.offsetHeight - box.clientHeight;
    if (row.offsetTop < box.scrollTop) box.scrollTop = row.offsetTop;
    else if (below > box.scrollTop) box.scrollTop = below;
  }, [file, linked]);
  const step = (by: 1 | -1): void => {
    const compiled = rows.filter(({ isCompiled }) => isCompiled).map(({ line }) => line);
    const next =
      by > 0
        ? compiled.find((line) => line > (linked ?? 0))
        : compiled.findLast((line) => line < (linked ?? Infinity));
    if (next !== undefined) look(file, next);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'ArrowDown') step(1);
    else if (event.key === 'ArrowUp') step(-1);
    else if (event.key === 'Enter' && event.target === scroller.current) {
      const notes = rows.find(({ line }) => line === linked)?.notes ?? [];
      pickNext(notes.flatMap(({ sites }) => sites));
    } else return;
    event.preventDefault();
  };
  return (
    <div
      class="view-scroll"
      ref={scroller}
      role="region"
      aria-label="Lines: up and down move between compiled lines, Enter shows their instructions"
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <table class="source-lines">
        <tbody>
          {rows.map((row, index) => {
            const isNext = index === 0 || rows[index - 1]?.line === row.line - 1;
            return (
              <Line
                key={row.line}
                row={row}
                file={file}
                isLinked={row.line === linked}
                isGap={!isNext && hasText}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

interface LineProps {
  readonly row: SourceRow;
  readonly file: string;
  readonly isLinked: boolean;
  readonly isGap: boolean;
}

function Line({ row, file, isLinked, isGap }: LineProps): JSX.Element {
  const { line, text, notes, heat, isCompiled } = row;
  return (
    <tr
      data-line={line}
      class={`${isGap ? 'gap' : ''} ${isLinked ? 'chosen' : ''} ${isCompiled ? 'compiled' : ''}`}
      aria-current={isLinked ? 'true' : undefined}
      onClick={isCompiled ? () => look(file, line) : undefined}
    >
      <th scope="row">{line}</th>
      <HeatCell heat={heat} />
      {text === undefined ? undefined : (
        <td>
          <code>{text}</code>
        </td>
      )}
      <td class="notes">
        {notes.map((note) => (
          <Note
            key={note.text}
            note={note}
            line={line}
            onPick={() => {
              linkedSource.value = { file, line };
              pickNext(note.sites);
            }}
          />
        ))}
      </td>
    </tr>
  );
}

/** The cost of a line: a bar for its share of all cycles, filled for the part that is conflicts. */
function HeatCell({ heat }: { readonly heat: Heat | undefined }): JSX.Element {
  if (heat === undefined) return <td class="heat" />;
  const { share, conflict } = heat;
  return (
    <td
      class="heat"
      title={`${percent(share, 1)} of all cycles, ${percent(conflict, 1)} are conflicts`}
      style={{
        '--heat': `${Math.round(100 * share)}%`,
        '--conflicts': `${Math.round(100 * conflict)}%`,
      }}
    >
      {Math.round(100 * share)} %
    </td>
  );
}

interface NoteProps {
  readonly note: SourceNote;
  readonly line: number;
  readonly onPick: () => void;
}

function Note({ note: { text, isConflict, isKnown }, line, onPick }: NoteProps): JSX.Element {
  return (
    <button
      type="button"
      class={`tag ${isConflict ? 'conflict' : isKnown ? 'good' : ''}`}
      tabIndex={-1}
      aria-label={`line ${line}, ${text}: show its instruction`}
      onClick={(event) => {
        event.stopPropagation();
        onPick();
      }}
    >
      {text}
    </button>
  );
}

/** Repeated presses go through the instructions. */
function pickNext(sites: SourceNote['sites']): void {
  const at = sites.findIndex(({ id }) => id === site.value?.id);
  const next = sites[(at + 1) % sites.length];
  if (next === undefined) return;
  pickSite(next.id);
  if (next.location.line !== undefined) reveal(next.location.line);
}

/** A line of the source is selected: shows its instructions. */
function look(file: string, line: number): void {
  linkedSource.value = { file, line };
  const [first] = linesOf({ file, line });
  if (first !== undefined) reveal(first);
}
