/** The smallest replacement that turns one text into another. */
export interface Replacement {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/**
 * The replacement between the common beginning and the common end of two texts; `undefined` when they are equal. Text
 * outside it keeps its marks and its position on the screen.
 */
export function smallestChange(before: string, after: string): Replacement | undefined {
  if (before === after) return undefined;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  let end = 0;
  while (
    end < shorter - start &&
    before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)
  )
    end++;
  return {
    from: start,
    to: before.length - end,
    insert: after.slice(start, after.length - end),
  };
}
