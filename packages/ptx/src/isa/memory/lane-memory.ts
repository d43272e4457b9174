/** Moves data between registers and any memory, lane by lane. */
import { messages } from '@ldscope/core';
import type { Environment } from '../../state/environment.ts';
import type { Warp } from '@ldscope/simt';

/** Bytes of one kind of memory by lane: `word` and `store` take up to 4 bytes at an offset from the lane's address. */
export interface LaneMemory {
  /** Atomics of f32 take subnormal numbers as zeros there. */
  readonly flushes?: true;
  word(lane: number, offset: number, bytes: number): number;
  store(lane: number, offset: number, bytes: number, value: number): void;
  /** Words of the lanes of a mask, into registers that begin at a place; where it is absent `word` gives them. */
  readonly loadWords?: (mask: number, offset: number, into: Int32Array, at: number) => void;
}

export type Move = (warp: Warp, mask: number, memory: LaneMemory) => void;

/** Reports once that the cost of an access to shared memory is not counted. */
export function reportUncounted(
  { findings, uncounted }: Environment,
  number: number,
  name: string,
  why: string,
): void {
  uncounted.set(number, name);
  const message = messages.ptx.notCounted(name, why);
  if (!findings.hasProblem(number, message.code)) findings.problem(number, message);
}

/** Bytes from a flat array, up to 4. */
export function wordIn(data: Uint8Array, at: number, size: number): number {
  let value = data[at] ?? 0;
  if (size > 1) value |= (data[at + 1] ?? 0) << 8;
  if (size > 2) value |= ((data[at + 2] ?? 0) << 16) | ((data[at + 3] ?? 0) << 24);
  return value;
}

export function putIn(data: Uint8Array, at: number, size: number, value: number): void {
  data[at] = value;
  if (size > 1) data[at + 1] = value >>> 8;
  if (size > 2) {
    data[at + 2] = value >>> 16;
    data[at + 3] = value >>> 24;
  }
}
