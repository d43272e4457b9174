/** Numbers as people read them. */
export const count = (value: number): string => value.toLocaleString('en-US');

/** A share, `-` of nothing. */
export const percent = (part: number, whole: number): string =>
  whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`;

export const size = (bytes: number): string =>
  bytes >= 1024 && bytes % 1024 === 0 ? `${count(bytes / 1024)} KiB` : `${count(bytes)} B`;

/** `1 cycle`, `4 cycles`. */
export const plural = (value: number, one: string): string =>
  `${count(value)} ${one}${value === 1 ? '' : 's'}`;

export const ways = (value: number): string => plural(value, 'way');
