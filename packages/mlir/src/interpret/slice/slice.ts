/**
 * The operations that have to be computed where only accesses are needed: a backward slice over SSA values.
 *
 *     %a = arith.muli %t, %c4          required: an access is at %a
 *     %x = vector.load %lds[%a]        made and recorded; its result is not required
 *     %d = amdgpu.mfma %x * ...        not computed
 *
 * A value has one definition, so that reachability is exact where machine code requires liveness. LDS and private memory are
 * followed as a whole: where the slice reads one of them, everything that is stored there is required. Global memory is not:
 * a store that is left out and a load that the slice makes of the same buffer are noted while the kernel is executed
 * (`LeftOut` of core), and then everything is executed.
 */
import type { Operation, Region, Value } from '../../ir/ir.ts';
import { calledFunction } from '../flow/blocks.ts';
import { ownMemoryOf } from '../unknown/accesses.ts';
import { isMemory } from '../value-types.ts';
import { flowOf, type OperationFlow, type Source } from './flow.ts';
import type { KernelSlice } from './kernel-slice.ts';

/** An operation that a kernel may execute, and what it does. */
export interface FlowingOperation {
  readonly op: Operation;
  readonly flow: OperationFlow;
}

/** The operations of a kernel and of the functions that it calls. */
export function flowsOf(
  kernel: Operation,
  symbols: ReadonlyMap<string, Operation>,
): readonly FlowingOperation[] {
  const found: (readonly [op: Operation, region: Region])[] = [];
  const functions = new Set([kernel]);
  const visit = (region: Region): void => {
    for (const { operations } of region.blocks) {
      for (const op of operations) {
        found.push([op, region]);
        op.regions.forEach(visit);
        const callee = op.attributes.has('callee') ? calledFunction(op, symbols) : undefined;
        if (callee !== undefined) functions.add(callee);
      }
    }
  };
  // A set takes what is added meanwhile.
  for (const { regions } of functions) regions.forEach(visit);
  const context = { symbols, own: ownMemoryOf(found.map(([op]) => op)) };
  return found.map(([op, region]) => ({ op, flow: flowOf(op, region, context) }));
}

/** Values and memories that some others are made of. */
export function madeFrom(
  flows: readonly FlowingOperation[],
  begin: Iterable<Source>,
): ReadonlySet<Source> {
  const sources = new Map<Source, Source[]>();
  for (const { flow } of flows) {
    for (const [target, from] of flow.moves) {
      if (target === 'global') continue;
      const known = sources.get(target);
      if (known === undefined) sources.set(target, [...from]);
      else known.push(...from);
    }
  }
  const wanted = new Set(begin);
  for (const one of wanted) for (const source of sources.get(one) ?? []) wanted.add(source);
  return wanted;
}

/** The slice of a kernel for all of its accesses. */
export function sliceOf(flows: readonly FlowingOperation[]): KernelSlice {
  const wanted = madeFrom(
    flows,
    flows.flatMap(({ flow }) => flow.needs),
  );
  const unwanted = new Set<Value>();
  const pure = new Set<Operation>();
  for (const { op, flow } of flows) {
    if (flow.kind === 'pure' && op.results.every((result) => !wanted.has(result))) pure.add(op);
    for (const [target] of flow.moves)
      if (typeof target === 'object' && !wanted.has(target) && !isMemory(target.type))
        unwanted.add(target);
  }
  return {
    leavesOut: (op) => pure.has(op),
    isUnwanted: (value) => unwanted.has(value),
    wantsMemory: (space) => wanted.has(space),
  };
}
