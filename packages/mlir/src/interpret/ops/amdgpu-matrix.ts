/**
 * `amdgpu.scaled_mfma` and `amdgpu.wmma`.
 *
 *     amdgpu.scaled_mfma 16x16x128 (%sa[0] * %a) * (%sb[1] * %b) + %c : f8E8M0FNU, vector<32xf4E2M1FN>, ...
 *
 * A scale is for 32 consecutive k of a row of A or a column of B; lane `m * block + row` has it, in the byte that the
 * index names. Source of the lanes: `core/machine/matrix.ts`, `wmma-table.ts`. LIMITATION: WMMA of f16 and bf16 results
 * that leave half of each register alone (gfx11), of gfx1250, and sparse forms are not executed.
 */
import { type WmmaInstruction, wmmaOf } from '@ldscope/core';
import type { Operation, Value } from '../../ir/ir.ts';
import { attributeOf, integerOf } from '../attributes.ts';
import { elementNameOf } from '../elements.ts';
import type { LowerOperation, Lowering } from '../lowering.ts';
import { elementCount } from '../value-types.ts';
import {
  emitProduct,
  type MatrixPlan,
  mfmaPlan,
  type Read,
  readAs,
  unintegerElement,
  wmmaPlan,
} from '../matrix-cores.ts';

import { takes } from '../take.ts';

/** Consecutive k that a lane holds, by the bits of an element: two groups of 8-bit ones, one of narrower ones. */
const chunkOf = (name: string | undefined): number => (name?.startsWith('f8') === true ? 16 : 32);

/** Reports operands that do not have as many elements as the plan says. */
function fits(op: Operation, lowering: Lowering, plan: MatrixPlan): boolean {
  const counts = op.operands.slice(0, 3).map((value) => elementCount(value.type));
  const wanted = [plan.operand, plan.operand, plan.result];
  if (counts.join() === wanted.join()) return true;
  const text = (list: readonly number[]): string => `${list.join(', ')} elements`;
  lowering.mismatch(text(wanted), text(counts));
  return false;
}

const scaledMfma = takes(5, 1, ([a, b, c, scaleA, scaleB, result], lowering, op) => {
  const [m, n, k] = ['m', 'n', 'k'].map((name) => integerOf(op, name) ?? 0);
  const element = lowering.element(result.type);
  if (element === undefined) return;
  if (m !== n || !((m === 16 && k === 128) || (m === 32 && k === 64)))
    return lowering.unsupported(`shape ${m}x${n}x${k}`);
  if (!lowering.requireWaveSize(64)) return;
  const [chunkA, chunkB] = [a, b].map((value) => chunkOf(elementNameOf(value)));
  const plan = mfmaPlan({ m, k, blocks: 1 }, { chunkA, chunkB });
  if (!fits(op, lowering, plan)) return;
  const operands = [
    scaled(op, lowering, a, scaleA, 'scalesIdxA', plan, plan.a),
    scaled(op, lowering, b, scaleB, 'scalesIdxB', plan, plan.b),
    readAs(lowering, [c], element, plan.result),
  ];
  emitProduct(lowering, plan, operands, element, result);
});

/** The elements of an operand times the scales of their groups. */
function scaled(
  op: Operation,
  lowering: Lowering,
  value: Value,
  scale: Value,
  index: string,
  plan: MatrixPlan,
  position: MatrixPlan['a'],
): Read {
  const byte = elementCount(scale.type) > 1 ? (integerOf(op, index) ?? 0) : 0;
  const [from, scales] = lowering.slots(value, scale);
  const { operand, lanes, m } = plan;
  const holder = new Uint8Array(operand * lanes);
  for (let e = 0; e < operand; e++) {
    for (let lane = 0; lane < lanes; lane++) {
      const { row, k } = position(lane, e);
      holder[e * lanes + lane] = m * Math.floor(k / 32) + row;
    }
  }
  const out = new Float64Array(operand * lanes);
  return (wave) => {
    const values = wave.values(from);
    const factors = wave.values(scales);
    for (let i = 0; i < out.length; i++) {
      out[i] = (values[i] ?? 0) * (factors[byte * lanes + (holder[i] ?? 0)] ?? 0);
    }
    return out;
  };
}

/** The row of a chip's table for types and K; `undefined` when there is none. */
function wmmaRow(op: Operation, chip: string, k: number): WmmaInstruction | undefined {
  const [a, b] = op.operands.map((value) => elementNameOf(value) ?? '');
  const d = op.results[0] && elementNameOf(op.results[0]);
  const spelled = (name: string | undefined): string =>
    ({
      i8: 'iu8',
      i4: 'iu4',
      f8E4M3FN: 'fp8',
      f8E5M2: 'bf8',
    })[name ?? ''] ??
    name ??
    '';
  return wmmaOf(chip).find(
    (row) => row.k === k && row.a === spelled(a) && row.b === spelled(b) && row.d === d,
  );
}

const wmma = takes(3, 1, ([a, b, c, result], lowering, op) => {
  const [m, n, k] = ['m', 'n', 'k'].map((name) => integerOf(op, name) ?? 16);
  const chip = lowering.machine.name;
  const row = m === 16 && n === 16 ? wmmaRow(op, chip, k ?? 16) : undefined;
  const element = lowering.element(result.type);
  if (element === undefined) return;
  const clamps =
    attributeOf(op, 'clamp')?.kind === 'unit' || (integerOf(op, 'subwordOffset') ?? 0) !== 0;
  if (row === undefined || clamps) return lowering.unsupported(`this form on ${chip}`);
  if (!lowering.requireWaveSize(32)) return;
  const plan = wmmaPlan(chip, row);
  if (!fits(op, lowering, plan)) return;
  const multiplicand = (value: Value, flag: string): Read | undefined => {
    const own = lowering.element(value.type);
    const raised =
      own && attributeOf(op, flag)?.kind === 'unit' ? unintegerElement(own.width) : own;
    return readAs(lowering, [value], raised, plan.operand);
  };
  const operands = [
    multiplicand(a, 'unsignedA'),
    multiplicand(b, 'unsignedB'),
    readAs(lowering, [c], element, plan.result),
  ];
  emitProduct(lowering, plan, operands, element, result);
});

export const amdgpuMatrix: Readonly<Record<string, LowerOperation>> = {
  'amdgpu.scaled_mfma': scaledMfma,
  'amdgpu.wmma': wmma,
};
