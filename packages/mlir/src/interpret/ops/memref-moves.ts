/** `memref`: copies, atomics, and views that are not in `memref.ts`. */
import { messages } from '@ldscope/core';
import type { Value } from '../../ir/ir.ts';
import { countsLanes } from '../counting-atomics.ts';
import { load, memoryAccess, noteAccess, type Reach, reachOf, store } from '../access.ts';
import { attributeOf, integerOf } from '../attributes.ts';
import { elementNameOf, type ElementType } from '../elements.ts';
import { executeAtomic } from '../llvm/atomics.ts';
import { atomicInstruction, CAS_LOOP } from '../lds-atomics.ts';
import type { LowerOperation, Lowering } from '../lowering.ts';
import { loadElement, MEMORY_LIMIT, storeElement } from '../memory.ts';
import { combinerOf } from '../reduce.ts';
import { mapDimensions } from '../reductions.ts';
import { firstLane, isEmpty, type LaneMask, without } from '../registers.ts';
import { allocationBase, memrefType, staticSizes } from './memref.ts';
import { takes } from '../take.ts';

/** Reports another number of indices than the memref has dimensions. */
function hasRank(lowering: Lowering, memref: Value, indices: readonly Value[]): boolean {
  const rank = memrefType(memref)?.shape?.length;
  if (rank === indices.length) return true;
  const wanted = rank === undefined ? 'a memref with a rank' : `${rank} indices`;
  lowering.mismatch(wanted, `${indices.length} indices`);
  return false;
}

/** Elements that one lane copies. */
const MOST_COPIED = 65536;

/** Every active lane copies every element, as the back end's loop does. */
const copy = takes(2, 0, ([source, target], lowering, op) => {
  const types = [source, target].map((value) => memrefType(value));
  const sizes = types
    .flatMap((type) => (type && staticSizes(type)) ?? [])
    .slice(0, types[0]?.shape?.length);
  const known = types.every((type) => type && staticSizes(type)?.join() === sizes.join());
  if (!known || elementNameOf(source) !== elementNameOf(target))
    return lowering.unsupported('memrefs of these types');
  const count = sizes.reduce((product, size) => product * size, 1);
  if (count > MOST_COPIED) {
    const what = `${count} copies for each lane`;
    return lowering.refuse(messages.execute.tooLarge(op.name, what, MOST_COPIED));
  }
  const from = memoryAccess(op, lowering, source, [], 'read');
  const to = memoryAccess(op, lowering, target, [], 'write');
  if (from === undefined || to === undefined) return;
  const values = new Float64Array(lowering.launch.waveSize);
  lowering.emit((wave) => {
    const [input, output] = [reachOf(wave, from), reachOf(wave, to)];
    wave.steps += count;
    const index = sizes.map(() => 0);
    for (let i = 0; i < count; i++) {
      load(wave, elementAt(input, index), values);
      if (wave.failure !== undefined) return;
      store(wave, elementAt(output, index), values);
      if (wave.failure !== undefined) return;
      for (let d = sizes.length - 1; d >= 0; d--) {
        index[d] = (index[d] ?? 0) + 1;
        if ((index[d] ?? 0) < (sizes[d] ?? 1)) break;
        index[d] = 0;
      }
    }
  });
});

/** One element of a view, the same for all lanes. */
function elementAt(reach: Reach, index: readonly number[]): Reach {
  const { strides, element } = reach.view;
  const shift = index.reduce((sum, at, d) => sum + at * (strides[d] ?? 0), 0);
  return { ...reach, addresses: reach.addresses.map((byte) => byte + shift * element.pitchBytes) };
}

type Update = (old: number, value: number) => number;

/** `arith`'s kinds in the order of their numbers: the combination, and the LDS instruction without its width. */
const KINDS = [
  ['add', 'ds_add_f', true],
  ['add', 'ds_add_u', false],
  ['and', 'ds_and_b', false],
  ['assign', 'ds_wrxchg_rtn_b', undefined],
  ['maximumf', undefined, true],
  ['maxnumf', 'ds_max_f', true],
  ['maxsi', 'ds_max_i', false],
  ['maxui', 'ds_max_u', false],
  ['minimumf', undefined, true],
  ['minnumf', 'ds_min_f', true],
  ['minsi', 'ds_min_i', false],
  ['minui', 'ds_min_u', false],
  ['mul', undefined, true],
  ['mul', undefined, false],
  ['or', 'ds_or_b', false],
  ['xor', 'ds_xor_b', false],
] as const;

function updateOf(kind: (typeof KINDS)[number], element: ElementType): Update | undefined {
  const [name, , float] = kind;
  if (name === 'assign') return (_old, value) => value;
  return float === element.float ? combinerOf(name, element) : undefined;
}

/** `memref.atomic_rmw kind %value, %m[%i]`: the lanes take their turns in order, each gets what it found. */
const atomic = takes(2, 1, ([value, memref, result], lowering, op) => {
  const indices = op.operands.slice(2);
  const kind = KINDS[integerOf(op, 'kind') ?? -1];
  const element = lowering.element(memref.type);
  if (element === undefined || !hasRank(lowering, memref, indices)) return;
  const update = kind && updateOf(kind, element);
  if (update === undefined || elementNameOf(value) !== element.name)
    return lowering.unsupported('this operation or type');
  const { bytes } = element;
  const instruction = atomicInstruction(lowering.machine, {
    stem: kind?.[1],
    bytes,
    returns: true,
    counts: countsLanes(lowering, kind?.[1], value, result),
  });
  const access = memoryAccess(op, lowering, memref, indices, 'atomic', instruction);
  if (access === undefined) return;
  const [from, to] = lowering.slots(value, result);
  lowering.emit((wave) => {
    const values = wave.values(from);
    const apply = (old: number, lane: number): number => update(old, values[lane] ?? 0);
    executeAtomic(wave, reachOf(wave, access), apply, wave.values(to));
  });
});

/** `memref.generic_atomic_rmw %m[%i] { ^bb0(%old): ... memref.atomic_yield %new }`: lane after lane. */
const genericAtomic = takes(1, 1, ([memref, result], lowering, op) => {
  const indices = op.operands.slice(1);
  const block = op.regions[0]?.blocks[0];
  const [old] = block?.arguments ?? [];
  const yielded = block?.operations.at(-1)?.operands[0];
  const element = lowering.element(memref.type);
  if (element === undefined) return;
  if (old === undefined || yielded === undefined || !hasRank(lowering, memref, indices)) return;
  const access = memoryAccess(op, lowering, memref, indices, 'atomic', CAS_LOOP);
  if (access === undefined) return;
  const [before, to] = lowering.slots(old, result);
  const saved = lowering.newMask();
  const left = lowering.newMask();
  const labels = { end: 0 };
  lowering.emit((wave) => {
    if (!noteAccess(wave, reachOf(wave, access), wave.mask)) return;
    wave.masks[saved] = wave.mask;
    wave.masks[left] = wave.mask;
  });
  const head = lowering.here;
  lowering.emit((wave) => {
    const rest = wave.masks[left] ?? wave.mask;
    if (isEmpty(rest)) {
      wave.mask = wave.masks[saved] ?? wave.mask;
      wave.pc = labels.end;
      return;
    }
    const lane = firstLane(rest);
    const { view, addresses } = reachOf(wave, access);
    const byte = addresses[lane] ?? 0;
    const found = loadElement(view.memory, view.element, byte);
    wave.values(before)[lane] = found;
    wave.values(to)[lane] = found;
    wave.mask = only(lane);
    wave.masks[left] = without(rest, wave.mask);
    wave.indivisible = true;
  });
  for (const inner of block?.operations.slice(0, -1) ?? []) lowering.lowerOperation(inner);
  const after = lowering.data(yielded);
  lowering.emit((wave) => {
    const lane = firstLane(wave.mask);
    const { view, addresses } = reachOf(wave, access);
    const byte = addresses[lane] ?? 0;
    if (!storeElement(view.memory, view.element, byte, wave.values(after)[lane] ?? 0)) {
      wave.fail(messages.execute.memoryLimit(MEMORY_LIMIT));
    }
    wave.indivisible = false;
    wave.pc = head;
  });
  labels.end = lowering.here;
});

const only = (lane: number): LaneMask =>
  lane < 32 ? { low: (1 << lane) >>> 0, high: 0 } : { low: 0, high: (1 << (lane - 32)) >>> 0 };

/** `memref.transpose %m (i, j) -> (j, i)`: the same memory with its dimensions in another order. */
const transpose = takes(1, 1, ([source, result], lowering, op) => {
  const map = attributeOf(op, 'permutation');
  const order = map?.kind === 'affine_map' ? mapDimensions(map.map) : undefined;
  if (order === undefined || order.length !== memrefType(result)?.shape?.length)
    return lowering.unsupported('this permutation');
  lowering.emitView(source, result, (view) => ({
    ...view,
    sizes: order.map((d) => view.sizes[d] ?? 0),
    strides: order.map((d) => view.strides[d] ?? 0),
  }));
});

/** Base, offset, sizes and strides. The base is the view itself from offset 0, so that casts from it find their way. */
const stridedMetadata = takes(1, 2, ([source, base, offset], lowering, op) => {
  const numbers = op.results.slice(2);
  const rank = memrefType(source)?.shape?.length;
  if (rank === undefined || numbers.length !== 2 * rank)
    return lowering.unsupported('a memref without a rank');
  const [from, to, shift] = [lowering.memref(source), lowering.memref(base), lowering.data(offset)];
  const slots = numbers.map((value) => lowering.data(value));
  lowering.emit((wave) => {
    const view = wave.memref(from);
    const { offsetBytes, element } = view;
    const start = allocationBase(view, wave.lanes);
    wave.memrefs[to] = { ...view, offsetBytes: start, sizes: [], strides: [] };
    const out = wave.values(shift);
    for (let lane = 0; lane < wave.lanes; lane++) {
      out[lane] = ((offsetBytes[lane] ?? 0) - (start[lane] ?? 0)) / element.pitchBytes;
    }
    for (const [i, slot] of slots.entries()) {
      wave.values(slot).fill((i < rank ? view.sizes[i] : view.strides[i - rank]) ?? 0);
    }
  });
});

const rank = takes(1, 1, ([source, result], lowering) => {
  const [from, to] = [lowering.memref(source), lowering.data(result)];
  lowering.emit((wave) => {
    wave.values(to).fill(wave.memref(from).sizes.length);
  });
});

export const memrefMoves: Readonly<Record<string, LowerOperation>> = {
  'memref.copy': copy,
  'memref.atomic_rmw': atomic,
  'memref.generic_atomic_rmw': genericAtomic,
  'memref.transpose': transpose,
  'memref.extract_strided_metadata': stridedMetadata,
  'iree_codegen.extract_strided_metadata': stridedMetadata,
  'memref.rank': rank,
  'memref.prefetch': () => {},
};
