/**
 * The name that a mistyped one most likely means.
 *
 *     nearestName('gird', ['grid', 'block', 'lds'])    'grid': two letters are exchanged
 *     nearestName('foo', ['grid', 'block', 'lds'])     undefined: no name is near
 */

/** At most a third of the letters may differ; an exchange of two neighbours is one difference. */
const LETTERS_PER_DIFFERENCE = 3;

/** The first of the nearest names; `undefined` when all are too far. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  let nearest: string | undefined;
  let least = Math.max(1, Math.floor(name.length / LETTERS_PER_DIFFERENCE)) + 1;
  for (const candidate of known) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance < least) [nearest, least] = [candidate, distance];
  }
  return nearest;
}

/** Insertions, deletions, replacements and exchanges of neighbours from one text to the other (optimal string alignment). */
export function editDistance(a: string, b: string): number {
  let [twoAbove, above]: [number[], number[]] = [
    [],
    Array.from({ length: b.length + 1 }, (_, j) => j),
  ];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (above[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let least = Math.min(replaced, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, (twoAbove[j - 2] ?? 0) + 1);
      }
      row.push(least);
    }
    [twoAbove, above] = [above, row];
  }
  return above[b.length] ?? 0;
}
