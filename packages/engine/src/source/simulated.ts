/** The input of a timeline: the instructions of a kernel or a schedule, as its frontend gives them for a chip. */
import type {
  KernelSummary,
  LaunchedWork,
  Machine,
  OccupancyReport,
  Result,
  RunOptions,
  TimedProgram,
  TimingModel,
  WorkgroupShape,
} from '@ldscope/core';
import type { LaunchOptions } from '../launch/launch-options.ts';
import type { Workgroups } from '../input/request.ts';

export interface TimeRequest extends RunOptions, LaunchOptions {
  readonly machine: Machine;
  readonly timing: TimingModel;
  /** Workgroups to simulate; by default as many as a compute unit holds. */
  readonly workgroups?: Workgroups | undefined;
}

export interface Simulated {
  readonly name: string;
  readonly program: TimedProgram;
  readonly occupancy?: OccupancyReport | undefined;
  readonly block?: WorkgroupShape | undefined;
  /** What the whole launch does; absent where it is not known. */
  readonly launched?: LaunchedWork | undefined;
  /** What was executed; absent for a schedule, which states the cycles of its accesses. */
  readonly kernel?: KernelSummary | undefined;
  /** Addresses of global memory are not known. */
  readonly hasUnknownMemory?: boolean | undefined;
}

/** A text that has a time on a compute unit. */
export interface TimeSource {
  /** The chip that the text names. */
  readonly chip?: string | undefined;
  readonly simulate: (request: TimeRequest) => Result<Simulated>;
}
