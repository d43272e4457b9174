/** The module's facts about the launch of a kernel: its parameters, and block and grid where it states them. */
import { chooseKernel, diagnose, type Extent, failure, type Result, success } from '@ldscope/core';
import type { Module } from '../ir/ir.ts';
import { type KernelParameter, kernelParameters } from './given-arguments.ts';
import { findKernels, statedLaunch } from './kernel.ts';

export interface LaunchDescription {
  readonly name: string;
  readonly block?: Extent | undefined;
  readonly grid?: Extent | undefined;
  readonly parameters: readonly KernelParameter[];
}

/** The launch of the kernel of a name, or of the only one. Errors: `launch/no-kernel`, `launch/several-kernels`. */
export function describeLaunch(
  module: Module,
  name: string | undefined,
): Result<LaunchDescription> {
  const kernel = chooseKernel(findKernels(module), name);
  if ('code' in kernel) return failure(diagnose(kernel));
  const parameters = kernelParameters(kernel);
  return success({ name: kernel.name, ...statedLaunch(module, kernel), parameters });
}
