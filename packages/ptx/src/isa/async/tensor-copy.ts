/**
 * `cp.async.bulk.tensor`: copies of boxes of a tensor between global and shared memory, by a tensor map.
 *
 *     cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [dst], [map, {x, y}], [mbar];
 *     cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [map, {x, y}], [src];
 *     cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [map, {x, y}], [src];
 *
 * Elements outside of the tensor are filled when loaded and left out when stored; the barrier counts the whole box. The swizzle of
 * the map changes addresses of shared memory as `matrix-descriptor.ts` has it. Source: PTX ISA 9.0, 9.7.9.25.5.
 *
 * The first element of a box is at a multiple of 16 bytes of its row: an H100 stops at others with an illegal instruction.
 *
 * Stores of pixels have no offsets (`im2col_no_offs`).
 *
 * LIMITATIONS. `im2col::w`, gather and scatter, which came after sm_90, and interleaved layouts are not executed.
 */
import { type Message, messages } from '@ldscope/core';
import {
  decodeTensorMap,
  TENSOR_MAP_BYTES,
  type TensorMap,
  tensorTypes,
} from '../../state/tensor-map.ts';
import type { Step, Warp } from '@ldscope/simt';
import { typeOf } from '../../text/types.ts';
import { wordOf } from '../exchange.ts';
import { addressStep, LaneWords, whoOf } from '../memory/address.ts';
import { type MemoryContext, textOf } from '../memory/context.ts';
import { sourceOf } from '../operands.ts';
import { reportUncounted } from '../memory/lane-memory.ts';
import { boxChunks, type BoxRow, boxRows, boxShape, fillOf, isInBox } from './box.ts';
import {
  blockOf,
  Completion,
  isAligned,
  missCopy,
  multicast,
  readBytes,
  regionOf,
  reportOnce,
  spacesOf,
  wholeOf,
  writeBytes,
} from './bulk.ts';
import { CHUNK_BYTES, Chunks } from './chunks.ts';
import { byteAt } from './places.ts';
import { type Combine, combineOf } from './reduce.ts';
import { type MovedRow, Traffic } from './traffic.ts';

/** The alignment in bytes of a box in shared memory. */
const BOX_ALIGNMENT = 128;

const NEWER_MODES = /^(?:im2col::.*|tile::.*)$/;

export function compileTensorCopy(context: MemoryContext): Step | Message {
  const { instruction, names } = context;
  const { modifiers, operands } = instruction;
  const name = textOf(instruction);
  if (modifiers.some((one) => NEWER_MODES.test(one))) return messages.ptx.tensorMode(name);
  const takesPixels = modifiers.some((one) => one === 'im2col' || one === 'im2col_no_offs');
  if (modifiers.includes('prefetch')) return () => {};
  const [to, from] = spacesOf(modifiers);
  const rank = Number(modifiers.find((one) => /^[1-5]d$/.test(one))?.slice(0, 1) ?? 0);
  if (rank === 0 || to === from) return messages.ptx.unsupported(name);
  const loads = to === 'shared';
  const mapOperand = operands[loads ? 1 : 0];
  const map = addressStep(mapOperand, names);
  const place = addressStep(operands[loads ? 0 : 1], names);
  const given = mapOperand?.kind === 'address' ? mapOperand.coordinates : [];
  const [vector] = given;
  const coordinates = (vector?.kind === 'vector' ? vector.elements : given).map((one) =>
    sourceOf(one, names),
  );
  if (map === undefined || coordinates.length !== rank || coordinates.includes(undefined))
    return messages.ptx.operand(name, loads ? 2 : 1);
  if (place === undefined) return messages.ptx.operand(name, loads ? 1 : 2);
  const barrier = loads ? addressStep(operands[2], names) : undefined;
  const moves = takesPixels && loads;
  const listed = moves && operands[3]?.kind === 'vector' ? operands[3].elements : [];
  const offsets = listed.map((one) => sourceOf(one, names));
  if (moves && (offsets.length !== rank - 2 || offsets.includes(undefined)))
    return messages.ptx.operand(name, 4);
  const spread = modifiers.includes('multicast::cluster')
    ? sourceOf(operands[moves ? 4 : 3], names)
    : undefined;
  if (loads && barrier === undefined) return messages.ptx.operand(name, 3);
  const copy = loads ? new BoxLoad(context) : new BoxStore(context);
  const [maps, places, barriers] = [new LaneWords(), new LaneWords(), new LaneWords()];
  const completion = new Completion(context);
  return (warp, mask) => {
    map.step(warp, mask, maps);
    place.step(warp, mask, places);
    barrier?.step(warp, mask, barriers);
    warp.order++;
    for (let lane = 0, active = mask; active !== 0; lane++, active >>>= 1) {
      if ((active & 1) === 0) continue;
      if (isUnknown(context, wholeOf(maps, lane))) {
        const told = barriers.low[lane] ?? 0;
        const all = spread === undefined ? [told] : multicast(wordOf(spread, warp, lane), told);
        if (loads) missCopy(context.environment);
        if (loads) for (const one of all) completion.tellOpen(one, warp, lane);
        reportUncounted(context.environment, context.number, name, 'its tensor map is not given');
        continue;
      }
      const found = mapAt(context, wholeOf(maps, lane), rank, takesPixels, warp, lane);
      const at = places.low[lane] ?? 0;
      if (found === undefined) missCopy(context.environment);
      if (found === undefined || !isAligned(context, at >>> 0, BOX_ALIGNMENT, warp, lane)) continue;
      const box = coordinates.map((source) =>
        source === undefined ? 0 : wordOf(source, warp, lane),
      );
      const innerBytes = (box[0] ?? 0) * (found.strides[0] ?? 1);
      if (!isAligned(context, innerBytes, CHUNK_BYTES, warp, lane)) continue;
      const begins = beginProblem(found, box, loads);
      if (begins !== undefined) {
        reportOnce(context, messages.ptx.tensorMap(name, begins, whoOf(warp, lane)));
        continue;
      }
      const by = offsets.map((one) => (one === undefined ? 0 : wordOf(one, warp, lane) & 0xffff));
      const rows = boxRows(found, box, by);
      const told = barriers.low[lane] ?? 0;
      if (spread === undefined) copy.move(found, rows, [at], [told], warp, lane);
      else {
        const ranks = wordOf(spread, warp, lane);
        copy.move(found, rows, multicast(ranks, at), multicast(ranks, told), warp, lane);
      }
    }
  };
}

/** A coordinate at which no copy may begin: an H200 stops with an illegal instruction. */
function beginProblem(
  map: TensorMap,
  coordinates: readonly number[],
  loads: boolean,
): string | undefined {
  const at = coordinates.join(', ');
  if (!isInBox(map, coordinates)) return `a box of pixels without the pixel at (${at})`;
  return !loads && map.im2col === undefined && coordinates.some((place) => place < 0)
    ? `a tensor that begins behind (${at}), where no store may begin`
    : undefined;
}

/** True for a map in an argument that is not given or at an unknown address, and for a box at unknown coordinates. */
const isUnknown = ({ environment }: MemoryContext, address: number): boolean =>
  environment.open !== 'nothing' ||
  environment.unknown.some(
    ({ base, bytes }) => address < base + bytes && address + TENSOR_MAP_BYTES > base,
  );

/** The map at an address; reported where there is none, or one for another rank. */
function mapAt(
  context: MemoryContext,
  address: number,
  rank: number,
  takesPixels: boolean,
  warp: Warp,
  lane: number,
): TensorMap | undefined {
  const found = regionOf(context, address, TENSOR_MAP_BYTES, warp, lane);
  if (found === undefined) return undefined;
  const bytes = new Uint8Array(TENSOR_MAP_BYTES);
  readBytes(context, found, bytes);
  const map = decodeTensorMap(new DataView(bytes.buffer));
  const problem =
    typeof map === 'string'
      ? map
      : map.sizes.length !== rank
        ? `rank ${map.sizes.length}, and the instruction ${rank}`
        : takesPixels === (map.im2col !== undefined)
          ? undefined
          : `${takesPixels ? 'a tile' : 'pixels'}, and the instruction takes ${takesPixels ? 'pixels' : 'a tile'}`;
  if (problem !== undefined) {
    const name = textOf(context.instruction);
    reportOnce(context, messages.ptx.tensorMap(name, problem, whoOf(warp, lane)));
  }
  return typeof map === 'string' || problem !== undefined ? undefined : map;
}

const TF32_NAN = 0x7fffe000;

/** Rounds floats to the 10 bits of fraction that tf32 has, as an H100 does when it loads them. */
function roundToTf32(row: Uint8Array): void {
  const view = new DataView(row.buffer, row.byteOffset, row.byteLength);
  for (let at = 0; at < row.length; at += 4) {
    const bits = view.getUint32(at, true);
    if ((bits & 0x7fffffff) > 0x7f800000) view.setUint32(at, TF32_NAN, true);
    if ((bits & 0x7f800000) === 0x7f800000) continue;
    const odd = (bits >>> 13) & 1;
    view.setUint32(at, ((bits + 0xfff + odd) & ~0x1fff) >>> 0, true);
  }
}

interface BoxCopy {
  /** Moves a box between the tensor and shared memory, and completes its bytes on the barriers. */
  move(
    map: TensorMap,
    rows: readonly BoxRow[],
    places: readonly number[],
    barriers: readonly number[],
    warp: Warp,
    lane: number,
  ): void;
}

/** Bytes of a row inside and outside of the tensor; a store moves those inside. */
function movedOf(map: TensorMap, { from, to, start }: BoxRow, loads: boolean): MovedRow {
  const [each = 1] = map.strides;
  const bytes = (to - from) * each;
  const before = loads ? from * each : 0;
  const outside = loads ? boxShape(map).rowBytes - bytes : 0;
  return { address: start + from * each, bytes, before, outside };
}

class BoxLoad implements BoxCopy {
  readonly #context: MemoryContext;
  readonly #chunks = new Chunks();
  readonly #completion: Completion;
  readonly #traffic: Traffic;

  constructor(context: MemoryContext) {
    this.#context = context;
    this.#traffic = new Traffic(context, 'load');
    this.#completion = new Completion(context);
  }

  move(
    map: TensorMap,
    rows: readonly BoxRow[],
    places: readonly number[],
    barriers: readonly number[],
    warp: Warp,
    lane: number,
  ): void {
    const context = this.#context;
    const data = this.#gather(map, rows, warp, lane);
    const moved = rows.map((row) => movedOf(map, row, true));
    this.#traffic.add(moved, warp, places.length);
    const chunks = this.#chunks;
    for (const [index, place] of places.entries()) {
      chunks.clear();
      boxChunks(map, byteAt(place), (at) => chunks.add(at));
      const block = blockOf(context, place, chunks, warp, lane);
      if (block !== undefined) {
        const stamp = this.#completion.stamp(barriers[index] ?? 0);
        chunks.noteWrite(block, context.number, warp, stamp);
        for (let i = 0; i < (context.movesData ? chunks.count : 0); i++) {
          const from = CHUNK_BYTES * i;
          block.shared.data.set(data.subarray(from, from + CHUNK_BYTES), chunks.addresses[i]);
        }
      }
      this.#completion.tell(barriers[index] ?? 0, data.length, warp, lane);
    }
  }

  #gather(map: TensorMap, rows: readonly BoxRow[], warp: Warp, lane: number): Uint8Array {
    const { bytes, rowBytes } = boxShape(map);
    const data = new Uint8Array(bytes);
    const fill = fillOf(map);
    const [each = 1] = map.strides;
    const isTf32 = tensorTypes[map.type]?.name.startsWith('tf32') === true;
    for (const { at, from, to, start } of rows) {
      if (map.fill === 'nan') {
        for (let x = 0; x < rowBytes; x += each)
          if (x < from * each || x >= to * each) data.set(fill, at + x);
      }
      const length = (to - from) * each;
      const found =
        length > 0 ? regionOf(this.#context, start + from * each, length, warp, lane) : undefined;
      if (found === undefined) continue;
      if (!this.#context.movesData) continue;
      const row = data.subarray(at + from * each, at + to * each);
      readBytes(this.#context, found, row);
      if (isTf32) roundToTf32(row);
    }
    return data;
  }
}

class BoxStore implements BoxCopy {
  readonly #context: MemoryContext;
  readonly #chunks = new Chunks();
  readonly #traffic: Traffic;

  constructor(context: MemoryContext) {
    this.#context = context;
    this.#traffic = new Traffic(context, 'store');
  }

  move(
    map: TensorMap,
    rows: readonly BoxRow[],
    [place = 0]: readonly number[],
    _barriers: readonly number[],
    warp: Warp,
    lane: number,
  ): void {
    const context = this.#context;
    const chunks = this.#chunks;
    chunks.clear();
    boxChunks(map, byteAt(place), (at) => chunks.add(at));
    const block = blockOf(context, place, chunks, warp, lane);
    if (block === undefined) return;
    const stamp = context.environment.order?.inGroup('bulk', warp);
    chunks.noteRead(block, context.number, [warp], stamp);
    const data = new Uint8Array(boxShape(map).bytes);
    for (let i = 0; i < chunks.count; i++) {
      const at = chunks.addresses[i] ?? 0;
      data.set(block.shared.data.subarray(at, at + CHUNK_BYTES), CHUNK_BYTES * i);
    }
    const combine = this.#combine(map);
    const [each = 1] = map.strides;
    this.#traffic.add(
      rows.map((row) => movedOf(map, row, false)),
      warp,
    );
    for (const { at, from, to, start } of rows) {
      const length = (to - from) * each;
      const found =
        length > 0 ? regionOf(context, start + from * each, length, warp, lane) : undefined;
      if (found === undefined) continue;
      const row = data.subarray(at + from * each, at + to * each);
      if (combine === undefined || !context.movesData) writeBytes(context, found, row);
      else {
        const kept = new Uint8Array(length);
        readBytes(context, found, kept);
        combine(kept, row);
        writeBytes(context, found, kept);
      }
    }
  }

  /** The reduction of the instruction, of elements of the map. */
  #combine({ type }: TensorMap): Combine | undefined {
    const { modifiers } = this.#context.instruction;
    if (modifiers[0] !== 'reduce') return undefined;
    const element = typeOf((tensorTypes[type]?.name ?? '').replace('.ftz', ''));
    const combine = combineOf(modifiers, element);
    if (combine === undefined)
      reportOnce(this.#context, messages.ptx.unsupported(textOf(this.#context.instruction)));
    return combine;
  }
}
