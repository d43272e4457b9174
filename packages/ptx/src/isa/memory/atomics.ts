/**
 * `atom` and `red`: read, compute, write, lane after lane. Source: PTX ISA 9.0, 9.7.13.6, 9.7.13.7.
 *
 * Which of several lanes at one address comes first is not defined by PTX; here the lowest does.
 */
import { lazy, type Message, messages, opcodeNumber } from '@ldscope/core';
import { asF32, asF64, bits32, halfTable, high64, low64 } from '@ldscope/core/arithmetic';
import { eachLane, type Step, type Warp } from '@ldscope/simt';
import type { Operand, Type } from '../../text/program.ts';
import { bitsOf } from '../../text/types.ts';
import { wordOf } from '../exchange.ts';
import type { Source } from '../generate.ts';
import { bfloatBits, halfBits } from '../helpers.ts';
import { sourceOf } from '../operands.ts';
import { sourcesOf } from '../matrix-operands.ts';
import { access } from './access.ts';
import type { LaneMemory, Move } from './lane-memory.ts';
import { addressStep } from './address.ts';
import { elementOperands, elementsOf, type MemoryContext, spaceOf, textOf } from './context.ts';

/** New words of a value from the old ones and the operands; up to 32 bits the high words are 0. */
type Update = (old: bigint, b: bigint, c: bigint) => bigint;
type Update32 = (old: number, b: number, c: number) => number;

const halves = lazy(halfTable);
const halfOf = (bits: number): number => halves()[bits & 65535] ?? 0;
const bfloatOf = (bits: number): number => asF32(bits << 16);

/** A function of numbers over both halves of a word. */
const pair =
  (
    decode: (bits: number) => number,
    encode: (value: number) => number,
    of: (a: number, b: number) => number,
  ): Update32 =>
  (old, b) =>
    encode(of(decode(old), decode(b))) | (encode(of(decode(old >>> 16), decode(b >>> 16))) << 16);

const add = (a: number, b: number): number => a + b;

export function update32(name: string, type: Type): Update32 | undefined {
  switch (name) {
    case 'add':
      if (type === 'f32') return (old, b) => bits32(asF32(old) + asF32(b));
      if (type === 'f16') return (old, b) => halfBits(halfOf(old) + halfOf(b));
      if (type === 'bf16') return (old, b) => bfloatBits(bfloatOf(old) + bfloatOf(b));
      if (type === 'f16x2') return pair(halfOf, halfBits, add);
      if (type === 'bf16x2') return pair(bfloatOf, bfloatBits, add);
      return (old, b) => (old + b) | 0;
    case 'and':
      return (old, b) => old & b;
    case 'or':
      return (old, b) => old | b;
    case 'xor':
      return (old, b) => old ^ b;
    case 'exch':
      return (_, b) => b;
    case 'cas':
      return (old, b, c) => (old === b ? c : old);
    case 'inc':
      return (old, b) => (old >>> 0 >= b >>> 0 ? 0 : old + 1);
    case 'dec':
      return (old, b) => (old === 0 || old >>> 0 > b >>> 0 ? b : old - 1);
    case 'min':
      if (type === 'f16x2') return pair(halfOf, halfBits, Math.min);
      if (type === 'bf16x2') return pair(bfloatOf, bfloatBits, Math.min);
      return type === 's32'
        ? (old, b) => Math.min(old, b)
        : (old, b) => Math.min(old >>> 0, b >>> 0) | 0;
    case 'max':
      if (type === 'f16x2') return pair(halfOf, halfBits, Math.max);
      if (type === 'bf16x2') return pair(bfloatOf, bfloatBits, Math.max);
      return type === 's32'
        ? (old, b) => Math.max(old, b)
        : (old, b) => Math.max(old >>> 0, b >>> 0) | 0;
    default:
      return undefined;
  }
}

const signed = (value: bigint): bigint => BigInt.asIntN(64, value);

export function update64(name: string, type: Type): Update | undefined {
  if (type === 'b128' && name !== 'exch' && name !== 'cas') return undefined;
  switch (name) {
    case 'add':
      if (type === 'f64') return (old, b) => bitsOfDouble(doubleOf(old) + doubleOf(b));
      return (old, b) => BigInt.asUintN(64, old + b);
    case 'and':
      return (old, b) => old & b;
    case 'or':
      return (old, b) => old | b;
    case 'xor':
      return (old, b) => old ^ b;
    case 'exch':
      return (_, b) => b;
    case 'cas':
      return (old, b, c) => (old === b ? c : old);
    case 'min':
      return type === 's64'
        ? (old, b) => (signed(old) < signed(b) ? old : b)
        : (old, b) => (old < b ? old : b);
    case 'max':
      return type === 's64'
        ? (old, b) => (signed(old) > signed(b) ? old : b)
        : (old, b) => (old > b ? old : b);
    default:
      return undefined;
  }
}

const doubleOf = (bits: bigint): number =>
  asF64(Number(BigInt.asIntN(32, bits)), Number(BigInt.asIntN(32, bits >> 32n)));
const bitsOfDouble = (value: number): bigint => join(low64(value), high64(value));
const join = (low: number, high: number): bigint => (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);

const OPERATIONS: ReadonlySet<string> = new Set([
  'add',
  'and',
  'or',
  'xor',
  'exch',
  'cas',
  'inc',
  'dec',
  'min',
  'max',
]);

export function compileAtomic(context: MemoryContext): Step | Message {
  const { instruction, names } = context;
  const { modifiers, operands, opcode } = instruction;
  const elements = elementsOf(modifiers);
  const operation = modifiers.find((name) => OPERATIONS.has(name));
  if (elements === undefined || operation === undefined) {
    return messages.ptx.unsupported(textOf(instruction));
  }
  const { type, count } = elements;
  const first = opcode === 'atom' ? 1 : 0;
  const address = addressStep(operands[first], names);
  const b = sourcesOf(operands[first + 1], names);
  const c = operation === 'cas' ? sourceOf(operands[first + 2], names) : undefined;
  if (address === undefined || b?.length !== count || (operation === 'cas' && c === undefined)) {
    return messages.ptx.operand(textOf(instruction), first + 1);
  }
  const result = opcode === 'atom' ? operands[0] : undefined;
  const targets = elementOperands(result).map((operand) => targetOf(operand, context));
  const where = { space: spaceOf(modifiers), address: address.step };
  const doing = operation === 'cas' ? 'compare' : 'atomic';
  const size = bitsOf(type) / 8;
  const [source] = b;
  const isTaken = elementOperands(result).some(
    (operand) => operand?.kind === 'register' && context.isRead(operand.register),
  );
  const counts = source?.kind === 'constant' && source.value === 1 && !isTaken;
  const op = count > 1 ? undefined : sharedOpcode(operation, type, counts);
  if (size > 4) {
    const update = update64(operation, type);
    if (update === undefined || count > 1 || source === undefined)
      return messages.ptx.unsupported(textOf(instruction));
    const move = wideMove(type, update, source, c, targets[0]);
    return access(context, where, size, doing, move, op);
  }
  const update = update32(operation, type);
  if (update === undefined || (count > 1 && !VECTORS.has(type)))
    return messages.ptx.unsupported(textOf(instruction));
  const read = (one: Source | undefined, warp: Warp, lane: number): number =>
    one === undefined ? 0 : wordOf(one, warp, lane);
  const flushing =
    operation === 'add' && type === 'f32'
      ? (old: number, by: number): number =>
          flushed(bits32(asF32(flushed(old)) + asF32(flushed(by))))
      : update;
  return access(
    context,
    where,
    count * size,
    doing,
    (warp, mask, memory: LaneMemory) => {
      const compute = memory.flushes === true ? flushing : update;
      eachLane(mask, (lane) => {
        for (let element = 0; element < count; element++) {
          const at = element * size;
          const old = memory.word(lane, at, size);
          const value = compute(old, read(b[element], warp, lane), read(c, warp, lane));
          memory.store(lane, at, size, value);
          const target = targets[element];
          if (target !== undefined) warp.i[target + lane] = old;
        }
      });
    },
    op,
  );
}

/** The bits of an f32, with subnormal numbers flushed to zero of the same sign. */
const flushed = (bits: number): number => ((bits & 0x7f800000) === 0 ? bits & -0x80000000 : bits);

/** Types that have vectors: `atom.global.v4.f32.add`. */
const VECTORS: ReadonlySet<Type> = new Set(['f32', 'f16', 'bf16', 'f16x2', 'bf16x2']);

/** Values of 64 or 128 bits. */
function wideMove(
  type: Type,
  update: Update,
  b: Source,
  c: Source | undefined,
  target: number | undefined,
): Move {
  const words = bitsOf(type) / 32;
  const wide = (source: Source | undefined, warp: Warp, lane: number): bigint => {
    if (source === undefined) return 0n;
    if (source.kind === 'constant')
      return type === 'f64' ? bitsOfDouble(source.value) : join(source.low, source.high);
    let value = 0n;
    for (let word = words - 1; word >= 0; word--)
      value = (value << 32n) | BigInt((warp.i[source.offset + words * lane + word] ?? 0) >>> 0);
    return value;
  };
  return (warp, mask, memory) => {
    eachLane(mask, (lane) => {
      let old = 0n;
      for (let word = words - 1; word >= 0; word--)
        old = (old << 32n) | BigInt(memory.word(lane, 4 * word, 4) >>> 0);
      const value = update(old, wide(b, warp, lane), wide(c, warp, lane));
      for (let word = 0; word < words; word++) {
        const shift = BigInt(32 * word);
        memory.store(lane, 4 * word, 4, Number(BigInt.asIntN(32, value >> shift)));
        if (target !== undefined)
          warp.i[target + words * lane + word] = Number(BigInt.asIntN(32, old >> shift));
      }
    });
  };
}

function targetOf(operand: Operand | undefined, { names }: MemoryContext): number | undefined {
  return operand?.kind === 'register' ? names.offsetOf(operand.register.id) : undefined;
}

/**
 * The instruction whose cost core knows; other atomics are loops of compare-and-swap. `counts`: it adds 1, and the old value
 * is unused.
 */
function sharedOpcode(operation: string, type: Type, counts: boolean): number | undefined {
  const bits = bitsOf(type);
  if (operation === 'exch') return opcodeNumber(`atom.shared.exch.b${bits}`);
  if (operation === 'cas') return bits < 32 ? undefined : opcodeNumber(`atom.shared.cas.b${bits}`);
  const isInteger = type === 'b32' || type === 'u32' || type === 's32';
  if (!isInteger) return undefined;
  return opcodeNumber(operation === 'add' && counts ? 'ATOMS.POPC.INC' : 'red.shared.add.u32');
}
