/**
 * WMMA of RDNA3 and RDNA4 for waves of 32 lanes: 16 x 16 results, and which lane holds which element.
 *
 *     RDNA3   A: lanes l and l + 16 hold row l, all k             D: lane l, register r has row 2 r + floor(l / 16)
 *     RDNA4   A: lane l has row l mod 16, its half of k           D: lane l, register r has row 8 floor(l / 16) + r
 *
 * B is like A with columns; columns of D are l mod 16. Names: LLVM. Layouts: Triton (`AMDWmmaEncodingAttr::toLinearLayout`
 * and `wmmaDotOperandToLinearLayout`), which `layout/triton/wmma.ts` has as linear layouts; a test holds both together.
 */
import { sources } from './sources.ts';
import type { Evidence } from './evidence.ts';
import type { OperandPosition, ResultPosition } from './matrix.ts';

export interface WmmaInstruction {
  readonly name: string;
  readonly k: number;
  readonly a: string;
  readonly b: string;
  readonly d: string;
  readonly evidence: Evidence;
  readonly source: string;
}

/** Of `Machine.name`: the RDNA generation. */
const generations: Readonly<Record<string, 3 | 4>> = { gfx1100: 3, gfx1151: 3, gfx1201: 4 };

/** The generation of RDNA whose WMMA a chip has; `undefined` where it has none, or its layout is not known here. */
export function wmmaGeneration(chip: string): 3 | 4 | undefined {
  return generations[chip];
}

const row = (d: string, k: number, a: string, b = a): WmmaInstruction => ({
  name: `v_wmma_${d}_16x16x${k}_${a === b && !a.startsWith('fp8') && !a.startsWith('bf8') ? a : `${a}_${b}`}`,
  k,
  a,
  b,
  d,
  evidence: 'documented',
  source: sources.tritonLayouts,
});

const both = [
  row('f32', 16, 'f16'),
  row('f32', 16, 'bf16'),
  row('f16', 16, 'f16'),
  row('bf16', 16, 'bf16'),
  row('i32', 16, 'iu8'),
  row('i32', 16, 'iu4'),
];

const wmmaInstructions: Readonly<Record<3 | 4, readonly WmmaInstruction[]>> = {
  3: both,
  4: [
    ...both,
    row('i32', 32, 'iu4'),
    ...['fp8', 'bf8'].flatMap((a) => ['fp8', 'bf8'].map((b) => row('f32', 16, a, b))),
  ],
};

/** The WMMA instructions of a chip; empty where it has none, or their layout is not known here. */
export function wmmaOf(chip: string): readonly WmmaInstruction[] {
  const generation = generations[chip];
  return generation === undefined ? [] : wmmaInstructions[generation];
}

/** Elements of A or B, and of D, that one lane holds. */
export function wmmaElements(
  chip: string,
  { k }: WmmaInstruction,
): { readonly operand: number; readonly result: number } {
  return { operand: generations[chip] === 4 ? k / 2 : k, result: 8 };
}

export function wmmaOperand(
  chip: string,
  { k }: WmmaInstruction,
  lane: number,
  element: number,
): OperandPosition {
  const half = generations[chip] === 4 ? (k / 2) * Math.floor(lane / 16) : 0;
  return { row: lane % 16, k: half + element, block: 0 };
}

export function wmmaResult(chip: string, lane: number, element: number): ResultPosition {
  const high = Math.floor(lane / 16);
  const place = generations[chip] === 4 ? 8 * high + element : 2 * element + high;
  return { row: place, column: lane % 16, block: 0 };
}
