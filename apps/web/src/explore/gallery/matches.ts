/** Whether a card is one of those that a reader searches for: each of their words is a part of a word of it. */
import type { Explorer } from '../explorers.ts';

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^a-z0-9_]+/)
    .filter((word) => word !== '');

export function matches({ slug, title, learn, words }: Explorer, text: string): boolean {
  const own = wordsOf(`${slug} ${title} ${learn} ${words}`);
  return wordsOf(text).every((wanted) => own.some((word) => word.includes(wanted)));
}
