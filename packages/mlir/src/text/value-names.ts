/**
 * Chooses the printed name of every value inside one isolated operation.
 *
 * A value keeps its own name unless it has none or the name is already visible where it is defined;
 * then it gets the next free one: `0`, `1`, ... or `sum_0`, `sum_1`, ... Values of one group
 * (`%46:7`) are named together.
 */
import type { Operation, Region, Value } from '../ir/ir.ts';
import { isIsolated } from '../rows/facts.ts';

/** New names of the values that cannot keep theirs. */
export type ValueNames = ReadonlyMap<Value, string>;

export function chooseNames(regions: readonly Region[]): ValueNames {
  const taken = namesIn(regions);
  const chosen = new Map<Value, string>();
  const visible = new Set<string>();
  const next = { number: 0 };
  const claim = (group: readonly Value[], own: string[]): void => {
    const first = group[0];
    if (first === undefined) return;
    let name = first.name;
    if (name === '' || visible.has(name)) {
      name = fresh(name, taken, next);
      taken.add(name);
      for (const value of group) chosen.set(value, name);
    }
    visible.add(name);
    own.push(name);
  };
  const visit = (inner: readonly Region[]): void => {
    for (const region of inner) {
      const own: string[] = [];
      for (const block of region.blocks) {
        for (const value of block.arguments) claim([value], own);
        for (const operation of block.operations) {
          if (!isIsolated(operation)) visit(operation.regions);
          for (const group of resultGroups(operation)) claim(group, own);
        }
      }
      for (const name of own) visible.delete(name);
    }
  };
  visit(regions);
  return chosen;
}

/** The results of an operation, those with a common name together. */
export function resultGroups({ results }: Operation): readonly (readonly Value[])[] {
  const groups: Value[][] = [];
  for (let at = 0; at < results.length;) {
    const size = Math.max(1, results[at]?.group ?? 1);
    groups.push(results.slice(at, at + size));
    at += size;
  }
  return groups;
}

function fresh(name: string, taken: ReadonlySet<string>, next: { number: number }): string {
  // `%0_0` is not a name: what begins with a digit is a number.
  if (name === '' || /^\d/.test(name)) {
    while (taken.has(String(next.number))) next.number++;
    return String(next.number);
  }
  let suffix = 0;
  while (taken.has(`${name}_${suffix}`)) suffix++;
  return `${name}_${suffix}`;
}

/** Every name in regions, also those that operations whose text is kept mention; not inside isolated operations. */
export function namesIn(regions: readonly Region[], taken = new Set<string>()): Set<string> {
  for (const region of regions) {
    for (const block of region.blocks) {
      for (const { name } of block.arguments) taken.add(name);
      for (const operation of block.operations) {
        for (const { name } of operation.results) taken.add(name);
        // Regions in text that is kept as it is define names of their own.
        for (const match of operation.text?.matchAll(/%([\w$.-]+)/g) ?? [])
          taken.add(match[1] ?? '');
        if (!isIsolated(operation)) namesIn(operation.regions, taken);
      }
    }
  }
  return taken;
}
