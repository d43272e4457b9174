/** Numbers as every text output writes them, without a locale: the same bytes on every machine. */

/** `1,234,567`; whole numbers only. */
export function grouped(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `1 site`, `2 sites`. */
export function counted(value: number, noun: string, plural = `${noun}s`): string {
  return `${grouped(value)} ${value === 1 ? noun : plural}`;
}

/**
 * `60.0 %` of a whole. A part that is there never reads `0.0 %`, and a part that is not all never reads
 * `100.0 %`; of nothing it is `0.0 %`.
 */
export function percent(part: number, whole: number): string {
  if (whole === 0 || part === 0) return '0.0 %';
  const value = (100 * part) / whole;
  if (value < 0.05) return '<0.1 %';
  if (part < whole && value >= 99.95) return '>99.9 %';
  return `${value.toFixed(1)} %`;
}

/** `160 KiB` when it is whole KiB, else `1,280 B`. */
export function byteSize(bytes: number): string {
  return bytes >= 1024 && bytes % 1024 === 0
    ? `${grouped(bytes / 1024)} KiB`
    : `${grouped(bytes)} B`;
}

/** A ratio with three places, a whole number without. */
export function decimal(value: number): string {
  return Number.isInteger(value) ? grouped(value) : value.toFixed(3);
}
