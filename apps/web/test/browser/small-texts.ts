/** Texts that nobody reads without bringing the screen closer: smaller than 10 pixels as the page shows them, pictures included. */
import type { Page } from 'playwright-core';

/** A line for each picture or part of a page that has some, with its smallest. */
export const smallTexts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    // Sizes of scaled pictures are fractions.
    const LEAST_PIXELS = 9.98;
    const smallest = new Map<string, number>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const { parentElement: element } = text;
      if (element === null || (text.textContent ?? '').trim() === '') continue;
      if (!element.checkVisibility() || element.closest('title, script, style, .visually-hidden'))
        continue;
      const picture = element.closest('svg');
      const scale = element instanceof SVGGraphicsElement ? (element.getScreenCTM()?.a ?? 1) : 1;
      const pixels = scale * Number.parseFloat(getComputedStyle(element).fontSize);
      if (pixels >= LEAST_PIXELS) continue;
      const place =
        picture?.parentElement?.getAttribute('aria-label') ?? element.outerHTML.slice(0, 80);
      smallest.set(place, Math.min(pixels, smallest.get(place) ?? Infinity));
    }
    return [...smallest].map(([place, pixels]) => `${pixels.toFixed(1)} px: ${place}`);
  });
