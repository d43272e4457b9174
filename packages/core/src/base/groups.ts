/** Lists by a key, in the order in which their items came. */

/** Adds an item to the list of a key. */
export function append<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): Map<Key, Item[]> {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
  return lists;
}

/** The items of each key: `Map.groupBy`, which Node 20 lacks. */
export function groupBy<Item, Key>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key,
): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) append(groups, keyOf(item), item);
  return groups;
}
