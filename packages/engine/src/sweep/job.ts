/**
 * A job of a sweep: one kernel on one machine, under one launch and model. Its key is the text of all that its result
 * depends on, so that a result is found again by the hash of it, on whatever machine it was computed.
 *
 *     content of the part, kernel, machine, launch, model, what is computed, ldscope's version  ->  key  ->  hash
 */
import { SWEEP_SCHEMA, type SweepName } from '@ldscope/core';
import type { Workgroups } from '../input/request.ts';

/** The results that are computed for each kernel. */
export interface SweepWork {
  /** Most workgroups to execute; 64 by default. */
  readonly workgroups?: Workgroups | undefined;
  /** Layouts are searched for the buffers of kernels that conflict. */
  readonly layouts: boolean;
  /** Machine code is timed, with and without its conflicts. */
  readonly time: boolean;
}

export interface SweepJob extends SweepName {
  /** The hash of the key. */
  readonly job: string;
  /** Hash of the text or the code object that has the kernel: a file that changes meanwhile is noticed. */
  readonly content: string;
  /** Hash of what the launch says, its buffers among it; empty where the kernel is launched as it says itself. */
  readonly launchHash: string;
  readonly chunk?: number | undefined;
  /** The chip that the file is opened for: what sources are compiled for, and bundles have code for. */
  readonly opened: string;
  readonly work: SweepWork;
  /** 0 for what states its launch: these come first. */
  readonly stage: 0 | 1;
}

/** The text whose hash names the job. */
export function sweepKey(
  { content, chunk, kernel, machine, opened, model, work, launchHash }: Omit<SweepJob, 'job'>,
  version: string,
): string {
  const { workgroups = 64, layouts, time } = work;
  return JSON.stringify([
    SWEEP_SCHEMA,
    version,
    content,
    chunk ?? 0,
    kernel,
    machine === '' ? opened : machine,
    launchHash,
    model,
    workgroups,
    layouts,
    time,
  ]);
}
