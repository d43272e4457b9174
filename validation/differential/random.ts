import { randomWords } from '@ldscope/core';

/** Choices that a seed repeats, on every machine. */
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
  const word = randomWords(seed);
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
