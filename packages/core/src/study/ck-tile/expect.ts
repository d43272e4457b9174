import type { Result } from '../../base/result.ts';

/** The value of a result that can only fail by a mistake of ours: what is made of constants. */
export function expectValue<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(result.diagnostics.map(({ message }) => message).join('; '));
}
