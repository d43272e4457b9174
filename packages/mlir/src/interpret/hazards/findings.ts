/** Hazards of a launch in the words of MLIR. */
import { type Direction, type Message, messages, needs, type SeenHazard } from '@ldscope/core';

const verbs: Readonly<Record<Direction, string>> = {
  read: 'reads',
  write: 'writes',
  atomic: 'updates',
  async: 'copies to',
};

/** What a hazard says, by what its two accesses do. */
export function messageOf(hazard: SeenHazard, second: Direction, first: Direction): Message {
  const { missing, witness } = hazard;
  switch (hazard.kind) {
    case 'unordered': {
      const same = second === 'write' && first === 'write';
      return messages.hazard.unordered(
        verbs[second],
        same ? `${verbs[first]} with other values` : verbs[first],
      );
    }
    // Stores of the interpreter are done when their wave comes to a barrier.
    case 'unfinished-write':
    case 'unfinished-copy':
      return messages.hazard.copyInFlight(
        second === 'read',
        (missing & needs.wait) !== 0,
        (missing & needs.barrier) !== 0,
      );
    case 'colliding-lanes':
      return messages.hazard.collidingLanes();
    case 'uninitialized':
      return messages.hazard.uninitialized(witness.bytes);
  }
}
