/** Choices that a seed repeats, on every machine (mulberry32). */
export interface Choices {
  /** A whole number from 0 to `limit` - 1. */
  readonly below: (limit: number) => number;
  /** True one time in `times`. */
  readonly once: (times: number) => boolean;
  readonly pick: <T>(list: readonly T[]) => T;
  /** Any 32 bits, unsigned. */
  readonly word: () => number;
}

export function choices(seed: number): Choices {
  let state = seed >>> 0;
  const word = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (limit: number): number => Math.floor((word() / 2 ** 32) * limit);
  return {
    below,
    once: (times) => below(times) === 0,
    pick: (list) => {
      const chosen = list[below(list.length)];
      if (chosen === undefined) throw new Error('a choice from an empty list');
      return chosen;
    },
    word,
  };
}
