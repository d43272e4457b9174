/** Values that take a while, one after the other between frames, so that the page answers meanwhile. */
import { useEffect, useState } from 'preact/hooks';

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
