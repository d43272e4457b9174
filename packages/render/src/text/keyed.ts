import { clean, hang } from './measure.ts';
import type { Page } from './style.ts';

const KEY_WIDTH = 12;

/** A line of a report's head: a key, and a text that wraps in its own column. */
export function keyed(key: string, text: string, page: Page): string[] {
  const [first = '', ...rest] = hang(' '.repeat(KEY_WIDTH), text, page.width);
  return [
    page.paint('faint', `  ${clean(key)}`.padEnd(KEY_WIDTH)) + first.slice(KEY_WIDTH),
    ...rest,
  ];
}
