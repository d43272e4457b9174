/** Which workgroups are executed for classes, and how often each counts. */
import {
  type AccessTrace,
  executeAlike,
  executeClasses,
  type LaunchShape,
  TraceBuilder,
} from '@ldscope/core';
import { describe, expect, it, test } from 'vitest';

const shape: LaunchShape = {
  grid: [4, 3, 1],
  block: [64, 1, 1],
  blockFrom: 'the launch',
  waveSize: 64,
  dynamicLdsBytes: 0,
};
const trace: AccessTrace = new TraceBuilder(64).finish();

/** Workgroups are alike where `keyOf` gives the same; -1: nothing is shown. */
function execute(
  keyOf: (number: number) => number,
  workgroups: number,
  cheap = 0,
  grid: LaunchShape['grid'] = shape.grid,
) {
  const ran: number[] = [];
  const times: number[] = [];
  let compared = 0;
  const counts = executeClasses(
    { ...shape, grid },
    {
      machine: undefined as never,
      workgroups,
      onWorkgroup: (_trace, _done, _all, count = 1) => times.push(count),
      onGlobal: () => {},
    },
    {
      run: (number) => {
        ran.push(number);
        return trace;
      },
      alike: (numbers) => {
        compared++;
        const key = keyOf(ran.at(-1) ?? 0);
        return key < 0 ? [] : numbers.filter((number) => keyOf(number) === key);
      },
      isCheap: () => ran.length < cheap,
    },
  );
  return { ran, times, counts, compared };
}

describe('executeClasses', () => {
  it('executes the first of each class', () => {
    const { ran, times, counts } = execute((number) => Number(number % 4 === 3), 6);
    expect(ran).toEqual([0, 3]);
    expect(times).toEqual([9, 3]);
    expect(counts).toEqual({
      executed: 12,
      launched: 12,
      classes: [
        { first: [0, 0, 0], count: 9 },
        { first: [3, 0, 0], count: 3 },
      ],
      observed: 2,
    });
  });

  it('stops comparing where more classes are left than may be executed', () => {
    const pairs = execute((number) => Math.floor(number / 2), 64, 0, [4096, 1, 1]);
    expect(pairs.compared).toBe(16);
    expect(pairs.counts).toMatchObject({ executed: 80, launched: 4096, observed: 64 });
    // The inside of a grid comes behind its corners, edges and faces.
    const side = (at: number): number => Number(at > 0) + Number(at === 63);
    const keyOf = (n: number): number =>
      side(n % 64) + 3 * side(Math.floor(n / 64) % 64) + 9 * side(Math.floor(n / 4096));
    expect(execute(keyOf, 64, 0, [64, 64, 64]).counts.classes).toHaveLength(27);
  });

  it('executes more for global memory while that is cheap', () => {
    const { ran, counts } = execute(() => 0, 6, 4);
    expect(ran).toEqual([0, 1, 2, 3]);
    expect(counts.observed).toBe(4);
  });

  it('samples where nothing is shown', () => {
    const { ran, times, counts } = execute(() => -1, 5);
    expect(ran).toEqual([0, 1, 2, 3, 4]);
    expect(times).toEqual([1, 1, 1, 1, 1]);
    expect(counts).toEqual({ executed: 5, launched: 12 });
  });

  it('counts what it has where there are too many classes', () => {
    const { counts } = execute((number) => number >> 1, 3);
    expect([counts.executed, counts.classes?.length]).toEqual([6, 3]);
  });
});

test('a whole launch of pairs is executed sooner than compared', () => {
  let [ran, compared, counted] = [0, 0, 0];
  let last = 0;
  const counts = executeAlike(
    { grid: [4096, 1, 1] },
    {
      machine: undefined as never,
      onWorkgroup: (_trace, _done, _all, count = 1) => (counted += count),
    },
    {
      run: (number) => {
        ran++;
        last = number;
        return trace;
      },
      alike: (numbers) => {
        compared++;
        return numbers.filter((number) => number >> 1 === last >> 1);
      },
      isCheap: () => true,
      observe: () => true,
    },
  );
  expect(compared).toBe(16);
  expect([ran, counted]).toEqual([4096 - 16, 4096]);
  expect(counts).toEqual({ executed: 4096, launched: 4096 });
});
