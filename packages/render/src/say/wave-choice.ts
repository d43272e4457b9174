/**
 * The choice of Wave's pass for a buffer: its two numbers, the conditions that upstream does not check, and the conflicts
 * left.
 */
import {
  greatestOf,
  type SuggestedLayout,
  WAVE_MAX_PHASE,
  type WaveChoice,
  type WaveCount,
  type WaveKey,
} from '@ldscope/core';
import { type Block, factOf, listOf, paragraph } from '../document/document.ts';
import { counted, grouped } from '../text/numbers.ts';

/** `now` is the layout that the buffer has. */
export function waveBlocks(wave: WaveChoice, now: SuggestedLayout): Block[] {
  const { chosen, conditions, leaves, better, readElements, gatherElements } = wave;
  const widths = `${counted(readElements, 'element')} per lane of the first read, ${grouped(gatherElements)} of the first gather or store`;
  const facts = [
    ...factOf('from', widths),
    ...factOf(
      'choice',
      chosen === undefined
        ? 'none: rows of less than two units are left as they are'
        : `swizzle_unit = ${chosen.swizzleUnit}, max_phase = ${chosen.maxPhase}`,
    ),
    ...factOf(
      'leaves',
      leaves === undefined
        ? 'nothing to count: the choice is not legal for these accesses'
        : countsText(leaves),
      leaves?.every(({ conflicts }) => conflicts === 0) === true ? 'good' : 'bad',
    ),
  ];
  return [
    { kind: 'facts', facts },
    ...listOf(
      conditions.map(({ title, fault }) =>
        fault === undefined
          ? { label: 'holds', text: title, style: 'good' }
          : { label: 'fails', text: `${title}: ${fault.message}`, style: 'bad' },
      ),
    ),
    ...(better === undefined
      ? []
      : [paragraph(betterText(wave, better.key, better.leaves), 'good')]),
    ...(leaves !== undefined && sum(leaves) > now.conflicts.reduce((all, one) => all + one, 0)
      ? [paragraph('The present layout has fewer conflicts than the choice.', 'faint')]
      : []),
  ];
}

/** `the cap of 8 costs 2 ways at rows of 128 elements: max_phase = 16 leaves 0 conflict cycles`. */
function betterText(
  { chosen, leaves }: WaveChoice,
  { swizzleUnit, maxPhase, rowsPerPhase }: WaveKey,
  after: readonly WaveCount[],
): string {
  const ways = greatestOf((leaves ?? []).map((one) => one.ways));
  const key = `swizzle_unit = ${swizzleUnit}, max_phase = ${maxPhase}`;
  const cause =
    chosen === undefined
      ? 'Without a swizzle'
      : leaves === undefined
        ? 'Instead of the choice'
        : rowsPerPhase === 1 && maxPhase > WAVE_MAX_PHASE
          ? `The cap of ${WAVE_MAX_PHASE} costs ${ways} ways`
          : `The key row mod ${chosen.maxPhase} costs ${ways} ways`;
  const instead =
    rowsPerPhase === 1
      ? `use ${key}`
      : `use the key floor(row / ${rowsPerPhase}) mod ${maxPhase} on units of ${swizzleUnit}, which Wave's two numbers do not express`;
  return `${cause}: ${instead}. It leaves ${countsText(after)}.`;
}

const sum = (counts: readonly WaveCount[]): number =>
  counts.reduce((all, { conflicts }) => all + conflicts, 0);

const countsText = (counts: readonly WaveCount[]): string =>
  counts
    .map(
      ({ machine, conflicts, cycles, ways }) =>
        `${grouped(conflicts)} of ${counted(cycles, 'cycle')} on ${machine}, ${counted(ways, 'way')}`,
    )
    .join('; ');
