/**
 * Whether a changed text may be recommended in place of what is there: both were executed on the same launches and data.
 *
 *     a byte of any buffer differs, a fault, a vector at the wrong address, an access without a count     out
 *     conflicts in no run fewer, or in any run more; time, or all cycles, in any run more                out
 */
import { sum } from '@ldscope/core';
import type { Candidate, Reason } from './candidate.ts';
import { effortOf } from './effort.ts';
import type { LeftBuffer, Measured } from './measured.ts';

/** Times and numbers of instructions that differ by less are equal: no model is finer. */
const EQUAL = 0.02;

/** The first buffer that differs, with how many of its bytes. */
export function differenceOf(
  before: readonly LeftBuffer[],
  after: readonly LeftBuffer[],
): { readonly buffer: string; readonly bytes: number; readonly of: number } | undefined {
  for (const [index, { name, data }] of before.entries()) {
    const other = after[index]?.data ?? new Uint8Array();
    let bytes = Math.max(0, other.length - data.length);
    for (let at = 0; at < data.length; at++) if (data[at] !== other[at]) bytes++;
    if (bytes > 0) return { buffer: name, bytes, of: data.length };
  }
  return undefined;
}

/** Why a change is out; `undefined` for one that may be recommended. */
export function faultOf(before: readonly Measured[], after: readonly Measured[]): Candidate['out'] {
  const out = (reason: Reason, detail: string): Candidate['out'] => ({ reason, detail });
  for (const [index, one] of before.entries()) {
    const other = after[index];
    if (other === undefined) return out('stops', 'it was not executed');
    const difference = differenceOf(one.memory, other.memory);
    if (difference !== undefined) {
      const { buffer, bytes, of } = difference;
      return out('other results', `${bytes} of ${of} bytes of ${buffer} differ`);
    }
    const hazard = other.hazards.find((text) => !one.hazards.includes(text));
    if (hazard !== undefined && other.hazards.length > one.hazards.length)
      return out(/misaligned|multiple of/.test(hazard) ? 'misaligned' : 'stops', hazard);
    if (!other.isCovered) return out('uncounted', 'not all of its accesses are counted');
    if (other.conflicts > one.conflicts)
      return out(
        one.isShifted ? 'wins on some data only' : 'not fewer conflicts',
        `${one.conflicts} -> ${other.conflicts} conflict cycles`,
      );
    const slower = slowerBy(one, other);
    if (slower !== undefined) return out('slower', slower);
  }
  const [was, is] = [before, after].map((all) => sum(all.map(({ conflicts }) => conflicts)));
  return (is ?? 0) < (was ?? 0)
    ? undefined
    : out('not fewer conflicts', `${was} -> ${is} conflict cycles`);
}

/** How a text is slower than another; `undefined` where it is not. */
function slowerBy(before: Measured, after: Measured): string | undefined {
  if (before.seconds !== undefined && after.seconds !== undefined) {
    const [was, is] = [sum(before.seconds), sum(after.seconds)];
    if (is <= was * (1 + EQUAL)) return undefined;
    return `predicted ${rangeOf(before.seconds)} -> ${rangeOf(after.seconds)}`;
  }
  if (after.cycles <= before.cycles) return undefined;
  return `${before.cycles} -> ${after.cycles} cycles of shared memory`;
}

const rangeOf = ([least, most]: readonly [number, number]): string => {
  const [low, high] = [least, most].map((seconds) => (seconds * 1e6).toPrecision(3));
  return low === high ? `${high} us` : `${low} to ${high} us`;
};

/** What is recommended, then what could be, the better one first, then what is out. */
export function byMerit<One extends Candidate>(
  all: readonly One[],
  best: One | undefined,
): readonly One[] {
  const placeOf = (one: One): number => (one === best ? 0 : one.out === undefined ? 1 : 2);
  return all.toSorted(
    (a, b) => placeOf(a) - placeOf(b) || (placeOf(a) === 1 ? compareMerit(a, b) : 0),
  );
}

/** Sorts what may be recommended: the better one first. */
export function compareMerit(
  a: Pick<Candidate, 'edits' | 'after'>,
  b: Pick<Candidate, 'edits' | 'after'>,
): number {
  const [own, other] = [a.after ?? [], b.after ?? []];
  return (
    compareCosts(own, other) ||
    worstEffort(a) - worstEffort(b) ||
    total(own, 'conflicts') - total(other, 'conflicts') ||
    total(own, 'ldsBytes') - total(other, 'ldsBytes') ||
    wordsOf(a) - wordsOf(b)
  );
}

/** By predicted time where all runs have one; else by conflicts, resident workgroups, executed instructions and registers. */
function compareCosts(a: readonly Measured[], b: readonly Measured[]): number {
  const [own, other] = [timeOf(a), timeOf(b)];
  if (own !== undefined && other !== undefined) return unequal(own, other);
  return (
    total(a, 'conflicts') - total(b, 'conflicts') ||
    total(b, 'resident') - total(a, 'resident') ||
    unequal(total(a, 'instructions'), total(b, 'instructions')) ||
    registersOf(a) - registersOf(b) ||
    total(a, 'cycles') - total(b, 'cycles')
  );
}

const unequal = (a: number, b: number): number =>
  Math.abs(a - b) > EQUAL * Math.max(a, b) ? a - b : 0;

/** Chips hand registers out in such granules at least. */
const GRANULE = 8;

const registersOf = (all: readonly Measured[]): number =>
  sum(
    all.map(({ registers }) =>
      registers === undefined
        ? 0
        : Math.ceil((registers.vector + registers.accumulators) / GRANULE),
    ),
  );

/** Microseconds of all runs, in the middle of their ranges; `undefined` where a run has none. */
function timeOf(all: readonly Measured[]): number | undefined {
  let time = 0;
  for (const { seconds, isShifted } of all) {
    if (isShifted) continue;
    if (seconds === undefined) return undefined;
    time += sum(seconds) / 2;
  }
  return time;
}

const total = (
  all: readonly Measured[],
  key: 'conflicts' | 'resident' | 'instructions' | 'cycles' | 'ldsBytes',
): number => sum(all.map((one) => one[key] ?? 0));

/** Letters that the changes write. */
const wordsOf = ({ edits }: Pick<Candidate, 'edits'>): number =>
  sum(edits.flatMap(({ changes }) => changes.map(({ text }) => text.length)));

/** What a reviewer has to read, at its worst. */
const worstEffort = ({ edits }: Pick<Candidate, 'edits'>): number =>
  Math.max(0, ...edits.map(effortOf));
