/**
 * The width that pictures of a view may have without scrolling, in their own pixels, drawn so that small text is readable.
 */
import { computed, signal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/** The width of the panel's content, in pixels of the page; `undefined` before it is measured. */
const panelWidth = signal<number | undefined>(undefined);

/** Small text is 9 of a picture's pixels, and is drawn 10 high. */
const SCALE = 10 / 9;
/** Smaller changes of the width do not redraw. */
const STEP = 4;

/** The width for a single picture. */
export const pictureWidth = computed(() => inPicture(panelWidth.value));

/** The same as an option; empty before the panel is measured. */
export const fitted = computed(() =>
  pictureWidth.value === undefined ? {} : { width: pictureWidth.value },
);

/** Between pictures side by side. */
const GAP = 20;

/** The width of each of several pictures: side by side as long as each has at least this width in pixels, else below each other. */
export function widthBeside(count: number, leastPixels: number): number | undefined {
  const { value } = panelWidth;
  if (value === undefined) return undefined;
  const most = Math.floor((value + GAP) / (leastPixels + GAP));
  const columns = Math.max(1, Math.min(count, most));
  return inPicture((value + GAP) / columns - GAP);
}

function inPicture(pixels: number | undefined): number | undefined {
  return pixels === undefined ? undefined : Math.floor(pixels / SCALE / STEP) * STEP;
}

/** Measures a panel as long as it is shown; `key` changes with the element. */
export function usePanelWidth(panel: RefObject<HTMLElement | null>, key: unknown): void {
  useLayoutEffect(() => {
    const { current } = panel;
    if (current === null) return undefined;
    const measure = (): void => {
      const { paddingLeft, paddingRight } = getComputedStyle(current);
      panelWidth.value =
        current.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    measure();
    return () => observer.disconnect();
  }, [key]);
}
