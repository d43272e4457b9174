/**
 * Accesses of a lane to elements that are not neighbours, one element at a time.
 *
 *     vector.gather %b[%i] [%indices], %mask, %pass      element e from b[i + indices[e]]
 *     vector.expandload %b[%i], %mask, %pass             the elements of the mask, from b[i], b[i + 1], ...
 *
 * Each is an access of its own, as the back ends scalarise them, unless its places are constant: then they are joined again.
 */
import type { Operation, Value } from '../../ir/ir.ts';
import { load, memoryAccess, type MemoryOperation, type Reach, reachOf, store } from '../access.ts';
import { elementNameOf } from '../elements.ts';
import { packedInstruction, scatteredInstruction } from '../element-masks.ts';
import type { LowerOperation, Lowering } from '../lowering.ts';
import { elementCount } from '../value-types.ts';
import type { Wave } from '../wave.ts';
import { memrefType } from './memref.ts';
import { takes } from '../take.ts';

interface Elements {
  readonly access: MemoryOperation;
  readonly mask: number;
  readonly count: number;
  /** Data slot of what an element is away from the base; absent where the mask counts. */
  readonly indices: number | undefined;
}

function prepare(
  op: Operation,
  lowering: Lowering,
  offsets: readonly Value[],
  indices: Value | undefined,
  mask: Value,
  data: Value,
  direction: 'read' | 'write',
): Elements | undefined {
  const [base] = op.operands;
  const type = base && memrefType(base);
  const count = elementCount(data.type);
  const element = base && lowering.element(base.type);
  if (base === undefined || element === undefined) return undefined;
  const counts = [mask, ...(indices === undefined ? [] : [indices])].map((value) =>
    elementCount(value.type),
  );
  if (
    type?.shape?.length !== offsets.length ||
    counts.some((other) => other !== count) ||
    elementNameOf(data) !== element.name
  )
    return lowering.unsupported('this form');
  const instruction =
    indices === undefined ? packedInstruction(mask, count) : scatteredInstruction(indices, count);
  const access = memoryAccess(op, lowering, base, offsets, direction, instruction);
  if (access === undefined) return undefined;
  return {
    access,
    mask: lowering.data(mask),
    count,
    indices: indices === undefined ? undefined : lowering.data(indices),
  };
}

/** Calls `move` for each element that some lane accesses, with the addresses of all lanes. */
function forElements(
  wave: Wave,
  { access, mask, count, indices }: Elements,
  move: (reach: Reach, element: number) => void,
): void {
  const { view, addresses: start } = reachOf(wave, access);
  const flags = wave.values(mask);
  const { lanes } = wave;
  const addresses = new Float64Array(lanes);
  const next = new Float64Array(lanes);
  for (let i = 0; i < count; i++) {
    const wanted = flags.subarray(i * lanes, (i + 1) * lanes);
    const away =
      indices === undefined ? next : wave.values(indices).subarray(i * lanes, (i + 1) * lanes);
    for (let lane = 0; lane < lanes; lane++) {
      addresses[lane] = (start[lane] ?? 0) + (away[lane] ?? 0) * view.element.pitchBytes;
    }
    if (wanted.some((flag) => flag !== 0)) move({ access, view, addresses, wanted }, i);
    if (wave.failure !== undefined) return;
    if (indices !== undefined) continue;
    for (let lane = 0; lane < lanes; lane++)
      if (wanted[lane] !== 0) next[lane] = (next[lane] ?? 0) + 1;
  }
}

function emitLoad(lowering: Lowering, elements: Elements, passThrough: Value, result: Value): void {
  if (elementCount(passThrough.type) !== elements.count) {
    const wanted = `${elements.count} elements`;
    const found = `${elementCount(passThrough.type)}`;
    return lowering.mismatch(wanted, found);
  }
  const [other, to] = lowering.slots(passThrough, result);
  lowering.emit((wave) => {
    const out = wave.values(to);
    out.set(wave.values(other));
    forElements(wave, elements, (reach, i) =>
      load(wave, reach, out.subarray(i * wave.lanes, (i + 1) * wave.lanes)),
    );
  });
}

function emitStore(lowering: Lowering, elements: Elements, value: Value): void {
  const from = lowering.data(value);
  lowering.emit((wave) => {
    const values = wave.values(from);
    forElements(wave, elements, (reach, i) =>
      store(wave, reach, values.subarray(i * wave.lanes, (i + 1) * wave.lanes)),
    );
  });
}

/** `%base[%offsets] [%indices], %mask, %pass_thru`. */
const gather = takes(0, 1, ([result], lowering, op) => {
  const [indices, mask, passThrough] = op.operands.slice(-3);
  if (indices === undefined || mask === undefined || passThrough === undefined) return;
  const elements = prepare(op, lowering, op.operands.slice(1, -3), indices, mask, result, 'read');
  if (elements !== undefined) emitLoad(lowering, elements, passThrough, result);
});

const scatter: LowerOperation = (op, lowering) => {
  const [indices, mask, value] = op.operands.slice(-3);
  if (indices === undefined || mask === undefined || value === undefined)
    return lowering.unsupported('this form');
  const elements = prepare(op, lowering, op.operands.slice(1, -3), indices, mask, value, 'write');
  if (elements !== undefined) emitStore(lowering, elements, value);
};

const expandLoad = takes(0, 1, ([result], lowering, op) => {
  const [mask, passThrough] = op.operands.slice(-2);
  if (mask === undefined || passThrough === undefined) return;
  const elements = prepare(op, lowering, op.operands.slice(1, -2), undefined, mask, result, 'read');
  if (elements !== undefined) emitLoad(lowering, elements, passThrough, result);
});

const compressStore: LowerOperation = (op, lowering) => {
  const [mask, value] = op.operands.slice(-2);
  if (mask === undefined || value === undefined) return lowering.unsupported('this form');
  const elements = prepare(op, lowering, op.operands.slice(1, -2), undefined, mask, value, 'write');
  if (elements !== undefined) emitStore(lowering, elements, value);
};

export const gathers: Readonly<Record<string, LowerOperation>> = {
  'vector.gather': gather,
  'vector.scatter': scatter,
  'vector.expandload': expandLoad,
  'vector.compressstore': compressStore,
};
