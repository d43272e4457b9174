import type { Hint } from './hint.ts';
import type { Span } from './span.ts';

export type Severity = 'error' | 'warning' | 'note';

/**
 * The subject of a diagnostic, where programs act on it: a code is a label for people and scripts.
 *
 * - `assumed-machine`: neither the user nor the kernel names a chip.
 * - `contents`: memory whose contents are not given was read as zero, and counts depend on it.
 * - `capacity`: a layout takes more shared memory than a workgroup has.
 * - `cut-off`: the rest of the file was not read.
 * - `iterations`: a branch depends on unknown values, so that both sides are counted, and a loop for one iteration.
 * - `lanes`: which lanes take part is not known, and all are assumed to.
 * - `launch`: what the user says of the launch cannot be read.
 * - `layout`: the layout that the user names cannot be read.
 * - `memory-size`: the kernel accesses bytes outside of a buffer, whose size may have been assumed.
 * - `no-addresses`: a schedule has no addresses, so that nothing is counted.
 * - `no-memory`: an address leads where there is no memory.
 * - `once`: each operation is counted once, also those in loops.
 * - `sample`: counts are of a part of the launch.
 * - `uncounted`: accesses to shared memory that no figure has.
 * - `named-machine`: the kernel names its chip, and the user none.
 */
export type Subject =
  | 'assumed-machine'
  | 'capacity'
  | 'contents'
  | 'cut-off'
  | 'iterations'
  | 'lacking'
  | 'lanes'
  | 'launch'
  | 'layout'
  | 'memory-size'
  | 'named-machine'
  | 'no-addresses'
  | 'no-memory'
  | 'once'
  | 'sample'
  | 'timing'
  | 'uncounted';

/**
 * What is wrong with an input, without its place. `code` is stable: scripts may match on it. `hint` says what
 * to do. All of them are in `messages.ts`.
 */
export interface Message {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly hint: Hint;
  readonly about?: Subject | undefined;
}

/**
 * What is wrong with an input, as plain data. `span` is the place in the source text, absent when the problem is
 * not in a text (a launch that does not divide, a missing argument).
 */
export interface Diagnostic extends Message {
  readonly span?: Span;
}

/** The keys that lead to a value in data. */
export type DataPath = readonly (string | number)[];

/** `hs[1][0]`; `root` for the whole of the data. */
export const pathText = (path: DataPath, root: string): string =>
  path
    .map((part, i) => (typeof part === 'number' ? `[${part}]` : `${i > 0 ? '.' : ''}${part}`))
    .join('') || root;

/** A diagnostic about a place in the data; the frontend turns the path into line and column. */
export interface PlacedDiagnostic {
  readonly path: DataPath;
  readonly diagnostic: Diagnostic;
}

/** Places a message (see `messages.ts`) in a source text. */
export function diagnose(message: Message, span?: Span): Diagnostic {
  return span === undefined ? message : { ...message, span };
}

/** True when an error is among the diagnostics: the result that comes with them is incomplete. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === 'error');
}

/** Each message once at each place. */
export function distinctDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const keyed = diagnostics.map((one) => [`${one.message} ${one.span?.start}`, one] as const);
  return [...new Map(keyed).values()];
}
