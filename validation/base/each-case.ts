/**
 * Runs every item of a list that somebody else wrote: one that cannot be read is a miss with the reason, and the others
 * still run.
 *
 *     [{ id: 'a', ... }, 7, { id: 'c', lengths: 'x' }]    a runs; 'item 1' and c are misses
 */
import { asObject, type JsonObject, textAt } from './json.ts';

/** The results of all items, in order; `miss` makes the result of an item that `run` cannot read. */
export function eachCase<T>(
  items: readonly unknown[],
  run: (item: JsonObject, index: number) => T,
  miss: (id: string, reason: string) => T,
): T[] {
  return items.map((value, index) => {
    const item = asObject(value);
    if (item === undefined) return miss(`item ${index}`, 'cannot be read: it is not an object');
    try {
      return run(item, index);
    } catch (error) {
      // Cases reach parsers and builders that throw on arguments no caller of ours would give.
      const reason = error instanceof Error ? error.message : String(error);
      return miss(textAt(item, 'id') ?? `item ${index}`, `cannot be read: ${reason}`);
    }
  });
}
