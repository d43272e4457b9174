/** `mov`: copies words, packs and unpacks parts, gives addresses and clocks. Source: PTX ISA 9.0, 9.7.9.1, 9.7.9.2. */
import { type Message, messages } from '@ldscope/core';
import { eachLane, type Step, type Warp } from '@ldscope/simt';
import type { Instruction, Operand, Type } from '../text/program.ts';
import { isClock } from '../text/specials.ts';
import { bitsOf, typeOf } from '../text/types.ts';
import { wordOf } from './exchange.ts';
import type { Source, Target } from './generate.ts';
import { textOf } from './memory/context.ts';
import { doubleBits, type Names, sourceOf } from './operands.ts';
import { inOrder } from './plan.ts';
import { isPair, isWide, same } from './row.ts';
import { rowTypeOf, stepOf, targetOf } from './row-step.ts';

/** `mov`: copies, packs and unpacks words, and gives addresses. */
export function compileMove(instruction: Instruction, names: Names): Step | Message {
  const { operands, modifiers } = instruction;
  const [to, from] = operands;
  const type = rowTypeOf(modifiers);
  if (to === undefined || from === undefined || type === undefined)
    return messages.ptx.operand(textOf(instruction), 1);
  if (modifiers.some((name) => /^v[248]$/.test(name))) return moveElements(instruction, names);
  if (to.kind === 'vector' || from.kind === 'vector') return moveParts(instruction, names);
  if (from.kind === 'symbol') {
    const address = names.addressOf(from.name);
    if (address === undefined) return messages.ptx.unknownSymbol(from.name);
    if (address.space === 'local' || address.space === 'param') {
      return frameAddress(targetOf(to, names), address.value + from.offset);
    }
  }
  if (from.kind === 'special' && isClock(from.name)) return clockStep(targetOf(to, names));
  const source = sourceOf(from, names);
  const target = targetOf(to, names);
  if (source === undefined || target === undefined)
    return messages.ptx.operand(textOf(instruction), 2);
  if (type === 'b128') return copyWords(source, target, 4);
  const row = same(type, 1, isPair(type) && isWide(type) ? '{ rL = aL; rH = aH; }' : 'a');
  return stepOf(row, [from.kind === 'float' && isWide(type) ? doubleBits(source) : source], target);
}

export function frameAddress(target: Target | undefined, value: number): Step | Message {
  if (target === undefined) return messages.ptx.operand('mov', 1);
  const wide = bitsOf(target.type) === 64;
  return (warp, mask) => {
    eachLane(mask, (lane) => {
      warp.i[target.offset + (wide ? 2 * lane : lane)] = warp.frameBase + value;
      if (wide) warp.i[target.offset + 2 * lane + 1] = 0;
    });
  };
}

/** Clocks count the instructions that the warp has executed. */
function clockStep(target: Target | undefined): Step | Message {
  if (target === undefined) return messages.ptx.operand('mov', 1);
  const wide = bitsOf(target.type) === 64;
  let time = 0;
  return (warp, mask) => {
    time++;
    eachLane(mask, (lane) => {
      warp.i[target.offset + (wide ? 2 * lane : lane)] = time;
      if (wide) warp.i[target.offset + 2 * lane + 1] = 0;
    });
  };
}

function copyWords(source: Source, target: Target, words: number): Step {
  return (warp, mask) => {
    if (source.kind === 'constant') return;
    eachLane(mask, (lane) => {
      for (let word = 0; word < words; word++) {
        warp.i[target.offset + words * lane + word] =
          warp.i[source.offset + words * lane + word] ?? 0;
      }
    });
  };
}

/** `mov.v4.u16 {a, b, c, d}, {e, f, g, h}`: element by element, all read before the first is written. */
function moveElements(instruction: Instruction, names: Names): Step | Message {
  const { operands, modifiers } = instruction;
  const [to, from] = operands;
  const bits = bitsOf(typeOf(modifiers.at(-1) ?? '') ?? 'b32');
  const count = Number(modifiers.find((name) => /^v[248]$/.test(name))?.slice(1));
  const [targets, sources] = [partsOf(to, names), partsOf(from, names)];
  if (targets.length !== count || targets.some(({ target }) => target === undefined))
    return messages.ptx.operand(textOf(instruction), 1);
  if (sources.length !== count || sources.some(({ source }) => source === undefined))
    return messages.ptx.operand(textOf(instruction), 2);
  const words = new Int32Array(4 * count);
  return (warp, mask) => {
    eachLane(mask, (lane) => {
      words.fill(0);
      for (const [index, { source }] of sources.entries()) {
        if (source !== undefined)
          takePart(warp, lane, source, bits, 0, words.subarray(4 * index, 4 * index + 4));
      }
      for (const [index, { target }] of targets.entries()) {
        if (target !== undefined)
          givePart(warp, lane, target, bits, 0, words.subarray(4 * index, 4 * index + 4));
      }
    });
  };
}

const partsOf = (operand: Operand | undefined, names: Names): Part[] =>
  (operand?.kind === 'vector' ? operand.elements : operand === undefined ? [] : [operand]).map(
    (element) => ({ source: sourceOf(element, names), target: targetOf(element, names) }),
  );

/** A part of a value: which word of a lane it is in, and its bits there. */
interface Part {
  readonly source: Source | undefined;
  readonly target: Target | undefined;
}

/** `mov.b64 {a, b}, c` and `mov.b32 c, {a, b}`: parts side by side, the first lowest. */
function moveParts({ operands, modifiers, opcode }: Instruction, names: Names): Step | Message {
  const [to, from] = operands;
  const whole = bitsOf(typeOf(modifiers.at(-1) ?? '') ?? 'b32');
  const [targets, sources] = [partsOf(to, names), partsOf(from, names)];
  if (sources.some(({ source }) => source === undefined)) return messages.ptx.operand(opcode, 2);
  const plain = plainParts(sources, targets, whole);
  if (plain !== undefined) return plain;
  const words = new Int32Array(4);
  return (warp, mask) => {
    eachLane(mask, (lane) => {
      words.fill(0);
      for (const [index, { source }] of sources.entries()) {
        if (source !== undefined)
          takePart(warp, lane, source, whole / sources.length, index, words);
      }
      for (const [index, { target }] of targets.entries()) {
        if (target !== undefined)
          givePart(warp, lane, target, whole / targets.length, index, words);
      }
    });
  };
}

/** Two halves of a word, or two words of a pair, in registers of their widths: what compilers write most, as loops of rows. */
function plainParts(
  sources: readonly Part[],
  targets: readonly Part[],
  whole: number,
): Step | undefined {
  if (sources.length + targets.length !== 3 || (whole !== 32 && whole !== 64)) return undefined;
  const [half, word] = whole === 64 ? (['b32', 'b64'] as const) : (['b16', 'b32'] as const);
  const fits = (one: Source | Target | undefined, type: Type): boolean =>
    one !== undefined && 'type' in one && one.type !== 'pred' && bitsOf(one.type) === bitsOf(type);
  const [parts, of] = sources.length === 2 ? [half, word] : [word, half];
  const from = sources.flatMap(({ source }) => (fits(source, parts) ? (source ?? []) : []));
  const to = targets.flatMap(({ target }) => (fits(target, of) ? (target ?? []) : []));
  if (from.length < sources.length || to.length < targets.length) return undefined;
  if (sources.length === 2) {
    const text = whole === 64 ? '{ rL = a; rH = b; }' : 'a | b << 16';
    return stepOf({ out: word, ins: [half, half], text }, from, to[0]);
  }
  const texts = whole === 64 ? ['aL', 'aH'] : ['a & 65535', 'a >>> 16'];
  return inOrder(
    texts.map((text, index) => stepOf({ out: half, ins: [word], text }, from, to[index])),
  );
}

/** Words of a lane in a register of a width. */
function wordAt(offset: number, type: Type, lane: number, word: number): number {
  const each = Math.max(1, bitsOf(type) / 32);
  return offset + each * lane + word;
}

function takePart(
  warp: Warp,
  lane: number,
  source: Source,
  bits: number,
  index: number,
  words: Int32Array,
): void {
  for (let word = 0; word < Math.max(1, bits / 32); word++) {
    const value =
      source.kind === 'constant'
        ? word === 0
          ? source.low
          : source.high
        : source.type === 'pred'
          ? wordOf(source, warp, lane)
          : (warp.i[wordAt(source.offset, source.type, lane, word)] ?? 0);
    const at = bits * index + 32 * word;
    const kept = bits < 32 ? value & ((1 << bits) - 1) : value;
    words[at >> 5] = (words[at >> 5] ?? 0) | (kept << (at & 31));
  }
}

function givePart(
  warp: Warp,
  lane: number,
  target: Target,
  bits: number,
  index: number,
  words: Int32Array,
): void {
  for (let word = 0; word < Math.max(1, bits / 32); word++) {
    const at = bits * index + 32 * word;
    const value = (words[at >> 5] ?? 0) >>> (at & 31);
    warp.i[wordAt(target.offset, target.type, lane, word)] =
      bits < 32 ? value & ((1 << bits) - 1) : value;
  }
}
