/** Buttons for things to try, and what to look at once one of them is set. */
import type { JSX } from 'preact';
import type { Form } from '../../controls/use-controls.ts';
import { stateOfTrial, type Tries } from './tries.ts';

interface TryProps<S> {
  readonly of: Form<S>;
  readonly tries: Tries<S>;
}

export function Try<S>({ of, tries: { controls, trials } }: TryProps<S>): JSX.Element {
  const now = controls.write(of.state, '');
  const present = trials.find((trial) => controls.write(stateOfTrial(controls, trial), '') === now);
  return (
    <div class="try" role="group" aria-label="Try">
      <b>Try:</b>
      {trials.map((trial) => (
        <button
          key={trial.name}
          type="button"
          class="button"
          aria-pressed={trial === present}
          onClick={() => of.set(stateOfTrial(controls, trial))}
        >
          {trial.name}
        </button>
      ))}
      <p aria-live="polite">{present?.see}</p>
    </div>
  );
}
