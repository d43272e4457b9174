/**
 * Which cycles of a timeline are shown, as a reader zooms and moves.
 *
 *     zoomed([0, 1000], 0.5, 250, 1000)     [125, 625]: the cycle under the pointer keeps its place
 *     moved([0, 500], 100, 1000)            [100, 600]
 *
 * A range stays inside of the timeline and keeps its length where it reaches an end; `undefined` is all of it.
 */
export type Range = readonly [from: number, to: number];

const LEAST_CYCLES = 16;

/** A range clamped to the timeline. */
export function within([from, to]: Range, cycles: number): Range | undefined {
  const length = Math.max(LEAST_CYCLES, to - from);
  if (length >= cycles) return undefined;
  const start = Math.max(0, Math.min(from, cycles - length));
  return [start, start + length];
}

/** Longer or shorter by a factor, around a cycle. */
export const zoomed = (
  [from, to]: Range,
  factor: number,
  at: number,
  cycles: number,
): Range | undefined => {
  const length = Math.max(LEAST_CYCLES, (to - from) * factor);
  const share = (at - from) / (to - from);
  return within([at - share * length, at + (1 - share) * length], cycles);
};

/** Later by a number of cycles. */
export const moved = ([from, to]: Range, by: number, cycles: number): Range | undefined =>
  within([from + by, to + by], cycles);

/** A range that shows a stretch with some room around it. */
export function around([begin, end]: Range, cycles: number): Range | undefined {
  const room = Math.max(LEAST_CYCLES, end - begin);
  return within([begin - room, end + room], cycles);
}

/** Moved so that a cycle out of sight is in the middle. */
export function showing(range: Range, cycle: number, cycles: number): Range | undefined {
  const [from, to] = range;
  if (cycle >= from && cycle < to) return within(range, cycles);
  return moved(range, cycle - (from + to) / 2, cycles);
}
