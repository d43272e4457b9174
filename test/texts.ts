/**
 * Long texts of tests, in files of their own, each behind its name in a comment:
 *
 *     // ---- for: passes swapped values on all at once
 *     %z:2 = scf.for %k = %c0 to %b step %c1 iter_args(%p = %a, %q = %c3) -> (index, index) {
 *       scf.yield %q, %p : index, index
 *     }
 *
 *     test.each(textsWith(new URL('scf.mlir', import.meta.url), {
 *       'for: passes swapped values on all at once': (a, b) => ...,
 *     }))('%s', (_name, text, model) => ...)
 *
 * Comments are those of MLIR or of assembly. What stands before the first name is about the file.
 */
import { readFileSync } from 'node:fs';
import { raise } from './raise.ts';

/** The texts of a file, each behind its name. */
export function textsOf(file: URL): readonly (readonly [name: string, text: string])[] {
  const [, ...parts] = readFileSync(file, 'utf8').split(/^(?:\/\/|;) ---- /m);
  return parts.map((part) => {
    const end = part.indexOf('\n');
    return [part.slice(0, end), part.slice(end + 1).trimEnd()];
  });
}

/** The texts of a file, each found by its name. */
export function textsIn(file: URL): (name: string) => string {
  const texts = new Map(textsOf(file));
  return (name) => texts.get(name) ?? raise(`${file.pathname} lacks ${name}`);
}

/** Each name with its text and with what is expected of it; throws where one has a name that the other lacks. */
export function textsWith<T>(
  file: URL,
  wanted: Readonly<Record<string, T>>,
): readonly (readonly [name: string, text: string, wanted: T])[] {
  const textOf = textsIn(file);
  for (const [name] of textsOf(file))
    if (!(name in wanted)) raise(`${file.pathname} has ${name}, which nothing is expected of`);
  return Object.entries(wanted).map(([name, one]) => [name, textOf(name), one]);
}
