/** Finds instructions of a timeline by their text, and goes from one execution to the next. */
import type { TimedProgram, Timeline } from '@ldscope/core';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { grouped } from '../../../controls/words.ts';
import { findExecutions } from './find.ts';

interface SearchProps {
  readonly program: TimedProgram;
  readonly timeline: Timeline;
  /** The execution that is picked. */
  readonly picked: number | undefined;
  readonly onFind: (row: number) => void;
}

export function Search({ program, timeline, picked, onFind }: SearchProps): JSX.Element {
  const [words, setWords] = useState('');
  const found = useMemo(() => findExecutions(program, timeline, words), [program, timeline, words]);
  const at = picked === undefined ? -1 : found.indexOf(picked);
  const go = (by: 1 | -1): void => {
    const next = found.at(at < 0 ? (by > 0 ? 0 : -1) : (at + by) % found.length);
    if (next !== undefined) onFind(next);
  };
  return (
    <div class="timeline-search" role="search" aria-label="Executions">
      <input
        class="field"
        type="search"
        aria-label="Find an instruction"
        placeholder="Find: ds_read, s_waitcnt"
        value={words}
        onInput={({ currentTarget }) => setWords(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          go(event.shiftKey ? -1 : 1);
          event.preventDefault();
        }}
      />
      <button type="button" class="button" disabled={found.length === 0} onClick={() => go(-1)}>
        Previous
      </button>
      <button type="button" class="button" disabled={found.length === 0} onClick={() => go(1)}>
        Next
      </button>
      <output>
        {words.trim() === ''
          ? ''
          : at < 0
            ? `${grouped(found.length)} executions`
            : `${grouped(at + 1)} of ${grouped(found.length)}`}
      </output>
    </div>
  );
}
