/** The selection shared by all views, and a way to select without a pointer. */
import type { JSX } from 'preact';
import type { ViewName } from '../share/state.ts';
import { explanation, pinned, view } from './state.ts';

/** The views whose pictures show a selection, and which. */
const fieldsOf: Readonly<Partial<Record<ViewName, readonly ('lane' | 'bank')[]>>> = {
  banks: ['lane', 'bank'],
  tile: ['lane', 'bank'],
  global: ['lane'],
  machine: ['lane'],
};

export function Selected(): JSX.Element | null {
  const { lane, bank, element } = pinned.value;
  const shown = explanation.value;
  const lanes = shown?.addressBytes.length ?? 64;
  const banks = shown?.rule.banks ?? 64;
  const fields = fieldsOf[view.value];
  if (fields === undefined) return null;
  return (
    <div class="selected" role="group" aria-label="Selection">
      <Field
        label="lane"
        value={lane}
        count={lanes}
        onChange={(next) => {
          pinned.value = next === undefined ? {} : { lane: next };
        }}
      />
      {fields.includes('bank') ? (
        <Field
          label="bank"
          value={bank}
          count={banks}
          onChange={(next) => {
            pinned.value = next === undefined ? {} : { bank: next };
          }}
        />
      ) : undefined}
      {element === undefined ? undefined : <span>element {element}</span>}
    </div>
  );
}

interface FieldProps {
  readonly label: string;
  readonly value: number | undefined;
  readonly count: number;
  readonly onChange: (value: number | undefined) => void;
}

function Field({ label, value, count, onChange }: FieldProps): JSX.Element {
  return (
    <label>
      {label}
      <input
        class="field"
        type="number"
        min={0}
        max={count - 1}
        value={value ?? ''}
        placeholder="any"
        onInput={({ currentTarget: { value: text, valueAsNumber: next } }) => {
          if (text === '') onChange(undefined);
          else if (Number.isInteger(next) && next >= 0 && next < count) onChange(next);
        }}
      />
    </label>
  );
}
