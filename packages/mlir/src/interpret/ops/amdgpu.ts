/** `amdgpu` and `rocdl`: buffers, direct-to-LDS copies, matrix cores. */
import { messages, opcodeNumber } from '@ldscope/core';
import type { Operation, Value } from '../../ir/ir.ts';
import { isLds, memorySpaceOf } from '../../ir/memory-space.ts';
import { resolveType } from '../../ir/types.ts';
import { laneAddresses } from '../access.ts';
import { attributeOf, integerOf, operandSegments } from '../attributes.ts';
import { elementNameOf, elementType } from '../elements.ts';
import type { WaitsFor } from '../hazards/copies.ts';
import { type LowerOperation, type Lowering, nothing } from '../lowering.ts';
import { elementCount, isMemory } from '../value-types.ts';
import {
  elementsPerLane,
  emitProduct,
  type MatrixShape,
  mfmaPlan,
  type Read,
} from '../matrix-cores.ts';
import { beginAtBytes } from '../packed.ts';
import { firstLane, isActive, type LaneMask, type MemRefRegister, objectOf } from '../registers.ts';
import type { Wave } from '../wave.ts';
import { uniform } from './memref.ts';
import { takes } from '../take.ts';

/** A descriptor with bounds: loads beyond give 0, stores are dropped. */
const fatRawBufferCast = takes(0, 1, ([result], lowering, op) => {
  const [sources = [], valid = []] = operandSegments(op);
  const [source] = sources;
  if (source === undefined) return;
  const [from, to] = [lowering.memref(source), lowering.memref(result)];
  const bytes = valid[0] === undefined ? undefined : lowering.data(valid[0]);
  const checked = integerOf(op, 'boundsCheck') !== 0;
  lowering.emit((wave) => {
    const view = wave.memref(from);
    const length = view.sizes.reduce(
      (most, size, i) => most + (size - 1) * (view.strides[i] ?? 0),
      1,
    );
    const validBytes =
      bytes === undefined ? length * view.element.pitchBytes : uniform(wave, wave.values(bytes));
    wave.memrefs[to] = {
      ...view,
      baseBytes: view.offsetBytes,
      ...(checked && !Number.isNaN(validBytes) ? { validBytes } : {}),
    };
  });
});

/** The data that one lane transfers: element type and count. */
function transferOf(op: Operation): { readonly bytes: number } | undefined {
  const attribute = attributeOf(op, 'transferType');
  if (attribute?.kind !== 'type') return undefined;
  const type = resolveType(attribute.type);
  const element = elementType(type.kind === 'vector' ? type.element : type);
  return element && { bytes: element.pitchBytes * elementCount(type) };
}

/**
 * `gather_to_lds`: lane l copies from its own source to `destination + l * slot`, where a slot is 4 bytes,
 * or 16 for transfers of 12 and 16 bytes. The destination is that of the first active lane. Fewer indices than
 * dimensions name the leading ones, as in the lowering of LLVM 22: `%tile[%row]` is where the row begins.
 */
const gatherToLds: LowerOperation = (op, lowering) => {
  const [[source] = [], sourceIndices = [], [target] = [], targetIndices = []] =
    operandSegments(op);
  const transfer = transferOf(op);
  if (source === undefined || target === undefined || transfer === undefined)
    return lowering.malformed('it has no source, destination or type');
  const { bytes } = transfer;
  const opcode = asyncInstruction(memorySpaceOf(source) === 'fat-buffer', bytes);
  if (opcode === undefined) return lowering.refuse(messages.execute.noTransfer(op.name, bytes));
  if (!isLds(target) || isLds(source))
    return lowering.mismatch('a copy into LDS', 'another direction');
  if (!checkLeading(lowering, source, sourceIndices)) return;
  if (!checkLeading(lowering, target, targetIndices)) return;
  const site = lowering.site(op, 'async', bytes, { opcode });
  const globalSource = lowering.globalSource(op, 'load', bytes, opcode);
  const [from, to] = [lowering.memref(source), lowering.memref(target)];
  const fromIndices = sourceIndices.map((index) => lowering.data(index));
  const toIndices = targetIndices.map((index) => lowering.data(index));
  const hidesSource = lowering.assumed?.hidesSource === true;
  const waitsFor: WaitsFor = attributeOf(op, 'async')?.kind === 'unit' ? 'program' : 'compiler';
  lowering.emit((wave) => {
    const input = wave.memref(from);
    const output = wave.memref(to);
    if (output.memory.space !== 'lds' || input.memory.space !== 'global')
      return wave.fail(
        messages.execute.unsupported(op.name, 'a memref of one memory typed as another'),
      );
    const sources = laneAddresses(wave, input, fromIndices);
    const targets = laneAddresses(wave, output, toIndices);
    if (!hidesSource && !beginAtBytes(wave, op.name, input, sources, wave.mask)) return;
    if (!beginAtBytes(wave, op.name, output, targets, wave.mask)) return;
    const slots = slotsFrom(wave, targets[Math.max(0, firstLane(wave.mask))] ?? 0, bytes);
    const copy = { name: op.name, site, globalSource, bytes, hidesSource, waitsFor };
    copyToLds(wave, copy, input, sources, output, slots);
  });
};

/** The direct-to-LDS load of an element count in bytes; `undefined` for a size that hardware has not. */
export function asyncInstruction(buffer: boolean, bytes: number): number | undefined {
  const form = { 1: 'ubyte', 2: 'ushort', 4: 'dword', 12: 'dwordx3', 16: 'dwordx4' }[bytes];
  if (form === undefined) return undefined;
  return opcodeNumber(buffer ? `buffer_load_${form} lds` : `global_load_lds_${form}`);
}

/** An operation that copies into LDS, and how many bytes for each lane. */
export interface CopyOperation {
  readonly name: string;
  readonly site: number;
  readonly globalSource: number;
  readonly bytes: number;
  readonly waitsFor: WaitsFor;
  /** The source of the copy is not known: it copies zeros, without an access to global memory. */
  readonly hidesSource?: boolean;
}

/** Consecutive slots of LDS for what the lanes copy. */
export function slotsFrom({ lanes }: Wave, base: number, bytes: number): Float64Array {
  const slotBytes = bytes > 4 ? 16 : 4;
  const slots = new Float64Array(lanes);
  for (let lane = 0; lane < lanes; lane++) slots[lane] = base + lane * slotBytes;
  return slots;
}

/** The active lanes copy from their sources in a buffer to LDS. Bytes of lane l behind the first `known(l)` are zeros. */
export function copyToLds(
  wave: Wave,
  { name, site, globalSource, bytes, waitsFor, hidesSource = false }: CopyOperation,
  input: MemRefRegister,
  sources: Float64Array,
  output: MemRefRegister,
  targets: Float64Array,
  known?: (lane: number) => number,
): void {
  const { workgroup, mask } = wave;
  const object = objectOf(output, Math.max(0, firstLane(mask)));
  const { offset = 0, bytes: size = output.memory.bytes } = object ?? {};
  for (let lane = 0; lane < wave.lanes; lane++) {
    const at = (targets[lane] ?? 0) - offset;
    if (!isActive(mask, lane) || (at >= 0 && at + bytes <= size)) continue;
    const outside = at < 0 ? at : at + bytes - 1;
    return wave.fail(messages.execute.ldsOutOfRange(name, outside, size, wave.laneName(lane)));
  }
  if (!hidesSource) workgroup.global?.add(globalSource, wave, sources, mask, input);
  const kept =
    known &&
    Array.from({ length: wave.lanes }, (_, lane) => Math.max(0, Math.min(bytes, known(lane))));
  const fetch = (): Uint8Array => {
    if (hidesSource) return new Uint8Array(wave.lanes * bytes);
    workgroup.sliced?.readsLate(input.memory);
    const data = fetchBytes(input, sources, bytes, mask);
    for (const [lane, count] of kept?.entries() ?? [])
      data.fill(0, lane * bytes + count, (lane + 1) * bytes);
    return data;
  };
  const deliver = (data: Uint8Array): void => writeBytes(output, targets, data, bytes, mask);
  wave.loads.push(
    workgroup.copy(site, wave, targets, mask, output.memory.name, fetch, deliver, waitsFor),
  );
}

/** True when each index is that of a dimension; dimensions behind the last index have none, which is 0. */
export function checkLeading(
  lowering: Lowering,
  memref: Value,
  indices: readonly Value[],
): boolean {
  const type = resolveType(memref.type);
  const rank = type.kind === 'memref' ? type.shape?.length : undefined;
  const fits = rank !== undefined && indices.length <= rank;
  if (fits && indices.every(({ type }) => !isMemory(type))) return true;
  const wanted = rank === undefined ? 'a memref with a rank' : `at most ${rank} indices`;
  lowering.mismatch(wanted, `${indices.length}`);
  return false;
}

/** The bytes that each active lane fetches; zero beyond the buffer. */
function fetchBytes(
  input: MemRefRegister,
  sources: Float64Array,
  bytes: number,
  mask: LaneMask,
): Uint8Array {
  const data = new Uint8Array(bytes * sources.length);
  const { memory, validBytes = Infinity, baseBytes } = input;
  for (let lane = 0; lane < sources.length; lane++) {
    if (!isActive(mask, lane)) continue;
    for (let i = 0; i < bytes; i++) {
      const byte = (sources[lane] ?? 0) + i;
      const offset = byte - (baseBytes?.[lane] ?? 0);
      if (offset < 0 || offset >= validBytes || byte < 0 || byte >= memory.bytes) continue;
      data[lane * bytes + i] = memory.readAt(byte)?.getUint8(memory.offsetOf(byte)) ?? 0;
    }
  }
  return data;
}

function writeBytes(
  output: MemRefRegister,
  targets: Float64Array,
  data: Uint8Array,
  bytes: number,
  mask: LaneMask,
): void {
  const { memory } = output;
  for (let lane = 0; lane < targets.length; lane++) {
    if (!isActive(mask, lane)) continue;
    for (let i = 0; i < bytes; i++) {
      const byte = (targets[lane] ?? 0) + i;
      memory.writeAt(byte)?.setUint8(memory.offsetOf(byte), data[lane * bytes + i] ?? 0);
    }
  }
}

const mfma = takes(3, 1, ([a, b, c, result], lowering, op) => {
  const shape = shapeOf(op);
  const element = lowering.element(result.type);
  if (element === undefined) return;
  if (!lowering.requireWaveSize(64)) return;
  const reason = unsupportedForm(op, shape, a);
  if (reason !== undefined) return lowering.unsupported(reason);
  const { operand: perLane, result: sums } = elementsPerLane(shape);
  for (const [value, like, count] of [
    [a, a, perLane],
    [b, isSmallFloat(a) && isSmallFloat(b) ? b : a, perLane],
    [c, result, sums],
    [result, result, sums],
  ] as const) {
    const wanted = vectorText(count, like);
    if (vectorText(elementCount(value.type), value) === wanted) continue;
    return lowering.mismatch(wanted, showType(value));
  }
  // f64 results are rows one after the other, others come in groups of four.
  const plan = mfmaPlan(shape, { rows: element.width === 64 ? 1 : 4 });
  const operands = lowering.slots(a, b, c).map(
    (slot): Read =>
      (wave) =>
        wave.values(slot),
  );
  emitProduct(lowering, plan, operands, element, result);
});

function shapeOf(op: Operation): MatrixShape {
  return {
    m: integerOf(op, 'm') ?? 0,
    k: integerOf(op, 'k') ?? 0,
    blocks: integerOf(op, 'blocks') ?? 1,
  };
}

/** 8-bit floats of both kinds may meet in one instruction. */
const isSmallFloat = (value: Value): boolean => elementNameOf(value)?.startsWith('f8') === true;

/** `4 x f32`: what one lane holds. */
function vectorText(count: number, value: Value): string {
  return `${count} x ${elementNameOf(value) ?? 'unknown'}`;
}

const showType = (value: Value): string => vectorText(elementCount(value.type), value);

/** Shapes by M and blocks: the values of K over all element types. */
const MFMA_SHAPES: Readonly<Record<string, readonly number[]>> = {
  '4 4': [4],
  '4 16': [1, 2, 4],
  '16 1': [4, 8, 16, 32, 64],
  '16 4': [1, 2, 4],
  '32 1': [2, 4, 8, 16, 32],
  '32 2': [1, 2, 4],
};

const DOUBLE_SHAPES: ReadonlySet<string> = new Set(['16 4 1', '4 4 4']);

/** Why a form is not executed; `undefined` when it is. */
function unsupportedForm(op: Operation, shape: MatrixShape, a: Value): string | undefined {
  const { m, k, blocks } = shape;
  const n = integerOf(op, 'n');
  const known = MFMA_SHAPES[`${m} ${blocks}`]?.includes(k) === true;
  if (n !== m || !known) return `shape ${m}x${n ?? 0}x${k} with ${blocks} blocks`;
  const type = resolveType(a.type);
  const scalar = resolveType(type.kind === 'vector' ? type.element : type);
  const double = scalar.kind === 'float' && scalar.width === 64;
  if (!double && m === 4 && blocks === 4) return `shape 4x4x${k} with 4 blocks`;
  if (double && !DOUBLE_SHAPES.has(`${m} ${k} ${blocks}`)) return `shape ${m}x${m}x${k} of f64`;
  for (const name of ['cbsz', 'abid', 'negateA', 'negateB', 'negateC', 'reducePrecision']) {
    if ((integerOf(op, name) ?? 0) !== 0 || attributeOf(op, name)?.kind === 'unit') return name;
  }
  const blgp = attributeOf(op, 'blgp');
  return blgp?.kind === 'opaque' && !/none/.test(blgp.text) ? 'blgp' : undefined;
}

export const amdgpu: Readonly<Record<string, LowerOperation>> = {
  'amdgpu.fat_raw_buffer_cast': fatRawBufferCast,
  'amdgpu.gather_to_lds': gatherToLds,
  'amdgpu.mfma': mfma,
  'rocdl.s.setprio': nothing,
  'rocdl.s.sleep': nothing,
  'rocdl.s.nop': nothing,
  'rocdl.sched.group.barrier': nothing,
  'rocdl.iglp.opt': nothing,
};
