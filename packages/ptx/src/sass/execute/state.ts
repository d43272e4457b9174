/** What the warps of a block act on while it is executed, and who hears of their accesses. */
import type { GlobalMemory, Region } from '@ldscope/core';
import type { Warp } from '@ldscope/simt';
import type { SassPlace } from './launch.ts';
import { globalBytes, SharedBytes, SparseBytes } from './memory.ts';

/** Sources of a copy in global memory, and the lanes that copy: the others store zeros. */
export interface CopySources {
  readonly addresses: Float64Array;
  readonly lanes: number;
}

/** A warp at an access to shared memory. */
export interface Touch {
  readonly warp: Warp;
  /** The instruction. */
  readonly index: number;
  /** The lanes that are in shared memory, and their addresses from the beginning of the block's own. */
  readonly mask: number;
  readonly addresses: Uint32Array;
  readonly copies: CopySources | undefined;
}

export type Listener = (touch: Touch) => void;

export class BlockState {
  readonly place: SassPlace;
  readonly shared: SharedBytes;
  readonly global: SparseBytes;
  readonly local = new SparseBytes(true, () => undefined);
  readonly listener: Listener;

  /** `onRead` hears of the regions of global memory that the block reads. */
  constructor(
    place: SassPlace,
    memory: GlobalMemory,
    onRead: (region: Region) => void,
    listener: Listener,
  ) {
    this.place = place;
    this.shared = new SharedBytes(place.sharedBytes);
    this.global = globalBytes(memory, onRead);
    this.listener = listener;
  }
}
