/** Machine code does not say what tile its buffer is: a reader can. */
import type { JSX } from 'preact';
import { namesOption } from '../hint.tsx';
import { analyzed, suggestRun, tileAt, tileText } from '../state.ts';

export function needsTile(): boolean {
  const { analysis, abilities } = analyzed.value ?? {};
  return analysis !== undefined && abilities?.needsTile === true;
}

export function TileQuestion(): JSX.Element | null {
  if (!needsTile()) return null;
  const isAsked = suggestRun.value.result?.diagnostics.some(({ hint }) =>
    namesOption(hint, 'tile'),
  );
  return (
    <>
      {isAsked === true ? (
        <p class="verdict">
          The text does not say which tile its buffer in shared memory is. Say it, and layouts of it
          are searched: rows, columns and the type of an element.
        </p>
      ) : undefined}
      <div class="figure-controls">
        <label class="labelled">
          The buffer is a tile of
          <input
            class="field"
            placeholder="64x64xf16"
            value={tileText.value}
            onChange={({ currentTarget }) => {
              tileText.value = currentTarget.value.trim();
            }}
          />
        </label>
        <label class="labelled">
          from byte
          <input
            class="field"
            type="number"
            min={0}
            value={tileAt.value}
            onChange={({ currentTarget }) => {
              const next = currentTarget.valueAsNumber;
              if (Number.isInteger(next) && next >= 0) tileAt.value = next;
            }}
          />
        </label>
      </div>
    </>
  );
}
