/**
 * `rocdl.mfma` and `rocdl.wmma`: the intrinsics of matrix cores, which name their shape and types and take operands as
 * registers of any type.
 *
 *     rocdl.mfma.f32.16x16x32.fp8.bf8 (i64, i64, vector<4xf32>, 0, 0, 0)     eight fp8 and eight bf8 for each lane
 *
 * LIMITATION. Sparse forms, block scales, and the modifiers `cbsz`, `abid` and `blgp` of dense forms are not executed.
 */
import { constantOf } from '../../rows/facts.ts';
import {
  machines,
  type MatrixInstruction,
  matrixInstructions,
  type WmmaInstruction,
  wmmaOf,
} from '@ldscope/core';
import { integerOf } from '../attributes.ts';
import { type ElementType, integerElement } from '../elements.ts';
import type { LowerOperation } from '../lowering.ts';
import {
  emitProduct,
  mfmaPlan,
  operandType,
  readAs,
  unintegerElement,
  wmmaPlan,
} from '../matrix-cores.ts';

import { takes } from '../take.ts';
import { scalarOf } from './types.ts';

/** Formats of `f8f6f4` by the number that `cbsz` and `blgp` give: type, and consecutive k of a lane. */
const FORMATS = [
  ['f8E4M3FN', 16],
  ['f8E5M2', 16],
  ['f6E2M3FN', 32],
  ['f6E3M2FN', 32],
  ['f4E2M1FN', 32],
] as const;

/** Rows of the table by the names that intrinsics have: `f32_32x32x8f16`, `f32_16x16x32_f16`. */
const rows = new Map<string, MatrixInstruction>(
  matrixInstructions.flatMap((row) =>
    [row.oldName ?? row.name, row.name, ...row.aliases].map((name): [string, MatrixInstruction] => [
      name.replace(/^v_mfma_/, ''),
      row,
    ]),
  ),
);
// An instruction of a newer chip with the name of an older one is not the intrinsic of that name.
for (const row of matrixInstructions) {
  if (row.oldName !== undefined) rows.set(row.oldName.replace(/^v_mfma_/, ''), row);
}

/**
 * `mfma(a, b, c, modifiers)`, and `mfma.scale.f32.16x16x128.f8f6f4(a, b, c, format of a, of b, select, scale, select,
 * scale)`. All modifiers must be 0; for scales that is none.
 */
const mfma = (row: MatrixInstruction): LowerOperation =>
  takes(3, 1, ([a, b, c, result], lowering, op) => {
    const modifiers = op.operands.slice(3).map(constantOf);
    const formatted = row.a === 'f8f6f4';
    const formats = formatted ? modifiers.splice(0, 2).map((one) => FORMATS[one ?? -1]) : [];
    if (!lowering.requireWaveSize(64)) return;
    if (modifiers.some((modifier) => modifier !== 0))
      return lowering.unsupported(formatted ? 'a scale of blocks' : 'a modifier that is not 0');
    const chip = lowering.machine.name;
    const types = formatted ? formats.map((one) => one?.[0]) : [row.a, row.b];
    const [left, right, sum] = [...types, row.d].map((type) => type && operandType(type, chip));
    if (!left || !right || !sum) return lowering.unsupported('this format');
    const [chunkA, chunkB] = formats.map((one) => one?.[1]);
    const plan = mfmaPlan(row, formatted ? { chunkA, chunkB } : { rows: row.d === 'f64' ? 1 : 4 });
    const operands = [
      readAs(lowering, [a], left, plan.operand),
      readAs(lowering, [b], right, plan.operand),
      readAs(lowering, [c], sum, plan.result),
    ];
    emitProduct(lowering, plan, operands, sum, result);
  });

/** Integers of 8 or 4 bits, signed where the instruction says so. */
function wmmaType(type: string, signed: boolean, chip: string): ElementType | undefined {
  const bits = { iu8: 8, iu4: 4 }[type];
  if (bits === undefined) return operandType(type, chip);
  return signed ? integerElement(bits) : unintegerElement(bits);
}

const wmma = (instruction: WmmaInstruction): LowerOperation =>
  takes(3, 1, ([a, b, c, result], lowering, op) => {
    const chip = lowering.machine.name;
    const own = wmmaOf(chip).find(({ name }) => name === instruction.name);
    if (own === undefined) return lowering.unsupported(`${chip}, whose layout is not known,`);
    if (!lowering.requireWaveSize(32)) return;
    const plan = wmmaPlan(chip, own);
    const narrow = own.d === 'f16' || own.d === 'bf16';
    const wide = scalarOf(c.type)?.count !== plan.result;
    if ((narrow && wide) || (integerOf(op, 'clamp') ?? 0) !== 0)
      return lowering.unsupported('this form');
    const left = wmmaType(own.a, integerOf(op, 'signA') === 1, chip);
    const right = wmmaType(own.b, integerOf(op, 'signB') === 1, chip);
    const sum = operandType(own.d, chip);
    const operands = [
      readAs(lowering, [a], left, plan.operand),
      readAs(lowering, [b], right, plan.operand),
      readAs(lowering, [c], sum, plan.result),
    ];
    emitProduct(lowering, plan, operands, sum, result);
  });

/** `f32_16x16x32_fp8_bf8` as the intrinsic spells it, with dots. */
const dotted = (name: string): string => name.replaceAll('_', '.');

const dense = [...rows].filter(([, { sparse }]) => !sparse);

/** Chips whose instructions are known; each has its own, by name. */
const wmmaNames = new Map(
  machines.flatMap(({ name }) => wmmaOf(name).map((row) => [row.name, row] as const)),
);

export const matrix: Readonly<Record<string, LowerOperation>> = {
  ...Object.fromEntries(
    dense.map(([name, row]) => [
      `rocdl.mfma.${row.a === 'f8f6f4' ? 'scale.' : ''}${dotted(name)}`,
      mfma(row),
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
