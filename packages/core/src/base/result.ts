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

/** A value with its diagnostics. */
export function success<T>(value: T, diagnostics: readonly Diagnostic[] = []): Result<T> {
  return { ok: true, value, diagnostics };
}

/** No value, and why. */
export function failure(...diagnostics: readonly Diagnostic[]): Result<never> {
  return { ok: false, diagnostics };
}

/** The value of a result that fails only by a mistake of the program, such as one made of constants; throws the diagnostics. */
export function expectValue<T>(
  result:
    | { readonly ok: true; readonly value: T }
    | { readonly ok: false; readonly diagnostics: readonly { readonly message: string }[] },
): T {
  if (result.ok) return result.value;
  throw new Error(result.diagnostics.map(({ message }) => message).join('; '));
}

/** The next step on a value; the diagnostics so far stay, and come first. */
export function andThen<T, U>(result: Result<T>, next: (value: T) => Result<U>): Result<U> {
  if (!result.ok) return result;
  const after = next(result.value);
  return { ...after, diagnostics: [...result.diagnostics, ...after.diagnostics] };
}

/** All values, or a failure when one is missing; all diagnostics in either case. */
export function allOf<T>(results: readonly Result<T>[]): Result<T[]> {
  const diagnostics = results.flatMap((result) => result.diagnostics);
  const values = results.flatMap((result) => (result.ok ? [result.value] : []));
  return values.length === results.length
    ? success(values, diagnostics)
    : { ok: false, diagnostics };
}
