/**
 * `nvvm.mma.sync`: D = A B + C of a warp, 16 x K by K x 8. With p elements in a register of 32 bits, g = lane / 4 and
 * t = lane mod 4 (PTX ISA, "Matrix fragments for mma.m16n8k..."):
 *
 *     A   register r, element e    row g + 8 (r mod 2), k = 4 p floor(r / 2) + p t + e
 *     B   register r, element e    k = 4 p r + p t + e, column g
 *     D   element i                row g + 8 floor(i / 2), column 2 t + i mod 2
 *
 * LIMITATION. f64 and the forms of 8 rows, of single bits and of sparse A are not executed.
 */
import type { Operation, Value } from '../../ir/ir.ts';
import { integersOf, wordsOf } from '../attributes.ts';
import type { ElementType } from '../elements.ts';
import { elementCount, type LowerOperation } from '../lowering.ts';
import type { Wave } from '../wave.ts';
import { operandType, unsignedType } from './matrix.ts';
import { leavesOf, scalarOf } from './types.ts';
import { bitMove } from './bits.ts';
import { takes } from '../take.ts';

const ROWS = 16;
const COLUMNS = 8;

/** Elements of A and B by the name of their type. */
function multiplicand(name: string): ElementType | undefined {
  switch (name) {
    case 'f16':
    case 'bf16':
      return operandType(name, '');
    case 'tf32':
      return operandType('xf32', '');
    case 's8':
      return operandType('i8', '');
    case 'u8':
      return unsignedType(8);
    default:
      return undefined;
  }
}

/** The types of A and B: an attribute, or what their registers say. */
function typeOf(op: Operation, name: string, value: Value): ElementType | undefined {
  const stated = /(\w+)\W*$/.exec(wordsOf(op, name))?.[1];
  if (stated !== undefined) return multiplicand(stated);
  const own = scalarOf(value.type)?.element;
  return own?.float === true ? multiplicand(own.name) : undefined;
}

/** Reads registers of 32 bits as elements, register after register. */
function fragments(
  values: readonly Value[],
  slots: readonly number[],
  element: ElementType,
): ((wave: Wave, lane: number, out: Float64Array) => void) | undefined {
  const perRegister = 32 / element.width;
  const moves = values.map(({ type }) => {
    const from = scalarOf(type);
    return from && from.count * from.element.width === 32
      ? bitMove(from, { element, count: perRegister })
      : undefined;
  });
  if (moves.includes(undefined)) return undefined;
  return (wave, lane, out) => {
    for (const [register, move] of moves.entries()) {
      const slot = slots[register] ?? 0;
      const target = slots.at(-1) ?? 0;
      move?.(wave, slot, target, lane);
      const read = wave.values(target);
      for (let e = 0; e < perRegister; e++) {
        out[register * perRegister + e] = read[e * wave.lanes + lane] ?? 0;
      }
    }
  };
}

const multiply = takes(0, 1, ([result], lowering, op) => {
  const [countA = 0, countB = 0, countC = 0] = integersOf(op, 'operandSegmentSizes');
  const a = op.operands.slice(0, countA);
  const b = op.operands.slice(countA, countA + countB);
  const c = op.operands.slice(countA + countB);
  const [, m, n, k] = (/m = (\d+), n = (\d+), k = (\d+)/.exec(wordsOf(op, 'shape')) ?? []).map(
    Number,
  );
  const [firstA] = a;
  const [firstB] = b;
  if (firstA === undefined || firstB === undefined || k === undefined) return;
  const left = typeOf(op, 'multiplicandAPtxType', firstA);
  const right = typeOf(op, 'multiplicandBPtxType', firstB) ?? left;
  const sum = leavesOf(result.type)?.map(({ type }) => scalarOf(type));
  const element = sum?.[0]?.element;
  const known = left !== undefined && right !== undefined && element !== undefined;
  const fits =
    known &&
    m === ROWS &&
    n === COLUMNS &&
    left.width === right.width &&
    countA * (32 / left.width) === k / 2 &&
    2 * countB === countA &&
    c.length === countC &&
    elementCount(result.type) === 4 &&
    c.reduce((all, value) => all + elementCount(value.type), 0) === 4 &&
    c.every((value) => scalarOf(value.type)?.element.name === element.name);
  if (!fits || lowering.launch.waveSize !== 32) return lowering.unsupported('this form');
  const scratch = lowering.newData(32 / left.width);
  const slotsOf = (values: readonly Value[]): number[] =>
    values.map((value) => lowering.data(value));
  const readA = fragments(a, [...slotsOf(a), scratch], left);
  const readB = fragments(b, [...slotsOf(b), scratch], right);
  if (readA === undefined || readB === undefined)
    return lowering.mismatch('registers of 32 bits', 'others');
  const [slotsC, to] = [slotsOf(c), lowering.data(result)];
  const p = 32 / left.width;
  const [matrixA, matrixB] = [new Float64Array(ROWS * k), new Float64Array(k * COLUMNS)];
  const own = new Float64Array(countA * p);
  lowering.emitWhole((wave) => {
    const { lanes } = wave;
    for (let lane = 0; lane < lanes; lane++) {
      const [g, t] = [lane >> 2, lane & 3];
      readA(wave, lane, own);
      for (let i = 0; i < countA * p; i++) {
        const [r, e] = [Math.floor(i / p), i % p];
        matrixA[(g + 8 * (r & 1)) * k + 4 * p * (r >> 1) + p * t + e] = own[i] ?? 0;
      }
      readB(wave, lane, own);
      for (let i = 0; i < countB * p; i++) {
        const [r, e] = [Math.floor(i / p), i % p];
        matrixB[(4 * p * r + p * t + e) * COLUMNS + g] = own[i] ?? 0;
      }
    }
    const out = wave.values(to);
    for (let i = 0; i < 4; i++) {
      for (let lane = 0; lane < lanes; lane++) {
        const [row, column] = [(lane >> 2) + 8 * (i >> 1), 2 * (lane & 3) + (i & 1)];
        let total = accumulator(wave, slotsC, i, lane);
        for (let j = 0; j < k; j++) {
          total += (matrixA[row * k + j] ?? 0) * (matrixB[j * COLUMNS + column] ?? 0);
        }
        out[i * lanes + lane] = element.round(total);
      }
    }
  });
});

/** Element i of C: registers of one or of two elements. */
function accumulator(wave: Wave, slots: readonly number[], i: number, lane: number): number {
  const each = 4 / slots.length;
  const values = wave.values(slots[Math.floor(i / each)] ?? 0);
  return values[(i % each) * wave.lanes + lane] ?? 0;
}

export const nvvmMatrix: Readonly<Record<string, LowerOperation>> = {
  'nvvm.mma.sync': multiply,
};
