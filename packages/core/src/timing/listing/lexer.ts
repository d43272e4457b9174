/**
 * The words of a schedule, for its parser and for whoever colours it: those of `layout/text`, and comments that begin with
 * `->`, `//` or `#`.
 */
export { scanWord } from '../../layout/text/scan-word.ts';
/** Where a line's comment begins; its length when it has none. */
export function commentOf(line: string): number {
  const found = /->|\/\/|#/.exec(line);
  return found?.index ?? line.length;
}
