/** The part of a text around the first of some words: `... without a GPU: the phase model ...`. */
const BEFORE = 40;
const LENGTH = 160;

export function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const places = words.map((word) => lower.indexOf(word.toLowerCase())).filter((at) => at >= 0);
  const first = places.length === 0 ? 0 : Math.min(...places);
  const start = first <= BEFORE ? 0 : text.indexOf(' ', first - BEFORE) + 1;
  const rest = text
    .slice(start, start + LENGTH)
    .replaceAll(/\s+/g, ' ')
    .trim();
  return `${start > 0 ? '... ' : ''}${rest}${start + LENGTH < text.length ? ' ...' : ''}`;
}
