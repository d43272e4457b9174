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
import type { ComponentChildren, JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { CopyButton } from '../../controls/copy-button.tsx';
import { type Fact, Facts } from '../../controls/facts.tsx';
import { Cases, Fields, type FieldsProps, type Preset, presetOf } from '../../controls/form.tsx';
import type { Controls } from '../../controls/schema.ts';
import { type Form, useControls } from '../../controls/use-controls.ts';
import { Bars, type BarsProps } from '../../picture/chart.tsx';
import {
  Scrolled,
  ScrolledTable,
  type ScrolledTableProps,
  type TwinTable,
} from '../../picture/data-table.tsx';
import { View, type ViewProps } from '../../picture/view.tsx';
import { OpenInPlayground, type OpenProps } from '../../share/open-in-playground.tsx';
import { placeOf } from './contents.tsx';
import type { Tries } from './known-states.ts';
import { paragraphs, Prose } from './linked.tsx';

export { showExplorer as page } from '../explorer-page.tsx';
export { claims } from './claims.tsx';
export { beside, folded } from './folded.tsx';

/** A part of the page with a heading that the contents list. */
export const section = (look: string, title: string, content: ComponentChildren): JSX.Element => (
  <section class={look} aria-label={title} {...placeOf(title)}>
    <h2>{title}</h2>
    {content}
  </section>
);

/** An interactive figure with its heading. */
export const figure = (title: string, parts: readonly ComponentChildren[]): JSX.Element =>
  section('figure', title, parts);

/** A part of the page that is text alone. */
export const text = (title: string, texts: readonly string[]): JSX.Element =>
  section('prose', title, paragraphs(texts));

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

export type BanksOptions = Omit<Parameters<typeof bankGridPicture>[2], 'selection'> & {
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
  lines: readonly (readonly ComponentChildren[])[],
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

export const prose = (words: string | readonly string[], own = 'prose'): JSX.Element => (
  <Prose text={words} class={own} />
);

/** Words about what is beside them. */
export const note = (words: string): JSX.Element => prose(words, 'note');

/** The same in small letters. */
export const hint = (words: string): JSX.Element => prose(words, 'hint');

/** A text that tells of conflicts, or of none. */
export const counted = (words: string, conflicts: boolean): JSX.Element => (
  <span class={conflicts ? 'conflicts' : 'no-conflicts'}>{words}</span>
);

/** Code with a button that copies it; the label says to a screen reader what it is. */
export const code = (label: string, words: string): JSX.Element => (
  <div class="code-block">
    <CopyButton text={() => words} label={`Copy: ${label}`} />
    <Scrolled label={label}>
      <pre>{words}</pre>
    </Scrolled>
  </div>
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

/** The cases of a form, in a row of their own. */
export const presets = <S,>(of: Form<S>, name: string, own: readonly Preset<S>[]): JSX.Element => (
  <div class="figure-controls">
    <Cases
      label={name}
      cases={own}
      present={presetOf(of, own)}
      onChoose={({ state }) => of.change(state)}
    />
  </div>
);

/** Controls of a form in a row; all when none are named. */
export const fields = <S,>(
  of: Form<S>,
  names?: readonly (keyof S & string)[],
  more: Omit<FieldsProps<S>, 'of' | 'names'> = {},
): JSX.Element => <Fields of={of} {...(names === undefined ? {} : { names })} {...more} />;

/** A button of a form; it is idle where it would change nothing. */
export const button = (words: string, isIdle: boolean, act: () => void): JSX.Element => (
  <button key={words} type="button" class="button" disabled={isIdle} onClick={act}>
    {words}
  </button>
);

type Link = readonly [kernel: string | undefined, at: OpenProps['at'], words?: ComponentChildren];

/** A link to the playground in a row of its own. */
export const open = (...link: Link): JSX.Element => opens([link]);

/** Links to the playground in a row, after what else belongs there. */
export const opens = (links: readonly Link[], before?: ComponentChildren): JSX.Element => (
  <div class="figure-controls">
    {before}
    {links.map(([kernel, at, words], index) => (
      <OpenInPlayground key={index} text={kernel} at={at}>
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

/** Sentences below each other. */
export const items = (sentences: readonly string[], look = 'items'): JSX.Element => (
  <ul class={look}>
    {sentences.map((sentence) => (
      <li key={sentence}>{sentence}</li>
    ))}
  </ul>
);

/** A part of a figure with a heading of its own. */
export const panel = (title: string, parts: readonly ComponentChildren[]): JSX.Element => (
  <div class="panel">
    <h3>{title}</h3>
    {parts}
  </div>
);

/** Parts beside each other, each at least as wide as is stated, in pixels. */
export const columns = (parts: readonly ComponentChildren[], least = 420): JSX.Element => (
  <div class="columns" style={{ '--least': `${least}px` }}>
    {parts}
  </div>
);

/** Several figures or parts, one after the other. */
export const all = (parts: readonly ComponentChildren[]): JSX.Element => <>{parts}</>;
