/**
 * The accesses of a function to each of its allocations, found by executing it: for passes that decide by cost.
 *
 *     func.func @gemm ... workgroup_size = [256]     one workgroup, 4 waves
 *       %a = memref.alloc() ...                      "%a": 64 rows, addresses from the start of %a
 *
 * The module is executed as it is in the middle of a pipeline, so it is printed and read back for that: accesses get places
 * of their own, and allocations are matched by their order. LIMITATIONS: one workgroup; buffers hold zeros, so indices that
 * are loaded are 0; an access to two allocations leaves both out.
 */
import {
  type AccessTrace,
  emptyLaunch,
  hasErrors,
  type Launch,
  type LdsObject,
  type Machine,
  TraceBuilder,
  isActive,
} from '@ldscope/core';
import type { Module, Operation } from '../ir/ir.ts';
import { walk } from '../ir/walk.ts';
import { isFunction } from '../rows/facts.ts';
import { type Observe, shownName } from '../passes/flow/pass.ts';
import { parseModule } from '../module/parser.ts';
import { printModule } from '../module/printer.ts';
import { executeKernel } from './execute.ts';

/** Operations of one wave; what takes longer says nothing that its beginning does not. */
const MAX_STEPS = 200_000;

/** Executes functions on a machine. A launch is needed where functions do not specify their workgroup. */
export function observeAllocations(machine: Machine, launch: Launch = emptyLaunch): Observe {
  return (module, func) => {
    const text = printModule(module);
    const read = parseModule(text);
    const kernel = func.attributes.get('sym_name');
    if (hasErrors(read.diagnostics) || kernel?.kind !== 'string') return undefined;
    const traces: AccessTrace[] = [];
    const { diagnostics, ldsObjects } = executeKernel(read.module, text, {
      kernel: kernel.value,
      launch,
      machine,
      workgroups: 1,
      maxSteps: MAX_STEPS,
      onWorkgroup: (trace) => traces.push(trace),
    });
    const [trace] = traces;
    if (trace === undefined || hasErrors(diagnostics)) return undefined;
    const names = new Map<string, string>();
    const before = allocationNames(module, kernel.value);
    for (const [i, name] of allocationNames(read.module, kernel.value).entries()) {
      names.set(name, before[i] ?? name);
    }
    return byAllocation(trace, ldsObjects ?? [], names);
  };
}

/** Names of the allocations of a function, in order. */
function allocationNames({ operations }: Module, kernel: string): string[] {
  const isKernel = (op: Operation): boolean => {
    const symbol = op.attributes.get('sym_name');
    return isFunction(op) && symbol?.kind === 'string' && symbol.value === kernel;
  };
  const func = [...walk(operations)].find(isKernel);
  return [...walk(func === undefined ? [] : [func])].flatMap(({ name, results: [result] }) =>
    name === 'memref.alloc' && result !== undefined ? [shownName(result)] : [],
  );
}

/** Rows whose lanes are all in one allocation, from its start. */
function byAllocation(
  trace: AccessTrace,
  objects: readonly LdsObject[],
  names: ReadonlyMap<string, string>,
): Map<string, AccessTrace> {
  const { waveSize, count, addressBytes } = trace;
  const builders = objects.map(() => new TraceBuilder(waveSize, trace.sites));
  const mixed = new Set<number>();
  const addresses = new Uint32Array(waveSize);
  for (let row = 0; row < count; row++) {
    let home = -1;
    let last = -1;
    for (let lane = 0; lane < waveSize; lane++) {
      if (!isActive(trace, row, lane)) continue;
      const address = addressBytes[row * waveSize + lane] ?? 0;
      const found = objects.findIndex(
        ({ offset, bytes }) => address >= offset && address < offset + bytes,
      );
      if (last >= 0 && found !== last) mixed.add(found).add(last);
      if (home < 0) home = found;
      last = found;
      addresses[lane] = address - (objects[found]?.offset ?? 0);
    }
    builders[home]?.addLike(trace, row, addresses);
  }
  const found = new Map<string, AccessTrace>();
  for (const [i, { name }] of objects.entries()) {
    const part = builders[i]?.finish();
    if (part !== undefined && part.count > 0 && !mixed.has(i)) {
      found.set(names.get(name) ?? name, part);
    }
  }
  return found;
}
