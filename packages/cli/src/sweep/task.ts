/** What goes between a sweep and its workers: plain data, for threads. */
import type { SweepResult } from '@ldscope/core';
import type { SweepJob } from '@ldscope/engine';
import type { CompilerOptions } from '../options/options.ts';
import type { PlannedFile, SweepPlan } from './plan-file.ts';

export type Task =
  | { readonly kind: 'plan'; readonly path: string; readonly plan: SweepPlan }
  | { readonly kind: 'job'; readonly job: SweepJob };

/** What a task of a kind gives. */
export interface Done {
  readonly plan: PlannedFile;
  readonly job: SweepResult;
}

export interface Limits {
  /** Wall time of a job, or of a part of a file that is planned. */
  readonly seconds: number;
  /** Of a worker: its objects, and its arrays. */
  readonly megabytes: number;
}

/** What a worker begins with. */
export interface WorkerData {
  readonly compiler: CompilerOptions;
  readonly limits: Limits;
}

export type WorkerMessage =
  /** It is still at work: a plan has come to its next part. */
  | { readonly kind: 'alive' }
  | { readonly kind: 'done'; readonly value: Done[Task['kind']] }
  | { readonly kind: 'memory' }
  | { readonly kind: 'crashed'; readonly problem: string };
