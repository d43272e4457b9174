/**
 * States of a form that a page knows, a line each: a name, the address that sets the state, and a text about it. An address
 * has what differs from the start; one that no state is written as throws.
 *
 *     const gcdTries = tries(gcdControls)`
 *     Pad each row by 4 elements | ld=132 | Every row begins in a bank of its own.
 *     `;
 *     const columns = cases(gcdControls, 'chip')`
 *     LD = 132 f16 | ld=132
 *     `;
 *
 * What is suggested sets every control, a case all but those that are named: `chip` stays as the reader has set it.
 */
import type { Controls } from '../../controls/schema.ts';
import { rowsOf } from './rows.ts';

export interface KnownState<S> {
  readonly name: string;
  readonly address: string;
  readonly state: S;
  /** What to look at, or what it is. */
  readonly text: string;
}

type Table<T> = (...table: Parameters<typeof rowsOf>) => T;

const known =
  <S>(controls: Controls<S>): Table<readonly KnownState<S>[]> =>
  (...table) =>
    rowsOf(...table).map(([name = '', address = '', text = '']) => {
      const state = controls.read(address);
      if (controls.write(state, '') !== address) throw new RangeError(`${address}: no such state`);
      return { name, address, state, text };
    });

/** Things to try in one form. Tests find them by `trials`. */
export interface Tries<S> {
  readonly controls: Controls<S>;
  readonly trials: readonly KnownState<S>[];
}

export const tries =
  <S>(controls: Controls<S>): Table<Tries<S>> =>
  (...table) => ({ controls, trials: known(controls)(...table) });

/** Well-known cases of one form, which leave the controls `kept` as they are. */
export function cases<S, K extends keyof S>(
  controls: Controls<S>,
  ...kept: readonly K[]
): Table<readonly KnownState<Omit<S, K>>[]>;
export function cases(
  controls: Controls<object>,
  ...kept: readonly string[]
): Table<readonly KnownState<object>[]> {
  const left = new Set(kept);
  return (...table) =>
    known(controls)(...table).map((one) => ({
      ...one,
      state: Object.fromEntries(Object.entries(one.state).filter(([name]) => !left.has(name))),
    }));
}
