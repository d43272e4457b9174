/** The state of a figure's controls in a page, and in the address of the page, which links and reloads keep. */
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import type { Controls, Value } from './schema.ts';

export interface Form<S> {
  readonly controls: Controls<S>;
  readonly state: S;
  readonly change: (some: Partial<S>) => void;
  /** Replaces the whole state, without the consequences of a change. */
  readonly set: (state: S) => void;
  readonly put: (name: keyof S & string, value: Value) => void;
}

/** The address is written when the reader pauses: browsers limit how often it may change. */
const PAUSE_MILLISECONDS = 400;

export function useControls<S>(controls: Controls<S>): Form<S> {
  const [wanted, setWanted] = useState(() => controls.read(location.hash));
  const state = useMemo(() => controls.settled(wanted), [controls, wanted]);
  useEffect(() => {
    const follow = (): void => {
      if (!isPlace(location.hash)) setWanted(controls.read(location.hash));
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, [controls]);
  useEffect(() => {
    const timer = setTimeout(() => {
      const fragment = controls.write(wanted, location.hash);
      if (fragment === controls.write(controls.read(location.hash), location.hash)) return;
      const bare = location.pathname + location.search;
      history.replaceState(null, '', fragment === '' ? bare : `#${fragment}`);
    }, PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [controls, wanted]);
  const change = useCallback(
    (some: Partial<S>) => setWanted((now) => controls.change(now, some)),
    [controls],
  );
  const put = useCallback(
    (name: keyof S & string, value: Value) => setWanted((now) => controls.put(now, name, value)),
    [controls],
  );
  return { controls, state, change, set: setWanted, put };
}

/** A link within the page, `#main`, says nothing about its controls. */
const isPlace = (fragment: string): boolean => fragment.length > 1 && !fragment.includes('=');

/**
 * The state as of the last change of one of `names`, so that values computed from these alone are not computed again for
 * other changes.
 */
export const usePart = <S, K extends keyof S>(state: S, names: readonly K[]): Pick<S, K> =>
  useMemo(
    () => state,
    names.map((name) => state[name]),
  );
