/** Finds what the rules of `patterns.ts` catch in a file, but for its exceptions. */
import type { Exception } from './exceptions.ts';
import { wordings, type Wording } from './patterns.ts';
import { lineOf, textsOf } from './texts.ts';

export interface Finding {
  readonly line: number;
  /** The words, with some of what is around them. */
  readonly words: string;
  readonly wording: Wording;
}

/** The findings of a file; exceptions that apply are added to `used`. */
export function findingsOf(
  path: string,
  source: string,
  exceptions: readonly Exception[],
  used = new Set<Exception>(),
): Finding[] {
  const own = exceptions.filter((exception) => path.startsWith(exception.path));
  const findings: Finding[] = [];
  for (const { words, offsets, isComment } of textsOf(path, source)) {
    for (const wording of wordings) {
      if (isComment && wording.isForShown === true) continue;
      for (const { index, 0: match } of words.matchAll(new RegExp(wording.pattern, 'gu'))) {
        const around = words.slice(Math.max(0, index - 60), index + match.length + 60);
        const excepted = own.find(
          (exception) =>
            (exception.name ?? wording.name) === wording.name &&
            (exception.words === undefined || around.includes(exception.words)),
        );
        if (excepted === undefined)
          findings.push({ line: lineOf(source, offsets[index] ?? 0), words: around, wording });
        else used.add(excepted);
      }
    }
  }
  return findings.sort((one, other) => one.line - other.line);
}

/** Exceptions that no finding used: they can go. */
export const unusedExceptions = (
  exceptions: readonly Exception[],
  used: ReadonlySet<Exception>,
): Exception[] => exceptions.filter((exception) => !used.has(exception));
