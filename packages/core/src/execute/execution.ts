/** The result of executing a launch: the same for every frontend. */
import type { LdsObject } from '../access/lds-object.ts';
import { diagnose, type Diagnostic, hasErrors } from '../base/diagnostic.ts';
import { messages } from '../base/messages.ts';
import type { Hazard, KernelSummary, WorkgroupCounts } from '../report/report.ts';
import { type LaunchShape, wavesPerWorkgroup } from './launch-shape.ts';
import { inReportOrder } from './pair-findings.ts';

/** What is known about the shape of the workgroups where neither the launch nor the kernel give it. */
export interface BlockQuestion {
  /** The most work-items, with which the kernel was executed; absent where nothing was executed. */
  readonly items: number | undefined;
  /** Axes of the work-item id that the kernel gets. */
  readonly axes: 1 | 2 | 3;
  /** The size is not the default that compilers write. */
  readonly isChosen: boolean;
}

/** The result of an execution: the launch, the workgroups that were executed, hazards and diagnostics. */
export interface Execution {
  readonly kernel: KernelSummary;
  readonly hazards: readonly Hazard[];
  readonly diagnostics: readonly Diagnostic[];
  /** Workgroups executed, and in the launch. */
  readonly workgroups: WorkgroupCounts;
  /** Allocations in LDS, in the order of their places; absent where the kernel names none. */
  readonly ldsObjects?: readonly LdsObject[] | undefined;
  /** Present where the shape of the workgroups is not given. */
  readonly blockQuestion?: BlockQuestion | undefined;
  /** The kernel needed data that was left out as the options allowed: no part of this result is valid. */
  readonly isMissed?: boolean | undefined;
  /** A workgroup touched more LDS than it has. */
  readonly exceedsLds?: boolean | undefined;
}

/** The execution of a kernel that cannot be executed. */
export function notExecuted(
  frontend: string,
  name: string,
  diagnostics: readonly Diagnostic[],
): Execution {
  return {
    kernel: { name, frontend, waves: 0, ldsBytes: 0 },
    hazards: [],
    diagnostics,
    workgroups: { executed: 0, launched: 0 },
  };
}

/** The execution of some or all workgroups of a launch; a note says so where it is some. */
export function executionOf(
  kernel: Pick<
    KernelSummary,
    | 'name'
    | 'frontend'
    | 'ldsBytes'
    | 'registers'
    | 'ldsInstructions'
    | 'passing'
    | 'sass'
    | 'executedInstructions'
    | 'hasUnknownValues'
  >,
  shape: LaunchShape,
  workgroups: WorkgroupCounts,
  hazards: readonly Hazard[],
  found: readonly Diagnostic[],
): Execution {
  const { executed, launched } = workgroups;
  const each = wavesPerWorkgroup(shape);
  const isSample = executed < launched && !hasErrors(found);
  const sampled = isSample ? [diagnose(messages.launch.someWorkgroups(executed, launched))] : [];
  return {
    kernel: {
      ...kernel,
      waves: executed * each,
      workgroups,
      wavesPerWorkgroup: each,
      block: { shape: shape.block, from: shape.blockFrom },
    },
    hazards: inReportOrder(hazards),
    diagnostics: [...found, ...sampled],
    workgroups,
  };
}
