/** Random nested layouts of a shape, and who has what by their definition. */
import * as fc from 'fast-check';
import { type NestedLayout } from '@ldscope/core';

/** Sizes are powers of two; exponents of each dimension are dealt to the five tiles. */
export function layoutsOf(
  shape: readonly number[],
  subgroups: number,
  waveSize: 32 | 64,
): fc.Arbitrary<NestedLayout> {
  const dimension = (size: number): fc.Arbitrary<number[]> =>
    fc
      .array(fc.nat(4), {
        minLength: Math.round(Math.log2(size)),
        maxLength: Math.round(Math.log2(size)),
      })
      .map((levels) =>
        [0, 1, 2, 3, 4].map((level) => 2 ** levels.filter((l) => l === level).length),
      );
  return fc
    .tuple(
      fc.tuple(...shape.map(dimension)),
      fc.shuffledSubarray(
        shape.map((_, d) => d),
        { minLength: shape.length, maxLength: shape.length },
      ),
    )
    .map(([tiles, order]) => {
      const level = (l: number): number[] => tiles.map((tile) => tile[l] ?? 1);
      const lists = {
        element: level(0),
        thread: level(1),
        outer: level(2),
        batch: level(3),
        subgroup: level(4),
      };
      // What does not fit the workgroup goes to the batch.
      limit(lists.thread, lists.batch, waveSize);
      limit(lists.subgroup, lists.batch, subgroups);
      return {
        subgroup_tile: lists.subgroup,
        batch_tile: lists.batch,
        outer_tile: lists.outer,
        thread_tile: lists.thread,
        element_tile: lists.element,
        subgroup_strides: stridesOf(lists.subgroup, order),
        thread_strides: stridesOf(lists.thread, order),
      };
    });
}

function limit(tiles: number[], rest: number[], most: number): void {
  const product = (): number => tiles.reduce((a, b) => a * b, 1);
  for (let d = 0; product() > most; d = (d + 1) % tiles.length) {
    if ((tiles[d] ?? 1) === 1) continue;
    tiles[d] = (tiles[d] ?? 1) / 2;
    rest[d] = (rest[d] ?? 1) * 2;
  }
}

function stridesOf(tiles: readonly number[], order: readonly number[]): number[] {
  const strides = tiles.map(() => 0);
  let reach = 1;
  for (const d of order) {
    if ((tiles[d] ?? 1) === 1) continue;
    strides[d] = reach;
    reach *= tiles[d] ?? 1;
  }
  return strides;
}

export interface Owned {
  readonly thread: number;
  /** Digits of the batch and outer indices, all dimensions of the batch first. */
  readonly tiles: readonly number[];
  readonly element: readonly number[];
}

/** Where an element is, by taking its index apart; the lowest of the threads that have it. */
export function ownerOf(layout: NestedLayout, index: readonly number[], waveSize: number): Owned {
  const digits = index.map((value, d) => {
    let rest = value;
    const take = (size = 1): number => {
      const digit = rest % size;
      rest = (rest - digit) / size;
      return digit;
    };
    return {
      element: take(layout.element_tile[d]),
      thread: take(layout.thread_tile[d]),
      outer: take(layout.outer_tile[d]),
      batch: take(layout.batch_tile[d]),
      subgroup: rest,
    };
  });
  let thread = 0;
  for (const [d, { thread: lane, subgroup }] of digits.entries()) {
    thread += lane * (layout.thread_strides[d] ?? 0);
    thread += subgroup * (layout.subgroup_strides[d] ?? 0) * waveSize;
  }
  return {
    thread,
    tiles: [...digits.map(({ batch }) => batch), ...digits.map(({ outer }) => outer)],
    element: digits.map(({ element }) => element),
  };
}

export function indicesOf(shape: readonly number[]): number[][] {
  return shape.reduce<number[][]>(
    (list, size) => list.flatMap((index) => Array.from({ length: size }, (_, i) => [...index, i])),
    [[]],
  );
}
