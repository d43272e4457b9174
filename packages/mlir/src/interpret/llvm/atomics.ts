/**
 * `llvm.atomicrmw`, `llvm.cmpxchg` and the atomics of buffers. The lanes of an instruction take their turns in order,
 * waves in the order in which they run; each lane gets the value that it found.
 */
import { messages } from '@ldscope/core';
import type { Operation } from '../../ir/ir.ts';
import { type MemoryOperation, noteAccess, type Reach } from '../access.ts';
import { floatOperations, type FloatOperation } from '../arithmetic/floats.ts';
import {
  integerOperations,
  type IntegerOperation,
  onNumbers,
  rare,
} from '../arithmetic/integers.ts';
import { integerOf, wordsOf } from '../attributes.ts';
import { countsLanes } from '../counting-atomics.ts';
import type { ElementType } from '../elements.ts';
import { atomicInstruction, compareInstruction, type LdsInstruction } from '../lds-atomics.ts';
import type { LowerOperation, Lowering } from '../lowering.ts';
import { elementCount } from '../value-types.ts';
import { loadElement, MEMORY_LIMIT, storeElement } from '../memory.ts';
import { isActive } from '../registers.ts';
import type { Wave } from '../wave.ts';
import { byMemory, type ByMemory, pointerTo, throughPointer } from './through-pointer.ts';
import { type BufferView, resourceOperands } from './rocdl.ts';
import { scalarOf } from './types.ts';
import { takes } from '../take.ts';

/** Operations by their number in the dialect: what they do, and the LDS instruction of AMD without its width. */
const OPERATIONS = [
  ['xchg', 'ds_wrxchg_rtn_b'],
  ['add', 'ds_add_u'],
  ['sub', 'ds_sub_u'],
  ['_and', 'ds_and_b'],
  ['nand', undefined],
  ['_or', 'ds_or_b'],
  ['_xor', 'ds_xor_b'],
  ['max', 'ds_max_i'],
  ['min', 'ds_min_i'],
  ['umax', 'ds_max_u'],
  ['umin', 'ds_min_u'],
  ['fadd', 'ds_add_f'],
  ['fsub', undefined],
  ['fmax', 'ds_max_f'],
  ['fmin', 'ds_min_f'],
  ['uinc_wrap', 'ds_inc_u'],
  ['udec_wrap', 'ds_dec_u'],
] as const;

type Update = (old: number, value: number) => number;

const { addi, subi, andi, ori, xori, maxsi, minsi, maxui, minui } = integerOperations;
const { 2: floats } = floatOperations;
const isBelow = (a: bigint, b: bigint, width: number): boolean =>
  BigInt.asUintN(width, a) < BigInt.asUintN(width, b);

const integerUpdates: Readonly<Record<string, IntegerOperation>> = {
  add: addi,
  sub: subi,
  _and: andi,
  nand: rare((old, value) => ~(old & value)),
  _or: ori,
  _xor: xori,
  max: maxsi,
  min: minsi,
  umax: maxui,
  umin: minui,
  uinc_wrap: rare((old, value, width) => (isBelow(old, value, width) ? old + 1n : 0n)),
  udec_wrap: rare((old, value, width) =>
    old === 0n || isBelow(value, old, width) ? value : old - 1n,
  ),
};
const floatUpdates: Readonly<Record<string, FloatOperation>> = {
  fadd: floats['arith.addf'],
  fsub: floats['arith.subf'],
  fmax: floats['arith.maxnumf'],
  fmin: floats['arith.minnumf'],
};

/** The new value that an operation computes from the old one; `undefined` for an operation that does not suit the type. */
function updateOf(name: string, element: ElementType): Update | undefined {
  if (name === 'xchg') return (_old, value) => value;
  const [row, apply] = [integerUpdates[name], floatUpdates[name]];
  if (!element.float) return row && onNumbers(row, element);
  return apply && ((old, value) => element.round(apply(old, value, value)));
}

/** The atomic that a number or word names. */
function operationOf(op: Operation): (typeof OPERATIONS)[number] | undefined {
  const number = integerOf(op, 'bin_op');
  if (number !== undefined) return OPERATIONS[number];
  const word = wordsOf(op, 'bin_op');
  return OPERATIONS.find(([name]) => name === word || name === `_${word}`);
}

/** An atomic as memory sees it: one element of a lane. */
function prepare(
  op: Operation,
  lowering: Lowering,
  space: number,
  element: ElementType,
  instruction?: LdsInstruction,
): ByMemory & { readonly element: ElementType; readonly offsetBytes: number } {
  const kinds = byMemory(op, lowering, space, { element, count: 1 }, 'atomic', instruction);
  return { ...kinds, element, offsetBytes: 0 };
}

/** One memory, lane after lane. `update` gets the place of the lane in its slots. */
export function executeAtomic(
  wave: Wave,
  reach: Reach,
  update: (old: number, lane: number) => number,
  found: Float64Array | undefined,
): void {
  const { access, view, addresses } = reach;
  const { mask } = wave;
  if (!noteAccess(wave, reach, mask)) return;
  const { memory, element, validBytes = Infinity, baseBytes } = view;
  for (let lane = 0; lane < wave.lanes; lane++) {
    if (!isActive(mask, lane)) continue;
    const byte = addresses[lane] ?? 0;
    const beyond = byte - (baseBytes?.[lane] ?? 0) + element.bytes > validBytes;
    const old = beyond ? 0 : loadElement(memory, element, byte);
    if (found !== undefined) found[lane] = old;
    if (beyond) continue;
    const value = update(old, lane);
    if (value !== value && !element.float)
      return wave.fail(messages.execute.unsupported(access.name, 'an integer beyond 53 bits'));
    if (storeElement(memory, element, byte, value)) continue;
    return wave.fail(messages.execute.memoryLimit(MEMORY_LIMIT));
  }
}

const readModifyWrite = takes(2, 0, ([pointer, value], lowering, op) => {
  const [result] = op.results;
  const at = pointerTo(op, lowering, pointer);
  const scalar = scalarOf(value.type);
  const [name = '', stem] = operationOf(op) ?? [];
  if (at === undefined) return;
  const update = scalar?.count === 1 ? updateOf(name, scalar.element) : undefined;
  if (scalar === undefined || update === undefined)
    return lowering.unsupported('this operation or type');
  const { element } = scalar;
  const { bytes } = element;
  const returns = result !== undefined;
  const instruction = atomicInstruction(lowering.machine, {
    stem,
    bytes,
    returns,
    counts: countsLanes(lowering, stem, value, result),
  });
  const access = prepare(op, lowering, at.space, element, instruction);
  const from = lowering.data(value);
  const to = result === undefined ? undefined : lowering.data(result);
  lowering.emit((wave) => {
    const values = wave.values(from);
    const found = to === undefined ? undefined : wave.values(to);
    const apply = (old: number, lane: number): number => update(old, values[lane] ?? 0);
    throughPointer(wave, at, access, (reach) => executeAtomic(wave, reach, apply, found));
  });
});

/** `cmpxchg pointer, expected, value`: what was there, and whether it was what was expected. */
const compareExchange = takes(3, 1, ([pointer, expected, value, result], lowering, op) => {
  const at = pointerTo(op, lowering, pointer);
  const scalar = scalarOf(value.type);
  if (at === undefined) return;
  if (scalar?.count !== 1 || elementCount(result.type) !== 2)
    return lowering.unsupported('this type');
  const { element } = scalar;
  const instruction = compareInstruction(lowering.machine, element.bytes);
  const access = prepare(op, lowering, at.space, element, instruction);
  const [wanted, from, to] = lowering.slots(expected, value, result);
  lowering.emit((wave) => {
    const [x, y, out] = [wave.values(wanted), wave.values(from), wave.values(to)];
    const swap = (old: number, lane: number): number => {
      const equal = old === x[lane];
      out[wave.lanes + lane] = Number(equal);
      return equal ? (y[lane] ?? 0) : old;
    };
    throughPointer(wave, at, access, (reach) => executeAtomic(wave, reach, swap, out));
  });
});

/** `raw.ptr.buffer.atomic.<name>`: no value comes back. */
const bufferAtomic = (name: string): LowerOperation =>
  takes(1, 0, ([value], lowering, op) => {
    const rest = op.operands.slice(1);
    const scalar = scalarOf(value.type);
    const at = resourceOperands(op, lowering, rest);
    if (at === undefined) return;
    const update = scalar?.count === 1 ? updateOf(name, scalar.element) : undefined;
    if (scalar === undefined || update === undefined) return lowering.unsupported('this type');
    const { global } = prepare(op, lowering, 8, scalar.element);
    if (global === undefined) return;
    const from = lowering.data(value);
    const apply = bufferStep(at, global, scalar.element);
    lowering.emit((wave) => {
      const values = wave.values(from);
      apply(wave, (old, lane) => update(old, values[lane] ?? 0), undefined);
    });
  });

const bufferExchange = takes(2, 1, ([value, expected, result], lowering, op) => {
  const rest = op.operands.slice(2);
  const scalar = scalarOf(value.type);
  const at = resourceOperands(op, lowering, rest);
  if (at === undefined) return;
  if (scalar?.count !== 1) return;
  const { global } = prepare(op, lowering, 8, scalar.element);
  if (global === undefined) return;
  const [from, wanted, to] = lowering.slots(value, expected, result);
  const apply = bufferStep(at, global, scalar.element);
  lowering.emit((wave) => {
    const [x, y] = [wave.values(wanted), wave.values(from)];
    const swap = (old: number, lane: number): number => (old === x[lane] ? (y[lane] ?? 0) : old);
    apply(wave, swap, wave.values(to));
  });
});

type Apply = (
  wave: Wave,
  update: (old: number, lane: number) => number,
  found: Float64Array | undefined,
) => void;

function bufferStep(at: BufferView, access: MemoryOperation, element: ElementType): Apply {
  return (wave, update, found) => {
    const view = at(wave);
    if (view === undefined) return;
    const reach = { access, view: { ...view, element }, addresses: view.offsetBytes };
    executeAtomic(wave, reach, update, found);
  };
}

export const atomics: Readonly<Record<string, LowerOperation>> = {
  'llvm.atomicrmw': readModifyWrite,
  'llvm.cmpxchg': compareExchange,
  'rocdl.raw.ptr.buffer.atomic.fadd': bufferAtomic('fadd'),
  'rocdl.raw.ptr.buffer.atomic.fmax': bufferAtomic('fmax'),
  'rocdl.raw.ptr.buffer.atomic.smax': bufferAtomic('max'),
  'rocdl.raw.ptr.buffer.atomic.umin': bufferAtomic('umin'),
  'rocdl.raw.ptr.buffer.atomic.cmpswap': bufferExchange,
};
