/** How numbers are written on the pages. */

/** `1,234,567`. */
export const grouped = (value: number): string => value.toLocaleString('en-US');

/** `1 way`, `2 ways`; `1,000 cycles`. */
export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${grouped(value)} ${value === 1 ? one : many}`;
