/**
 * Every matrix instruction of CDNA1 to CDNA4, a row each: shape, types, chips, layout, time.
 *
 * Names and chips: LLVM (llvm-mc 22 accepts exactly these, a test asks it). Layouts of CDNA1 to 3 and times:
 * AMD's matrix instruction calculator. Layouts of CDNA4 (gfx950): AMD's Matrix Core article for 8-bit and fp4
 * data, AMD's tests of hip-fpsan on an MI350 for mixed widths, block scales and sparse forms. Times of CDNA4:
 * LLVM's scheduling model.
 *
 * A pass is 4 cycles of one SIMD's matrix core.
 */
import { type MatrixChip, matrixGenerations } from './chips/matrix-units.ts';
import type { Evidence } from './evidence.ts';
import type { MatrixShape } from './matrix.ts';
import { sources } from './sources.ts';

export type { MatrixChip } from './chips/matrix-units.ts';

/** The chips whose instructions are in the table, the oldest first. */
const matrixChips = Object.keys(matrixGenerations) as readonly MatrixChip[];

/** The chip of that name, where it has matrix instructions of the table. */
export function matrixChipOf(name: string): MatrixChip | undefined {
  return matrixChips.find((chip) => chip === name);
}

/** Types of A and B. `fp8` and `bf8` are E4M3 and E5M2: FNUZ on gfx942, OCP on gfx950. */
export type MatrixType =
  | 'f16'
  | 'bf16'
  | 'f32'
  | 'xf32'
  | 'f64'
  | 'i8'
  | 'fp8'
  | 'bf8'
  /** 8, 6 or 4 bits by a modifier. */
  | 'f8f6f4';

type MatrixResult = 'f32' | 'f64' | 'i32';

export interface MatrixInstruction extends MatrixShape {
  /** As the assembler of its newest chip prints it. */
  readonly name: string;
  /** What gfx908 and gfx90a call it; absent when they do not have it. */
  readonly oldName?: string;
  /** Further spellings that assemblers of gfx942 and gfx950 take. */
  readonly aliases: readonly string[];
  readonly a: MatrixType;
  readonly b: MatrixType;
  readonly d: MatrixResult;
  /** 4:2 sparse: A holds two of each four k, a register says which. */
  readonly sparse: boolean;
  /** Consecutive k of B in one lane; absent where a lane holds nothing else (see `matrix.ts`). */
  readonly chunkB?: number;
  /** Passes by chip that has it. For `f8f6f4` without 8-bit data; with it the double. */
  readonly passes: Readonly<Partial<Record<MatrixChip, number>>>;
  /** How the layout is known. */
  readonly evidence: Evidence;
  readonly source: string;
}

type Passes = MatrixInstruction['passes'];

/** By M: the CDNA1 speed, and the speed that CDNA3 gave its single-block forms. */
const SLOW: Readonly<Record<number, number>> = { 4: 2, 16: 8, 32: 16 };
const FAST: Readonly<Record<number, number>> = { 16: 4, 32: 8 };

const all = (m: number): Passes => {
  const passes = SLOW[m] ?? 0;
  return { gfx908: passes, gfx90a: passes, gfx942: passes, gfx950: passes };
};
const sinceCdna2 = (m: number): Passes => {
  const passes = SLOW[m] ?? 0;
  return { gfx90a: passes, gfx942: passes, gfx950: passes };
};
const fasterSinceCdna3 = (m: number): Passes => ({
  gfx908: SLOW[m] ?? 0,
  gfx90a: SLOW[m] ?? 0,
  gfx942: FAST[m] ?? 0,
  gfx950: FAST[m] ?? 0,
});
const untilCdna2 = (m: number): Passes => ({ gfx908: SLOW[m] ?? 0, gfx90a: SLOW[m] ?? 0 });
const sinceCdna3 = (m: number): Passes => ({ gfx942: FAST[m] ?? 0, gfx950: FAST[m] ?? 0 });
const onlyCdna3 = (m: number): Passes => ({ gfx942: FAST[m] ?? 0 });
const onlyCdna4 = (m: number): Passes => ({ gfx950: FAST[m] ?? 0 });

const isInCdna2 = (passes: Passes): boolean =>
  matrixChips.some((chip) => matrixGenerations[chip] === 2 && passes[chip] !== undefined);

interface Form {
  readonly m: number;
  readonly k: number;
  readonly blocks?: number;
  readonly passes: Passes;
}

const form = (m: number, k: number, blocks: number, passes: Passes): Form => ({
  m,
  k,
  blocks,
  passes,
});

const documented = { evidence: 'documented', source: sources.calculator } as const;
const article = { evidence: 'documented', source: sources.matrixArticle } as const;
const silicon = { evidence: 'measured', source: sources.fpsan } as const;

/** `32x32x4_2b`, and `32x32x4` as the old names have it. */
const size = ({ m, k }: Form): string => `${m}x${m}x${k}`;
const sizeWithBlocks = (of: Form): string =>
  (of.blocks ?? 1) > 1 ? `${size(of)}_${of.blocks}b` : size(of);

/** `v_mfma_f32_32x32x4_2b_f16`, old and short `v_mfma_f32_32x32x4f16`. */
function dense(
  d: MatrixResult,
  type: MatrixType,
  forms: readonly Form[],
  { suffix = '', chips }: { suffix?: string; chips?: 'cdna4' } = {},
): MatrixInstruction[] {
  return forms.map((of) => {
    const short = `v_mfma_${d}_${size(of)}${type}`;
    const old = isInCdna2(of.passes) ? { oldName: short + suffix } : {};
    return {
      name: `v_mfma_${d}_${sizeWithBlocks(of)}_${type}`,
      ...old,
      aliases: suffix === '' && isInCdna2(of.passes) ? [] : [short],
      m: of.m,
      k: of.k,
      blocks: of.blocks ?? 1,
      a: type,
      b: type,
      d,
      sparse: false,
      passes: of.passes,
      ...(chips === 'cdna4' ? silicon : documented),
    };
  });
}

/** Forms that CDNA3 dropped keep their old name. */
function dropped(d: MatrixResult, type: MatrixType, forms: readonly Form[]): MatrixInstruction[] {
  return dense(d, type, forms).map((row) => ({ ...row, name: row.oldName ?? row.name }));
}

const eightBit = ['bf8', 'fp8'] as const;

/** The four pairs of 8-bit floats. */
function float8(forms: readonly Form[]): MatrixInstruction[] {
  return forms.flatMap((of) =>
    eightBit.flatMap((a) =>
      eightBit.map((b) => ({
        name: `v_mfma_f32_${size(of)}_${a}_${b}`,
        aliases: [],
        m: of.m,
        k: of.k,
        blocks: 1,
        a,
        b,
        d: 'f32' as const,
        sparse: false,
        passes: of.passes,
        ...documented,
      })),
    ),
  );
}

/**
 * Sparse forms. The wide ones of CDNA4 keep A and its index like the narrow ones but split B in two halves of K,
 * as one-hot probes of the hardware show.
 */
function sparse(
  d: MatrixResult,
  a: MatrixType,
  b: MatrixType,
  forms: readonly Form[],
  wide: boolean,
): MatrixInstruction[] {
  return forms.map((of) => ({
    name: `v_smfmac_${d}_${size(of)}_${a === b && a !== 'fp8' && a !== 'bf8' ? a : `${a}_${b}`}`,
    aliases: [],
    m: of.m,
    k: of.k,
    blocks: 1,
    a,
    b,
    d,
    sparse: true,
    ...(wide ? { chunkB: (of.m * of.k) / 128 } : {}),
    passes: of.passes,
    ...(wide ? silicon : documented),
  }));
}

const batched16: readonly Form[] = [
  form(32, 4, 2, all(32)),
  form(16, 4, 4, all(16)),
  form(4, 4, 16, all(4)),
];
const single16: readonly Form[] = [
  form(32, 8, 1, fasterSinceCdna3(32)),
  form(16, 16, 1, fasterSinceCdna3(16)),
];
const wide16: readonly Form[] = [form(32, 16, 1, onlyCdna4(32)), form(16, 32, 1, onlyCdna4(16))];

const narrowSparse16 = [form(16, 32, 1, sinceCdna3(16)), form(32, 16, 1, sinceCdna3(32))];
const narrowSparse8 = [form(16, 64, 1, sinceCdna3(16)), form(32, 32, 1, sinceCdna3(32))];
const wideSparse16 = [form(16, 64, 1, onlyCdna4(16)), form(32, 32, 1, onlyCdna4(32))];
const wideSparse8 = [form(16, 128, 1, onlyCdna4(16)), form(32, 64, 1, onlyCdna4(32))];

const withoutCdna1 = (forms: readonly Form[]): Form[] =>
  forms.map(({ passes, ...of }) => ({
    ...of,
    passes: { gfx90a: passes.gfx90a ?? 0, gfx942: passes.gfx942 ?? 0, gfx950: passes.gfx950 ?? 0 },
  }));

export const matrixInstructions: readonly MatrixInstruction[] = [
  ...dense('f32', 'f32', [
    form(32, 1, 2, all(32)),
    form(16, 1, 4, all(16)),
    form(4, 1, 16, all(4)),
    form(32, 2, 1, all(32)),
    form(16, 4, 1, all(16)),
  ]),
  ...dense('f32', 'f16', [...batched16, ...single16]),
  ...dense('f32', 'f16', wide16, { chips: 'cdna4' }),
  ...dense('f32', 'bf16', withoutCdna1([...batched16, ...single16]), { suffix: '_1k' }),
  ...dense('f32', 'bf16', wide16, { chips: 'cdna4' }),
  ...dropped('f32', 'bf16', [
    form(32, 2, 2, untilCdna2(32)),
    form(16, 2, 4, untilCdna2(16)),
    form(4, 2, 16, untilCdna2(4)),
    form(32, 4, 1, untilCdna2(32)),
    form(16, 8, 1, untilCdna2(16)),
  ]),
  ...dense('i32', 'i8', batched16),
  ...dropped('i32', 'i8', [form(32, 8, 1, untilCdna2(32)), form(16, 16, 1, untilCdna2(16))]),
  ...dense('i32', 'i8', [form(32, 16, 1, sinceCdna3(32)), form(16, 32, 1, sinceCdna3(16))]),
  ...dense('i32', 'i8', [form(32, 32, 1, onlyCdna4(32)), form(16, 64, 1, onlyCdna4(16))], {
    chips: 'cdna4',
  }),
  ...dense('f32', 'xf32', [form(16, 8, 1, onlyCdna3(16)), form(32, 4, 1, onlyCdna3(32))]),
  ...dense('f64', 'f64', [
    form(16, 4, 1, { ...sinceCdna2(16), gfx950: 16 }),
    form(4, 4, 4, { gfx90a: 4, gfx942: 4, gfx950: 4 }),
  ]),
  ...float8([form(16, 32, 1, sinceCdna3(16)), form(32, 16, 1, sinceCdna3(32))]),
  ...[form(16, 128, 1, onlyCdna4(16)), form(32, 64, 1, onlyCdna4(32))].map(
    (of): MatrixInstruction => ({
      name: `v_mfma_f32_${size(of)}_f8f6f4`,
      aliases: [],
      m: of.m,
      k: of.k,
      blocks: 1,
      a: 'f8f6f4',
      b: 'f8f6f4',
      d: 'f32',
      sparse: false,
      passes: of.passes,
      ...article,
    }),
  ),
  ...sparse('f32', 'f16', 'f16', narrowSparse16, false),
  ...sparse('f32', 'bf16', 'bf16', narrowSparse16, false),
  ...sparse('i32', 'i8', 'i8', narrowSparse8, false),
  ...eightBit.flatMap((a) => eightBit.flatMap((b) => sparse('f32', a, b, narrowSparse8, false))),
  ...sparse('f32', 'f16', 'f16', wideSparse16, true),
  ...sparse('f32', 'bf16', 'bf16', wideSparse16, true),
  ...sparse('i32', 'i8', 'i8', wideSparse8, true),
  ...eightBit.flatMap((a) => eightBit.flatMap((b) => sparse('f32', a, b, wideSparse8, true))),
];

/** The spellings that a chip's assembler takes; none for a chip that is not in the table. */
export function matrixNames(row: MatrixInstruction, name: string): readonly string[] {
  const chip = matrixChipOf(name);
  if (chip === undefined || row.passes[chip] === undefined) return [];
  if (matrixGenerations[chip] <= 2) return row.oldName === undefined ? [] : [row.oldName];
  const old = row.oldName === undefined || row.oldName === row.name ? [] : [row.oldName];
  return [row.name, ...old, ...row.aliases];
}

const byChip = new Map<string, ReadonlyMap<string, MatrixInstruction>>();

/**
 * The instruction that a chip understands by a mnemonic. The chip matters: `v_mfma_f32_32x32x4bf16` is one
 * block on gfx90a and two on gfx942.
 */
export function findMatrixInstruction(
  mnemonic: string,
  chip: string,
): MatrixInstruction | undefined {
  let names = byChip.get(chip);
  if (names === undefined) {
    names = new Map(
      matrixInstructions.flatMap((row) =>
        matrixNames(row, chip).map((name): [string, MatrixInstruction] => [name, row]),
      ),
    );
    byChip.set(chip, names);
  }
  return names.get(mnemonic);
}

/**
 * Whether the lane pattern of B (`blgp` as a permutation) is one of the instruction's modifiers. CDNA1 and 2 have
 * it except for f64; CDNA3 for f32 and for forms of several blocks. For CDNA4 it is taken from CDNA3.
 */
export function hasLanePattern(row: MatrixInstruction, name: string): boolean {
  const chip = matrixChipOf(name);
  if (chip === undefined || row.sparse || row.a === 'f64' || row.a === 'f8f6f4') return false;
  return matrixGenerations[chip] <= 2 || row.a === 'f32' || row.blocks > 1;
}
