/**
 * axe-core on a page, without what its pictures draw: it walks thousands of their parts, which takes most of its time, and finds nothing.
 * An image is one thing to assistive technology, by its label, and the contrast of a text on shapes axe leaves open;
 * theme-contrast.test.ts of the renderers counts that. A picture whose parts have a role, a link or a place in the walk stays whole.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as AxeCore from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What it finds wrong, in lines; in another theme of a page only colours can be. */
export async function violations(
  page: Page,
  what: 'everything' | 'colours' = 'everything',
): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return await page.evaluate(async (onlyColours) => {
    const isDrawing = (part: Element): boolean =>
      [part, ...part.querySelectorAll('*')].every((element) =>
        element
          .getAttributeNames()
          .every((name) => !/^(?:role|tabindex|id|lang|(?:xlink:)?href|aria-.*)$/.test(name)),
      );
    const pictures = [...document.querySelectorAll('svg[role="img"]')].filter((picture) =>
      [...picture.children].every(isDrawing),
    );
    const drawn = pictures.map((picture) => [...picture.childNodes]);
    for (const picture of pictures) picture.replaceChildren();
    // It has put itself there a line above.
    const { axe } = window as unknown as { readonly axe: typeof AxeCore };
    const { violations: found } = await axe.run({
      // It spells out where every element is that it finds in order otherwise, which takes nine tenths of its time.
      resultTypes: ['violations'],
      ...(onlyColours && { runOnly: ['color-contrast'] }),
    });
    for (const [index, picture] of pictures.entries())
      picture.replaceChildren(...(drawn[index] ?? []));
    return found.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
    );
  }, what === 'colours');
}
