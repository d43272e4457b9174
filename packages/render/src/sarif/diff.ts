/**
 * A unified diff as the changes of files that SARIF has: lines that go, and the text in their place.
 *
 *     @@ -3,1 +3,1 @@
 *     -  float t[32][32];      deletedRegion: lines 3 to 4, column 1     insertedContent: "  float t[32][33];\n"
 *     +  float t[32][33];
 */

/** Lines of a file by their first number, and the text in their place. */
export interface Replacement {
  readonly line: number;
  deleted: number;
  inserted: string;
}

/** What a diff replaces, by file; the diff is one that `git diff` could have written. */
export function replacementsIn(diff: string): ReadonlyMap<string, readonly Replacement[]> {
  const files = new Map<string, Replacement[]>();
  let own: Replacement[] = [];
  let open: Replacement | undefined;
  // 0 outside of hunks, where lines with a sign are names of files.
  let line = 0;
  for (const text of diff.split('\n')) {
    const [, name] = /^diff --git a\/.* b\/(.*)$/.exec(text) ?? [];
    const [, first, count = '1'] = /^@@ -(\d+)(?:,(\d+))? /.exec(text) ?? [];
    const sign = text[0];
    if (name !== undefined) {
      own = [];
      line = 0;
      files.set(name, own);
    } else if (first !== undefined) {
      // Hunks without lines of the old text are behind the line that they name.
      line = Number(first) + (count === '0' ? 1 : 0);
      open = undefined;
    } else if (line > 0 && (sign === '-' || sign === '+')) {
      if (open === undefined) own.push((open = { line, deleted: 0, inserted: '' }));
      if (sign === '+') open.inserted += `${text.slice(1)}\n`;
      else {
        open.deleted++;
        line++;
      }
    } else if (sign === ' ') {
      open = undefined;
      line++;
    }
  }
  return files;
}
