/** The form of a figure's controls, and the cases that set several of them at once. */
import type { ComponentChildren, JSX } from 'preact';
import { Choice } from './choice.tsx';
import { NumberField, Select } from './fields.tsx';
import { allowed, type Control, type Value } from './schema.ts';
import type { Form } from './use-controls.ts';

export interface FieldsProps<S> {
  readonly of: Form<S>;
  /** The controls to show, in one row; all by default. */
  readonly names?: readonly (keyof S & string)[];
  /** Properties of a control that depend on more than the state of its figure. */
  readonly limits?: { readonly [K in keyof S]?: Partial<Control> };
  /** Other elements of the row. */
  readonly children?: ComponentChildren;
}

export function Fields<S>({ of, names, limits = {}, children }: FieldsProps<S>): JSX.Element {
  const { controls, state, put } = of;
  return (
    <div class="figure-controls">
      {(names ?? controls.names).map((name) => {
        const control = { ...controls.control(name, state), ...limits[name] };
        const value = allowed(control, controls.value(state, name));
        return <Field key={name} {...{ control, value }} onChange={(next) => put(name, next)} />;
      })}
      {children}
    </div>
  );
}

interface FieldProps {
  readonly control: Control;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** One control. */
function Field({ control, value, onChange }: FieldProps): JSX.Element | undefined {
  const { kind, label, values, min, max, step, hidden } = control;
  if (hidden) return undefined;
  if (kind === 'number') {
    const take = (next: number): void => {
      if (values.length === 0 || values.includes(next)) onChange(next);
    };
    return <NumberField {...{ label, min, max, step }} value={Number(value)} onChange={take} />;
  }
  const OneOf = kind === 'choice' ? Choice : Select;
  return (
    <OneOf
      label={label}
      options={values.map((one) => ({ value: String(one), label: control.text(one) }))}
      value={String(value)}
      onChange={(text) => onChange(values.find((one) => String(one) === text) ?? value)}
    />
  );
}

/** A well-known case, and the values that it sets. */
export interface Preset<S> {
  readonly name: string;
  readonly state: Partial<S>;
}

/** The case whose values a state already has; `undefined` for a state of the reader's own. */
export function presetOf<S, P extends Preset<S>>(
  { controls, state }: Pick<Form<S>, 'controls' | 'state'>,
  presets: readonly P[],
): P | undefined {
  const text = controls.write(state, '');
  return presets.find(
    (one) => controls.write(controls.settled(controls.change(state, one.state)), '') === text,
  );
}

interface CasesProps<P> {
  readonly label: string;
  readonly cases: readonly P[];
  /** The case of the present state; `undefined` for a state of the reader's own. */
  readonly present: P | undefined;
  readonly onChoose: (found: P) => void;
}

const OWN = 'your own';

/** Well-known cases, and "your own" for any other state. */
export function Cases<P extends { readonly name: string }>({
  label,
  cases,
  present,
  onChoose,
}: CasesProps<P>): JSX.Element {
  const own = { value: OWN, label: OWN, disabled: present !== undefined };
  return (
    <Choice
      label={label}
      options={[...cases.map(({ name }) => name), own]}
      value={present?.name ?? OWN}
      onChange={(name) => {
        const found = cases.find((one) => one.name === name);
        if (found !== undefined) onChoose(found);
      }}
    />
  );
}
