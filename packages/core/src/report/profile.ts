/** Counters that a profiler printed of a kernel, with those that its report predicts: what `ldscope validate` says of a CSV. */
import { diagnose, type Diagnostic } from '../base/diagnostic.ts';
import { readableName } from '../base/kernel-names.ts';
import { messages } from '../base/messages.ts';
import {
  type ComparedDispatch,
  compareProfile,
  isKernelNamed,
  type ProfiledDispatch,
} from '../conflict/profile.ts';
import { failure, type Result, success } from '../base/result.ts';
import type { Report } from './report.ts';

export const PROFILE_SCHEMA = 'ldscope-profile/1';

export interface ProfileReport {
  readonly schema: typeof PROFILE_SCHEMA;
  readonly machine: string;
  readonly model: string;
  readonly kernel: string;
  readonly dispatches: readonly ComparedDispatch[];
  /** Counters of all dispatches, and those that are predicted exactly. */
  readonly counters: number;
  readonly exact: number;
}

/**
 * Compares the dispatches of a kernel with its report. Errors: no dispatch of the kernel, a report that does not cover the whole
 * launch. Dispatches of another size than the launch are left out with a warning.
 */
export function profileReport(
  profiled: readonly ProfiledDispatch[],
  report: Report,
): Result<ProfileReport> {
  const { kernel, machine, model, counters } = report;
  const names = [kernel.name, readableName(kernel.name)];
  const own = profiled.filter((dispatch) => isKernelNamed(dispatch.kernel, names));
  if (own.length === 0) {
    const all = [...new Set(profiled.map((dispatch) => dispatch.kernel))];
    return failure(diagnose(messages.usage.notProfiled(readableName(kernel.name), all)));
  }
  const part = partOf(report);
  if (part !== undefined) return failure(diagnose(messages.usage.partlyCounted(part)));
  const launched = workItemsOf(report);
  const diagnostics: Diagnostic[] = [];
  const same = own.filter(({ dispatch, workItems }) => {
    const differs = workItems !== undefined && launched !== undefined && workItems !== launched;
    if (differs) {
      diagnostics.push(diagnose(messages.usage.otherGrid(dispatch, workItems, launched)));
    }
    return !differs;
  });
  const dispatches = compareProfile(same, counters, machine);
  const unknown = dispatches.flatMap(({ others }) => others.filter(isOfLds));
  if (unknown.length > 0)
    diagnostics.push(diagnose(messages.usage.unknownCounters([...new Set(unknown)], machine)));
  const compared = dispatches.flatMap((one) => one.counters);
  return success(
    {
      schema: PROFILE_SCHEMA,
      machine,
      model,
      kernel: kernel.name,
      dispatches,
      counters: compared.length,
      exact: compared.filter(({ measured, predicted }) => isEqual(measured, predicted)).length,
    },
    diagnostics,
  );
}

/** The names that RDNA has for the LDS counters that are predicted. */
const isOfLds = (name: string): boolean => name.startsWith('SQC_LDS_');

/** Raw counters are whole numbers; percentages are printed with few digits. */
const isEqual = (measured: number, predicted: number): boolean =>
  measured === predicted ||
  (!Number.isInteger(predicted) && Math.abs(measured - predicted) < 0.005 * Math.abs(predicted));

/** The part of the launch that the report covers, where that is not all. */
export function partOf({ kernel, account }: Report): string | undefined {
  const { workgroups, hasUnknownValues } = kernel;
  if (hasUnknownValues === true) return 'what does not depend on unknown arguments';
  if (workgroups !== undefined && workgroups.executed < workgroups.launched) {
    return `${workgroups.executed} of ${workgroups.launched} workgroups`;
  }
  if (account.missing.length > 0)
    return `${account.counted} of ${account.instructions} instructions of shared memory`;
  return undefined;
}

function workItemsOf({ kernel: { workgroups, block } }: Report): number | undefined {
  if (workgroups === undefined || block === undefined) return undefined;
  const [x, y, z] = block.shape;
  return workgroups.launched * x * y * z;
}
