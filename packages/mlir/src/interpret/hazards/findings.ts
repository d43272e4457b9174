/** Hazards of a launch in the words of MLIR. */
import {
  type Direction,
  directionVerbs,
  type Machine,
  type Message,
  messages,
  needs,
  type SeenHazard,
} from '@ldscope/core';

/** The message of a hazard, by the kinds of its two accesses. */
export function messageOf(
  hazard: SeenHazard,
  second: Direction,
  first: Direction,
  vendor: Machine['vendor'],
): Message {
  const { missing, witness } = hazard;
  switch (hazard.kind) {
    case 'unordered': {
      const same = second === 'write' && first === 'write';
      return messages.hazard.unordered(
        directionVerbs[second],
        same ? `${directionVerbs[first]} with other values` : directionVerbs[first],
      );
    }
    // Lanes of the interpreter go together.
    case 'unordered-lanes':
    // Nothing is fenced between proxies here.
    case 'unfenced-write':
    case 'unfinished-copy':
      return messages.hazard.copyInFlight(
        second === 'read',
        (missing & needs.wait) !== 0,
        (missing & needs.barrier) !== 0,
        vendor,
      );
    case 'unfinished-write':
    case 'unfinished-read':
      return messages.hazard.inFlightAtBarrier(
        hazard.kind,
        directionVerbs[second],
        directionVerbs[first],
      );
    case 'colliding-lanes':
      return messages.hazard.collidingLanes();
    case 'uninitialized':
      return messages.hazard.uninitialized(witness.bytes);
  }
}
