/** Elements of a name with ranges of indices, both ends included: `A[0,2:3]` names `A[0,2]` and `A[0,3]`. */

/** More elements of one name than a schedule has. */
const MOST_ELEMENTS = 4096;

/** A range of one index. */
export type IndexRange = readonly [first: number, last: number];

/** The names of the elements; `{ count }` where there are more than `most`. */
export function elementNames(
  name: string,
  ranges: readonly IndexRange[],
): readonly string[] | { readonly count: number; readonly most: number } {
  let names = [''];
  for (const [first, last] of ranges) {
    const length = Math.max(0, last - first + 1);
    const count = length * names.length;
    if (count > MOST_ELEMENTS) return { count, most: MOST_ELEMENTS };
    names = names.flatMap((prefix) =>
      Array.from({ length }, (_, i) => (prefix === '' ? `${first + i}` : `${prefix},${first + i}`)),
    );
  }
  return names.map((index) => `${name}[${index}]`);
}
