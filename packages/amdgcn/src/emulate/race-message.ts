/** What a pair of instructions says that nothing keeps in order, in the words of machine code. */
import {
  type Direction,
  directionVerbs,
  type Message,
  messages,
  type SeenHazard,
} from '@ldscope/core';

const participles: Readonly<Record<Direction, string>> = {
  read: 'read',
  write: 'written',
  atomic: 'updated',
  async: 'copied to',
};

export function raceMessage(
  { kind, witness }: SeenHazard,
  second: Direction,
  first: Direction,
): Message {
  const { bytes, wave, otherWave = wave } = witness;
  if (kind === 'unfinished-copy') return messages.hazard.unfinishedCopy(bytes, second === 'read');
  if (kind === 'unfinished-write') return messages.hazard.unfinishedWrite(otherWave);
  const what = `${directionVerbs[second]} what was ${participles[first]}`;
  return messages.hazard.ldsRace(what, Math.min(wave, otherWave), Math.max(wave, otherWave));
}
