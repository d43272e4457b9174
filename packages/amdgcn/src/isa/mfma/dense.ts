/**
 * `v_mfma_*` with dense A and without scales.
 *
 *     v_mfma_f32_32x32x8_f16 a[0:15], v[0:1], v[2:3], a[0:15]      D = A B + C
 *     v_mfma_f32_4x4x4_16b_f16 v[0:3], v[4:5], v[6:7], 0 cbsz:4 abid:3    block 3 of A for all 16 blocks
 *     v_mfma_f64_16x16x4_f64 v[0:7], v[8:9], v[10:11], 1.0 neg:[1,0,0]    A negated
 *
 * Every lane takes part, whatever the exec mask says.
 */
import {
  elementsPerLane,
  hasLanePattern,
  lazy,
  messages,
  type MatrixInstruction,
} from '@ldscope/core';
import type { Step } from '../../state/wave.ts';
import { type Instruction, numberModifier } from '../../text/program.ts';
import type { CompileContext } from '../../state/compile.ts';
import type { Target } from '../../state/target.ts';
import { elementFormat, type ElementType } from './formats.ts';
import { gather, gatherTable, type GatherTable } from './gather.ts';
import { multiplyF64 } from './multiply-f64.ts';
import { multiplyDense, multiplyPairwise, type ProductTable } from './multiply.ts';
import { type DensePlaces, listModifier, loadC, vectorBase, wrongOperand } from './operands.ts';
import { cache, groupSize, elementTable, LEFT, pairsOf, tileTable, RIGHT } from './plan.ts';
import { simdStep } from './simd.ts';

interface Plan {
  readonly a: GatherTable;
  readonly b: GatherTable;
  readonly product: ProductTable;
}

const planOf = cache<Plan>();

interface Broadcasts {
  readonly cbsz: number;
  readonly abid: number;
  readonly blgp: number;
}

const NO_BROADCASTS: Broadcasts = { cbsz: 0, abid: 0, blgp: 0 };

export function compileDense(
  row: MatrixInstruction,
  instruction: Instruction,
  context: CompileContext,
): Step | undefined {
  // Only A and B of the 8-bit floats differ, and not in their width.
  const { bits } = elementFormat(row.a as ElementType, context.target);
  const { operand, result } = elementsPerLane(row);
  const sourceCount = (operand * bits) / 32;
  const resultCount = row.d === 'f64' ? 2 * result : result;
  const [dst, src0, src1, src2] = instruction.operands;
  const d = vectorBase(dst, resultCount);
  const a = vectorBase(src0, sourceCount);
  const b = vectorBase(src1, sourceCount);
  if (d === undefined) return void context.report(wrongOperand(instruction, 'D', resultCount));
  if (a === undefined) return void context.report(wrongOperand(instruction, 'A', sourceCount));
  if (b === undefined) return void context.report(wrongOperand(instruction, 'B', sourceCount));
  const setC = loadC(src2, d, resultCount, row.d);
  if (setC === undefined) {
    return void context.report(wrongOperand(instruction, 'C', resultCount, 'an inline constant'));
  }
  const broadcasts = broadcastsOf(row, instruction, context);
  if (broadcasts === undefined) return undefined;
  const places: DensePlaces = { a, b, d, setC };
  if (row.d === 'f64') return f64Step(row, instruction, places, broadcasts);
  // The step is made on its first execution: most analyses need no products.
  const step = lazy((): Step => {
    const plain = plainStep(row, context.target, places, broadcasts);
    const isWhole = broadcasts.cbsz === 0 && broadcasts.blgp === 0;
    return isWhole ? (simdStep(row, context.target, places, plain) ?? plain) : plain;
  });
  return (wave) => step()(wave);
}

function f64Step(
  row: MatrixInstruction,
  instruction: Instruction,
  { a, b, d, setC }: DensePlaces,
  broadcasts: Broadcasts,
): Step {
  const format = elementFormat('f64', 'gfx90a');
  const plan = planFor(row, format.bits, broadcasts);
  const [ofA, ofB, ofC] = [0, 1, 2].map((at) => listModifier(instruction, 'neg', at) === 1);
  const signC = ofC === true ? -1 : 1;
  return (wave) => {
    gather(wave, a, format, plan.a, LEFT);
    gather(wave, b, format, plan.b, RIGHT);
    if (ofA !== ofB) for (let n = 0; n < plan.a.words.length; n++) LEFT[n] = -(LEFT[n] ?? 0);
    setC(wave);
    multiplyF64(LEFT, RIGHT, plan.product, signC, wave.u, d);
  };
}

/** A step in plain TypeScript: for broadcasts, for engines without SIMD, and to compare `simdStep` with. */
export function plainStep(
  row: MatrixInstruction,
  target: Target,
  { a, b, d, setC }: DensePlaces,
  broadcasts: Broadcasts = NO_BROADCASTS,
): Step {
  const format = elementFormat(row.a as ElementType, target);
  const formatB = elementFormat(row.b as ElementType, target);
  const plan = planFor(row, format.bits, broadcasts);
  const { product } = plan;
  const pairs = pairsOf(row, target);
  const group = groupSize(row, target);
  const integer = row.d === 'i32';
  return (wave) => {
    gather(wave, a, format, plan.a, LEFT);
    gather(wave, b, formatB, plan.b, RIGHT);
    setC(wave);
    if (pairs === undefined) {
      multiplyDense(LEFT, RIGHT, product, group, integer ? wave.i : wave.f, d);
    } else multiplyPairwise(LEFT, RIGHT, product, pairs, wave.f, d);
  };
}

function planFor(row: MatrixInstruction, bits: number, broadcasts: Broadcasts): Plan {
  const { cbsz, abid, blgp } = broadcasts;
  return planOf(`${row.name} ${cbsz} ${abid} ${blgp}`, () => makePlan(row, bits, broadcasts));
}

function makePlan(row: MatrixInstruction, bits: number, broadcasts: Broadcasts): Plan {
  const { cbsz, abid, blgp } = broadcasts;
  const span = 2 ** cbsz;
  return {
    a: gatherTable(row, bits, {
      major: 'row',
      blockOf: (block) => (cbsz === 0 ? block : block - (block % span) + abid),
    }),
    b: gatherTable(row, bits, { major: 'k', laneOf: (lane) => patternLane(blgp, lane) }),
    product: row.d === 'f64' ? elementTable(row) : tileTable(row),
  };
}

/** The lane whose B a lane takes. Source: AMD matrix instruction calculator, "BLGP". */
function patternLane(blgp: number, lane: number): number {
  switch (blgp) {
    case 0:
      return lane;
    case 1:
    case 2:
      return 32 * (blgp - 1) + (lane % 32);
    case 3:
      return (lane + 16) % 64;
    default:
      return 16 * (blgp - 4) + (lane % 16);
  }
}

/** The broadcasts that the modifiers name; a report and `undefined` when the instruction does not have them. */
function broadcastsOf(
  row: MatrixInstruction,
  instruction: Instruction,
  context: CompileContext,
): Broadcasts | undefined {
  const cbsz = numberModifier(instruction, 'cbsz');
  const abid = numberModifier(instruction, 'abid');
  const blgp = numberModifier(instruction, 'blgp');
  const without = (what: string): undefined =>
    void context.report(messages.execute.unsupported(instruction.mnemonic, what));
  if (cbsz > Math.log2(row.d === 'f64' ? 1 : row.blocks)) return without(`cbsz:${cbsz}`);
  if (abid >= 2 ** cbsz) return without(`abid:${abid} with cbsz:${cbsz}`);
  if (blgp > 7 || (blgp !== 0 && !hasLanePattern(row, context.target))) {
    return without(`blgp:${blgp}`);
  }
  return { cbsz, abid, blgp };
}
