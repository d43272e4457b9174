/** What a pair of instructions says that nothing keeps in order, in the words of machine code. */
import type { Direction } from '../access/opcode.ts';
import type { Message } from '../base/diagnostic.ts';
import { messages } from '../base/messages.ts';
import { directionVerbs, type SeenHazard } from './pair-findings.ts';

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
