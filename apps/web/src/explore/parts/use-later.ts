/**
 * A value that lags behind: figures further down follow in a task of their own, when the page has answered already.
 *
 *     const later = useLater(model)    the model before, then the present one
 */
import { useEffect, useState } from 'preact/hooks';

export function useLater<T>(value: T): T {
  const [shown, setShown] = useState({ value });
  useEffect(() => {
    const follow = (): void => setShown((now) => (now.value === value ? now : { value }));
    const timer = window.setTimeout(follow, 0);
    return () => window.clearTimeout(timer);
  }, [value]);
  return shown.value;
}

/** `undefined` for what is not there yet; everything starts over when `key` changes. */
export function useGradually<T>(
  count: number,
  compute: (index: number) => T,
  key: unknown,
): readonly (T | undefined)[] {
  const [values, setValues] = useState<readonly (T | undefined)[]>([]);
  useEffect(() => {
    const found: (T | undefined)[] = [];
    let timer = 0;
    const next = (): void => {
      found.push(compute(found.length));
      setValues([...found]);
      if (found.length < count) timer = window.setTimeout(next, 0);
    };
    timer = window.setTimeout(next, 0);
    return () => window.clearTimeout(timer);
  }, [key, count]);
  return Array.from({ length: count }, (_, index) => values[index]);
}
