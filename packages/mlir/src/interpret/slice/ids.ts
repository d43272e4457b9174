/**
 * The parts of a kernel that depend on the id of its workgroup: forward over SSA values and memories.
 *
 *     %b = gpu.block_id x                  depends
 *     %r = affine.apply ()[%b, %t]         depends
 *     scf.if %inside { ... }               a decision that depends, where %inside does; its results do where what is yielded does,
 *                                          since workgroups are compared by where their lanes went
 *     %n = memref.load %table[%b]          depends, by its address
 */
import { append } from '@ldscope/core';
import type { Operation } from '../../ir/ir.ts';
import { dependsOnGroup } from '../../rows/facts.ts';
import type { Source } from './flow.ts';
import type { FlowingOperation } from './slice.ts';

/** Values and memories that depend on the id of the workgroup. */
export const dependentOnId = (flows: readonly FlowingOperation[]): ReadonlySet<Source> =>
  dependentOn(flows, dependsOnGroup);

/** Values and memories that depend on the results of some operations. */
export function dependentOn(
  flows: readonly FlowingOperation[],
  gives: (op: Operation) => boolean,
): ReadonlySet<Source> {
  const targets = new Map<Source, Source[]>();
  const link = (source: Source, target: Source): void => {
    // The content of global memory is the same for all workgroups as long as none stores where another reads.
    if (target === 'global') return;
    append(targets, source, target);
  };
  const depending = new Set<Source>();
  for (const { op, flow } of flows) {
    if (gives(op)) for (const result of op.results) depending.add(result);
    for (const [target, sources] of flow.moves) {
      for (const source of sources) link(source, target);
      if (flow.kind === 'access') for (const operand of op.operands) link(operand, target);
    }
  }
  for (const one of depending) for (const target of targets.get(one) ?? []) depending.add(target);
  return depending;
}
