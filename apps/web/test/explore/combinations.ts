/** Every combination of values, one of each list: `combinations({ chip: ['gfx942'], rows: [16, 32] })` has two. */
export function combinations<const T extends Readonly<Record<string, readonly unknown[]>>>(
  lists: T,
): readonly { readonly [K in keyof T]: T[K][number] }[];
export function combinations(
  lists: Readonly<Record<string, readonly unknown[]>>,
): readonly Readonly<Record<string, unknown>>[] {
  return Object.entries(lists).reduce<readonly Readonly<Record<string, unknown>>[]>(
    (all, [name, values]) =>
      all.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
    [{}],
  );
}
