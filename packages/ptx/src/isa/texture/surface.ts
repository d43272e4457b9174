/**
 * `suld`, `sust` and `sured`. Source: PTX ISA 9.0, 9.7.11.
 *
 *     suld.b.2d.v2.b32.trap {%r1, %r2}, [%rd1, {%r3, %r4}];    8 bytes; x is in bytes
 *     sust.p.2d.v4.b32.zero [%rd1, {%r3, %r4}], {...};         a texel in the format of the surface; x is in texels
 *     sured.b.add.2d.u32.clamp [%rd1, {%r3, %r4}], %r5;
 *
 * Outside of the surface `zero` loads 0 and stores nothing, `clamp` takes the nearest texel, `trap` is an error.
 */
import { type Message, messages } from '@ldscope/core';
import type { Step, Warp } from '@ldscope/simt';
import { bitsOf, bytesOf, typeOf } from '../../text/types.ts';
import { reportOnce, wholeOf } from '../async/bulk.ts';
import { wordOf } from '../exchange.ts';
import type { Source } from '../generate.ts';
import { LaneWords, whoOf } from '../memory/address.ts';
import { elementOperands, elementsOf, type MemoryContext, textOf } from '../memory/context.ts';
import { sourceOf } from '../operands.ts';
import { geometryOf, objectOperand, Objects } from './object.ts';
import { type PlacedTexture, texelOffset, writeTexel } from './texels.ts';
import { texelBytes } from '../../state/texture.ts';

/** The access of a lane at a texel. */
type Act = (placed: PlacedTexture, at: number | undefined, warp: Warp, lane: number) => void;

export function compileSurface(context: MemoryContext): Step | Message {
  const { instruction } = context;
  const { opcode, modifiers, operands } = instruction;
  const name = textOf(instruction);
  const geometry = geometryOf(modifiers);
  const elements = elementsOf(modifiers);
  if (geometry === undefined || elements === undefined) return messages.ptx.unsupported(name);
  const isFormatted = modifiers[0] === 'p';
  const loads = opcode === 'suld';
  const object = objectOperand(context, operands[loads ? 1 : 0]);
  const before = geometry.isLayered ? 1 : 0;
  if (object === undefined || object.coordinates.length < geometry.rank + before)
    return messages.ptx.operand(name, loads ? 2 : 1);
  const values = elementOperands(operands[loads ? 0 : 1]);
  const bytes = bytesOf(elements.type) * elements.count;
  const made = loads
    ? loadAct(context, bytesOf(elements.type))
    : isFormatted
      ? formattedAct(context)
      : opcode === 'sust'
        ? storeAct(context, bytesOf(elements.type))
        : reduceAct(context, bytesOf(elements.type));
  if ('code' in made) return made;
  // Data that is not required is neither loaded nor stored, but the access counts.
  const act = context.movesData ? made : undefined;
  if (!isFormatted && values.length !== elements.count)
    return messages.ptx.operand(name, loads ? 1 : 2);
  const mode = modifiers.find((one) => /^(?:trap|clamp|zero)$/.test(one)) ?? 'trap';
  const handles = new LaneWords();
  const objects = new Objects(context, geometry, true);
  return (warp, mask) => {
    object.handle(warp, mask, handles);
    for (let lane = 0, active = mask; active !== 0; lane++, active >>>= 1) {
      if ((active & 1) === 0) continue;
      const placed = objects.at(wholeOf(handles, lane), warp, lane);
      if (placed === undefined) continue;
      const words = object.coordinates.map((source) => wordOf(source, warp, lane));
      const inPlace = words.slice(before, before + geometry.rank);
      const layer = before === 1 ? (words[0] ?? 0) : 0;
      const unit = isFormatted ? texelBytes(placed.texture) : bytes;
      const at = offsetOf(placed, inPlace, layer, isFormatted, unit, mode);
      if (at === undefined && mode === 'trap')
        reportOnce(
          context,
          messages.ptx.surfaceOutside(name, inPlace.join(', '), whoOf(warp, lane)),
        );
      act?.(placed, at, warp, lane);
    }
  };
}

/** Bytes from texel 0 to the access; `undefined` for one outside. */
function offsetOf(
  { texture }: PlacedTexture,
  at: readonly number[],
  layer: number,
  isFormatted: boolean,
  unit: number,
  mode: string,
): number | undefined {
  const rowBytes = texture.size[0] * texelBytes(texture);
  const [, height, depth] = texture.size;
  let [x = 0, y = 0, z = 0] = at;
  if (isFormatted) x *= unit;
  let slice = layer;
  if (mode === 'clamp') {
    x = Math.min(rowBytes - unit, Math.max(0, x));
    y = Math.min(height - 1, Math.max(0, y));
    z = Math.min(depth - 1, Math.max(0, z));
    slice = Math.min(Math.max(1, texture.layers) - 1, Math.max(0, layer));
  }
  const isInside =
    x >= 0 &&
    x + unit <= rowBytes &&
    y >= 0 &&
    y < height &&
    z >= 0 &&
    z < depth &&
    slice >= 0 &&
    slice < Math.max(1, texture.layers);
  return isInside ? texelOffset(texture, 0, y, z, slice) + x : undefined;
}

function loadAct({ instruction, names }: MemoryContext, size: number): Act | Message {
  const places: ({ offset: number; words: number } | undefined)[] = [];
  for (const operand of elementOperands(instruction.operands[0])) {
    if (operand?.kind === 'sink') places.push(undefined);
    else if (operand?.kind === 'register') {
      const words = Math.max(1, bitsOf(operand.register.type) / 32) | 0;
      places.push({ offset: names.offsetOf(operand.register.id), words });
    } else return messages.ptx.operand(textOf(instruction), 1);
  }
  return ({ region, offset }, at, warp, lane) => {
    for (const [i, place] of places.entries()) {
      if (place === undefined) continue;
      for (let word = 0; word < place.words; word++) {
        const from = offset + (at ?? 0) + i * size + 4 * word;
        const value =
          at === undefined || 4 * word >= size
            ? 0
            : size >= 4
              ? region.load32(from)
              : size === 2
                ? region.load16(from)
                : region.load8(from);
        warp.i[place.offset + place.words * lane + word] = value;
      }
    }
  };
}

/** The sources of the stored data; a message where one is not a value. */
function sourcesOf({ instruction, names }: MemoryContext): Source[] | Message {
  const sources: Source[] = [];
  for (const operand of elementOperands(instruction.operands[1])) {
    const source = sourceOf(operand, names);
    if (source === undefined) return messages.ptx.operand(textOf(instruction), 2);
    sources.push(source);
  }
  return sources;
}

/** A word of a source that may have two. */
function partOf(source: Source, warp: Warp, lane: number, word: number): number {
  if (source.kind === 'constant') return word === 0 ? source.low : source.high;
  const words = Math.max(1, bitsOf(source.type) / 32) | 0;
  return word < words ? (warp.i[source.offset + words * lane + word] ?? 0) : 0;
}

function storeAct(context: MemoryContext, size: number): Act | Message {
  const sources = sourcesOf(context);
  if (!Array.isArray(sources)) return sources;
  return ({ region, offset }, at, warp, lane) => {
    if (at === undefined) return;
    for (const [i, source] of sources.entries()) {
      const to = offset + at + i * size;
      const low = partOf(source, warp, lane, 0);
      if (size === 1) region.store8(to, low);
      else if (size === 2) region.store16(to, low);
      else region.store32(to, low);
      if (size === 8) region.store32(to + 4, partOf(source, warp, lane, 1));
    }
  };
}

function formattedAct(context: MemoryContext): Act | Message {
  const sources = sourcesOf(context);
  if (!Array.isArray(sources)) return sources;
  return (placed, at, warp, lane) => {
    if (at !== undefined)
      writeTexel(
        placed,
        at,
        sources.map((source) => partOf(source, warp, lane, 0)),
      );
  };
}

function reduceAct(context: MemoryContext, size: number): Act | Message {
  const { modifiers } = context.instruction;
  const sources = sourcesOf(context);
  if (!Array.isArray(sources)) return sources;
  const [source] = sources;
  const operation = modifiers.find((one) => /^(?:add|min|max|and|or)$/.test(one));
  const type = typeOf(modifiers.findLast((one) => typeOf(one) !== undefined) ?? '');
  if (source === undefined || operation === undefined || type === undefined || size < 4)
    return messages.ptx.unsupported(textOf(context.instruction));
  const signed = type.startsWith('s');
  const big = (low: number, high: number): bigint => {
    const value = size === 8 ? (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0) : BigInt(low >>> 0);
    return signed ? BigInt.asIntN(8 * size, value) : value;
  };
  return ({ region, offset }, at, warp, lane) => {
    if (at === undefined) return;
    const to = offset + at;
    const old = big(region.load32(to), size === 8 ? region.load32(to + 4) : 0);
    const by = big(partOf(source, warp, lane, 0), partOf(source, warp, lane, 1));
    const value = reduced(operation, old, by);
    region.store32(to, Number(BigInt.asUintN(32, value)));
    if (size === 8) region.store32(to + 4, Number(BigInt.asUintN(32, value >> 32n)));
  };
}

function reduced(operation: string, old: bigint, by: bigint): bigint {
  switch (operation) {
    case 'min':
      return by < old ? by : old;
    case 'max':
      return by > old ? by : old;
    case 'and':
      return old & by;
    case 'or':
      return old | by;
    default:
      return old + by;
  }
}
