/**
 * `amdgpu.raw_buffer_*`: accesses through a buffer descriptor of the whole memref, and `transpose_load`.
 *
 *     %v = amdgpu.raw_buffer_load %m[%i, %j] sgprOffset %s : memref<8x64xf32>, i32, i32 -> vector<4xf32>
 *
 * Indices and offsets are elements. Loads beyond the memref give 0, stores and atomics there do nothing, whether bounds
 * are checked or not: that matters for RDNA only. The transposing loads of gfx950 exchange elements among 16 lanes:
 * with E elements in a lane, 16 / E lanes hold a row of 16, and lane l gets column l. Source: AMD CDNA4 ISA.
 */
import { opcodeAt, opcodeNumber } from '@ldscope/core';
import type { Operation, Value } from '../../ir/ir.ts';
import { isLds } from '../../ir/memory-space.ts';
import { load, memoryAccess, type MemoryOperation, type Reach, reachOf, store } from '../access.ts';
import { integerOf, operandSegments } from '../attributes.ts';
import { elementNameOf } from '../elements.ts';
import { executeAtomic } from '../llvm/atomics.ts';
import { exchangeColumns } from '../llvm/lanes.ts';
import type { LowerOperation, Lowering } from '../lowering.ts';
import { elementCount } from '../value-types.ts';
import { type Combine, combinerOf } from '../reduce.ts';
import { beginAtBytes } from '../packed.ts';
import type { MemRefRegister } from '../registers.ts';
import type { Wave } from '../wave.ts';
import { checkLeading } from './amdgpu.ts';
import { memrefType } from './memref.ts';
import { takes } from '../take.ts';

/** Where an operation reads and writes; reports what does not fit. */
function placeOf(
  op: Operation,
  lowering: Lowering,
  segments: readonly (readonly Value[])[],
  data: Value,
  direction: 'read' | 'write' | 'atomic',
): ((wave: Wave) => Reach) | undefined {
  const [[memref] = [], indices = [], [scalar] = []] = segments;
  if (memref === undefined) return lowering.malformed('it has no memref');
  const rank = memrefType(memref)?.shape?.length;
  if (rank !== indices.length || elementNameOf(memref) !== elementNameOf(data) || isLds(memref))
    return lowering.unsupported('this memref or value');
  const count = elementCount(data.type);
  const access = memoryAccess(op, lowering, memref, indices, direction, { count });
  if (access === undefined) return undefined;
  const constant = integerOf(op, 'indexOffset') ?? 0;
  const more = scalar === undefined ? undefined : lowering.data(scalar);
  return (wave) => {
    const { view, addresses } = reachOf(wave, access);
    const offsets = more === undefined ? undefined : wave.values(more);
    const moved = addresses.map(
      (byte, lane) => byte + (constant + (offsets?.[lane] ?? 0)) * view.element.pitchBytes,
    );
    return { access, view: described(view), addresses: moved };
  };
}

/** The memref as a descriptor sees it: from its first element to the end of its farthest dimension. */
function described(view: MemRefRegister): MemRefRegister {
  if (view.validBytes !== undefined) return view;
  const elements = view.sizes.reduce(
    (most, size, d) => Math.max(most, size * (view.strides[d] ?? 0)),
    1,
  );
  return { ...view, baseBytes: view.offsetBytes, validBytes: elements * view.element.pitchBytes };
}

const bufferLoad = takes(0, 1, ([result], lowering, op) => {
  const place = placeOf(op, lowering, operandSegments(op), result, 'read');
  if (place === undefined) return;
  const to = lowering.data(result);
  lowering.emit((wave) => {
    load(wave, place(wave), wave.values(to));
  });
});

const bufferStore = takes(1, 0, ([value], lowering, op) => {
  const place = placeOf(op, lowering, operandSegments(op).slice(1), value, 'write');
  if (place === undefined) return;
  const from = lowering.data(value);
  lowering.emit((wave) => {
    store(wave, place(wave), wave.values(from));
  });
});

const atomic = (kind: string): LowerOperation =>
  takes(1, 0, ([value], lowering, op) => {
    const element = lowering.element(value.type);
    const combine: Combine | undefined = element && combinerOf(kind, element);
    if (element === undefined) return;
    if (combine === undefined || elementCount(value.type) !== 1)
      return lowering.unsupported('this type');
    const place = placeOf(op, lowering, operandSegments(op).slice(1), value, 'atomic');
    if (place === undefined) return;
    const from = lowering.data(value);
    lowering.emit((wave) => {
      const values = wave.values(from);
      const update = (old: number, lane: number): number => combine(old, values[lane] ?? 0);
      executeAtomic(wave, place(wave), update, undefined);
    });
  });

/** `%src, %cmp -> %memref[...]`: what was there comes back. */
const compareSwap = takes(2, 1, ([value, expected, result], lowering, op) => {
  const place = placeOf(op, lowering, operandSegments(op).slice(2), value, 'atomic');
  if (place === undefined) return;
  const [from, wanted, to] = lowering.slots(value, expected, result);
  lowering.emit((wave) => {
    const [next, old] = [wave.values(from), wave.values(wanted)];
    const update = (found: number, lane: number): number =>
      found === old[lane] ? (next[lane] ?? 0) : found;
    executeAtomic(wave, place(wave), update, wave.values(to));
  });
});

/** The instruction by the bits of an element of the result. */
const TRANSPOSING: Readonly<Record<number, string>> = {
  4: 'ds_read_b64_tr_b4',
  6: 'ds_read_b96_tr_b6',
  8: 'ds_read_b64_tr_b8',
  16: 'ds_read_b64_tr_b16',
};

/**
 * `transpose_load`: the type of the result chooses the instruction, and the memref only says where the lanes read.
 * LLVM 22 lowers `memref<..xi8> -> vector<16xf4E2M1FN>`, and no memref of elements below a byte; with packed rows
 * both read the same bytes.
 */
const transposeLoad = takes(1, 1, ([memref, result], lowering, op) => {
  const indices = op.operands.slice(1);
  const element = lowering.element(result.type);
  if (element === undefined) return;
  const count = elementCount(result.type);
  const name = TRANSPOSING[element.width];
  const opcode = name === undefined ? undefined : opcodeNumber(name);
  const widthBytes = opcode === undefined ? 0 : opcodeAt(opcode).widthBytes;
  if (opcode === undefined || count * element.width !== 8 * widthBytes || !isLds(memref))
    return lowering.unsupported('this type or memory');
  if (!checkLeading(lowering, memref, indices)) return;
  const access: MemoryOperation = {
    name: op.name,
    memref: lowering.memref(memref),
    indices: indices.map((index) => lowering.data(index)),
    count,
    site: lowering.site(op, 'read', widthBytes, { opcode }),
    globalSource: -1,
    direction: 'read',
    isLeftOut: lowering.leavesOutData(op, 'read', 'lds'),
  };
  const to = lowering.data(result);
  const loaded = new Float64Array(count * lowering.launch.waveSize);
  lowering.emitWhole((wave) => {
    const reach = reachOf(wave, access);
    const { view, addresses } = reach;
    if (!beginAtBytes(wave, op.name, view, addresses, wave.mask)) return;
    load(wave, { ...reach, view: { ...view, element } }, loaded);
    if (wave.failure !== undefined) return;
    exchangeColumns(loaded, wave.values(to), wave.lanes, count);
  });
});

export const amdgpuBuffers: Readonly<Record<string, LowerOperation>> = {
  'amdgpu.raw_buffer_load': bufferLoad,
  'amdgpu.raw_buffer_store': bufferStore,
  'amdgpu.raw_buffer_atomic_fadd': atomic('add'),
  'amdgpu.raw_buffer_atomic_fmax': atomic('maxnumf'),
  'amdgpu.raw_buffer_atomic_smax': atomic('maxsi'),
  'amdgpu.raw_buffer_atomic_umin': atomic('minui'),
  'amdgpu.raw_buffer_atomic_cmpswap': compareSwap,
  'amdgpu.transpose_load': transposeLoad,
};
