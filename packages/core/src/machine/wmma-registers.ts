/**
 * Where machine code of RDNA and gfx1250 has the elements of WMMA and SWMMAC: lane, register and bits, in waves of 32 and 64 lanes.
 *
 *     RDNA3   A: lane l has row l mod 16, all k; lanes 16 apart have copies      D: row (lanes / 16) r + g
 *     RDNA4   A of 16 bits: chunks of 4 k, 4 (groups t + g) + c                  D: row 8 (g mod 2) + 4 (g div 2) + r in waves of 64,
 *             A of 8 or 4 bits: K/2 (g mod 2) + K/4 (g div 2) + e                   row 8 g + r in waves of 32
 *
 *     gfx1250 A: chunks of K/4 (16 for 8 bits of K = 128, 2 for f32): K/4 (2 t + g) + c     D: as RDNA4
 *
 * with g = l div 16 (`groups` of them), r the register of a result, e the element of a lane, t = e div 4, c = e mod 4. B is as
 * A with columns. Sparse A has half the elements, two of each four k: it is stored like a dense matrix of K/2, and B in chunks that
 * hold the same k. Where the elements of a lane would not fill a register, the first 32 lanes hold them all.
 *
 * `wmma-table.ts` has waves of 32 lanes as Triton counts them: its k are those of RDNA4 in another order, for both A and B.
 * Source: AMD's matrix instruction calculator; a test has its tables. For gfx1250, IREE (`IREEGPUAttrs.cpp`) for D and
 * rocjitsu, AMD's emulator in ROCm/rocm-systems, for the k of A and B, which are the same, so that their order changes nothing
 * but in which order products are added. Block scales, `f8f6f4`, sparse forms and sums in bf16 of a C in f32 are left out.
 */
import type { Evidence } from './evidence.ts';
import { sources } from './sources.ts';
import { wmmaGeneration, wmmaOf } from './wmma-table.ts';

export type WmmaType = 'f16' | 'bf16' | 'f32' | 'iu8' | 'iu4' | 'fp8' | 'bf8';
type WmmaResult = 'f32' | 'f16' | 'bf16' | 'i32';

export interface WmmaForm {
  readonly name: string;
  /** The generation of RDNA; 5 is gfx1250. */
  readonly generation: 3 | 4 | 5;
  readonly k: number;
  readonly a: WmmaType;
  readonly b: WmmaType;
  readonly d: WmmaResult;
  /** SWMMAC: A is 4:2 sparse, and C is D. */
  readonly sparse: boolean;
  readonly evidence: Evidence;
  readonly source: string;
}

const SIDE = 16;

const BITS: Readonly<Record<WmmaType, number>> = {
  f16: 16,
  bf16: 16,
  f32: 32,
  iu8: 8,
  iu4: 4,
  fp8: 8,
  bf8: 8,
};

/** Bits of an element of A or B. */
export function wmmaBits(type: WmmaType): number {
  return BITS[type];
}

const types = Object.keys(BITS);
const isType = (name: string): name is WmmaType => types.includes(name);
const isResult = (name: string): name is WmmaResult => ['f32', 'f16', 'bf16', 'i32'].includes(name);

const known = { evidence: 'documented', source: sources.calculatorRdna } as const;

/** As names of instructions have them: floats of 8 bits may differ, all others are of one type. */
const factors = (a: WmmaType, b: WmmaType): string =>
  a.endsWith('8') && a !== 'iu8' ? `${a}_${b}` : a;

function sparse(k: number, d: WmmaResult, a: WmmaType, b: WmmaType = a): WmmaForm {
  const name = `v_swmmac_${d}_16x16x${k}_${factors(a, b)}`;
  return { name, generation: 4, k, a, b, d, sparse: true, ...known };
}

const sparseForms: readonly WmmaForm[] = [
  sparse(32, 'f32', 'f16'),
  sparse(32, 'f32', 'bf16'),
  sparse(32, 'f16', 'f16'),
  sparse(32, 'bf16', 'bf16'),
  sparse(32, 'i32', 'iu8'),
  sparse(32, 'i32', 'iu4'),
  sparse(64, 'i32', 'iu4'),
  ...(['fp8', 'bf8'] as const).flatMap((a) =>
    (['fp8', 'bf8'] as const).map((b) => sparse(32, 'f32', a, b)),
  ),
];

const gfx1250 = { evidence: 'documented', source: sources.rocjitsu } as const;

function ofGfx1250(k: number, d: WmmaResult, a: WmmaType, b: WmmaType = a): WmmaForm {
  const name = `v_wmma_${d}_16x16x${k}_${factors(a, b)}`;
  return { name, generation: 5, k, a, b, d, sparse: false, ...gfx1250 };
}

const formsOfGfx1250: readonly WmmaForm[] = [
  ofGfx1250(4, 'f32', 'f32'),
  ofGfx1250(32, 'f32', 'f16'),
  ofGfx1250(32, 'f32', 'bf16'),
  ofGfx1250(32, 'f16', 'f16'),
  ofGfx1250(32, 'bf16', 'bf16'),
  ofGfx1250(64, 'i32', 'iu8'),
  ...([64, 128] as const).flatMap((k) =>
    (['f32', 'f16'] as const).flatMap((d) =>
      (['fp8', 'bf8'] as const).flatMap((a) =>
        (['fp8', 'bf8'] as const).map((b) => ofGfx1250(k, d, a, b)),
      ),
    ),
  ),
];

/** The forms of a chip, where they are not those of a generation of RDNA. */
const ownForms: Readonly<Record<string, readonly WmmaForm[]>> = { gfx1250: formsOfGfx1250 };

/** WMMA and SWMMAC of a chip. */
export function wmmaForms(chip: string): readonly WmmaForm[] {
  const own = ownForms[chip];
  if (own !== undefined) return own;
  const generation = wmmaGeneration(chip);
  if (generation === undefined) return [];
  const dense = wmmaOf(chip).flatMap(({ name, k, a, b, d }) =>
    isType(a) && isType(b) && isResult(d)
      ? [{ name, generation, k, a, b, d, sparse: false, ...known } as const]
      : [],
  );
  return generation === 4 ? [...dense, ...sparseForms] : dense;
}

/** How A or B of a form is in the registers of a wave. */
interface WmmaOperand {
  /** Lanes that hold elements which are not copies. */
  readonly lanes: number;
  /** Elements per lane, low bits and low registers first. */
  readonly elements: number;
  readonly bits: number;
  /** Elements of a row of A or a column of B; for sparse A, half of K. */
  readonly slots: number;
  /** The row of A or column of B, and which of its `slots`, that an element of a lane is. */
  readonly at: (lane: number, element: number) => { readonly row: number; readonly slot: number };
}

/** A or B of a form in waves of 32 or 64 lanes. */
export function wmmaOperandOf(form: WmmaForm, side: 'a' | 'b', waveSize: 32 | 64): WmmaOperand {
  const bits = BITS[form[side]];
  const half = form.sparse && side === 'a';
  const slots = half ? form.k / 2 : form.k;
  if (form.generation === 3) {
    const at = (lane: number, element: number) => ({ row: lane % SIDE, slot: element });
    return { lanes: SIDE, elements: slots, bits, slots, at };
  }
  const lanes = Math.min(waveSize, (SIDE * slots * bits) / 32);
  const elements = (SIDE * slots) / lanes;
  const groups = lanes / SIDE;
  if (form.generation === 5) {
    const run = bits === 32 ? elements : bits === 8 && form.k === 128 ? 16 : elements / 2;
    const at = (lane: number, element: number) => ({
      row: lane % SIDE,
      slot: run * (groups * Math.floor(element / run) + Math.floor(lane / SIDE)) + (element % run),
    });
    return { lanes, elements, bits, slots, at };
  }
  const chunk = form.sparse && side === 'b' ? 8 : 4;
  const slotOf = (group: number, element: number): number =>
    bits === 16
      ? chunk * (groups * Math.floor(element / chunk) + group) + (element % chunk)
      : (slots / 2) * (group % 2) + (slots / 4) * Math.floor(group / 2) + element;
  const at = (lane: number, element: number) => ({
    row: lane % SIDE,
    slot: slotOf(Math.floor(lane / SIDE), element),
  });
  return { lanes, elements, bits, slots, at };
}

/** The row of D that register `register` of a lane holds, its column being the lane modulo 16; packed halves count as registers. */
export function wmmaRow(
  { generation }: WmmaForm,
  waveSize: 32 | 64,
  lane: number,
  register: number,
): number {
  const group = Math.floor(lane / SIDE);
  if (generation === 3) return (waveSize / SIDE) * register + group;
  return 8 * (group % 2) + 4 * Math.floor(group / 2) + register;
}
