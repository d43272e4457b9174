/** A row of radio buttons; arrow keys go through them. */
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly options: readonly (
    | T
    | { readonly value: T; readonly label: string; readonly disabled?: boolean }
  )[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}

export function Choice<T extends string>({
  label,
  options,
  value,
  onChange,
}: ChoiceProps<T>): JSX.Element {
  const name = useId();
  return (
    <fieldset class="choice">
      <legend>{label}</legend>
      {options.map((option) => {
        const one = typeof option === 'string' ? { value: option, label: option } : option;
        return (
          <label key={one.value}>
            <input
              type="radio"
              name={name}
              value={one.value}
              checked={one.value === value}
              disabled={one.disabled ?? false}
              onChange={() => onChange(one.value)}
            />
            {one.label}
          </label>
        );
      })}
    </fieldset>
  );
}
