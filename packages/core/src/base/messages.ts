import type { Severity } from './diagnostic.ts';

/** A diagnostic without its place: what every function in this file returns. */
export interface Message {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly hint: string;
}

const error = (code: string, message: string, hint: string): Message => ({
  code,
  severity: 'error',
  message,
  hint,
});

const warning = (code: string, message: string, hint: string): Message => ({
  code,
  severity: 'warning',
  message,
  hint,
});

/**
 * Every message that ldscope says about an input, by topic.
 *
 * A code is `topic/what`; it never changes its meaning. A message states the fact, the hint says what
 * the reader can do about it. Keep both free of the names of our own functions.
 */
export const messages = {
  /** Text that is not what the grammar wants. */
  syntax: {
    expected: (wanted: string, found: string) =>
      error('syntax/expected', `expected ${wanted}, found ${found}`, `write ${wanted} here`),
    notText: () =>
      error(
        'syntax/not-text',
        'the input is not text: it has control bytes that no source file has',
        'give the textual form of the kernel (MLIR as text, not bytecode)',
      ),
    empty: () =>
      error('syntax/empty', 'the input has no operation', 'give a file with at least one kernel'),
    unclosed: (opener: string, closer: string) =>
      error(
        'syntax/unclosed',
        `'${opener}' is never closed`,
        `add the missing '${closer}', or check whether the file was cut off`,
      ),
    tooDeep: (limit: number) =>
      error(
        'syntax/too-deep',
        `nesting is deeper than ${limit} levels`,
        'no kernel nests this deep: check whether the file is damaged',
      ),
    unknownCharacter: (character: string) =>
      error(
        'syntax/unknown-character',
        `unexpected character ${JSON.stringify(character)}`,
        'remove it, or quote it as a string',
      ),
    unclosedString: () =>
      error('syntax/unclosed-string', 'the string has no closing quote on its line', 'add the quote'),
  },
} as const;
