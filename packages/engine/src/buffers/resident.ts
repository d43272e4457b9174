/**
 * The facts of an execution that decide residency, for the search: layouts are compared by the workgroups that are
 * resident at once.
 */
import type { KernelSummary, ProblemOptions } from '@ldscope/core';

/** The waves of a workgroup and the registers of a wave, where the execution has them. */
export function residentOf(
  kernel: Pick<KernelSummary, 'registers' | 'wavesPerWorkgroup'> | undefined,
): Pick<ProblemOptions, 'resident'> {
  const { wavesPerWorkgroup, registers } = kernel ?? {};
  if (wavesPerWorkgroup === undefined) return {};
  return { resident: { wavesPerWorkgroup, registers } };
}
