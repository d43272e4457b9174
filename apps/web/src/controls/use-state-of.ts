/** A state that belongs to something, and starts over when that is another: the step that a model is shown at. */
import { useCallback, useState } from 'preact/hooks';

export function useStateOf<T>(
  owner: unknown,
  start: T,
): readonly [value: T, set: (value: T) => void] {
  const [held, setHeld] = useState({ owner, value: start });
  const set = useCallback((value: T) => setHeld({ owner, value }), [owner]);
  return [held.owner === owner ? held.value : start, set];
}
