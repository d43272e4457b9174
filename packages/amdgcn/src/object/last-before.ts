/** A binary search among entries that have addresses and are sorted by them. */

/** The number of the last entry at or before an address; -1 when there is none. */
export function lastBefore(
  sorted: readonly { readonly address: number }[],
  address: number,
): number {
  let low = -1;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((sorted[middle]?.address ?? 0) <= address) low = middle;
    else high = middle - 1;
  }
  return low;
}
