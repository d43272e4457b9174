/** The message about a pair of instructions that nothing keeps in order, in the words of machine code. */
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

/** `wait`: the instruction that waits for the first access, before the barrier. */
export function raceMessage(
  { kind, witness }: SeenHazard,
  second: Direction,
  first: Direction,
  wait: string,
): Message {
  const { bytes, wave, otherWave = wave } = witness;
  const who = wave === otherWave ? undefined : otherWave;
  switch (kind) {
    case 'unfinished-copy':
      return messages.hazard.unfinishedCopy(bytes, second === 'read', wait);
    case 'unfinished-read':
      return messages.hazard.unfinishedRead(directionVerbs[second], who, wait);
    case 'unfinished-write':
      return messages.hazard.unfinishedWrite(directionVerbs[second], who, first === 'atomic', wait);
    case 'colliding-lanes':
      return messages.hazard.collidingLanes();
    case 'uninitialized':
      return messages.hazard.uninitialized(bytes);
    default: {
      const what = `${directionVerbs[second]} what was ${participles[first]}`;
      const [low, high] = [Math.min(wave, otherWave), Math.max(wave, otherWave)];
      return messages.hazard.ldsRace(what, low, high, wait);
    }
  }
}
