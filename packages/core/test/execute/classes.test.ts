/** Which workgroups are executed for classes, and how often each counts. */
import { type AccessTrace, executeClasses, type LaunchShape, TraceBuilder } from '@ldscope/core';
import { describe, expect, it } from 'vitest';

const shape: LaunchShape = {
  grid: [4, 3, 1],
  block: [64, 1, 1],
  blockFrom: 'the launch',
  waveSize: 64,
  dynamicLdsBytes: 0,
};
const trace: AccessTrace = new TraceBuilder(64).finish();

/** Workgroups are alike where `keyOf` gives the same; -1: nothing is shown. */
function execute(keyOf: (number: number) => number, workgroups: number, cheap = 0) {
  const ran: number[] = [];
  const times: number[] = [];
  const counts = executeClasses(
    shape,
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
        const key = keyOf(ran.at(-1) ?? 0);
        return key < 0 ? [] : numbers.filter((number) => keyOf(number) === key);
      },
      isCheap: () => ran.length < cheap,
    },
  );
  return { ran, times, counts };
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
