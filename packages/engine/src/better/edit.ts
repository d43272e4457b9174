/** Several changes of the author's texts at once. */
import { changedText, type Change, type Edit } from '../cpp/edit.ts';

/** The texts after changes, by file; the others stay as they are. */
export function changedTexts(
  texts: ReadonlyMap<string, string>,
  edits: readonly Edit[],
): Map<string, string> {
  const changed = new Map(texts);
  // An index function that two changes bring is there once.
  const all = new Map(
    edits.flatMap(({ changes }) => changes).map((one) => [JSON.stringify(one), one] as const),
  );
  for (const file of new Set([...all.values()].map((one) => one.file))) {
    const own = [...all.values()].filter((one) => one.file === file);
    changed.set(file, changedText(texts.get(file) ?? '', own));
  }
  return changed;
}

/** True where a change is at a place that others change in another way. */
export const collide = (edits: readonly Edit[], { changes }: Edit): boolean =>
  edits.some((one) =>
    one.changes.some((change) => changes.some((other) => overlaps(change, other))),
  );

/** True where others write all that a change does. */
export const contain = (edits: readonly Edit[], { changes }: Edit): boolean =>
  changes.every((change) =>
    edits.some((one) => one.changes.some((other) => isSame(change, other))),
  );

const isSame = (a: Change, b: Change): boolean =>
  a.file === b.file && a.start === b.start && a.end === b.end && a.text === b.text;

const overlaps = (a: Change, b: Change): boolean =>
  a.file === b.file &&
  !isSame(a, b) &&
  a.start < Math.max(b.end, b.start + 1) &&
  b.start < Math.max(a.end, a.start + 1);
