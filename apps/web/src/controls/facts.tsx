/** Figures with their names. */
import type { JSX } from 'preact';

export interface Fact {
  readonly name: string;
  /** An unknown figure is '-'. */
  readonly value: string | number | undefined;
  readonly tone?: 'conflict' | 'good' | undefined;
}

/** The tone of a number of conflicts. */
export const toneOf = (conflicts: number): 'conflict' | 'good' =>
  conflicts > 0 ? 'conflict' : 'good';

export function Facts({ facts }: { readonly facts: readonly Fact[] }): JSX.Element {
  return (
    <dl class="facts">
      {facts.map(({ name, value, tone }) => (
        <div key={name} class={tone}>
          <dt>{name}</dt>
          <dd>{value ?? '-'}</dd>
        </div>
      ))}
    </dl>
  );
}
