/**
 * `wmma`: loads, products and stores of whole matrices. Source: PTX ISA 9.0, 9.7.14.4.
 *
 * PTX leaves open which lane holds which element. Here the elements of a matrix are distributed in order, as many per lane
 * as it has registers, starting over where lanes hold more than the matrix has.
 */
import { type Message, messages } from '@ldscope/core';
import { SHARED_WINDOW } from '../../state/environment.ts';
import type { Step, Warp } from '@ldscope/simt';
import type { Instruction } from '../../text/program.ts';
import { wordOf } from '../exchange.ts';
import type { Source } from '../generate.ts';
import type { Place } from '../matrix-layout.ts';
import {
  type Element,
  elementTypes,
  gather,
  lanes,
  multiply,
  readAccumulator,
  sourcesOf,
  targetsOf,
  writeAccumulator,
} from '../matrix-operands.ts';
import { doubleProduct } from '../mma-double.ts';
import { sourceOf } from '../operands.ts';
import { access } from './access.ts';
import { type AddressStep, addressStep, LaneWords } from './address.ts';
import { type MemoryContext, spaceOf, textOf } from './context.ts';
import type { LaneMemory } from './lane-memory.ts';
import { fragmentAccesses } from './wmma-accesses.ts';

interface Shape {
  readonly m: number;
  readonly n: number;
  readonly k: number;
}

/** Elements that are moved without being decoded. */
const WORD: Element = { bits: 32, value: (bits) => bits };
const DOUBLE: Element = { bits: 64, value: (bits) => bits };

const elementOf = (type: string): Element | undefined =>
  type === 'f64' ? DOUBLE : (elementTypes[type] ?? (/^[fs]32$/.test(type) ? WORD : undefined));

function shapeOf({ modifiers }: Instruction): Shape | undefined {
  const found = modifiers
    .map((name) => /^m(\d+)n(\d+)k(\d+)$/.exec(name))
    .find((one) => one !== null);
  const [m, n, k] = (found ?? []).slice(1).map(Number);
  return m === undefined || n === undefined || k === undefined ? undefined : { m, n, k };
}

/** Elements distributed to lanes, `each` per lane. */
const dealt = (rows: number, columns: number, each: number): Place[][] =>
  lanes((lane) =>
    Array.from({ length: each }, (_, i) => {
      const index = (lane * each + i) % (rows * columns);
      return [Math.floor(index / columns), index % columns] as const;
    }),
  );

export function compileWmma(context: MemoryContext): Step | Message {
  const [kind] = context.instruction.modifiers;
  return kind === 'mma' ? product(context) : move(context, kind === 'load');
}

/** `wmma.load.a`, `.b`, `.c` and `wmma.store.d`: a pitch in elements is the last operand. */
function move(context: MemoryContext, loads: boolean): Step | Message {
  const { instruction, names, environment } = context;
  const { modifiers, operands } = instruction;
  const shape = shapeOf(instruction);
  const which = modifiers[1] ?? '';
  const type = modifiers.at(-1) ?? '';
  const element = elementOf(type);
  const address = addressStep(operands[loads ? 1 : 0], names);
  const registers = loads ? targetsOf(operands[0], names) : sourcesOf(operands[1], names);
  if (shape === undefined || element === undefined || element.bits < 8)
    return messages.ptx.unsupported(textOf(instruction));
  if (address === undefined || registers === undefined)
    return messages.ptx.operand(textOf(instruction), 1);
  const { m, n, k } = shape;
  const [rows, columns] = which === 'a' ? [m, k] : which === 'b' ? [k, n] : [m, n];
  const byColumn = modifiers.includes('col');
  const pitch = sourceOf(operands[2], names);
  const perRegister = Math.max(1, 32 / element.bits);
  const places = dealt(rows, columns, registers.length * perRegister);
  const size = element.bits / 8;
  let step = 0;
  /** The address of an element of each lane. */
  const at: AddressStep = (warp, mask, words) => {
    address.step(warp, mask, words);
    for (let lane = 0; lane < 32; lane++) {
      const [row, column] = places[lane]?.[step] ?? [0, 0];
      const stride = pitch === undefined ? (byColumn ? rows : columns) : wordOf(pitch, warp, lane);
      const moved = (byColumn ? column * stride + row : row * stride + column) * size;
      const low = ((words.low[lane] ?? 0) >>> 0) + moved;
      words.low[lane] = low | 0;
      words.high[lane] = (words.high[lane] ?? 0) + Math.floor(low / 2 ** 32);
    }
  };
  const each: Step[] = [];
  for (let index = 0; index < registers.length * perRegister; index++) {
    const register = Math.floor(index / perRegister);
    const shift = element.bits * (index % perRegister);
    each.push(
      access(
        context,
        { space: spaceOf(modifiers), address: at },
        size,
        loads ? 'read' : 'write',
        (warp: Warp, mask, memory) => {
          for (let lane = 0, active = mask; active !== 0; lane++, active >>>= 1) {
            if ((active & 1) === 0) continue;
            const one = registers[register];
            if (element === DOUBLE) moveDouble(warp, lane, one, memory);
            else if (typeof one === 'number') {
              const value = memory.word(lane, 0, size) << shift;
              warp.i[one + lane] = shift === 0 ? value : (warp.i[one + lane] ?? 0) | value;
            } else if (one !== undefined)
              memory.store(lane, 0, size, wordOf(one, warp, lane) >>> shift);
          }
        },
        'uncounted',
      ),
    );
  }
  const record = environment.recorder.isForSass
    ? recordFragment(context, { which, byColumn, loads, bits: element.bits }, address.step, pitch)
    : undefined;
  return (warp, mask) => {
    record?.(warp, mask);
    const before = warp.order;
    for (const [index, one] of each.entries()) {
      step = index;
      one(warp, mask);
    }
    warp.order = before + 1;
  };
}

/** Moves the element of a lane into its register, or out of it. */
function moveDouble(
  { i }: Warp,
  lane: number,
  register: Source | number | undefined,
  memory: LaneMemory,
): void {
  if (register === undefined) return;
  for (const word of [0, 1]) {
    if (typeof register === 'number')
      i[register + 2 * lane + word] = memory.word(lane, 4 * word, 4);
    else if (register.kind === 'register')
      memory.store(lane, 4 * word, 4, i[register.offset + 2 * lane + word] ?? 0);
    else memory.store(lane, 4 * word, 4, word === 0 ? register.low : register.high);
  }
}

interface Fragment {
  readonly which: string;
  readonly byColumn: boolean;
  readonly loads: boolean;
  readonly bits: number;
}

/** Records the accesses that a fragment becomes in SASS, of fragments in shared memory. */
function recordFragment(
  { instruction, environment, number }: MemoryContext,
  { which, byColumn, loads, bits }: Fragment,
  address: AddressStep,
  pitch: ReturnType<typeof sourceOf>,
): Step | undefined {
  const shape = instruction.modifiers.find((name) => /^m\d+n\d+k\d+$/.test(name)) ?? '';
  const accesses = fragmentAccesses(which, shape, bits, byColumn, loads);
  if (accesses === undefined) return undefined;
  const isShared = spaceOf(instruction.modifiers) === 'shared';
  const words = new LaneWords();
  const addresses = new Uint32Array(32);
  return (warp, mask) => {
    address(warp, mask, words);
    const first = Math.max(0, 31 - Math.clz32(mask & -mask));
    if (!isShared && words.high[first] !== SHARED_WINDOW) return;
    for (const { op, place } of accesses) {
      for (let lane = 0; lane < 32; lane++) {
        const [row, column] = place(lane);
        const stride = pitch === undefined ? 16 : wordOf(pitch, warp, lane);
        const element = byColumn ? column * stride + row : row * stride + column;
        addresses[lane] = ((words.low[lane] ?? 0) >>> 0) + (element * bits) / 8;
      }
      environment.recorder.record(op, number, warp, addresses, mask);
    }
  };
}

function product({ instruction, names }: MemoryContext): Step | Message {
  const { modifiers, operands } = instruction;
  const shape = shapeOf(instruction);
  const types = modifiers.filter((name) => elementOf(name) !== undefined);
  const first = types[0] ?? '';
  const [typeD, typeA, typeC] =
    types.length === 2 ? [first, 'f16', types[1] ?? ''] : [first, types[1] ?? '', types[3] ?? ''];
  const element = elementTypes[typeA];
  const [d, a, b, c] = [
    targetsOf(operands[0], names),
    ...[1, 2, 3].map((i) => sourcesOf(operands[i], names)),
  ];
  if (shape === undefined || (element === undefined && typeA !== 'f64'))
    return messages.ptx.unsupported(textOf(instruction));
  if (d === undefined || a === undefined || b === undefined || c === undefined)
    return messages.ptx.operand(textOf(instruction), 1);
  const { m, n, k } = shape;
  if (element === undefined) {
    const placesOf = (rows: number, columns: number) => dealt(rows, columns, (rows * columns) / 32);
    return doubleProduct(shape, d, [a, placesOf(m, k)], [b, placesOf(k, n)], [c, placesOf(m, n)]);
  }
  const perRegister = 32 / element.bits;
  const [placesA, placesB] = [
    dealt(m, k, a.length * perRegister),
    dealt(k, n, b.length * perRegister),
  ];
  const placesC = dealt(m, n, (m * n) / 32);
  const [matrixA, matrixB, sums] = [
    new Float64Array(m * k),
    new Float64Array(k * n),
    new Float64Array(m * n),
  ];
  return (warp) => {
    gather(warp, a, placesA, element, matrixA, k);
    gather(warp, b, placesB, element, matrixB, n);
    readAccumulator(warp, c, placesC, typeC, sums, n);
    multiply(m, n, k, matrixA, matrixB, sums, modifiers.includes('xor'));
    writeAccumulator(warp, d, placesC, typeD, sums, modifiers.includes('satfinite'), n);
  };
}
