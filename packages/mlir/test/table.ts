/** Words, ranges, generators and constants for the tables of tests. */

/** The words of a text, for lists of many. */
export const words = (text: string): string[] => text.trim().split(/\s+/);

/** What a function gives for each number below a count. */
export const range = <T = number>(count: number, of: (i: number) => T = (i) => i as T): T[] =>
  Array.from({ length: count }, (_, i) => of(i));

/** A generator of whole numbers below a bound, the same ones for a seed. */
export function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** The index constants that a body reads and does not define: `%c8` is 8. */
export function constantsOf(body: string): string {
  const read = new Set([...body.matchAll(/%c(\d+)\b(?![\w.#])/g)].map(([, number]) => number));
  return [...read]
    .filter((number) => !new RegExp(`%c${number}(?: =|:)`).test(body))
    .map((number) => `%c${number} = arith.constant ${number} : index`)
    .join('\n');
}

/** Index constants of given names. */
export const indexConstants = (named: Readonly<Record<string, number>>): string =>
  Object.entries(named)
    .map(([name, value]) => `%${name} = arith.constant ${value} : index`)
    .join('\n      ');
