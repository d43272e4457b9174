/** The facts of a chip in words: sizes, banks and the limits of occupancy. */
import type { Fact, Machine } from '@ldscope/core';
import { type Terms, withArticle } from './terminology.ts';
import { grouped } from './numbers.ts';

const bytes = (fact: Fact<number>): Fact<string> => ({
  ...fact,
  value: `${grouped(fact.value)} B`,
});
const plain = (fact: Fact<number>): Fact<string> => ({ ...fact, value: grouped(fact.value) });

/** A fact of a chip as every output names it. */
export type NamedFact = readonly [title: string, fact: Fact<string>];

/** The facts of a chip, in the words for it; those that it does not have are left out. */
export function machineFacts(
  { sharedMemory, occupancy, issue, coalescing }: Machine,
  terms: Terms,
): NamedFact[] {
  const { wave, workgroup, sharedMemory: memory } = terms;
  const unit = withArticle(terms.unit);
  const simd = withArticle(terms.simd);
  const simds = `${terms.simd}s`;
  const { scalarRegistersPerSimd: scalars, workgroupsPerUnit: groups } = occupancy;
  const facts: readonly (readonly [string, Fact<string> | undefined])[] = [
    [`${memory} of ${unit}`, bytes(sharedMemory.bytes)],
    [`${memory} of a ${workgroup}, at most`, bytes(sharedMemory.bytesPerWorkgroup)],
    ...(sharedMemory.staticBytes === undefined
      ? []
      : [['of it in arrays of known size', bytes(sharedMemory.staticBytes)] as const]),
    [`${memory} is given in steps of`, bytes(sharedMemory.allocationGranuleBytes)],
    ['banks of 4 B', plain(sharedMemory.banks)],
    ['bytes per clock', plain(sharedMemory.bytesPerClock)],
    [`${simds} of ${unit}`, plain(occupancy.simdsPerUnit)],
    [`${wave}s of ${simd}, at most`, plain(occupancy.wavesPerSimd)],
    [`${workgroup}s of ${unit}, at most`, groups && plain(groups)],
    [`vector registers of ${simd}, per lane`, plain(occupancy.vectorRegistersPerSimd)],
    ['vector registers in steps of', plain(occupancy.vectorRegisterGranule)],
    ['accumulator registers', occupancy.accumulators],
    [`scalar registers of ${simd}`, scalars && plain(scalars)],
    [`global memory comes in ${coalescing[0].unit}s of`, bytes(coalescing[0].transactionBytes)],
    [`clocks to issue one ${memory} read`, issue && plain(issue.read)],
  ];
  return facts.flatMap(([title, fact]): NamedFact[] => (fact === undefined ? [] : [[title, fact]]));
}
