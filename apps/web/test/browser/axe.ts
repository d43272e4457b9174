/** axe-core on a page. */
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
    // It has put itself there a line above.
    const { axe } = window as unknown as { readonly axe: typeof AxeCore };
    const { violations: found } = await axe.run({
      // It spells out where every element is that it finds in order otherwise, which takes nine tenths of its time.
      resultTypes: ['violations'],
      ...(onlyColours && { runOnly: ['color-contrast'] }),
    });
    return found.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
    );
  }, what === 'colours');
}
