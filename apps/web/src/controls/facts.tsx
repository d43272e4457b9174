/** Figures with their names. */
import type { JSX } from 'preact';

export interface Fact {
  readonly name: string;
  readonly value: string;
  readonly tone?: 'conflict' | 'good';
}

export function Facts({ facts }: { readonly facts: readonly Fact[] }): JSX.Element {
  return (
    <dl class="facts">
      {facts.map(({ name, value, tone }) => (
        <div key={name} {...(tone === undefined ? {} : { class: tone })}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
