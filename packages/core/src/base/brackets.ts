/** Brackets in plain text: `f(a, g(b, c))` from 1 closes at its end, and has the parts `a` and ` g(b, c)` inside. */

const CLOSES: Readonly<Record<string, string>> = { '(': ')', '{': '}', '[': ']', '<': '>' };

/** Where the bracket at a place is closed, counting its own kind alone; the end of the text where it is not. */
export function closingBracket(text: string, open: number): number {
  const opening = text[open] ?? '';
  const close = CLOSES[opening];
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === opening) depth++;
    else if (text[at] === close && --depth === 0) return at;
  }
  return text.length;
}

/** Parts of a text between separators that are not inside of brackets of any kind. */
export function partsOutside(text: string, separator: string): string[] {
  const parts: string[] = [];
  let [depth, start] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? '';
    if ('(<[{'.includes(letter)) depth++;
    else if (')>]}'.includes(letter)) depth--;
    else if (depth === 0 && text.startsWith(separator, at)) {
      parts.push(text.slice(start, at));
      start = at + separator.length;
      at = start - 1;
    }
  }
  return [...parts, text.slice(start)];
}
