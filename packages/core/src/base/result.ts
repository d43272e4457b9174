import type { Diagnostic } from './diagnostic.ts';

/**
 * The outcome of reading an untrusted input.
 *
 * A value may come with diagnostics: parsers recover, so what was right is kept. `ok` is false only
 * when there is nothing to keep.
 */
export type Result<T> =
  | { readonly ok: true; readonly value: T; readonly diagnostics: readonly Diagnostic[] }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** A value, with what there is to say about it. */
export function success<T>(value: T, diagnostics: readonly Diagnostic[] = []): Result<T> {
  return { ok: true, value, diagnostics };
}

/** No value, and why. */
export function failure(...diagnostics: readonly Diagnostic[]): Result<never> {
  return { ok: false, diagnostics };
}
