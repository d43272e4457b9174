/** Form fields: whole numbers, and a choice from a list. */
import type { JSX } from 'preact';

interface NumberFieldProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  readonly onChange: (value: number) => void;
}

/** A whole number; values outside its bounds are ignored. */
export function NumberField({
  label,
  value,
  min,
  max,
  step = 1,
  onChange,
}: NumberFieldProps): JSX.Element {
  return (
    <label class="labelled">
      {label}
      <input
        class="field"
        type="number"
        value={value}
        min={min}
        max={max}
        step={step}
        onInput={({ currentTarget }) => {
          const next = currentTarget.valueAsNumber;
          if (Number.isInteger(next) && next >= min && next <= max) onChange(next);
        }}
      />
    </label>
  );
}

type SelectOption<T extends string> =
  | T
  | { readonly value: T; readonly label: string; readonly group?: string };

interface SelectProps<T extends string> {
  readonly label: string;
  /** Options of a group follow each other. */
  readonly options: readonly SelectOption<T>[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}

export function Select<T extends string>({
  label,
  options,
  value,
  onChange,
}: SelectProps<T>): JSX.Element {
  const all = options.map((option) =>
    typeof option === 'string' ? { value: option, label: option } : option,
  );
  const groups = [...new Set(all.map(({ group }) => group))];
  const elementsOf = (wanted: string | undefined): JSX.Element[] =>
    all
      .filter(({ group }) => group === wanted)
      .map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ));
  return (
    <label class="labelled">
      {label}
      <select
        class="field"
        value={value}
        onChange={({ currentTarget }) => {
          const found = all.find((option) => option.value === currentTarget.value);
          if (found !== undefined) onChange(found.value);
        }}
      >
        {groups.map((group) =>
          group === undefined ? (
            elementsOf(group)
          ) : (
            <optgroup key={group} label={group}>
              {elementsOf(group)}
            </optgroup>
          ),
        )}
      </select>
    </label>
  );
}
