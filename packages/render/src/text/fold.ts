/**
 * Finds equivalent phases: in each of them the lanes at the same positions share a bank, and only the addresses differ. A
 * report then shows one and names the others.
 */
import { groupBy, type AccessExplanation, laneRanges, type PhaseExplanation } from '@ldscope/core';

export interface PhaseGroup {
  readonly phase: PhaseExplanation;
  /** Indices of the phases that are like it. */
  readonly alike: readonly number[];
  /** The distance from one address to the next, when it is constant. */
  readonly shiftBytes?: number;
}

/** The phases of an access in groups of the same structure, in order of their first phase. */
export function foldPhases({ phases, addressBytes }: AccessExplanation): PhaseGroup[] {
  const groups = groupBy(phases, structure);
  return [...groups.values()].flatMap(([phase, ...others]): PhaseGroup[] => {
    if (phase === undefined) return [];
    const shiftBytes = commonShift([phase, ...others], addressBytes);
    return [
      {
        phase,
        alike: others.map(({ index }) => index),
        ...(shiftBytes === undefined ? {} : { shiftBytes }),
      },
    ];
  });
}

/** `phases 2-8 are like phase 1, shifted by 64 B each`; `undefined` when it stands alone. */
export function likeness({ phase, alike, shiftBytes }: PhaseGroup): string | undefined {
  if (alike.length === 0) return undefined;
  const several = alike.length > 1;
  const which = `${several ? 'Phases' : 'Phase'} ${laneRanges(alike.map((index) => index + 1))} ${several ? 'are' : 'is'} like`;
  if (phase.lanes.length === 0) return `${which} phase ${phase.index + 1}`;
  const how =
    shiftBytes === undefined
      ? 'the same pattern at other addresses'
      : `shifted by ${shiftBytes} B${several ? ' each' : ''}`;
  return `${which} phase ${phase.index + 1}, ${how}`;
}

/** The places (not the numbers) of the lanes that share a word and of the words that share a bank. */
function structure({ lanes, cycles, banks }: PhaseExplanation): string {
  const place = new Map(lanes.map((lane, index) => [lane, index] as const));
  const shared = banks.map(({ slots, words }) => ({
    slots,
    words: words
      .map((word) => word.lanes.map((lane) => place.get(lane) ?? 0))
      .sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0)),
  }));
  shared.sort((a, b) => (a.words[0]?.[0] ?? 0) - (b.words[0]?.[0] ?? 0));
  return JSON.stringify([cycles, shared]);
}

function commonShift(
  phases: readonly PhaseExplanation[],
  addresses: readonly (number | undefined)[],
): number | undefined {
  const shifts = new Set<number>();
  for (const [index, phase] of phases.entries()) {
    const before = phases[index - 1];
    if (before === undefined) continue;
    for (const [place, lane] of phase.lanes.entries()) {
      const earlier = addresses[before.lanes[place] ?? -1];
      shifts.add((addresses[lane] ?? 0) - (earlier ?? 0));
    }
  }
  return shifts.size === 1 ? [...shifts][0] : undefined;
}
