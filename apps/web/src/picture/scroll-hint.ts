/** Marks an element that scrolls sideways with the sides on which there is more: `data-more="left right"`. */
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

/** A smaller overflow is a rounding error. */
const LEAST_PIXELS = 4;

export function useScrollHint(place: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const tell = (): void => {
      const { scrollLeft, scrollWidth, clientWidth } = element;
      const more = [
        ...(scrollLeft > LEAST_PIXELS ? ['left'] : []),
        ...(scrollWidth - clientWidth - scrollLeft > LEAST_PIXELS ? ['right'] : []),
      ].join(' ');
      if (more === '') delete element.dataset['more'];
      else element.dataset['more'] = more;
    };
    const sizes = new ResizeObserver(tell);
    sizes.observe(element);
    if (element.firstElementChild !== null) sizes.observe(element.firstElementChild);
    element.addEventListener('scroll', tell, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', tell);
    };
  }, [place]);
}
