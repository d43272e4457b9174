/**
 * Keys and gestures of a timeline, as in Perfetto:
 *
 *     W S  + -  Ctrl wheel          zoom              A D  arrows  drag  Shift wheel     move
 *     0                             all of it         F                                  zoom to the selection or measurement
 *     Shift drag  M                 measure           Escape                             let go
 *     two fingers                   zoom and move
 */
import { moved, type Range, within, zoomed } from './range.ts';

const ZOOM = 1.6;
const STEP = 0.2;

export type Command =
  | { readonly kind: 'show'; readonly range: Range | undefined }
  | { readonly kind: 'focus' | 'measure' | 'release' };

/** The range on show after a key; `undefined` for keys without effect. */
export function commandOf(key: string, range: Range, cycles: number): Command | undefined {
  const [from, to] = range;
  const middle = (from + to) / 2;
  const step = STEP * (to - from);
  const show = (next: Range | undefined): Command => ({ kind: 'show', range: next });
  switch (key) {
    case '+':
    case '=':
    case 'w':
      return show(zoomed(range, 1 / ZOOM, middle, cycles));
    case '-':
    case 's':
      return show(zoomed(range, ZOOM, middle, cycles));
    case 'a':
    case 'ArrowLeft':
      return show(moved(range, -step, cycles));
    case 'd':
    case 'ArrowRight':
      return show(moved(range, step, cycles));
    case '0':
      return show(undefined);
    case 'f':
      return { kind: 'focus' };
    case 'm':
      return { kind: 'measure' };
    case 'Escape':
      return { kind: 'release' };
    default:
      return undefined;
  }
}

interface Wheel {
  readonly deltaX: number;
  readonly deltaY: number;
  readonly isZoom: boolean;
  readonly isMove: boolean;
}

/** The pixels of a wheel notch, which zooms by one step; browsers report about 100. Moving follows the pixels. */
const NOTCH_PIXELS = 100;

/**
 * The range after a wheel event; `undefined` where the page scrolls. `perPixel` is in cycles, `at` the cycle under the
 * pointer.
 */
export function wheeled(
  { deltaX, deltaY, isZoom, isMove }: Wheel,
  range: Range,
  {
    at,
    perPixel,
    cycles,
  }: { readonly at: number; readonly perPixel: number; readonly cycles: number },
): Command | undefined {
  if (isZoom) {
    const factor = ZOOM ** Math.max(-1, Math.min(1, deltaY / NOTCH_PIXELS));
    return { kind: 'show', range: zoomed(range, factor, at, cycles) };
  }
  const by = isMove && deltaX === 0 ? deltaY : deltaX;
  if (by === 0 || (!isMove && Math.abs(deltaX) <= Math.abs(deltaY))) return undefined;
  return { kind: 'show', range: moved(range, by * perPixel, cycles) };
}

/** Two fingers on the timeline: the cycles that they have come down on, and where they are now, in pixels of its axis. */
export interface Pinch {
  readonly cycles: readonly [number, number];
  readonly pixels: readonly [number, number];
  /** Pixels of the whole axis. */
  readonly width: number;
}

/** Pixels below which two fingers count as one. */
const LEAST_PIXELS = 8;

/**
 * The range that has each cycle under its finger.
 *
 *     cycles 100 and 200 at pixels 0 and 500 of 1000     [100, 300]
 */
export function pinched({ cycles: [a, b], pixels: [x, y], width }: Pinch, all: number): Command {
  const apart = Math.max(LEAST_PIXELS, Math.abs(y - x));
  const perPixel = Math.abs(b - a) / apart;
  const from = Math.min(a, b) - Math.min(x, y) * perPixel;
  return { kind: 'show', range: within([from, from + width * perPixel], all) };
}
