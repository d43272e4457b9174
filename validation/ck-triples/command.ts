/**
 * `npm run validate -- ck-triples [COUNT] [SEED]`: random triples of CK Tile, in all element types down to 4 bits and waves of 32
 * and 64 lanes, counted by ldscope and by hand.
 */
import type { Main } from '../base/output.ts';
import { compareTriple } from './compare.ts';

const COUNT = 1000;

/** Prints each triple whose counts differ, and how many are the same. */
export const main: Main = ([countText, seedText], { print, complain, progress }) => {
  const [count, first] = [Number(countText ?? COUNT), Number(seedText ?? 1)];
  if (!Number.isInteger(count) || count < 1 || !Number.isInteger(first)) {
    complain('usage: npm run validate -- ck-triples [COUNT] [SEED]');
    return 2;
  }
  let same = 0;
  const kinds = new Map<string, number>();
  for (let seed = first; seed < first + count; seed++) {
    const { triple, ours, byHand } = compareTriple(seed);
    const kind = `${triple.elementBytes * 8} bits`;
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    if (ours === byHand) same++;
    else {
      print(`seed ${seed}: ${triple.title}`);
      print(`  ldscope  ${ours}`);
      print(`  by hand  ${byHand}`);
    }
    if (seed % 50 === 0) progress?.(`${seed - first + 1} of ${count}`);
  }
  print(
    [...kinds]
      .toSorted()
      .map(([kind, number]) => `${kind}: ${number}`)
      .join(', '),
  );
  print(`${same} of ${count} triples have the same counts`);
  return same === count ? 0 : 1;
};
