/** What a timeline is made of: the instructions of a kernel or a schedule, as its frontend gives them for a chip. */
import type {
  Machine,
  OccupancyReport,
  Result,
  TimedProgram,
  TimingModel,
  WorkgroupShape,
} from '@ldscope/core';
import type { LaunchOptions } from '../launch/launch-options.ts';

export interface TimeRequest extends LaunchOptions {
  readonly machine: Machine;
  readonly timing: TimingModel;
  readonly kernel?: string;
  /** Workgroups to simulate; by default as many as a compute unit holds. */
  readonly workgroups?: number | 'all';
  /** Most operations that one wave may execute. */
  readonly maxSteps?: number;
  /** The name of the file, for places. */
  readonly file?: string;
}

export interface Simulated {
  readonly name: string;
  readonly program: TimedProgram;
  readonly occupancy?: OccupancyReport;
  readonly block?: WorkgroupShape;
}

/** A text that has a time on a compute unit. */
export interface TimeSource {
  /** The chip that the text names. */
  readonly chip?: string;
  readonly simulate: (request: TimeRequest) => Result<Simulated>;
}
