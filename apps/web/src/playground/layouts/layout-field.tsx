/**
 * The field for the tried layout: the buffer as it is, a suggested layout, or a typed one, with its errors at their places
 * and its cost compared with the present one.
 */
import './layouts.css';
import type { Diagnostic } from '@ldscope/core';
import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Select } from '../../controls/fields.tsx';
import { buffer, layoutIndex } from '../focus.ts';
import { HintWords } from '../hint.tsx';
import { triedWords } from '../state.ts';
import { size } from '../words.ts';
import { loadReader, reader, readerFailed, typed, typedText } from './tried.ts';

const FIELD = 'layout-text';
const SAID = 'layout-said';

/** A suggested layout by its number, `as it is`, or the typed one. */
const AS_IS = '-1';
const TYPED = 'typed';

export function LayoutField(): JSX.Element | null {
  const found = buffer.value;
  const words = triedWords.value;
  useLayoutEffect(() => {
    if (words !== undefined) loadReader();
  }, [words]);
  if (found === undefined) return null;
  const { suggested } = found;
  const written = typedText.value;
  return (
    <section class="layout-field" aria-label="Another layout">
      <div class="layout-inputs">
        <Select
          label={`Try a layout on ${suggested.names.join(', ')}`}
          value={written === undefined ? String(layoutIndex.value) : TYPED}
          options={[
            { value: AS_IS, label: `as it is: ${suggested.now.layout}` },
            ...suggested.front.map(({ layout }, index) => ({
              value: String(index),
              label: layout,
            })),
            ...(written === undefined ? [] : [{ value: TYPED, label: 'the one typed here' }]),
          ]}
          onChange={(value) => {
            if (value !== TYPED) triedWords.value = suggested.front[Number(value)]?.layout;
          }}
        />
        <TextField value={written ?? ''} />
      </div>
      <div id={SAID} class="layout-said" aria-live="polite">
        <Said />
      </div>
    </section>
  );
}

/** Visible lines of a descriptor. */
const MOST_ROWS = 8;
/** The notations of which the page has an example. */
const EXAMPLES: ReadonlySet<string> = new Set(['padding', 'cute', 'wave', 'triton', 'ck-tile']);

function TextField({ value }: { readonly value: string }): JSX.Element {
  const read = typed.value;
  const isWrong = read !== undefined && (!read.ok || read.value.cost === undefined);
  return (
    <div class="labelled layout-text">
      <label for={FIELD}>or type one, in any notation</label>
      <textarea
        id={FIELD}
        class="field"
        rows={Math.min(MOST_ROWS, value.split('\n').length)}
        spellcheck={false}
        placeholder="pitch = 33   or   Sw<3,3,3> o 0 o (64,64):(64,1)"
        aria-invalid={isWrong}
        aria-describedby={SAID}
        value={value}
        onInput={({ currentTarget }) => {
          triedWords.value = currentTarget.value === '' ? undefined : currentTarget.value;
        }}
      />
      <details class="layout-examples" onToggle={loadReader}>
        <summary>Examples</summary>
        <ul>
          {reader.value?.notations
            .filter(({ name }) => EXAMPLES.has(name))
            .map(({ name, title, example }) => (
              <li key={name}>
                <button
                  type="button"
                  class="place"
                  onClick={() => {
                    triedWords.value = example;
                  }}
                >
                  {example}
                </button>{' '}
                <span class="soft">{title}</span>
              </li>
            ))}
        </ul>
      </details>
    </div>
  );
}

/** The typed layout, or the error in it. */
function Said(): JSX.Element | null {
  const read = typed.value;
  const text = typedText.value;
  if (readerFailed.value) {
    return (
      <p>
        The layout parser could not be loaded.{' '}
        <button type="button" class="button small" onClick={loadReader}>
          Try again
        </button>
      </p>
    );
  }
  if (read === undefined || text === undefined) return null;
  if (!read.ok) return <Faults text={text} faults={read.diagnostics} />;
  const { words, cost, faults } = read.value;
  if (cost === undefined) {
    return (
      <>
        <p>
          <span class="tag conflict">not legal here</span> {words}
        </p>
        <Faults text={text} faults={faults} />
      </>
    );
  }
  return (
    <p>
      <span class="tag good">legal</span> {words}; {size(cost.ldsBytes)} of shared memory per
      workgroup
      {cost.isCut ? `; it splits some vectors: accesses are ${cost.widthBytes} B at most` : ''}
      {buffer.value?.isNowKnown === false ? (
        <>
          {' '}
          <span class="tag warn">
            the present layout is not understood; this one is applied on top of it
          </span>
        </>
      ) : undefined}
      {buffer.value?.hasOtherInstructions === true ? (
        <>
          {' '}
          <span class="tag warn">
            counted with the present instructions; CK Tile may emit different ones for it
          </span>
        </>
      ) : undefined}
    </p>
  );
}

function Faults({
  text,
  faults,
}: {
  readonly text: string;
  readonly faults: readonly Diagnostic[];
}): JSX.Element {
  return (
    <ul class="layout-faults">
      {faults.map((fault, index) => (
        <li key={index}>
          <span class="tag conflict">error</span> {fault.message}.{' '}
          <span class="soft">
            <HintWords hint={fault.hint} />
          </span>
          <Place text={text} span={fault.span} />
        </li>
      ))}
    </ul>
  );
}

/** Characters that are shown on each side of a fault. */
const AROUND = 32;

/** The place of a fault in the text; it selects it in the field. */
function Place({
  text,
  span,
}: {
  readonly text: string;
  readonly span: Diagnostic['span'];
}): JSX.Element | null {
  const button = useRef<HTMLButtonElement>(null);
  if (span === undefined) return null;
  const start = Math.min(span.start, text.length);
  const end = Math.min(Math.max(span.end, start + 1), text.length);
  const select = (): void => {
    const field = document.getElementById(FIELD);
    if (!(field instanceof HTMLTextAreaElement)) return;
    field.focus();
    field.setSelectionRange(start, end);
  };
  return (
    <button
      ref={button}
      type="button"
      class="layout-place"
      aria-label={`Show the error at character ${start + 1}`}
      onClick={select}
    >
      {start > AROUND ? '...' : ''}
      {text.slice(Math.max(0, start - AROUND), start)}
      <mark>{start === end ? ' ' : text.slice(start, end)}</mark>
      {text.slice(end, end + AROUND)}
      {end + AROUND < text.length ? '...' : ''}
    </button>
  );
}
