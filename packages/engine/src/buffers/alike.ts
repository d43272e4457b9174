/** Machines on which a buffer is accessed the same way: they are searched for together. */
import type { AccessTrace, Machine } from '@ldscope/core';

export interface Alike {
  /** In their order; at least one. */
  readonly machines: readonly Machine[];
  readonly trace: AccessTrace;
}

/** Groups of machines with the same instructions, lanes and addresses; those without an access are in none. */
export function alikeMachines(
  traces: readonly { readonly machine: Machine; readonly trace: AccessTrace }[],
): Alike[] {
  const groups: Alike[] = [];
  for (const { machine, trace } of traces) {
    if (trace.count === 0) continue;
    const at = groups.findIndex((group) => sameAccesses(group.trace, trace));
    const group = groups[at];
    if (group === undefined) groups.push({ machines: [machine], trace });
    else groups[at] = { ...group, machines: [...group.machines, machine] };
  }
  return groups;
}

function sameAccesses(a: AccessTrace, b: AccessTrace): boolean {
  return (
    a.waveSize === b.waveSize &&
    same(a.op, b.op) &&
    same(a.activeMask, b.activeMask) &&
    same(a.addressBytes, b.addressBytes)
  );
}

function same(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
