/**
 * One file that needs nothing else: it opens from a disk without a network, and its policy lets a browser run its own
 * style and script and nothing besides, whatever a kernel has in its names and comments.
 */
import { h, type HtmlChild, htmlText } from './node.ts';
import { pageScript } from './script.ts';
import { sha256Base64 } from './sha256.ts';
import { pageStyles } from './styles.ts';

export interface Page {
  readonly title: string;
  readonly main: readonly HtmlChild[];
  /** Names of all steps of `steppedFigures`. */
  readonly steps: readonly string[];
  /** A sentence for the foot of the page. */
  readonly note: string;
}

/** What a page with figures says at its foot. */
export const FIGURES_NOTE =
  'Made by ldscope, which executed the kernel on a model of the chip: figures are predictions, not measurements. ' +
  'What each of them rests on, and how well that is known, stands with the chip.';

/** The text of the file. */
export function pageText({ title, main, steps, note }: Page): string {
  const styles = pageStyles(steps);
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${sha256Base64(styles)}'`,
    `script-src 'sha256-${sha256Base64(pageScript)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const document = h(
    'html',
    { lang: 'en' },
    h(
      'head',
      {},
      h('meta', { charset: 'utf-8' }),
      h('meta', { 'http-equiv': 'Content-Security-Policy', 'content': policy }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'referrer', content: 'no-referrer' }),
      h('title', {}, title),
      h('style', {}, styles),
    ),
    h(
      'body',
      {},
      header(),
      h('main', {}, ...main),
      h('footer', {}, h('p', {}, note)),
      h('script', {}, pageScript),
    ),
  );
  return `<!doctype html>\n${htmlText(document)}\n`;
}

function header(): HtmlChild {
  const choice = (value: string, name: string): HtmlChild =>
    h(
      'label',
      {},
      h('input', {
        type: 'radio',
        name: 'theme',
        id: `theme-${value}`,
        checked: value === 'system' ? 'checked' : undefined,
      }),
      name,
    );
  return h(
    'header',
    { class: 'bar-top' },
    h('p', { class: 'brand' }, 'ldscope ', h('span', {}, 'report')),
    h(
      'fieldset',
      { class: 'choice' },
      h('legend', {}, 'Theme'),
      choice('system', 'System'),
      choice('light', 'Light'),
      choice('dark', 'Dark'),
    ),
  );
}
