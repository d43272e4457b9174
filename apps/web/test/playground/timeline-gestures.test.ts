/** Zooming and moving in a timeline: ranges stay inside, and what is under the pointer keeps its place. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import { commandOf, pinched, wheeled } from '../../src/playground/views/timeline/gestures.ts';
import {
  around,
  moved,
  type Range,
  showing,
  within,
  zoomed,
} from '../../src/playground/views/timeline/range.ts';

const cycles = 10_000;
const ranges = fc
  .tuple(fc.integer({ min: 0, max: cycles - 20 }), fc.integer({ min: 16, max: 4000 }))
  .map(([from, length]): Range => within([from, from + length], cycles) ?? [0, cycles]);

const isInside = (range: Range | undefined): boolean =>
  range === undefined || (range[0] >= 0 && range[1] <= cycles && range[1] - range[0] >= 15.999);

test('a range stays inside of the timeline, and moves back where it was', () => {
  forAll([ranges, fc.integer({ min: -3000, max: 3000 })], { seed: 3 }, (range, by) => {
    const next = moved(range, by, cycles);
    expect(isInside(next)).toBe(true);
    if (next === undefined || next[0] !== range[0] + by) return;
    expect(moved(next, -by, cycles)?.[0]).toBeCloseTo(range[0]);
  });
});

test('the cycle under the pointer keeps its place while its surroundings have room', () => {
  forAll(
    [
      ranges,
      fc.double({ min: 0.3, max: 3, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
    ],
    { seed: 4 },
    (range, factor, share) => {
      const at = range[0] + share * (range[1] - range[0]);
      const next = zoomed(range, factor, at, cycles);
      expect(isInside(next)).toBe(true);
      if (next === undefined || next[0] <= 0 || next[1] >= cycles) return;
      expect((at - next[0]) / (next[1] - next[0])).toBeCloseTo(share, 6);
    },
  );
});

test('keys are those of Perfetto', () => {
  const range: Range = [1000, 2000];
  const shown = (key: string): Range | undefined => {
    const command = commandOf(key, range, cycles);
    return command?.kind === 'show' ? command.range : undefined;
  };
  expect(shown('d')).toEqual([1200, 2200]);
  expect(shown('a')).toEqual([800, 1800]);
  expect(shown('w')).toEqual(shown('+'));
  expect(shown('s')).toEqual(shown('-'));
  const [from = 0, to = 0] = shown('w') ?? [];
  expect(to - from).toBeLessThan(1000);
  expect(commandOf('0', range, cycles)).toEqual({ kind: 'show', range: undefined });
  expect(commandOf('m', range, cycles)).toEqual({ kind: 'measure' });
  expect(commandOf('q', range, cycles)).toBeUndefined();
});

test('the wheel zooms with Ctrl, moves with Shift or sideways, and else scrolls the page', () => {
  const range: Range = [1000, 2000];
  const place = { at: 1500, perPixel: 2, cycles };
  const turn = { deltaX: 0, deltaY: 100, isZoom: false, isMove: false };
  expect(wheeled(turn, range, place)).toBeUndefined();
  expect(wheeled({ ...turn, isMove: true }, range, place)).toEqual({
    kind: 'show',
    range: [1200, 2200],
  });
  expect(wheeled({ ...turn, deltaX: -50, deltaY: 3 }, range, place)).toEqual({
    kind: 'show',
    range: [900, 1900],
  });
  const zoom = wheeled({ ...turn, isZoom: true }, range, place);
  expect(zoom?.kind === 'show' && zoom.range).toEqual([700, 2300]);
});

test('what is picked is shown with room, and what is not seen comes to the middle', () => {
  expect(around([5000, 5100], cycles)).toEqual([4900, 5200]);
  expect(showing([1000, 2000], 1500, cycles)).toEqual([1000, 2000]);
  expect(showing([1000, 2000], 5000, cycles)).toEqual([4500, 5500]);
});

test('each finger keeps the cycle that it came down on, while the timeline has it', () => {
  const two = { cycles: [4000, 5000], pixels: [200, 700], width: 1000 } as const;
  expect(pinched(two, cycles)).toEqual({ kind: 'show', range: [3600, 5600] });
  // The other finger first, and both at one place.
  const turned = { ...two, cycles: [5000, 4000], pixels: [700, 200] } as const;
  expect(pinched(turned, cycles)).toEqual(pinched(two, cycles));
  const pixel = fc.integer({ min: 0, max: 1000 });
  forAll([ranges, pixel, pixel, pixel, pixel], { seed: 3 }, ([from, to], a, b, x, y) => {
    const at = (pixels: number): number => from + ((to - from) * pixels) / 1000;
    const command = pinched({ cycles: [at(a), at(b)], pixels: [x, y], width: 1000 }, cycles);
    if (command.kind !== 'show') expect.unreachable();
    expect(isInside(command.range)).toBe(true);
  });
});
