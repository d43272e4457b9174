/**
 * The part of a kernel that has to be executed again to see whether another workgroup makes the same accesses to LDS.
 *
 *     %b = gpu.block_id x
 *     %r = affine.apply ()[%b, %t]               required by the decision
 *     %inside = arith.cmpi slt, %r, %c1000
 *     scf.if %inside { vector.store %x, %lds[%t] }          a decision that depends on the id: compared
 *     scf.for ... { vector.load %lds[...], amdgpu.mfma }    nothing in it depends on the id: left out as a whole
 *
 * Decisions that depend on the id, and accesses to LDS at addresses or under masks that do, are compared. By induction over the
 * execution, a workgroup that agrees in all of them makes the same accesses: every other value that these are made of is the
 * same. The part for `global` makes the accesses to global memory, for the figures of a workgroup that agrees.
 *
 * Nothing is shown where LDS passes on what is compared, where an atomic of global memory does, or a buffer that the kernel
 * stores to; nor with operations that waves of a workgroup do together.
 */
import type { Operation, Region, Value } from '../../ir/ir.ts';
import type { Space } from '../unknown/accesses.ts';
import { BufferRoots } from './buffers.ts';
import type { Source } from './flow.ts';
import { dependentOnId } from './ids.ts';
import type { KernelSlice } from './kernel-slice.ts';
import { type FlowingOperation, madeFrom } from './slice.ts';

interface Part extends FlowingOperation {
  /** Operations around it, the innermost first. */
  readonly around: readonly Operation[];
  readonly spaces: ReadonlySet<Space>;
  readonly isCompared: boolean;
}

/** The part of a kernel for what it does to LDS or to global memory; `undefined` where nothing can be shown. */
export function replaySliceOf(
  kernel: Operation,
  flows: readonly FlowingOperation[],
  of: 'lds' | 'global',
): KernelSlice | undefined {
  const parts = partsOf(kernel, flows);
  if (parts.some(isOpaque)) return undefined;
  const kept = new Set<Operation>();
  const wanted = grow(parts, kept, of);
  const accesses = parts.filter(
    ({ flow, spaces }) => flow.kind === 'access' && spaces.has('global'),
  );
  const reads = accesses.filter(({ op }) => op.results.some((one) => wanted.has(one)));
  if (wanted.has('lds') || !areUnchanged(kernel, parts, reads, accesses)) return undefined;
  const left = new Set<Operation>();
  const unwanted = new Set<Value>();
  for (const { op, flow } of parts) {
    if (!kept.has(op)) left.add(op);
    for (const [target] of flow.moves)
      if (typeof target === 'object' && !wanted.has(target)) unwanted.add(target);
  }
  const compared = new Set(parts.flatMap(({ op, isCompared }) => (isCompared ? op : [])));
  return {
    leavesOut: (op) => left.has(op),
    isUnwanted: (value) => unwanted.has(value),
    wantsMemory: (space) => wanted.has(space),
    compares: (op) => of === 'lds' && compared.has(op),
    comparesNothing: of === 'global' || compared.size === 0,
    readsBuffers: reads.length > 0,
  };
}

const isOpaque = ({ flow }: Part): boolean => flow.kind === 'other';

/** True where no workgroup stores to what is read, by the buffers that each access may lead to. */
function areUnchanged(
  kernel: Operation,
  parts: readonly Part[],
  reads: readonly Part[],
  accesses: readonly Part[],
): boolean {
  if (reads.length === 0) return true;
  const stores = accesses.filter(({ flow }) =>
    flow.places?.some(({ isWritten, spaces }) => isWritten && spaces.includes('global')),
  );
  const roots = new BufferRoots(kernel, parts);
  const read = roots.of(reads.map(({ op }) => op));
  const stored = roots.of(stores.map(({ op }) => op));
  return read !== undefined && stored !== undefined && ![...read].some((root) => stored.has(root));
}

function partsOf(kernel: Operation, flows: readonly FlowingOperation[]): readonly Part[] {
  const depending = dependentOnId(flows);
  const around = parentsOf(kernel, flows);
  return flows.map(({ op, flow }) => {
    const { places = [] } = flow;
    // A copy from global memory counts by its destination only.
    const inLds = places.filter((place) => place.spaces.includes('lds'));
    const deciding =
      flow.kind === 'control'
        ? flow.needs
        : inLds.flatMap(({ base, indices }) => [base, ...indices]);
    return {
      op,
      flow,
      around: around.get(op) ?? [],
      spaces: new Set(places.flatMap((place) => place.spaces)),
      isCompared: deciding.some((value) => depending.has(value)),
    };
  });
}

/** The operations around each, inside of its function. */
function parentsOf(
  kernel: Operation,
  flows: readonly FlowingOperation[],
): ReadonlyMap<Operation, readonly Operation[]> {
  const parents = new Map<Operation, readonly Operation[]>();
  const visit = (region: Region, around: readonly Operation[]): void => {
    for (const { operations } of region.blocks) {
      for (const op of operations) {
        parents.set(op, around);
        for (const inner of op.regions) visit(inner, [op, ...around]);
      }
    }
  };
  for (const region of kernel.regions) visit(region, []);
  // Operations of functions that are called.
  for (const { op } of flows) {
    if (parents.has(op)) continue;
    parents.set(op, []);
    for (const inner of op.regions) visit(inner, [op]);
  }
  return parents;
}

/** Keeps operations until nothing that they require is missing; gives what is required. */
function grow(
  parts: readonly Part[],
  kept: Set<Operation>,
  of: 'lds' | 'global',
): ReadonlySet<Source> {
  const begin = new Set<Source>();
  const byOp = new Map(parts.map((part) => [part.op, part]));
  const keep = ({ op, flow, around }: Part): void => {
    if (kept.has(op)) return;
    kept.add(op);
    for (const value of flow.needs) begin.add(value);
    for (const outer of around) {
      const part = byOp.get(outer);
      if (part !== undefined) keep(part);
    }
  };
  for (const part of parts) if (isRoot(part, of)) keep(part);
  for (;;) {
    const count = kept.size;
    const wanted = madeFrom(parts, begin);
    for (const part of parts) {
      const { op, flow } = part;
      const gives =
        op.results.some((value) => wanted.has(value)) ||
        flow.moves.some(([target]) => typeof target === 'object' && wanted.has(target));
      const stores = flow.places?.some(
        (place) =>
          place.isWritten && place.spaces.some((space) => space !== 'global' && wanted.has(space)),
      );
      // A terminator goes with what it is in.
      const isEnd = flow.kind === 'control' && flow.needs.length === 0 && op.regions.length === 0;
      const [outer] = part.around;
      if (gives || stores === true || (isEnd && (outer === undefined || kept.has(outer))))
        keep(part);
    }
    if (kept.size === count) return wanted;
  }
}

function isRoot({ op, flow, spaces, isCompared }: Part, of: 'lds' | 'global'): boolean {
  if (flow.kind === 'stop') return true;
  if (of === 'lds' ? isCompared : flow.kind === 'access' && spaces.has('global')) return true;
  // Branches between blocks, and calls.
  return op.successors.length > 0 || (flow.kind === 'control' && op.attributes.has('callee'));
}
