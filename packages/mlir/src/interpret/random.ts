import { randomWords } from '@ldscope/core';

/** Random numbers that a seed decides. */
export interface Random {
  /** A whole number from 0 to below `limit`. */
  readonly below: (limit: number) => number;
}

export function randomOf(seed: number): Random {
  const words = randomWords(seed);
  return { below: (limit) => Math.floor((words() / 2 ** 32) * limit) };
}
