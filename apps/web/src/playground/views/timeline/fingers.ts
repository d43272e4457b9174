/** Fingers on the timeline: the cycle that each came down on, and where it is. Two of them zoom. */
import type { Pinch } from './gestures.ts';

interface Finger {
  readonly cycle: number;
  /** In pixels of the page. */
  readonly x: number;
}

export class Fingers {
  readonly #fingers = new Map<number, Finger>();

  get count(): number {
    return this.#fingers.size;
  }

  down(id: number, finger: Finger): void {
    this.#fingers.set(id, finger);
  }

  lift(id: number): void {
    this.#fingers.delete(id);
  }

  /** The two fingers after one of them has moved; `undefined` where there are not two. */
  move(
    id: number,
    x: number,
    axis: { readonly left: number; readonly pixels: number },
  ): Pinch | undefined {
    const finger = this.#fingers.get(id);
    if (finger !== undefined) this.#fingers.set(id, { ...finger, x });
    const [one, other] = this.#fingers.values();
    return one === undefined || other === undefined
      ? undefined
      : {
          cycles: [one.cycle, other.cycle],
          pixels: [one.x - axis.left, other.x - axis.left],
          width: axis.pixels,
        };
  }
}
