import { success, type Result } from '../../base/result.ts';

/** The next step on a value; what was said before it stays, and comes first. */
export function andThen<T, U>(result: Result<T>, next: (value: T) => Result<U>): Result<U> {
  if (!result.ok) return result;
  const after = next(result.value);
  return { ...after, diagnostics: [...result.diagnostics, ...after.diagnostics] };
}

/** All values, or nothing when one is missing; everything that was said in either case. */
export function all<T>(results: readonly Result<T>[]): Result<T[]> {
  const diagnostics = results.flatMap((result) => result.diagnostics);
  const values = results.flatMap((result) => (result.ok ? [result.value] : []));
  return values.length === results.length
    ? success(values, diagnostics)
    : { ok: false, diagnostics };
}
