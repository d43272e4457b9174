/**
 * How the bits of an element become a number.
 *
 * Types of 16 bits and fewer are looked up in a table by their bits; f32, xf32 and f64 are read directly. All
 * of them are exact in the 64-bit numbers that the products are made of.
 *
 *     xf32   f32 with the low 13 bits of the mantissa cut off (10 remain), not rounded
 *     f16, bf16 on gfx90a: denormals count as zero
 *     fp8, bf8: FNUZ on gfx942, OCP on gfx950
 *
 * Sources: xf32 and denormals, MMA-Sim (MI250X, MI300X, bit-exact) and MIOpen's note on MI200; 8-bit floats,
 * AMD CDNA3 and CDNA4 ISA.
 */
import { decodeTable, lazy, smallFloats, type MatrixType } from '@ldscope/core';
import { matrixRoundingOf, hasOcpFloats, type Target } from '../../state/target.ts';

/** Types of A and B, with the widths that `f8f6f4` stands for. */
export type ElementType = Exclude<MatrixType, 'f8f6f4'> | 'fp6' | 'bf6' | 'fp4';

export type ElementFormat =
  | { readonly kind: 'table'; readonly bits: number; readonly table: Float32Array }
  | { readonly kind: 'f32' | 'xf32'; readonly bits: 32 }
  | { readonly kind: 'f64'; readonly bits: 64 };

/** `cbsz` and `blgp` of the f8f6f4 forms, by number. Source: LLVM AMDGPU, MFMAScaleFormats. */
export const SCALED_FORMATS: readonly ElementType[] = ['fp8', 'bf8', 'fp6', 'bf6', 'fp4'];

const SMALLEST_NORMAL = { f16: 2 ** -14, bf16: 2 ** -126 } as const;

const tables = new Map<string, Float32Array>();

function table(name: string, flushBelow = 0): Float32Array {
  const key = `${name} ${flushBelow}`;
  const known = tables.get(key);
  if (known !== undefined) return known;
  const format = smallFloats[name];
  if (format === undefined) throw new Error(`no number format ${name}`);
  const made = Float32Array.from(decodeTable(format), (value) =>
    Math.abs(value) < flushBelow ? 0 : value,
  );
  tables.set(key, made);
  return made;
}

const SIGNED_BYTES = Float32Array.from({ length: 256 }, (_, bits) => (bits << 24) >> 24);

/** A format whose table is made when it is first read. */
function tabled(bits: number, name: string, flushBelow?: number): ElementFormat {
  const values = lazy(() => table(name, flushBelow));
  return {
    kind: 'table',
    bits,
    get table() {
      return values();
    },
  };
}

/** The format of a type on a chip. */
export function elementFormat(type: ElementType, target: Target): ElementFormat {
  switch (type) {
    case 'f16':
    case 'bf16': {
      const flushes = matrixRoundingOf(target).flushesSubnormals.value;
      return tabled(16, type, flushes ? SMALLEST_NORMAL[type] : 0);
    }
    case 'fp8':
      return tabled(8, hasOcpFloats(target) ? 'f8E4M3FN' : 'f8E4M3FNUZ');
    case 'bf8':
      return tabled(8, hasOcpFloats(target) ? 'f8E5M2' : 'f8E5M2FNUZ');
    case 'fp6':
      return tabled(6, 'f6E2M3FN');
    case 'bf6':
      return tabled(6, 'f6E3M2FN');
    case 'fp4':
      return tabled(4, 'f4E2M1FN');
    case 'i8':
      return { kind: 'table', bits: 8, table: SIGNED_BYTES };
    case 'f32':
    case 'xf32':
      return { kind: type, bits: 32 };
    default:
      return { kind: 'f64', bits: 64 };
  }
}
