/** Lanes of a warp of SASS that have parted wait for each other where instructions say. */
import type { Group } from '@ldscope/simt';
import { expect, test } from 'vitest';
import { warpOf } from './warps.ts';

const code = { order: undefined, orderFrom: () => 0 };

/** Groups of a warp at an instruction, by their lanes. */
function parted(masks: readonly number[], pc: number) {
  const warp = warpOf();
  warp.live = masks.reduce((all, mask) => all | mask, 0);
  warp.groups = masks.map((mask): Group => ({
    pc,
    order: 0,
    mask,
    frame: undefined,
    state: 'ready',
  }));
  return { warp, meetings: warp.meetings, groups: [...warp.groups] };
}

test('lanes meet that passed a barrier together, less those that left', () => {
  const { warp, meetings, groups } = parted([0b0001, 0b0010, 0b0100, 0b1000, 0b10000], 5);
  const [first, second, , , stranger] = groups;
  if (first === undefined || second === undefined || stranger === undefined) throw new Error();
  meetings.begin(0, 0b1111);
  expect(meetings.arrive(0, first)).toBe(true);
  meetings.release(code);
  expect(first).toMatchObject({ pc: 5, state: 'warp', mask: 0b0001 });
  meetings.leave(0, 0b0100);
  // Lane 3 has ended.
  warp.live = 0b0111;
  expect(meetings.arrive(0, second)).toBe(true);
  meetings.release(code);
  expect(first).toMatchObject({ pc: 6, state: 'ready', mask: 0b0011 });
  // They are one group, the last that was made.
  expect(warp.groups.at(-1)).toBe(first);
  expect(warp.groups).not.toContain(second);
  // A lane that was not there at the beginning.
  expect(meetings.arrive(0, stranger)).toBe(false);
});

test('lanes that a barrier of the warp names wait for each other; others there name the same', () => {
  const { meetings, groups } = parted([0b01, 0b10], 9);
  const [first, second] = groups;
  if (first === undefined || second === undefined) throw new Error();
  expect(meetings.arriveAmong(0b11, first)).toBe(true);
  meetings.release(code);
  expect(first.state).toBe('warp');
  expect(meetings.arriveAmong(0b10, second)).toBe(false);
  expect(meetings.arriveAmong(0b11, second)).toBe(true);
  meetings.release(code);
  expect(first).toMatchObject({ pc: 10, state: 'ready', mask: 0b11 });
});
