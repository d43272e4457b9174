/** Numbers as people read them. */
import { counted, grouped } from '../controls/words.ts';

/** A share, `-` of nothing. */
export const percent = (part: number, whole: number): string =>
  whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`;

export const size = (bytes: number): string =>
  bytes >= 1024 && bytes % 1024 === 0 ? `${grouped(bytes / 1024)} KiB` : `${grouped(bytes)} B`;

export const ways = (value: number): string => counted(value, 'way');
