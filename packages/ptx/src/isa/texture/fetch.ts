/**
 * `tex`, `tld4`, `txq` and `suq`. Source: PTX ISA 9.0, 9.7.10.
 *
 *     tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6}];      four channels of one texel, or a blend of four
 *     tld4.r.2d.v4.f32.f32 {...}, [%rd1, {%f5, %f6}];                  one channel of four texels
 *     txq.width.b32 %r1, [%rd1];
 *
 * LIMITATIONS. Objects have one level, so `tex.level` and `tex.grad` fetch from it. Module variables (`.texref`), samplers
 * apart from textures, multisamples, residency predicates and offsets are not executed, nor are queries other than of sizes,
 * since an H100 loads no kernel that has them; nor is `tld4` of layers and cubes. Fetches have no counts.
 */
import { type Message, messages } from '@ldscope/core';
import { asF32 } from '@ldscope/core/arithmetic';
import type { Step } from '@ldscope/simt';
import { wholeOf } from '../async/bulk.ts';
import { wordOf } from '../exchange.ts';
import { LaneWords } from '../memory/address.ts';
import { elementOperands, type MemoryContext, textOf } from '../memory/context.ts';
import { faceOf } from './cube.ts';
import { geometryOf, objectOperand, Objects } from './object.ts';
import { between, layerOf, type Place, rankOf, sample, texelAt } from './sample.ts';
import { type PlacedTexture, type Texel, wordOfValue } from './texels.ts';

export function compileFetch(context: MemoryContext): Step | Message {
  const { instruction, names, movesData } = context;
  const { opcode, modifiers, operands } = instruction;
  const name = textOf(instruction);
  const geometry = geometryOf(modifiers);
  const types = modifiers.filter((one) => /^[usf]\d+$/.test(one));
  const [result = '', coordinate = ''] = types;
  const isGather = opcode === 'tld4';
  const object = objectOperand(context, operands[1]);
  if (geometry === undefined || types.length !== 2) return messages.ptx.unsupported(name);
  if (object === undefined) return messages.ptx.operand(name, 2);
  const first = operands[0];
  if (first?.kind === 'pair') return messages.ptx.unsupported(name, 'residency is not modelled');
  const targets = elementOperands(first).map((one) =>
    one?.kind === 'register' ? names.offsetOf(one.register.id) : undefined,
  );
  if (targets.length !== 4) return messages.ptx.operand(name, 1);
  const before = geometry.isLayered ? 1 : 0;
  if (object.coordinates.length < geometry.rank + before) return messages.ptx.operand(name, 2);
  // Levels and gradients choose among mipmaps, of which there is one.
  const most = modifiers.includes('level') ? 3 : modifiers.includes('grad') ? 4 : 2;
  if (operands.length > most)
    return messages.ptx.unsupported(name, 'offsets and depths are not modelled');
  const channel = isGather
    ? 'rgba'.indexOf(modifiers.find((one) => /^[rgba]$/.test(one)) ?? 'r')
    : 0;
  const isFloat = result === 'f32';
  const isInteger = coordinate !== 'f32';
  const handles = new LaneWords();
  const objects = new Objects(context, geometry, false);
  return (warp, mask) => {
    object.handle(warp, mask, handles);
    for (let lane = 0, active = mask; active !== 0; lane++, active >>>= 1) {
      if ((active & 1) === 0) continue;
      const placed = objects.at(wholeOf(handles, lane), warp, lane);
      if (!movesData) continue;
      const words = object.coordinates.map((source) => wordOf(source, warp, lane));
      const given = words.slice(before, before + geometry.rank);
      const at = isInteger ? given : given.map(asF32);
      const layer = before === 1 ? (words[0] ?? 0) >>> 0 : 0;
      const texel =
        placed === undefined
          ? NOTHING
          : isGather
            ? gather(placed, at, channel)
            : sample(placed, placeOf(placed, at, layer, isInteger));
      for (const [i, target] of targets.entries())
        if (target !== undefined) warp.i[target + lane] = wordOfValue(texel[i] ?? 0, isFloat);
    }
  };
}

const NOTHING: Texel = [0, 0, 0, 0];

/** Coordinates as a place of the texture: of a cube, on one of its faces. */
function placeOf(
  { texture }: PlacedTexture,
  at: readonly number[],
  layer: number,
  isInteger: boolean,
): Place {
  const inside = layerOf(texture, layer);
  if (texture.shape !== 'cube') return { at, layer: inside, isInteger };
  const [x = 0, y = 0, z = 0] = at;
  const { face, s, t } = faceOf(x, y, z);
  return { at: [s, t], layer: 6 * inside + face, isInteger };
}

/** One channel of the texels that a linear fetch would blend, counterclockwise from the lower left one. */
function gather(placed: PlacedTexture, [u = 0, v = 0]: readonly number[], channel: number): Texel {
  const { texture } = placed;
  const [x, y] = [between(texture, 0, u), between(texture, 1, v)];
  const of = (i: number, j: number): number => texelAt(placed, [i, j], 0)[channel] ?? 0;
  return [
    of(x.first, y.first + 1),
    of(x.first + 1, y.first + 1),
    of(x.first + 1, y.first),
    of(x.first, y.first),
  ];
}

const SIZES = ['width', 'height', 'depth'];

/** `txq` and `suq`. */
export function compileQuery(context: MemoryContext): Step | Message {
  const { instruction, names } = context;
  const { opcode, modifiers, operands } = instruction;
  const name = textOf(instruction);
  const axis = SIZES.findIndex((one) => modifiers.includes(one));
  if (axis < 0) return messages.ptx.unsupported(name);
  const [target] = operands;
  const object = objectOperand(context, operands[1]);
  if (target?.kind !== 'register') return messages.ptx.operand(name, 1);
  if (object === undefined) return messages.ptx.operand(name, 2);
  const to = names.offsetOf(target.register.id);
  const handles = new LaneWords();
  const objects = new Objects(context, undefined, opcode === 'suq');
  return (warp, mask) => {
    object.handle(warp, mask, handles);
    for (let lane = 0, active = mask; active !== 0; lane++, active >>>= 1) {
      if ((active & 1) === 0) continue;
      const placed = objects.at(wholeOf(handles, lane), warp, lane);
      // Dimensions that an object lacks are 0.
      const has = placed !== undefined && axis < rankOf(placed.texture);
      warp.i[to + lane] = has ? (placed.texture.size[axis] ?? 0) : 0;
    }
  };
}
