/** Figures with their names. */
import type { JSX } from 'preact';

export type Tone = 'conflict' | 'good' | undefined;

/** A name, its value ('-' for `undefined`), and how it is to be seen. An `undefined` fact is left out. */
export type Fact =
  | readonly [name: string, value: string | number | undefined, tone?: Tone]
  | undefined;

/** The tone of a number of conflicts. */
export const toneOf = (conflicts: number): 'conflict' | 'good' =>
  conflicts > 0 ? 'conflict' : 'good';

export function Facts({ facts }: Readonly<{ facts: readonly Fact[] }>): JSX.Element {
  return (
    <dl class="facts">
      {facts.map((fact) => {
        if (fact === undefined) return undefined;
        const [name, value, tone] = fact;
        return (
          <div key={name} class={tone}>
            <dt>{name}</dt>
            <dd>{value ?? '-'}</dd>
          </div>
        );
      })}
    </dl>
  );
}
