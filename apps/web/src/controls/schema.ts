/**
 * The controls of a figure, declared once: its state, the state in an address, and its form follow from them.
 *
 *     const columns = controls('', {
 *       element: choice('Element', ['f16', 'f32'], 'f16'),
 *       ld: whole('LD, elements', 128, { min: 1, max: 1024 }),
 *       rows: choice('Rows', [8, 16, 32, 64], 16),
 *       chip: choice('Chip', ['gfx942', 'gfx1100'], 'gfx942'),
 *     }, {
 *       rows: ({ chip }) => ({ values: rowCounts(chip) }),
 *     });
 *     type Columns = StateOf<typeof columns>     { element: 'f16' | 'f32'; ld: number; rows: number; chip: ... }
 *     columns.start                              { element: 'f16', ld: 128, rows: 16, chip: 'gfx942' }
 *     columns.write({ ...start, ld: 132 })       ld=132: the values that differ from the start
 *     columns.read('ld=132&rows=20')             { element: 'f16', ld: 132, rows: 16, chip: 'gfx942' }
 *
 * The first list gives the type of the state, the second the properties of controls that depend on the state. A state is
 * always one that the form can show: numbers are clamped to their bounds; a number that is not offered becomes the largest
 * offered one below it, a name that is not offered the first one. Values that a reader has set are remembered, and return
 * when they are offered again.
 *
 * *LIMITATIONS* Values are names and whole numbers. A control may depend on those above it, and on one below it only where
 * that one depends on nothing.
 */
export type Value = string | number;

/** A control: one of a few values (radio buttons, a list), or a whole number (a field). */
export interface Control<T extends Value = Value> {
  readonly kind: 'choice' | 'select' | 'number';
  readonly label: string;
  readonly start: T;
  /** The values offered; empty where every number within the bounds is. */
  readonly values: readonly T[];
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** How a value is shown. A method, so that a control of some values is a control. */
  text(value: T): string;
  /** The form leaves it out. */
  readonly hidden: boolean;
}

type Options<T extends Value> = Partial<
  Pick<Control<T>, 'min' | 'max' | 'step' | 'hidden' | 'text'>
>;

const control = <T extends Value>(
  kind: Control['kind'],
  label: string,
  start: T,
  { values = [], ...options }: Options<T> & { readonly values?: readonly T[] },
): Control<T> => ({
  kind,
  label,
  start,
  values,
  min: 0,
  max: Infinity,
  step: 1,
  text: String,
  hidden: false,
  ...options,
});

/** One of a few, as radio buttons. */
export const choice = <const T extends Value>(
  label: string,
  values: readonly T[],
  start: NoInfer<T>,
  options: Options<NoInfer<T>> = {},
): Control<T> => control('choice', label, start, { values, ...options });

/** One of many, as a list. */
export const select = <const T extends Value>(
  label: string,
  values: readonly T[],
  start: NoInfer<T>,
  options: Options<NoInfer<T>> = {},
): Control<T> => control('select', label, start, { values, ...options });

/** One of a few that have labels; by default it starts with the first. */
export const labelled = <const T extends string>(
  label: string,
  all: readonly { readonly value: T; readonly label: string }[],
  start: NoInfer<T> | undefined = all[0]?.value,
): Control<T> => {
  const values = all.map(({ value }) => value);
  if (start === undefined) throw new RangeError(`${label} has no values`);
  const text = (value: T): string => all.find((one) => one.value === value)?.label ?? value;
  return control('choice', label, start, { values, text });
};

/** A whole number from 0 on, or from `min`; with `values`, one of these alone. */
export const whole = (
  label: string,
  start: number,
  options: Options<number> & { readonly values?: readonly number[] } = {},
): Control<number> => control('number', label, start, options);

/** Which numbers are offered can depend on the state, so that they are any numbers to a type. */
type Wide<T> = T extends number ? number : T;

type StateFrom<F> = {
  readonly [K in keyof F]: F[K] extends Control<infer T> ? Wide<T> : never;
};

/** The properties of a control that depend on the state. */
type Changed<T extends Value> = Partial<
  Pick<Control<T>, 'label' | 'values' | 'min' | 'max' | 'text' | 'hidden'>
>;

type Values = Readonly<Record<string, Value>>;

interface Ties<S> {
  /** The properties of a control that depend on the state. */
  readonly depends?: {
    readonly [K in keyof S]?: (state: S) => S[K] extends Value ? Changed<S[K]> : never;
  };
  /** The consequences of a change, given the states after and before it. */
  readonly follow?: (next: S, before: S) => Partial<S>;
}

export interface Controls<S> {
  readonly names: readonly (keyof S & string)[];
  readonly start: S;
  /** A control as it is in a state. */
  readonly control: (name: keyof S & string, state: S) => Control;
  /** The wanted values after a change. */
  readonly change: (wanted: S, some: Partial<S>) => S;
  /** As `change`, for a value that may not be one of the control's. */
  readonly put: (wanted: S, name: keyof S & string, value: Value) => S;
  /** The state: the wanted values, as far as the controls allow them. */
  readonly settled: (wanted: S) => S;
  readonly value: (state: S, name: keyof S & string) => Value;
  /** The fragment of an address with this state in it: `ld=132&rows=8`; parameters of other figures stay. */
  readonly write: (state: S, fragment: string) => string;
  /** The state in a fragment; missing values are those of the start. */
  readonly read: (fragment: string) => S;
}

/** The state that controls describe. */
export type StateOf<C> = C extends Controls<infer S> ? S : never;

/** Controls of a figure, whose name is before theirs in addresses: `who.row=3`. */
export function controls<F extends Readonly<Record<string, Control>>>(
  figure: string,
  fields: F,
  ties?: Ties<StateFrom<F>>,
): Controls<StateFrom<F>>;
export function controls(
  figure: string,
  fields: Readonly<Record<string, Control>>,
  { depends = {}, follow = () => ({}) }: Ties<Values> = {},
): Controls<Values> {
  const all = Object.entries(fields);
  const keyOf = (name: string): string => (figure === '' ? name : `${figure}.${name}`);
  const control = (name: string, state: Values): Control => {
    const own = fields[name];
    if (own === undefined) throw new RangeError(`no control is called ${name}`);
    return { ...own, ...depends[name]?.(state) };
  };
  const merged = (state: Values, some: Partial<Values>): Values =>
    Object.fromEntries(all.map(([name, { start }]) => [name, some[name] ?? state[name] ?? start]));
  const settled = (values: Values): Values =>
    all.reduce((state, [name, { start }]) => {
      const value = allowed(control(name, state), state[name] ?? start);
      return value === state[name] ? state : { ...state, [name]: value };
    }, values);
  const change = (wanted: Values, some: Partial<Values>): Values => {
    const next = merged(wanted, some);
    return merged(next, follow(settled(next), settled(wanted)));
  };
  const start = settled(merged({}, {}));
  return {
    names: all.map(([name]) => name),
    start,
    control,
    change,
    value: (state, name) => state[name] ?? '',
    put: (wanted, name, value) => change(wanted, { [name]: value }),
    settled,
    write: (state, fragment) => {
      const parameters = parametersOf(fragment);
      for (const [name] of all) {
        if (state[name] === start[name]) parameters.delete(keyOf(name));
        else parameters.set(keyOf(name), String(state[name]));
      }
      return parameters.toString();
    },
    read: (fragment) => {
      const parameters = parametersOf(fragment);
      const found = all.flatMap(([name, own]) => {
        const value = valueOf(own, parameters.get(keyOf(name)) ?? '');
        return value === undefined ? [] : [[name, value] as const];
      });
      return settled(merged(start, Object.fromEntries(found)));
    },
  };
}

/** The value, or the nearest that the control has. */
export function allowed({ values, min, max }: Control, value: Value): Value {
  const [first] = values;
  if (first === undefined)
    return typeof value === 'number' ? Math.min(max, Math.max(min, value)) : value;
  if (values.includes(value)) return value;
  const below = values.filter(
    (one) => typeof one === 'number' && typeof value === 'number' && one < value,
  );
  return below.at(-1) ?? first;
}

/** The value of a control for a text in an address; `undefined` for an invalid text. */
function valueOf({ values, start }: Control, text: string): Value | undefined {
  const named = values.find((one) => String(one) === text);
  if (named !== undefined || typeof start === 'string') return named;
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** The parameters of a fragment with or without its `#`; none for an anchor of the page such as `#main`. */
const parametersOf = (fragment: string): URLSearchParams =>
  new URLSearchParams(fragment.includes('=') ? fragment.replace(/^#/, '') : '');
