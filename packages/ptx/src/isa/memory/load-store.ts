/**
 * `ld` and `st` of every space, scalar and vector. Source: PTX ISA 9.0, 9.7.9.8 (ld), 9.7.9.11 (st).
 *
 * A lane loads its vector element by element into registers, which may be wider than an element: signed ones keep their sign.
 * Loads from outside give 0 and are reported, stores are dropped.
 */
import { type Message, messages } from '@ldscope/core';
import type { Step, Warp } from '@ldscope/simt';
import type { Operand, Type } from '../../text/program.ts';
import { bitsOf, bytesOf, isSigned } from '../../text/types.ts';
import type { Source } from '../generate.ts';
import { sourceOf } from '../operands.ts';
import { access, type Where } from './access.ts';
import { addressStep } from './address.ts';
import type { Move } from './lane-memory.ts';
import { elementOperands, elementsOf, type MemoryContext, spaceOf, textOf } from './context.ts';
import { withWarpLoad } from './warp-load.ts';

/** A register that takes what is loaded. */
interface Place {
  readonly offset: number;
  readonly width: number;
}

export function compileLoad(context: MemoryContext): Step | Message {
  const { instruction, names } = context;
  const form = formOf(context, instruction.operands[1]);
  if ('code' in form) return form;
  const { type, count } = form;
  const size = bytesOf(type);
  const places: (Place | undefined)[] = [];
  for (const operand of elementOperands(instruction.operands[0])) {
    if (operand?.kind === 'register') {
      places.push({
        offset: names.offsetOf(operand.register.id),
        width: bitsOf(operand.register.type),
      });
      if ((size === 16) !== (bitsOf(operand.register.type) === 128))
        return messages.ptx.operand(textOf(instruction), 1);
    } else if (operand?.kind === 'sink') places.push(undefined);
    else return messages.ptx.operand(textOf(instruction), 1);
  }
  if (places.length !== count) return messages.ptx.operand(textOf(instruction), 1);
  const signed = isSigned(type);
  const put = (warp: Warp, lane: number, element: number, low: number, high: number): void => {
    const place = places[element];
    if (place === undefined) return;
    if (place.width === 64) {
      warp.i[place.offset + 2 * lane] = low;
      warp.i[place.offset + 2 * lane + 1] = size === 8 ? high : signed ? low >> 31 : 0;
    } else warp.i[place.offset + lane] = place.width === 16 ? low & 65535 : low;
  };
  if (size === 4 && places.every((place) => place === undefined || place.width === 32)) {
    const targets = places.map((place) => place?.offset);
    const step = access(context, form, 4 * count, 'read', moveWords(targets));
    return withWarpLoad(step, context, form, targets);
  }
  return access(context, form, count * size, 'read', (warp, mask, memory) => {
    for (let lane = 0, active = mask; active !== 0; lane++, active >>>= 1) {
      if ((active & 1) === 0) continue;
      for (let element = 0; element < count; element++) {
        const at = element * size;
        if (size === 16) {
          const place = places[element];
          if (place === undefined) continue;
          for (let word = 0; word < 4; word++)
            warp.i[place.offset + 4 * lane + word] = memory.word(lane, at + 4 * word, 4);
          continue;
        }
        let low = memory.word(lane, at, Math.min(size, 4));
        if (signed && size < 4) low = (low << (32 - 8 * size)) >> (32 - 8 * size);
        put(warp, lane, element, low, size === 8 ? memory.word(lane, at + 4, 4) : 0);
      }
    }
  });
}

export function compileStore(context: MemoryContext): Step | Message {
  const { instruction, names } = context;
  const form = formOf(context, instruction.operands[0]);
  if ('code' in form) return form;
  const { type, count } = form;
  const size = bytesOf(type);
  const sources: Source[] = [];
  for (const operand of elementOperands(instruction.operands[1])) {
    const source = sourceOf(operand, names);
    const isQuad = source?.kind === 'register' && bitsOf(source.type) === 128;
    if (source === undefined || isQuad !== (size === 16))
      return messages.ptx.operand(textOf(instruction), 2);
    sources.push(source);
  }
  if (sources.length !== count) return messages.ptx.operand(textOf(instruction), 2);
  if (size === 4 && sources.every(isWord))
    return access(context, form, 4 * count, 'write', storeWords(sources.map((one) => one.offset)));
  return access(context, form, count * size, 'write', (warp, mask, memory) => {
    for (let lane = 0, active = mask; active !== 0; lane++, active >>>= 1) {
      if ((active & 1) === 0) continue;
      for (let element = 0; element < count; element++) {
        const source = sources[element];
        if (source === undefined) continue;
        if (size === 16 && source.kind === 'register') {
          for (let word = 0; word < 4; word++) {
            const value = warp.i[source.offset + 4 * lane + word] ?? 0;
            memory.store(lane, element * size + 4 * word, 4, value);
          }
          continue;
        }
        const wide = source.kind === 'register' && bitsOf(source.type) === 64;
        const low =
          source.kind === 'constant'
            ? source.low
            : (warp.i[source.offset + (wide ? 2 * lane : lane)] ?? 0);
        memory.store(lane, element * size, Math.min(size, 4), low);
        if (size === 8) {
          const high =
            source.kind === 'constant'
              ? source.high
              : wide
                ? (warp.i[source.offset + 2 * lane + 1] ?? 0)
                : 0;
          memory.store(lane, element * size + 4, 4, high);
        }
      }
    }
  });
}

const isWord = (source: Source): source is Source & { readonly kind: 'register' } =>
  source.kind === 'register' && bitsOf(source.type) === 32;

/** Words of memory into registers of 32 bits, which most loads are; a loop of its own is what makes them fast. */
function moveWords(offsets: readonly (number | undefined)[]): Move {
  return (warp, mask, memory) => {
    const { i } = warp;
    for (let element = 0; element < offsets.length; element++) {
      const offset = offsets[element];
      if (offset === undefined) continue;
      if (memory.loadWords !== undefined) {
        memory.loadWords(mask, 4 * element, i, offset);
        continue;
      }
      for (let lane = 0, active = mask; active !== 0; lane++, active >>>= 1)
        if (active & 1) i[offset + lane] = memory.word(lane, 4 * element, 4);
    }
  };
}

/** Registers of 32 bits into memory: lanes in order, so that the highest of several at one address wins. */
function storeWords(offsets: readonly number[]): Move {
  return (warp, mask, memory) => {
    const { i } = warp;
    for (let lane = 0, active = mask; active !== 0; lane++, active >>>= 1) {
      if ((active & 1) === 0) continue;
      for (let element = 0; element < offsets.length; element++)
        memory.store(lane, 4 * element, 4, i[(offsets[element] ?? 0) + lane] ?? 0);
    }
  };
}

interface Form extends Where {
  readonly type: Type;
  readonly count: number;
}

function formOf(
  { instruction, names, isEntry }: MemoryContext,
  operand: Operand | undefined,
): Form | Message {
  const elements = elementsOf(instruction.modifiers);
  const address = addressStep(operand, names);
  const { opcode } = instruction;
  if (elements === undefined) return messages.ptx.unsupported(textOf(instruction));
  if (address === undefined)
    return messages.ptx.operand(textOf(instruction), opcode === 'st' ? 1 : 2);
  const named = spaceOf(instruction.modifiers);
  // Parameters of a kernel are in memory that all threads share; those of functions in the frame.
  const isParameter = named === 'param' && isEntry && address.space !== 'param';
  // A variable that is named is in its own space, also where the instruction names none.
  const own = address.space === 'param' ? 'local' : address.space;
  const space =
    named === 'param'
      ? isParameter
        ? 'global'
        : 'local'
      : named === 'generic'
        ? (own ?? named)
        : named;
  return { ...elements, space, address: address.step, register: address.register };
}
