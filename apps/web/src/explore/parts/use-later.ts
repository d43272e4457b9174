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
