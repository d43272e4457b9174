/**
 * `rocdl.mfma` and `rocdl.wmma`: the intrinsics of matrix cores, which name their shape and types and take operands as
 * registers of any type.
 *
 *     rocdl.mfma.f32.16x16x32.fp8.bf8 (i64, i64, vector<4xf32>, 0, 0, 0)     eight fp8 and eight bf8 for each lane
 *
 * LIMITATION. Sparse forms, block scales, and the modifiers `cbsz`, `abid` and `blgp` of dense forms are not executed.
 */
import {
  findMachine,
  machines,
  type MatrixInstruction,
  matrixInstructions,
  type MatrixType,
  wmmaElements,
  type WmmaInstruction,
  wmmaOf,
  wmmaOperand,
  wmmaResult,
} from '@ldscope/core';
import type { Operation, Value } from '../../ir/ir.ts';
import type { Type } from '../../ir/types.ts';
import { integerOf } from '../attributes.ts';
import { elementType, type ElementType } from '../elements.ts';
import type { LowerOperation, Lowering } from '../lowering.ts';
import { type MatrixPlan, mfmaPlan, multiplyBy } from '../mfma.ts';
import type { Wave } from '../wave.ts';
import { constantOf } from './addresses.ts';
import { scalarOf } from './types.ts';
import { bitMove } from './bits.ts';
import { takes } from '../take.ts';

const floatType = (name: string, width: number): Type => ({ kind: 'float', name, width });
const integer = (width: number): Type => ({ kind: 'integer', width, signedness: 'signless' });

/** What a type of the tables is in MLIR, on a chip, which says what its 8-bit floats are. */
export function operandType(type: string, chip: string): ElementType | undefined {
  const old = findMachine(chip)?.float8?.value === 'fnuz';
  switch (type) {
    case 'f16':
    case 'bf16':
      return elementType(floatType(type, 16));
    case 'f32':
      return elementType(floatType('f32', 32));
    case 'f64':
      return elementType(floatType('f64', 64));
    case 'fp8':
      return elementType(floatType(old ? 'f8E4M3FNUZ' : 'f8E4M3FN', 8));
    case 'bf8':
      return elementType(floatType(old ? 'f8E5M2FNUZ' : 'f8E5M2', 8));
    case 'i8':
      return elementType(integer(8));
    case 'i32':
      return elementType(integer(32));
    case 'xf32':
      return xf32();
    default:
      return undefined;
  }
}

/** An f32 of which the matrix core reads sign, exponent and ten bits of the mantissa. */
function xf32(): ElementType | undefined {
  const whole = elementType(floatType('f32', 32));
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

/** Formats of `f8f6f4` by the number that `cbsz` and `blgp` give: type, bits, consecutive k of a lane. */
const FORMATS = [
  ['f8E4M3FN', 8, 16],
  ['f8E5M2', 8, 16],
  ['f6E2M3FN', 6, 32],
  ['f6E3M2FN', 6, 32],
  ['f4E2M1FN', 4, 32],
] as const;

/** One operand: its element, and as how many of them its registers are read. */
interface Part {
  readonly value: Value;
  readonly element: ElementType;
  readonly count: number;
}

/** Emits D = A B + C: operands are read as their types, the result is written as what it is. */
function emitProduct(
  op: Operation,
  lowering: Lowering,
  plan: MatrixPlan,
  a: Part,
  b: Part,
  c: Part,
): void {
  const [result] = op.results;
  if (result === undefined) return;
  const round = c.element.round;
  const multiply = multiplyBy(plan, round);
  const reads = [a, b, c].map((part) => readAs(lowering, part));
  const [readA, readB, readC] = reads;
  const into = scalarOf(result.type);
  const to = lowering.data(result);
  if (readA === undefined || readB === undefined || readC === undefined || into === undefined)
    return lowering.mismatch('operands of its types', 'others');
  const out = lowering.newData(plan.result);
  const writeBack = into.count * into.element.width === plan.result * c.element.width;
  if (!writeBack) return lowering.mismatch('a result of its type', 'another');
  const move = bitMove({ element: c.element, count: plan.result }, into);
  const same = into.element.name === c.element.name;
  lowering.emitWhole((wave) => {
    const target = same ? to : out;
    multiply(readA(wave), readB(wave), readC(wave), wave.values(target));
    if (!same) for (let lane = 0; lane < wave.lanes; lane++) move(wave, out, to, lane);
  });
}

/** Reads a value's registers as elements of another type; `undefined` when its bits are not as many. */
function readAs(
  lowering: Lowering,
  { value, element, count }: Part,
): ((wave: Wave) => Float64Array) | undefined {
  const from = scalarOf(value.type);
  if (from === undefined) return undefined;
  const slot = lowering.data(value);
  if (from.element.name === element.name && from.count === count) {
    return (wave) => wave.values(slot);
  }
  const bits = from.count * from.element.width;
  if (bits < count * element.width) return undefined;
  const move = bitMove(from, { element, count });
  const buffer = lowering.newData(count);
  return (wave) => {
    for (let lane = 0; lane < wave.lanes; lane++) move(wave, slot, buffer, lane);
    return wave.values(buffer);
  };
}

/** Rows of the table by the names that intrinsics have: `f32_32x32x8f16`, `f32_16x16x32_f16`. */
const rows = new Map<string, MatrixInstruction>(
  matrixInstructions.flatMap((row) =>
    [row.oldName ?? row.name, row.name, ...row.aliases].map((name): [string, MatrixInstruction] => [
      name.replace(/^v_mfma_/, ''),
      row,
    ]),
  ),
);
// What newer chips call by the name of an older instruction is not what the intrinsic of this name is.
for (const row of matrixInstructions) {
  if (row.oldName !== undefined) rows.set(row.oldName.replace(/^v_mfma_/, ''), row);
}

const mfma =
  (name: string): LowerOperation =>
  (op, lowering) => {
    const row = rows.get(name);
    const [a, b, c, ...modifiers] = op.operands;
    if (row === undefined || a === undefined || b === undefined || c === undefined)
      return lowering.unsupported('this instruction');
    if (!lowering.requireWaveSize(64)) return;
    if (modifiers.some((modifier) => constantOf(modifier) !== 0))
      return lowering.unsupported('a modifier that is not 0');
    const chip = lowering.machine.name;
    const [left, right, sum] = [row.a, row.b, row.d].map((type) => operandType(type, chip));
    if (left === undefined || right === undefined || sum === undefined) return;
    const plan = mfmaPlan(row, { rows: row.d === 'f64' ? 1 : 4 });
    emitProduct(
      op,
      lowering,
      plan,
      { value: a, element: left, count: plan.operand },
      { value: b, element: right, count: plan.operand },
      { value: c, element: sum, count: plan.result },
    );
  };

/** `mfma.scale.f32.16x16x128.f8f6f4(a, b, c, format of a, of b, select, scale, select, scale)`; scales of 0: none. */
const formatted = (name: string): LowerOperation =>
  takes(5, 0, ([a, b, c, formatA, formatB], lowering, op) => {
    const row = rows.get(name);
    const scales = op.operands.slice(5);
    if (row === undefined) return;
    const [first, second] = [formatA, formatB].map((value) => FORMATS[constantOf(value) ?? -1]);
    const sum = elementType(floatType('f32', 32));
    if (first === undefined || second === undefined || sum === undefined)
      return lowering.unsupported('this format');
    if (scales.some((scale) => constantOf(scale) !== 0))
      return lowering.unsupported('a scale of blocks');
    if (!lowering.requireWaveSize(64)) return;
    const [left, right] = [first, second].map(([type, bits]) => elementType(floatType(type, bits)));
    if (left === undefined || right === undefined) return lowering.unsupported('this format');
    const plan = mfmaPlan(row, { chunkA: first[2], chunkB: second[2] });
    emitProduct(
      op,
      lowering,
      plan,
      { value: a, element: { ...left, width: first[1] }, count: plan.operand },
      { value: b, element: { ...right, width: second[1] }, count: plan.operand },
      { value: c, element: sum, count: plan.result },
    );
  });

/** Integers of so many bits that are never negative. */
export function unsignedType(bits: number): ElementType | undefined {
  const element = elementType(integer(bits));
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

/** Integers of 8 or 4 bits, signed where the instruction says so. */
function wmmaType(type: string, signed: boolean, chip: string): ElementType | undefined {
  const bits = { iu8: 8, iu4: 4 }[type];
  if (bits === undefined) return operandType(type, chip);
  return signed ? elementType(integer(bits)) : unsignedType(bits);
}

const wmma = (instruction: WmmaInstruction): LowerOperation =>
  takes(3, 0, ([a, b, c], lowering, op) => {
    const chip = lowering.machine.name;
    const own = wmmaOf(chip).find(({ name }) => name === instruction.name);
    if (own === undefined) return lowering.unsupported(`${chip}, whose layout is not known,`);
    if (!lowering.requireWaveSize(32)) return;
    const elements = wmmaElements(chip, own);
    const plan: MatrixPlan = {
      m: 16,
      k: own.k,
      blocks: 1,
      lanes: 32,
      ...elements,
      a: (lane, element) => wmmaOperand(chip, own, lane, element),
      b: (lane, element) => wmmaOperand(chip, own, lane, element),
      d: (lane, element) => wmmaResult(chip, lane, element),
    };
    const narrow = own.d === 'f16' || own.d === 'bf16';
    const wide = scalarOf(c.type)?.count !== elements.result;
    if ((narrow && wide) || (integerOf(op, 'clamp') ?? 0) !== 0)
      return lowering.unsupported('this form');
    const left = wmmaType(own.a, integerOf(op, 'signA') === 1, chip);
    const right = wmmaType(own.b, integerOf(op, 'signB') === 1, chip);
    const sum = operandType(own.d, chip);
    if (left === undefined || right === undefined || sum === undefined) return;
    emitProduct(
      op,
      lowering,
      plan,
      { value: a, element: left, count: elements.operand },
      { value: b, element: right, count: elements.operand },
      { value: c, element: sum, count: elements.result },
    );
  });

/** `f32_16x16x32_fp8_bf8` as the intrinsic spells it, with dots. */
const dotted = (name: string): string => name.replaceAll('_', '.');

const dense = [...rows].filter(
  ([, { sparse, a }]) => !sparse && a !== ('f8f6f4' satisfies MatrixType),
);

/** Chips whose instructions are known; each has its own, by name. */
const wmmaNames = new Map(
  machines.flatMap(({ name }) => wmmaOf(name).map((row) => [row.name, row] as const)),
);

export const matrix: Readonly<Record<string, LowerOperation>> = {
  ...Object.fromEntries(dense.map(([name]) => [`rocdl.mfma.${dotted(name)}`, mfma(name)])),
  ...Object.fromEntries(
    ['f32_16x16x128_f8f6f4', 'f32_32x32x64_f8f6f4'].map((name) => [
      `rocdl.mfma.scale.${dotted(name)}`,
      formatted(name),
    ]),
  ),
  ...Object.fromEntries(
    [...wmmaNames].map(([name, row]) => {
      const rest = name.replace(/^v_wmma_/, '');
      const [d, shape, ...types] = rest.split('_');
      return [`rocdl.wmma.${d}.${shape}.${types.join('_')}`, wmma(row)];
    }),
  ),
};
