/**
 * What figures show, as functions: a figure is the list of its parts, in the order in which they are seen.
 *
 *     show.figure('Rows on banks', [
 *       show.view(picture, 'gcd-banks', table),
 *       stepper,
 *       show.facts([['row stride', '256 B']]),
 *       show.tries(form, gcdTries),
 *       show.fields(form),
 *     ])
 */
import type { AccessExplanation } from '@ldscope/core';
import { bankGridPicture, bankGridTable, type DataTable, type Picture } from '@ldscope/render';
import { type ComponentChildren, createElement, type JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { type Fact, Facts } from '../../controls/facts.tsx';
import { Fields, type FieldsProps, type Preset, Presets } from '../../controls/form.tsx';
import type { Controls } from '../../controls/schema.ts';
import { type Form, useControls } from '../../controls/use-controls.ts';
import { Bars, type BarsProps } from '../../picture/chart.tsx';
import {
  ScrolledTable,
  type ScrolledTableProps,
  type TwinTable,
} from '../../picture/data-table.tsx';
import { View, type ViewProps } from '../../picture/view.tsx';
import { OpenInPlayground, type OpenProps } from '../../share/open-in-playground.tsx';
import { Figure } from '../explorer-page.tsx';
import type { Tries } from './known-states.ts';
import { Prose } from './linked.tsx';

export const figure = (title: string, parts: readonly ComponentChildren[]): JSX.Element =>
  createElement(Figure, { title, children: parts });

export const view = (
  picture: Picture,
  name: string,
  table?: TwinTable,
  more: Partial<ViewProps> = {},
): JSX.Element => (
  <View {...{ picture, name }} {...(table === undefined ? {} : { table })} {...more} />
);

/** What pointing at the marks of a picture does. */
export type Pointing = Pick<Required<ViewProps>, 'onPoint' | 'onPick'>;

type BanksOptions = Omit<Parameters<typeof bankGridPicture>[2], 'selection'> & {
  readonly lane?: number | undefined;
};

/** One access on its banks in a phase; a lane stands out. */
export const banks = (
  explanation: AccessExplanation,
  phase: number,
  name: string,
  options: BanksOptions,
  more: Partial<ViewProps> = {},
): JSX.Element => <Banks key={name} {...{ explanation, phase, name, options, more }} />;

interface BanksProps {
  readonly explanation: AccessExplanation;
  readonly phase: number;
  readonly name: string;
  readonly options: BanksOptions;
  readonly more: Partial<ViewProps>;
}

function Banks({ explanation, phase, name, options, more }: BanksProps): JSX.Element {
  const { lane, ...own } = options;
  const picture = useMemo(() => {
    const selection = lane === undefined ? {} : { selection: { lane } };
    return bankGridPicture(explanation, phase, { ...own, ...selection });
  }, [explanation, phase, lane, ...Object.values(own)]);
  return view(picture, name, () => bankGridTable(explanation, phase), more);
}

export const bars = (chart: BarsProps['chart'], name: string): JSX.Element => (
  <Bars {...{ chart, name }} />
);

export const table = (
  own: DataTable,
  more: Omit<ScrolledTableProps, 'table'> = {},
): JSX.Element => <ScrolledTable table={own} {...more} />;

export const facts = (own: readonly Fact[]): JSX.Element => <Facts facts={own} />;

/** Names with what each is. */
export const list = (
  look: string,
  lines: readonly (readonly [name: ComponentChildren, value: ComponentChildren])[],
): JSX.Element => (
  <dl class={look}>
    {lines.map(([name, value], index) => (
      <div key={index}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

export const prose = (text: string | readonly string[], own = 'prose'): JSX.Element => (
  <Prose text={text} class={own} />
);

/** Buttons for things to try, and what to look at once one of them is set. */
export const tries = <S,>(of: Form<S>, { controls, trials }: Tries<S>): JSX.Element => {
  const now = controls.write(of.state, '');
  const present = trials.find(({ address }) => address === now);
  return (
    <div class="try" role="group" aria-label="Try">
      <b>Try:</b>
      {trials.map((trial) => (
        <button
          key={trial.name}
          type="button"
          class="button"
          aria-pressed={trial === present}
          onClick={() => of.set(trial.state)}
        >
          {trial.name}
        </button>
      ))}
      <p aria-live="polite">{present?.text}</p>
    </div>
  );
};

export const presets = <S,>(of: Form<S>, label: string, own: readonly Preset<S>[]): JSX.Element => (
  <Presets {...{ of, label }} presets={own} />
);

/** Controls of a form in a row; all when none are named. */
export const fields = <S,>(
  of: Form<S>,
  names?: readonly (keyof S & string)[],
  more: Omit<FieldsProps<S>, 'of' | 'names'> = {},
): JSX.Element => <Fields of={of} {...(names === undefined ? {} : { names })} {...more} />;

type Link = readonly [text: string | undefined, at: OpenProps['at'], words?: ComponentChildren];

/** A link to the playground in a row of its own. */
export const open = (...link: Link): JSX.Element => opens([link]);

/** Links to the playground in a row, after what else belongs there. */
export const opens = (links: readonly Link[], before?: ComponentChildren): JSX.Element => (
  <div class="figure-controls">
    {before}
    {links.map(([text, at, words]) => (
      <OpenInPlayground key={`${at.file} ${at.site}`} {...{ text, at }}>
        {words}
      </OpenInPlayground>
    ))}
  </div>
);

/** Why a figure shows nothing. */
export const refused = (why: string | undefined, look = 'verdict'): JSX.Element => (
  <p class={look} role="status">
    {why}
  </p>
);

/** A figure with controls of its own; what it shows follows from their state alone. */
export const of =
  <S,>(
    title: string,
    controls: Controls<S>,
    parts: (form: Form<S>) => readonly ComponentChildren[],
  ) =>
  (): JSX.Element => {
    const form = useControls(controls);
    const shown = useMemo(() => parts(form), [form.state]);
    return figure(title, shown);
  };

/** A figure that is always the same. */
export const still =
  (title: string, parts: () => readonly ComponentChildren[]) => (): JSX.Element =>
    figure(title, useMemo(parts, []));

/** A part of a figure with a heading of its own. */
export const panel = (
  look: string,
  title: string,
  parts: readonly ComponentChildren[],
): JSX.Element => (
  <div class={look}>
    <h3>{title}</h3>
    {parts}
  </div>
);

/** Several figures or parts, one after the other. */
export const all = (parts: readonly ComponentChildren[]): JSX.Element => <>{parts}</>;
