/** Accesses of nested layouts, against the definition of the layout element by element. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  expectValue,
  nestedAccesses,
  type NestedAccess,
  type NestedAccessOptions,
  type NestedLayout,
  nestedShape,
  nestedTrace,
  opcodeAt,
  parseNestedLayout,
} from '@ldscope/core';
import { forAll } from '../../../../../test/for-all.ts';

const layoutOf = (text: string): NestedLayout => expectValue(parseNestedLayout(text));

const asked = (layout: NestedLayout, options: Partial<NestedAccessOptions> = {}) =>
  nestedAccesses(layout, {
    shape: nestedShape(layout),
    subgroupSize: 64,
    threads: 64,
    direction: 'read',
    ...options,
  });

const accessesOf = (...of: Parameters<typeof asked>): readonly NestedAccess[] =>
  expectValue(asked(...of));

/** Accesses that write halves. */
const written = (
  accesses: readonly NestedAccess[],
  addressOf: (index: readonly number[]) => number,
): ReturnType<typeof nestedTrace> =>
  nestedTrace(accesses, {
    isa: 'cdna3',
    waveSize: 64,
    direction: 'write',
    elementBytes: 2,
    addressOf,
    name: 'write',
  });

/** Who has an element, by taking its index apart: digits per dimension, and the register they make. */
function ownerOf(
  layout: NestedLayout,
  index: readonly number[],
): { readonly subgroups: number[]; readonly threads: number[]; readonly register: number } {
  const rank = index.length;
  const digits = index.map((value, d) => {
    let rest = value;
    const take = (size = 1): number => {
      const digit = rest % size;
      rest = (rest - digit) / size;
      return digit;
    };
    const element = take(layout.element_tile[d]);
    const thread = take(layout.thread_tile[d]);
    const outer = take(layout.outer_tile[d]);
    const batch = take(layout.batch_tile[d]);
    return { element, thread, outer, batch, subgroup: rest };
  });
  let register = 0;
  for (const [tile, digit] of [
    [layout.batch_tile, 'batch'],
    [layout.outer_tile, 'outer'],
    [layout.element_tile, 'element'],
  ] as const) {
    for (let d = 0; d < rank; d++) register = register * (tile[d] ?? 1) + (digits[d]?.[digit] ?? 0);
  }
  return {
    subgroups: digits.map(({ subgroup }) => subgroup),
    threads: digits.map(({ thread }) => thread),
    register,
  };
}

function indicesOf(shape: readonly number[]): number[][] {
  return shape.reduce<number[][]>(
    (list, size) => list.flatMap((index) => Array.from({ length: size }, (_, i) => [...index, i])),
    [[]],
  );
}

/** `thread register -> element` by the definition, for all threads. */
function defined(layout: NestedLayout, subgroupSize: number, threads: number): Map<string, string> {
  const has = new Map<string, string>();
  for (const index of indicesOf(nestedShape(layout))) {
    const owner = ownerOf(layout, index);
    for (let thread = 0; thread < threads; thread++) {
      const own = index.every((_, d) => {
        const [ss, ts] = [layout.subgroup_strides[d] ?? 0, layout.thread_strides[d] ?? 0];
        const subgroup =
          ss === 0
            ? 0
            : Math.floor(Math.floor(thread / subgroupSize) / ss) % (layout.subgroup_tile[d] ?? 1);
        const lane = ts === 0 ? 0 : Math.floor(thread / ts) % (layout.thread_tile[d] ?? 1);
        return subgroup === owner.subgroups[d] && lane === owner.threads[d];
      });
      if (own) has.set(`${thread} ${owner.register}`, index.join());
    }
  }
  return has;
}

const isActive = ({ maskLow, maskHigh }: NestedAccess, lane: number): boolean =>
  (((lane < 32 ? maskLow : maskHigh) >>> (lane & 31)) & 1) === 1;

/** `thread register -> element` of accesses. */
function moved(
  accesses: readonly NestedAccess[],
  subgroupSize: number,
  fastest: number,
): Map<string, string> {
  const has = new Map<string, string>();
  for (const access of accesses) {
    const rank = access.coordinates.length / subgroupSize;
    for (let lane = 0; lane < subgroupSize; lane++) {
      if (!isActive(access, lane)) continue;
      const first = [...access.coordinates.subarray(lane * rank, (lane + 1) * rank)];
      for (const [i, register] of access.registers.entries()) {
        const key = `${access.wave * subgroupSize + lane} ${register}`;
        if (has.has(key)) expect.fail(`${key} is moved twice`);
        has.set(key, first.map((value, d) => (d === fastest ? value + i : value)).join());
      }
    }
  }
  return has;
}

const tile = (most: number): fc.Arbitrary<number> => fc.integer({ min: 1, max: most });

/** Layouts whose strides are products of tiles, dealt in a random order, some dimensions not at all. */
const layouts = fc
  .integer({ min: 1, max: 3 })
  .chain((rank) => {
    const list = (one: fc.Arbitrary<number>): fc.Arbitrary<number[]> =>
      fc.array(one, { minLength: rank, maxLength: rank });
    const order = fc.shuffledSubarray([0, 1, 2].slice(0, rank), {
      minLength: rank,
      maxLength: rank,
    });
    return fc.record({
      batch: list(tile(2)),
      outer: list(tile(2)),
      element: list(tile(4)),
      thread: list(fc.constantFrom(1, 2, 4)),
      subgroup: list(tile(2)),
      order,
      gap: fc.constantFrom(1, 2),
    });
  })
  .map(({ batch, outer, element, thread, subgroup, order, gap }): NestedLayout => {
    const strides = (tiles: readonly number[], first: number): number[] => {
      const result = tiles.map(() => 0);
      let reach = first;
      for (const d of order) {
        if ((tiles[d] ?? 1) === 1) continue;
        result[d] = reach;
        reach *= tiles[d] ?? 1;
      }
      return result;
    };
    const fitting = thread.map((size, d) => (d === 2 ? Math.min(size, 2) : size));
    return {
      subgroup_tile: subgroup,
      batch_tile: batch,
      outer_tile: outer,
      thread_tile: fitting,
      element_tile: element,
      subgroup_strides: strides(subgroup, 1),
      thread_strides: strides(fitting, fitting.reduce((a, b) => a * b, gap) <= 32 ? gap : 1),
    };
  })
  .filter((layout) => nestedShape(layout).reduce((a, b) => a * b, 1) <= 2048);

describe('accesses', () => {
  test('read what the definition gives each thread', () => {
    forAll([layouts, fc.constantFrom(32, 64), fc.boolean()], 60, (layout, subgroupSize, turn) => {
      const size = subgroupSize === 32 ? 32 : 64;
      const threads = 8 * size;
      const memoryOrder = layout.element_tile.map((_, d) => d);
      if (turn) memoryOrder.reverse();
      const accesses = accessesOf(layout, { subgroupSize: size, threads, memoryOrder });
      const found = moved(accesses, size, memoryOrder.at(-1) ?? 0);
      expect(found).toEqual(defined(layout, size, threads));
    });
  });

  test('write every element once, by the lowest thread that has it', () => {
    forAll([layouts, fc.integer({ min: 1, max: 5 })], 60, (layout, mostElements) => {
      const threads = 512;
      const accesses = accessesOf(layout, { direction: 'write', threads, mostElements });
      const found = moved(accesses, 64, layout.element_tile.length - 1);
      const lowest = new Map<string, number>();
      for (const [key, element] of defined(layout, 64, threads)) {
        const thread = Number(key.split(' ')[0]);
        lowest.set(element, Math.min(thread, lowest.get(element) ?? Infinity));
      }
      const writers = [...found].map(([key, element]) => [element, Number(key.split(' ')[0])]);
      expect(new Map(writers.map(([element, thread]) => [`${element}`, thread]))).toEqual(lowest);
      expect(writers.length).toBe(lowest.size);
      for (const { widthElements } of accesses) {
        expect(widthElements).toBeLessThanOrEqual(mostElements);
      }
    });
  });

  test('go through batches, outer tiles and rows of the element tile in order', () => {
    const layout = layoutOf(
      'nested_layout<subgroup_tile = [1, 1], batch_tile = [2, 1], outer_tile = [1, 2], thread_tile = [16, 4], element_tile = [2, 4], subgroup_strides = [0, 0], thread_strides = [4, 1]>',
    );
    const accesses = accessesOf(layout);
    expect(accesses.map(({ widthElements }) => widthElements)).toEqual([4, 4, 4, 4, 4, 4, 4, 4]);
    const begins = accesses.map(({ coordinates }) => coordinates.subarray(2 * 5, 2 * 6).join());
    expect(begins).toEqual(['2,4', '3,4', '2,20', '3,20', '34,4', '35,4', '34,20', '35,20']);
    const transposed = accessesOf(layout, { memoryOrder: [1, 0] });
    expect(transposed.map(({ widthElements }) => widthElements)).toEqual(Array(16).fill(2));
    expect(transposed[1]?.registers).toEqual([1, 5]);
  });

  test.each([
    ['another shape', { shape: [4, 4] }, /the vector of 4x4/],
    ['too few threads', { threads: 32 }, /needs 64 threads, there are 32/],
    ['an order that is none', { memoryOrder: [0, 0] }, /the order 0, 0/],
    ['pieces of nothing', { mostElements: 0 }, /pieces of 0 elements/],
  ])('refuse %s', (_name, options, message) => {
    const layout = layoutOf(
      'nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 8], element_tile = [1, 4], subgroup_strides = [0, 0], thread_strides = [8, 1]>',
    );
    const found = asked(layout, options);
    expect(found.ok).toBe(false);
    expect(found.diagnostics.map(({ message: text }) => text).join()).toMatch(message);
  });
});

describe('instructions', () => {
  const writer = layoutOf(
    'nested_layout<subgroup_tile = [1, 1], batch_tile = [4, 1], outer_tile = [1, 1], thread_tile = [8, 8], element_tile = [1, 8], subgroup_strides = [0, 0], thread_strides = [8, 1]>',
  );
  const traced = (pitch: number, mostElements = 8): ReturnType<typeof nestedTrace> =>
    written(
      accessesOf(writer, { direction: 'write', mostElements }),
      ([row = 0, column = 0]) => 2 * (row * pitch + column),
    );
  const names = (trace: ReturnType<typeof nestedTrace>): string[] =>
    [...trace.op].map((op) => opcodeAt(op).name);

  test.each([
    [64, 8, 'ds_write_b128', 4],
    [68, 8, 'ds_write2_b64', 8],
    [66, 8, 'ds_write2_b32', 16],
    [65, 8, 'ds_write_b16', 32],
    [64, 4, 'ds_write_b64', 8],
  ] as const)('rows of %d halves, at most %d at once: %s', (pitch, most, name, rows) => {
    const trace = traced(pitch, most);
    expect(new Set(names(trace))).toEqual(new Set([name]));
    expect(trace.count).toBe(rows);
  });

  test('are narrow where neighbours are not neighbours in memory', () => {
    const columns = written(
      accessesOf(writer, { direction: 'write' }),
      ([row = 0, column = 0]) => 2 * (column * 32 + row),
    );
    expect(new Set(names(columns))).toEqual(new Set(['ds_write_b16']));
    expect(columns.count).toBe(32);
  });

  test('cover the bytes of the vector once, whatever the pitch', () => {
    forAll([layouts, fc.integer({ min: 0, max: 9 })], 40, (layout, padding) => {
      const shape = nestedShape(layout);
      const pitches = shape.map((_, d) =>
        shape.slice(d + 1).reduce((product, size, i, rest) => {
          return product * (i === rest.length - 1 ? size + padding : size);
        }, 1),
      );
      const addressOf = (index: readonly number[]): number =>
        2 * index.reduce((sum, value, d) => sum + value * (pitches[d] ?? 1), 0);
      const trace = written(accessesOf(layout, { direction: 'write', threads: 512 }), addressOf);
      const bytes: number[] = [];
      for (let row = 0; row < trace.count; row++) {
        const { widthBytes } = opcodeAt(trace.op[row] ?? 0);
        for (let lane = 0; lane < 64; lane++) {
          const word = trace.activeMask[2 * row + (lane >> 5)] ?? 0;
          if (((word >>> (lane & 31)) & 1) === 0) continue;
          const start = trace.addressBytes[row * 64 + lane] ?? 0;
          for (let i = 0; i < widthBytes; i++) bytes.push(start + i);
        }
      }
      const wanted = indicesOf(shape).flatMap((index) => [addressOf(index), addressOf(index) + 1]);
      expect(bytes.sort((a, b) => a - b)).toEqual(wanted.sort((a, b) => a - b));
    });
  });
});
