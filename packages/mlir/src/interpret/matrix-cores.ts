/**
 * Matrix cores: D = A B + C on the values of a wave, for every dialect that has such an operation.
 *
 *     amdgpu.mfma, nvgpu.mma.sync     registers are read as what they are
 *     rocdl.mfma, nvvm.mma.sync       registers are read as the types that the intrinsic names
 *
 * Which lane holds which element is core's knowledge (`machine/matrix.ts`, `machine/wmma-table.ts`), of NVIDIA's it is
 * the PTX ISA's, "Matrix fragments for mma.m16n8k...". Here the operands are gathered by it, multiplied in double
 * precision, rounded once and written back.
 */
import {
  elementsPerLane,
  type MatrixShape,
  operandPosition,
  type OperandPosition,
  resultPosition,
  type ResultPosition,
  findMachine,
  wmmaElements,
  type WmmaInstruction,
  wmmaOperand,
  wmmaResult,
} from '@ldscope/core';
import type { Value } from '../ir/ir.ts';
import { elementType, type ElementType, integerElement } from './elements.ts';
import { bitMove } from './llvm/bits.ts';
import { leavesOf, scalarOf } from './llvm/types.ts';
import type { Lowering } from './lowering.ts';
import { elementCount } from './value-types.ts';
import type { Wave } from './wave.ts';

export { elementsPerLane, type MatrixShape };

/** Where the elements of a multiplication are. */
export interface MatrixPlan extends MatrixShape {
  readonly lanes: number;
  /** Elements of one lane: of A and of B, which may have fewer, of C and of D. */
  readonly operand: number;
  readonly operandB?: number;
  readonly result: number;
  readonly a: (lane: number, element: number) => OperandPosition;
  readonly b: (lane: number, element: number) => OperandPosition;
  readonly d: (lane: number, element: number) => ResultPosition;
}

type Multiply = (a: Float64Array, b: Float64Array, c: Float64Array, out: Float64Array) => void;

/** The plan of an MFMA instruction; `chunkA`, `chunkB`: consecutive k of a lane, `rows`: see `resultPosition`. */
export function mfmaPlan(
  shape: MatrixShape,
  options: {
    readonly chunkA?: number | undefined;
    readonly chunkB?: number | undefined;
    readonly rows?: 1 | 4;
  } = {},
): MatrixPlan {
  const { chunkA, chunkB, rows } = options;
  return {
    ...shape,
    ...elementsPerLane(shape),
    lanes: 64,
    a: (lane, element) => operandPosition(shape, lane, element, chunkA),
    b: (lane, element) => operandPosition(shape, lane, element, chunkB),
    d: (lane, element) => resultPosition(shape, lane, element, rows),
  };
}

/** A matrix multiplication; buffers are made once and reused. */
export function multiplyBy(plan: MatrixPlan, round: (value: number) => number): Multiply {
  const { m, k, blocks, lanes, operand, operandB = operand, result } = plan;
  /** Where element e of lane l is in a `blocks x m x k` array, of A or of transposed B. */
  const gather = (position: MatrixPlan['a'], count: number): Uint32Array => {
    const places = new Uint32Array(count * lanes);
    for (let e = 0; e < count; e++) {
      for (let lane = 0; lane < lanes; lane++) {
        const at = position(lane, e);
        places[e * lanes + lane] = (at.block * m + at.row) * k + at.k;
      }
    }
    return places;
  };
  const [gatherA, gatherB] = [gather(plan.a, operand), gather(plan.b, operandB)];
  const rows = new Uint32Array(result * lanes);
  const columns = new Uint32Array(result * lanes);
  for (let r = 0; r < result; r++) {
    for (let lane = 0; lane < lanes; lane++) {
      const at = plan.d(lane, r);
      rows[r * lanes + lane] = (at.block * m + at.row) * k;
      columns[r * lanes + lane] = (at.block * m + at.column) * k;
    }
  }
  const left = new Float64Array(blocks * m * k);
  const right = new Float64Array(blocks * m * k);
  return (a, b, c, out) => {
    for (let i = 0; i < gatherA.length; i++) left[gatherA[i] ?? 0] = a[i] ?? 0;
    for (let i = 0; i < gatherB.length; i++) right[gatherB[i] ?? 0] = b[i] ?? 0;
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] ?? 0;
      const column = columns[i] ?? 0;
      let sum = c[i] ?? 0;
      for (let j = 0; j < k; j++) sum += (left[row + j] ?? 0) * (right[column + j] ?? 0);
      out[i] = round(sum);
    }
  };
}

/** The plan of a row of a chip's table. */
export function wmmaPlan(chip: string, row: WmmaInstruction): MatrixPlan {
  const operand: MatrixPlan['a'] = (lane, element) => wmmaOperand(chip, row, lane, element);
  return {
    m: 16,
    k: row.k,
    blocks: 1,
    lanes: 32,
    ...wmmaElements(chip, row),
    a: operand,
    b: operand,
    d: (lane, element) => wmmaResult(chip, lane, element),
  };
}

/**
 * The plan of `mma.sync` for M x N x K, with p elements of A and B in a register of 32 bits, g = lane / 4, t = lane mod 4:
 *
 *     A   register r, element e    row g + 8 (r mod 2), k = 4 p floor(r / 2) + p t + e; with M of 8 one row
 *     B   register r, element e    k = 4 p r + p t + e, column g
 *     D   element i                row g + 8 floor(i / 2), column 2 t + i mod 2
 */
export function mmaPlan(m: number, n: number, k: number, p: number): MatrixPlan {
  const rows = m / 8;
  return {
    // B has n columns, the plan m of them: the others stay 0 and are not asked for.
    m,
    k,
    blocks: 1,
    lanes: 32,
    operand: (m * k) / 32,
    operandB: (n * k) / 32,
    result: (m * n) / 32,
    a: (lane, at) => {
      const [r, e] = [Math.floor(at / p), at % p];
      const group = p * ((lane & 3) + 4 * Math.floor(r / rows));
      return { row: (lane >> 2) + 8 * (r % rows), k: group + e, block: 0 };
    },
    b: (lane, at) => {
      const group = p * ((lane & 3) + 4 * Math.floor(at / p));
      return { row: lane >> 2, k: group + (at % p), block: 0 };
    },
    d: (lane, at) => ({
      row: (lane >> 2) + 8 * Math.floor(at / 2),
      column: 2 * (lane & 3) + (at % 2),
      block: 0,
    }),
  };
}

/** An operand of a product when a wave executes it: element after element, lanes innermost. */
export type Read = (wave: Wave) => Float64Array;

/**
 * Reads the registers of values, one after the other, as `count` elements of a type; `undefined` where their bits are
 * not as many.
 */
export function readAs(
  lowering: Lowering,
  values: readonly Value[],
  element: ElementType | undefined,
  count: number,
): Read | undefined {
  const parts = values.map((value) => scalarOf(value.type));
  const [value] = values;
  const [only] = parts;
  if (element === undefined || value === undefined || only === undefined) return undefined;
  const slots = values.map((each) => lowering.data(each));
  const [slot = 0] = slots;
  if (values.length === 1 && only.element.name === element.name && only.count === count)
    return (wave) => wave.values(slot);
  const each = count / values.length;
  const bits = each * element.width;
  if (parts.some((part) => part === undefined || part.count * part.element.width < bits))
    return undefined;
  const move = bitMove(only, { element, count: each });
  const buffer = lowering.newData(count);
  return (wave) => {
    for (const [i, from] of slots.entries()) {
      for (let lane = 0; lane < wave.lanes; lane++) move(wave, from, buffer, lane, i * each);
    }
    return wave.values(buffer);
  };
}

/** Emits D = A B + C for whole waves. `sum` is the type of C and D; the result has it, or registers of as many bits. */
export function emitProduct(
  lowering: Lowering,
  plan: MatrixPlan,
  [a, b, c]: readonly (Read | undefined)[],
  sum: ElementType | undefined,
  result: Value,
): void {
  if (a === undefined || b === undefined || c === undefined || sum === undefined)
    return lowering.mismatch('operands of its types', 'others');
  const multiply = multiplyBy(plan, sum.round);
  const to = lowering.data(result);
  const leaves = leavesOf(result.type)?.map(({ type }) => scalarOf(type)?.element.name) ?? [];
  if (elementCount(result.type) === plan.result && leaves.every((name) => name === sum.name)) {
    lowering.emitWhole((wave) => multiply(a(wave), b(wave), c(wave), wave.values(to)));
    return;
  }
  const into = scalarOf(result.type);
  if (into === undefined || into.count * into.element.width !== plan.result * sum.width)
    return lowering.mismatch('a result of its type', 'another');
  const out = lowering.newData(plan.result);
  const move = bitMove({ element: sum, count: plan.result }, into);
  lowering.emitWhole((wave) => {
    multiply(a(wave), b(wave), c(wave), wave.values(out));
    for (let lane = 0; lane < wave.lanes; lane++) move(wave, out, to, lane);
  });
}

const float = (name: string): ElementType | undefined =>
  elementType({ kind: 'float', name, width: 0 });

/** The MLIR type for a type of the tables, on a chip, which decides the format of 8-bit floats. */
export function operandType(type: string, chip: string): ElementType | undefined {
  const suffix = findMachine(chip)?.float8?.value === 'fnuz' ? 'UZ' : '';
  switch (type) {
    case 'fp8':
      return float(`f8E4M3FN${suffix}`);
    case 'bf8':
      return float(suffix === '' ? 'f8E5M2' : 'f8E5M2FNUZ');
    case 'i8':
    case 'i32':
      return integerElement(Number(type.slice(1)));
    case 'xf32':
      return xf32();
    default:
      return float(type);
  }
}

/** An f32 of which the matrix core reads sign, exponent and ten bits of the mantissa. */
function xf32(): ElementType | undefined {
  const whole = float('f32');
  return (
    whole && {
      ...whole,
      name: 'xf32',
      load: (view, byte) => {
        cut.setUint32(0, view.getUint32(byte, true) & ~0x1fff, true);
        return cut.getFloat32(0, true);
      },
    }
  );
}

const cut = new DataView(new ArrayBuffer(4));

/** Unsigned integers of `bits` bits. */
export function unintegerElement(bits: number): ElementType | undefined {
  const element = integerElement(bits);
  const raise = (value: number): number => (value < 0 ? value + 2 ** bits : value);
  return (
    element && {
      ...element,
      name: `u${bits}`,
      load: (view, byte) => raise(element.load(view, byte)),
      round: (value) => raise(element.round(value)),
    }
  );
}
