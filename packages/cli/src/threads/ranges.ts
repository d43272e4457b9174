/**
 * What the threads of a launch share: who has which of its ranges, in memory that all of them see.
 *
 *     owners    0 free, 1 the thread that began the launch, 2 and more the others
 *     signals   messages that were sent to it, and a pulse: it looks when they change
 */
import type { ExecutedRange, WorkgroupRange } from '@ldscope/core';
import type { LaunchJob } from '@ldscope/engine';
import type { MessagePort } from 'node:worker_threads';

const FREE = 0;
export const FIRST_THREAD = 1;

/** Places in `signals`. */
export const MESSAGES = 0;
export const PULSE = 1;
/** Time between two pulses. */
export const PULSE_MS = 250;

interface SharedRanges {
  readonly owners: Int32Array<SharedArrayBuffer>;
  readonly signals: Int32Array<SharedArrayBuffer>;
}

/** What the thread that keeps the others begins with. */
export interface CrewData extends SharedRanges {
  readonly job: LaunchJob;
  readonly ranges: readonly WorkgroupRange[];
  readonly port: MessagePort;
}

/** What a thread that executes ranges begins with. */
export interface WorkerData extends SharedRanges {
  readonly job: LaunchJob;
  readonly ranges: readonly WorkgroupRange[];
  readonly thread: number;
}

/** A range that was executed; without a result where something out of the ordinary happened, or its thread has ended. */
export interface RangeMessage {
  readonly range: number;
  readonly executed?: ExecutedRange | undefined;
}

/** Takes a range for a thread; false where another one has it. */
export const claim = (owners: Int32Array, range: number, thread: number): boolean =>
  Atomics.compareExchange(owners, range, FREE, thread) === FREE;
