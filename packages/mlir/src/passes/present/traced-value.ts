/**
 * Where a value comes from, and where it goes: through what changes no lane's place in it.
 *
 *     %v = vector.load %in[%i, %j]      %w = arith.truncf %v      vector.store %w, %tile[...]
 *     the store puts what is at [%i, %j] of %in into %tile
 */
import type { Operation, Value } from '../../ir/ir.ts';
import { isLds } from '../../ir/memory-space.ts';
import { isPlainTransfer, movesRun } from '../flow/index/memory-access.ts';
import { memrefOf } from '../memref-types.ts';
import { factsOf, isElementwise, isPure } from '../../rows/facts.ts';
import type { Rewriter } from '../rewriter.ts';
import { inflows } from '../memory-groups.ts';

/** Longest chain that is followed. */
const DEEPEST = 32;

export interface MemoryPlace {
  readonly memref: Value;
  readonly indices: readonly Value[];
  readonly op: Operation;
}

/** True for an operation with one operand whose result has its elements at the same positions. */
function keepsElements(op: Operation): boolean {
  const isReshape = op.name === 'vector.shape_cast';
  return op.operands.length === 1 && (isReshape || (isPure(op) && isElementwise(op)));
}

/** The place in global memory that a value was loaded from; `undefined` where it was computed, or comes from several. */
export function loadedFrom(value: Value | undefined, rewriter: Rewriter): MemoryPlace | undefined {
  let current = value;
  for (let depth = 0; current !== undefined && depth < DEEPEST; depth++) {
    const op = current.definition;
    if (op !== undefined && factsOf(op).effect === 'load' && movesRun(op))
      return globalPlace(op, 0);
    if (op !== undefined && keepsElements(op)) {
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
  if (!isPure(op) || factsOf(op).lanes !== 'own' || factsOf(op).id !== undefined) return false;
  return op.operands.every((operand) => isConstantValue(operand, depth + 1));
}

/** The places in global memory that a value is stored to, through what keeps its elements. */
export function storedTo(value: Value, rewriter: Rewriter, depth = 0): MemoryPlace[] {
  if (depth > DEEPEST) return [];
  return rewriter.usersOf(value).flatMap((op): MemoryPlace[] => {
    const { effect, address } = factsOf(op);
    const isWhole = address === 'indices' || (address === 'mapped' && isPlainTransfer(op));
    if (effect === 'store' && isWhole && op.operands[0] === value) {
      const place = globalPlace(op, 1);
      return place === undefined ? [] : [place];
    }
    const [result] = op.results;
    if (!keepsElements(op) || result === undefined) return [];
    return storedTo(result, rewriter, depth + 1);
  });
}
