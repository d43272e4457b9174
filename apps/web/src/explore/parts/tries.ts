/**
 * Things to try: each sets the controls of a figure and then says where to look.
 *
 *     const gcdTries = tries(gcdControls, [
 *       { name: 'Pad each row by 4 elements', state: { ld: 132 }, see: 'Every row begins in a bank of its own.' },
 *     ]);
 */
import type { Preset } from '../../controls/form.tsx';
import type { Controls } from '../../controls/schema.ts';

interface Trial<S> extends Preset<S> {
  /** What to look at when it is set. */
  readonly see: string;
}

/** The trials of one form. Tests find them by `trials`. */
export interface Tries<S> {
  readonly controls: Controls<S>;
  readonly trials: readonly Trial<S>[];
}

export const tries = <S>(controls: Controls<S>, trials: readonly Trial<S>[]): Tries<S> => ({
  controls,
  trials,
});

/** The state that a trial sets: whatever it does not name is as at the start. */
export const stateOfTrial = <S>(controls: Controls<S>, { state }: Trial<S>): S =>
  controls.settled({ ...controls.start, ...state });
