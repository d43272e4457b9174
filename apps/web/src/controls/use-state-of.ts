/**
 * A state that belongs to an object and starts over when the object is replaced, such as the step at which a model is shown.
 */
import { useCallback, useState } from 'preact/hooks';

export function useStateOf<T>(
  owner: unknown,
  start: T,
): readonly [value: T, set: (value: T) => void] {
  const [held, setHeld] = useState({ owner, value: start });
  const set = useCallback((value: T) => setHeld({ owner, value }), [owner]);
  return [held.owner === owner ? held.value : start, set];
}
