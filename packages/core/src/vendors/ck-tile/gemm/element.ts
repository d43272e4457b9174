/** Types of the operands of CK Tile's GEMMs: their sizes, what a matrix instruction calls them, and values for tests. */
import type { MatrixInstruction } from '../../../machine/matrix-table.ts';
import type { WmmaForm } from '../../../machine/wmma-registers.ts';

export type GemmType = 'f64' | 'f32' | 'f16' | 'bf16' | 'i8' | 'fp8' | 'bf8' | 'fp4';

interface TypeRow {
  readonly bits: number;
  /** The type in which a product is summed. */
  readonly sum: 'f64' | 'f32' | 'i32';
  /** Values whose products and sums are exact in every type of the table. */
  readonly values: readonly number[];
}

const small = Array.from({ length: 16 }, (_, i) => i - 8);

const rows: Readonly<Record<GemmType, TypeRow>> = {
  f64: { bits: 64, sum: 'f64', values: small },
  f32: { bits: 32, sum: 'f32', values: small },
  f16: { bits: 16, sum: 'f32', values: small },
  bf16: { bits: 16, sum: 'f32', values: small },
  i8: { bits: 8, sum: 'i32', values: small },
  fp8: { bits: 8, sum: 'f32', values: small },
  bf8: { bits: 8, sum: 'f32', values: small },
  // All that e2m1 has.
  fp4: {
    bits: 4,
    sum: 'f32',
    values: [0, 0.5, 1, 1.5, 2, 3, 4, 6, -6, -4, -3, -2, -1.5, -1, -0.5],
  },
};

/** By name: CK's and ours. */
export const gemmTypes: ReadonlyMap<string, GemmType> = new Map([
  ...(Object.keys(rows) as GemmType[]).map((type) => [type, type] as const),
  ...([
    ['fp64', 'f64'],
    ['fp32', 'f32'],
    ['fp16', 'f16'],
    ['f8', 'fp8'],
    ['f4', 'fp4'],
    ['pk_fp4_t', 'fp4'],
  ] as const),
]);

/** Bytes of an element; 0.5 where two share a byte. */
export const gemmElementBytes = (type: GemmType): number => rows[type].bits / 8;

/** The type of the sums of a product. */
export const gemmSum = (type: GemmType): TypeRow['sum'] => rows[type].sum;

/** Values that the type has, whose sums of up to 2^17 products are exact. */
export const gemmValues = (type: GemmType): readonly number[] => rows[type].values;

/** True for a matrix instruction of CDNA with operands of a type. */
export function takesType({ a, b }: MatrixInstruction, type: GemmType): boolean {
  if (a === 'f8f6f4') return type === 'fp8' || type === 'bf8' || type === 'fp4';
  return a === b && a === type;
}

/** True for a WMMA of RDNA with operands of a type. */
export function wmmaTakesType({ a, b }: WmmaForm, type: GemmType): boolean {
  return a === b && a === (type === 'i8' ? 'iu8' : type);
}
