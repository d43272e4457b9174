/** Asks the reader for the tile of a buffer, which machine code does not state. */
import { explainAccess, opcodeAt, opcodeNumber } from '@ldscope/core';
import { computed } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { namesOption } from '../hint.tsx';
import { likelyTile } from '../likely-tile.ts';
import {
  analyzed,
  explanation,
  site,
  suggestRun,
  terms,
  tileAt,
  tileText,
  toAskTile,
} from '../state.ts';

export function needsTile(): boolean {
  const { analysis, abilities } = analyzed.value ?? {};
  return analysis !== undefined && abilities?.needsTile === true;
}

/** The tile suggested by the addresses of the selected instruction and of those like it. */
const guess = computed(() => {
  const { analysis, machine, model } = analyzed.value ?? {};
  const worst = site.value;
  const number = opcodeNumber(explanation.value?.opcode ?? '');
  if (analysis === undefined || worst === undefined || number === undefined) return undefined;
  if (machine === undefined || model === undefined) return undefined;
  const alike = analysis.sites.filter(({ op, id }) => op === worst.op && id !== worst.id);
  const accesses = [worst, ...alike].flatMap(
    (one) => explainAccess(one.worst, 0, machine, model) ?? [],
  );
  return likelyTile(accesses, opcodeAt(number).widthBytes, analysis.report.kernel.ldsBytes);
});

export function TileQuestion(): JSX.Element | null {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!toAskTile.value || field.current === null) return;
    toAskTile.value = false;
    field.current.focus();
  }, [toAskTile.value]);
  if (!needsTile()) return null;
  const isAsked = suggestRun.value.result?.diagnostics.some(({ hint }) =>
    namesOption(hint, 'tile'),
  );
  const { sharedMemory } = terms.value;
  return (
    <form
      class="tile-question"
      onSubmit={(event) => {
        event.preventDefault();
        tileText.value = field.current?.value.trim() ?? '';
      }}
    >
      {isAsked === true ? (
        <p class="verdict">
          The text does not state the shape of the tile in {sharedMemory}. Enter rows x columns x
          element type to search for layouts.
        </p>
      ) : undefined}
      <div class="figure-controls">
        <label class="labelled">
          Tile of the buffer
          <input
            ref={field}
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
        <button type="submit" class="button">
          Search layouts
        </button>
        {guess.value === undefined || guess.value === tileText.value ? undefined : (
          <span class="soft">
            Its addresses suggest{' '}
            <button
              type="button"
              class="button small"
              onClick={() => {
                tileText.value = guess.value ?? '';
              }}
            >
              {guess.value}
            </button>
          </span>
        )}
      </div>
    </form>
  );
}
