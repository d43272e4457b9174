/**
 * Where a value comes from, and where it goes: through what changes no lane's place in it.
 *
 *     %v = vector.load %in[%i, %j]      %w = arith.truncf %v      vector.store %w, %tile[...]
 *     the store puts what is at [%i, %j] of %in into %tile
 */
import type { Operation, Value } from '../../ir/ir.ts';
import { isLds } from '../../ir/memory-space.ts';
import { memrefOf } from '../buffers.ts';
import type { Rewriter } from '../rewriter.ts';
import { inflows } from '../memory-groups.ts';

/** Operations with one operand whose result has its elements at the same positions. */
const sameElements: ReadonlySet<string> = new Set([
  'arith.truncf',
  'arith.extf',
  'arith.extsi',
  'arith.extui',
  'arith.trunci',
  'arith.sitofp',
  'arith.uitofp',
  'arith.fptosi',
  'arith.negf',
  'vector.shape_cast',
]);

/** Longest chain that is followed. */
const DEEPEST = 32;

/** Loads of one place, with its indices behind the memref. */
const loads: ReadonlySet<string> = new Set(['memref.load', 'vector.load', 'vector.maskedload']);

export interface MemoryPlace {
  readonly memref: Value;
  readonly indices: readonly Value[];
  readonly op: Operation;
}

/** The place in global memory that a value was loaded from; `undefined` where it was computed, or comes from several. */
export function loadedFrom(value: Value | undefined, rewriter: Rewriter): MemoryPlace | undefined {
  let current = value;
  for (let depth = 0; current !== undefined && depth < DEEPEST; depth++) {
    const op = current.definition;
    if (op !== undefined && loads.has(op.name)) return globalPlace(op, 0);
    if (op !== undefined && sameElements.has(op.name) && op.operands.length === 1) {
      [current] = op.operands;
      continue;
    }
    // The first value of a carried value comes from before the loop.
    [current] = inflows(current, rewriter.ownerOf) ?? [];
  }
  return undefined;
}

function globalPlace(op: Operation, base: number): MemoryPlace | undefined {
  const memref = op.operands[base];
  const rank = memrefOf(memref)?.shape?.length;
  if (memref === undefined || rank === undefined || isLds(memref)) return undefined;
  return { memref, indices: op.operands.slice(base + 1, base + 1 + rank), op };
}

/** True for a value that is the same for all work-items, whatever it is: what a buffer is cleared with. */
export function isConstantValue(value: Value | undefined, depth = 0): boolean {
  const op = value?.definition;
  if (op === undefined || depth > DEEPEST) return false;
  if (op.name === 'arith.constant' || op.name === 'ub.poison') return true;
  if (!['vector.broadcast', 'vector.splat', ...sameElements].includes(op.name)) return false;
  return op.operands.every((operand) => isConstantValue(operand, depth + 1));
}

/** The places in global memory that a value is stored to, through what keeps its elements. */
export function storedTo(value: Value, rewriter: Rewriter, depth = 0): MemoryPlace[] {
  if (depth > DEEPEST) return [];
  return rewriter.usersOf(value).flatMap((op): MemoryPlace[] => {
    if ((op.name === 'vector.store' || op.name === 'memref.store') && op.operands[0] === value) {
      const place = globalPlace(op, 1);
      return place === undefined ? [] : [place];
    }
    const [result] = op.results;
    if (!sameElements.has(op.name) || result === undefined) return [];
    return storedTo(result, rewriter, depth + 1);
  });
}
