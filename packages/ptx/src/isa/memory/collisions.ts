/**
 * Lanes that store to one address: hardware chooses which of them is last, so they have to store the same value.
 *
 *     st.shared.u32 [0], %tid      memory has the value of lane 31; that of lane 0 is not there any more: found
 */
import type { Environment } from '../../state/environment.ts';
import type { Warp } from '@ldscope/simt';
import type { LaneMemory, Move } from './lane-memory.ts';

interface Store {
  readonly environment: Environment;
  readonly number: number;
  readonly bytes: number;
  readonly move: Move;
  readonly movesData: boolean;
}

/** Makes the check that follows a store: each lane compares memory with the value that it stored. */
export function collisionsOf({
  environment,
  number,
  bytes,
  move,
  movesData,
}: Store): (warp: Warp, mask: number, addresses: Uint32Array) => void {
  let addresses: Uint32Array = new Uint32Array(0);
  const found = { lane: -1, byte: 0 };
  const memory: LaneMemory = {
    word: () => 0,
    store: (lane, offset, size, value) => {
      if (found.lane >= 0) return;
      const at = (addresses[lane] ?? 0) + offset;
      const { data } = environment.shared;
      for (let i = 0; i < size; i++)
        if (data[at + i] !== ((value >>> (8 * i)) & 255)) {
          [found.lane, found.byte] = [lane, at + i];
          return;
        }
    },
  };
  return (warp, mask, places) => {
    if (!movesData) {
      environment.leftOut?.ask();
      return;
    }
    [addresses, found.lane] = [places, -1];
    move(warp, mask, memory);
    const { lane, byte } = found;
    if (lane < 0) return;
    let other = 31;
    while (other > 0 && !covers(other, byte)) other--;
    environment.shared.collide(number, warp, { byte, lane, otherLane: other });

    function covers(one: number, at: number): boolean {
      const from = places[one] ?? 0;
      return ((mask >>> one) & 1) === 1 && at >= from && at < from + bytes;
    }
  };
}
