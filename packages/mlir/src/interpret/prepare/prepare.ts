/**
 * Brings a kernel into the form that is lowered: parallel loops, operations under a mask, tensors and distributed vectors become what
 * the lanes execute. A kernel without them stays as it is.
 */
import { type Diagnostic, type Machine, volume } from '@ldscope/core';
import type { Operation } from '../../ir/ir.ts';
import { hasAffineForms, plainAffine } from './affine.ts';
import { bufferize, needsBuffers } from '../../passes/bufferize.ts';
import type { Rewritten } from './build.ts';
import { distributeVectors, hasDistributedVectors } from '../distribute/rewrite.ts';
import { undistributedVectors } from '../distribute/undistributed.ts';
import type { KernelSource, LaunchShape } from '../kernel.ts';
import { applyMasks, hasMasks } from './masks.ts';
import { hasParallelLoops, sequentialLoops } from './parallel.ts';

export interface PreparedKernel {
  readonly kernel: KernelSource;
  readonly diagnostics: readonly Diagnostic[];
}

export function prepareKernel(
  source: KernelSource,
  launch: LaunchShape,
  machine: Machine,
): PreparedKernel {
  const diagnostics: Diagnostic[] = [];
  let op: Operation = source.op;
  const become = (next: Rewritten): void => {
    op = next.kernel;
    for (const each of next.diagnostics) diagnostics.push(each);
  };
  if (hasAffineForms(op)) become(plainAffine(op));
  if (hasParallelLoops(op)) become(sequentialLoops(op, launch));
  if (hasMasks(op)) become(applyMasks(op));
  if (needsBuffers(op)) become(bufferize(op));
  if (hasDistributedVectors(op))
    become(distributeVectors(op, launch.waveSize, volume(launch.block)));
  else diagnostics.push(...undistributedVectors(op, launch, machine));
  return { kernel: op === source.op ? source : { ...source, op }, diagnostics };
}
