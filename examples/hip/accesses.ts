/**
 * The words of LDS that lines of these kernels touch, written down from the source a second time, and what the banks make of them: a
 * compiler may join accesses of a line in one instruction, but not change what they cost together. Two neighbouring words are
 * one access of eight bytes, whose words are served together.
 */
import { range } from '@ldscope/core';

/** First word of each item of the block that takes part, by its number in the block; and how many words follow each other. */
interface Access {
  readonly first: ReadonlyMap<number, number>;
  readonly words: 1 | 2;
}

/** Per line of the source: its accesses, of one block. */
type LineAccesses = Readonly<Record<string, readonly Access[]>>;

const BANKS = 32;
const GROUP = 32;

/** Cycles of an access on CDNA3: 32 lanes at a time, a cycle per different word of the fullest bank. */
export function cyclesOf({ first, words }: Access): {
  readonly cycles: number;
  readonly floor: number;
} {
  const groups = new Map<number, Set<number>>();
  for (const [item, word] of first) {
    const group = groups.get(Math.floor(item / GROUP)) ?? new Set();
    for (let i = 0; i < words; i++) group.add(word + i);
    groups.set(Math.floor(item / GROUP), group);
  }
  let conflicts = 0;
  for (const touched of groups.values()) {
    const perBank = Array.from({ length: BANKS }, () => 0);
    for (const word of touched) perBank[word % BANKS] = (perBank[word % BANKS] ?? 0) + 1;
    conflicts += Math.max(Math.max(...perBank) - words, 0);
  }
  // A wave is served in two groups, also where one of them has no lanes.
  const waves = new Set([...first.keys()].map((item) => Math.floor(item / (2 * GROUP))));
  const floor = 2 * words * waves.size;
  return { cycles: floor + conflicts, floor };
}

/**
 * Cycles of an access on RDNA, in waves of a size: 32 lanes at a time for a word, 16 for two, and as many cycles as the fullest
 * bank has words. Turns without a lane cost one as well, in a wave that has one.
 */
export function rdnaCyclesOf(
  { first, words }: Access,
  waveSize: 32 | 64,
): { readonly cycles: number; readonly floor: number } {
  const lanes = GROUP / words;
  const turns = waveSize / lanes;
  const waves = new Set([...first.keys()].map((item) => Math.floor(item / waveSize)));
  let cycles = 0;
  for (const wave of waves) {
    for (let turn = 0; turn < turns; turn++) {
      const touched = new Set<number>();
      for (let lane = 0; lane < lanes; lane++) {
        const word = first.get(wave * waveSize + turn * lanes + lane);
        if (word === undefined) continue;
        for (let i = 0; i < words; i++) touched.add(word + i);
      }
      const perBank = new Map<number, number>();
      for (const word of touched) perBank.set(word % BANKS, (perBank.get(word % BANKS) ?? 0) + 1);
      cycles += Math.max(1, ...perBank.values());
    }
  }
  return { cycles, floor: turns * waves.size };
}

type WordOf = (item: number) => number | undefined;

const access = (items: number, word: WordOf, words: 1 | 2 = 1): Access => ({
  first: new Map(
    Array.from({ length: items }, (_, item) => [item, word(item)] as const).filter(
      (entry): entry is readonly [number, number] => entry[1] !== undefined,
    ),
  ),
  words,
});

/** Two words a distance apart: one access where they are neighbours. */
function pair(items: number, word: WordOf, distance: number): Access[] {
  if (distance === 1) return [access(items, word, 2)];
  const other: WordOf = (item) => {
    const low = word(item);
    return low === undefined ? undefined : low + distance;
  };
  return [access(items, word), access(items, other)];
}

const transpose = (pitch: number): LineAccesses => ({
  'tile[threadIdx.y + i][threadIdx.x] =': range(4).map((i) =>
    access(256, (item) => (Math.floor(item / 32) + 8 * i) * pitch + (item % 32)),
  ),
  '= tile[threadIdx.x][threadIdx.y + i]': range(4).map((i) =>
    access(256, (item) => (item % 32) * pitch + Math.floor(item / 32) + 8 * i),
  ),
});

const strides = (below: number): number[] => range(Math.log2(below)).map((i) => 2 ** i);

export const accesses: Readonly<Record<string, LineAccesses>> = {
  'transpose': transpose(32),
  'transpose-padded': transpose(33),
  'reduction': {
    'sums[at] += sums[at + stride]': strides(256).flatMap((stride) => {
      const at: WordOf = (item) => (2 * stride * item < 256 ? 2 * stride * item : undefined);
      return [...pair(256, at, stride), access(256, at)];
    }),
  },
  'kargs-gemm': {
    // Two steps of k, two rows or halves of a row each.
    'as[x][y + i] =': range(4).map((i) =>
      access(256, (item) => (item % 16) * 32 + Math.floor(item / 16) + 16 * (i % 2)),
    ),
    'bs[y][x + i] =': range(4).map((i) =>
      access(256, (item) => Math.floor(item / 16) * 32 + (item % 16) + 16 * (i % 2)),
    ),
  },
  'bitonic': {
    'int a = low, b = high': range(9).flatMap((k) =>
      range(k + 1).flatMap((i) => {
        const stride = 2 ** (k - i);
        return pair(256, (item) => 2 * item - (item & (stride - 1)), stride);
      }),
    ),
  },
};
