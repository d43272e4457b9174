/** The message for a pair of unordered instructions, in the words of PTX. */
import { type Direction, type Message, messages, type SeenHazard } from '@ldscope/core';

const VERBS: Readonly<Record<Direction, readonly [third: string, participle: string]>> = {
  read: ['reads', 'read'],
  write: ['writes', 'written'],
  atomic: ['updates', 'updated'],
  async: ['copies to', 'copied to'],
};

export function raceMessage(
  { kind, witness }: SeenHazard,
  second: Direction,
  first: Direction,
): Message {
  const { wave, otherWave = wave, lane, otherLane = lane } = witness;
  const what = `${VERBS[second][0]} what was ${VERBS[first][1]}`;
  switch (kind) {
    case 'unfinished-copy':
      return messages.ptx.unfinishedCopy(second === 'read');
    case 'unfinished-read':
      return messages.ptx.unfinishedRead();
    case 'unfenced-write':
      return messages.ptx.unfencedWrite();
    case 'unordered-lanes':
      return messages.ptx.unorderedLanes(
        what,
        wave,
        Math.min(lane, otherLane),
        Math.max(lane, otherLane),
      );
    case 'uninitialized':
      return messages.hazard.uninitialized(witness.bytes);
    case 'colliding-lanes':
      return messages.hazard.collidingLanes();
    default:
      return messages.ptx.unordered(what, Math.min(wave, otherWave), Math.max(wave, otherWave));
  }
}
