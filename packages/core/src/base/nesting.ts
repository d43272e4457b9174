/**
 * How deep a YAML text nests at most, from its signs alone: openers that are not closed, and blocks by indentation.
 *
 *     a:              1
 *       - - [[1]]     1 + 2 + 2
 *
 * Parsers go down by recursion, and the platform may end the process where that goes too far. Signs in quoted text count
 * too, so a limit has to leave room.
 */
const MOST_YAML_LEVELS = 200;

/** True for more levels than any specification, launch or metadata has. */
export function isNestedTooDeep(text: string, most: number = MOST_YAML_LEVELS): boolean {
  let open = 0;
  const indents: number[] = [];
  for (const line of text.split('\n')) {
    const start = line.length - line.trimStart().length;
    if (start === line.length) continue;
    while ((indents.at(-1) ?? -1) >= start) indents.pop();
    indents.push(start);
    let dashes = 0;
    for (let at = start; at < line.length; at++) {
      const sign = line[at];
      if (sign === '[' || sign === '{') open++;
      else if (sign === ']' || sign === '}') open = Math.max(0, open - 1);
      else if ('-?:'.includes(sign ?? '') && /\s/.test(line[at + 1] ?? '')) dashes++;
      if (indents.length + dashes + open > most) return true;
    }
  }
  return false;
}
