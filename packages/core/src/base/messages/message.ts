/** Helpers that the topics share. */
import type { Message, Subject } from '../diagnostic.ts';
import type { Hint } from '../hint.ts';

/** Names of the input may be of any length: what is behind this many characters is left out. */
const MOST_CHARACTERS = 1000;

const shortened = (message: string): string =>
  message.length <= MOST_CHARACTERS
    ? message
    : `${message.slice(0, MOST_CHARACTERS)} ... and ${message.length - MOST_CHARACTERS} more characters`;

export const error = (code: string, message: string, hint: Hint, about?: Subject): Message => ({
  code,
  severity: 'error',
  message: shortened(message),
  hint,
  about,
});

export const warning = (code: string, message: string, hint: Hint, about?: Subject): Message => ({
  ...error(code, message, hint, about),
  severity: 'warning',
});

export const note = (code: string, message: string, hint: Hint, about?: Subject): Message => ({
  ...error(code, message, hint, about),
  severity: 'note',
});

/** The first names of a list that may be long. */
export const someOf = (names: readonly string[]): string => {
  const shown = names.slice(0, 12).join(', ');
  return names.length > 12 ? `${shown} and ${names.length - 12} more` : shown;
};

/** The first byte outside `bytes` of an access that leaves them; `first` is its own first one. */
export const firstOutside = (first: number, bytes: number): number =>
  first < 0 ? first : Math.max(first, bytes);

/** How to make unknown values known: arguments, or a result of an instruction that cannot be executed. Clocks stay unknown. */
export function remedy(sources: string): string {
  if (sources.includes('the result of'))
    return 'correct the instruction that cannot be executed; other accesses are counted';
  const isOfRun = /the clock|hardware register/.test(sources);
  return isOfRun && !sources.includes('argument')
    ? 'no launch determines it: it differs from run to run; other accesses are counted'
    : 'give a launch with the arguments of the kernel';
}
