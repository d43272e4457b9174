/**
 * D += A B in registers: the loops that take most of the time.
 *
 * D already holds C. For every shape with 32-bit results, four registers of four lanes in a row hold a *tile*: four rows by
 * four columns of D, of one block. A tile is computed at once, so that eight loads feed sixteen products (it took half the
 * time of four columns of one row at a time):
 *
 *     tile t     registers 4 * floor(t / 16) and the next three, lanes 4 * (t mod 16) and the next three
 *
 * Rounding. Products of all types but f32 and f64 are exact, and so (except for extreme cancellation) are sums of a group of
 * them in 64 bits; after each group the sum is rounded to f32, to nearest even:
 *
 *     f32                          each product fused with the sum
 *     f16, bf16   gfx942, gfx950   groups of 8        xf32   groups of 4        fp8   groups of 16
 *     f16, bf16   gfx90a           groups of 4 (bf16 without _1k: 2) added in pairs, each step rounded; C and
 *                                  sums that are denormal are flushed to zero after each group
 *     f8f6f4                       groups of 32, the reach of one scale
 *     i8                           exact, wraps at 32 bits (no instruction has a clamp bit)
 *
 * Source: MMA-Sim for CDNA2 and CDNA3; gfx950 is taken from gfx942. LIMITATION: gfx942 aligns the products of a group to the
 * largest one and cuts off bits below 2^-24 of it; here nothing is cut, so that results may differ in the last bit. i8: no
 * source says what happens beyond 32 bits.
 */
import { LANES } from '../../state/wave.ts';

/** The places of A and B that belong to each tile (each element, for f64) of D. */
export interface ProductTable {
  /** Start of the first row in A; the next rows follow, `k` values each. */
  readonly rowAt: Uint32Array;
  /** Start of the first column in B, in its first row. */
  readonly columnAt: Uint32Array;
  /** Values in a row of A. */
  readonly k: number;
  /** Distance of consecutive k in B. */
  readonly columns: number;
}

/** First word of a tile of D. */
const tileOffset = (tile: number): number => 4 * LANES * (tile >> 4) + 4 * (tile & 15);

const R1 = LANES;
const R2 = 2 * LANES;
const R3 = 3 * LANES;

/** `out` is f32 or i32: its store rounds or wraps after each group; i32 takes all k as one group. */
export function multiplyDense(
  left: Float64Array,
  right: Float64Array,
  { rowAt, columnAt, k, columns }: ProductTable,
  group: number,
  out: Float32Array | Int32Array,
  d: number,
): void {
  const k2 = 2 * k;
  const k3 = 3 * k;
  for (let tile = 0; tile < rowAt.length; tile++) {
    const at = d + tileOffset(tile);
    let b = columnAt[tile] ?? 0;
    let i = rowAt[tile] ?? 0;
    for (const last = i + k; i < last;) {
      let s00 = 0;
      let s01 = 0;
      let s02 = 0;
      let s03 = 0;
      let s10 = 0;
      let s11 = 0;
      let s12 = 0;
      let s13 = 0;
      let s20 = 0;
      let s21 = 0;
      let s22 = 0;
      let s23 = 0;
      let s30 = 0;
      let s31 = 0;
      let s32 = 0;
      let s33 = 0;
      for (const end = i + group; i < end; i++) {
        const b0 = right[b] ?? 0;
        const b1 = right[b + 1] ?? 0;
        const b2 = right[b + 2] ?? 0;
        const b3 = right[b + 3] ?? 0;
        b += columns;
        const a0 = left[i] ?? 0;
        s00 += a0 * b0;
        s01 += a0 * b1;
        s02 += a0 * b2;
        s03 += a0 * b3;
        const a1 = left[i + k] ?? 0;
        s10 += a1 * b0;
        s11 += a1 * b1;
        s12 += a1 * b2;
        s13 += a1 * b3;
        const a2 = left[i + k2] ?? 0;
        s20 += a2 * b0;
        s21 += a2 * b1;
        s22 += a2 * b2;
        s23 += a2 * b3;
        const a3 = left[i + k3] ?? 0;
        s30 += a3 * b0;
        s31 += a3 * b1;
        s32 += a3 * b2;
        s33 += a3 * b3;
      }
      add4(out, at, s00, s01, s02, s03);
      add4(out, at + R1, s10, s11, s12, s13);
      add4(out, at + R2, s20, s21, s22, s23);
      add4(out, at + R3, s30, s31, s32, s33);
    }
  }
}

function add4(
  out: Float32Array | Int32Array,
  at: number,
  s0: number,
  s1: number,
  s2: number,
  s3: number,
): void {
  out[at] = (out[at] ?? 0) + s0;
  out[at + 1] = (out[at + 1] ?? 0) + s1;
  out[at + 2] = (out[at + 2] ?? 0) + s2;
  out[at + 3] = (out[at + 3] ?? 0) + s3;
}

const SMALLEST_NORMAL = 2 ** -126;
/** Denormals become zero and keep their sign. */
function flush(value: number): number {
  if (value === 0 || Math.abs(value) >= SMALLEST_NORMAL || Number.isNaN(value)) return value;
  return value < 0 ? -0 : 0;
}

/** The order of CDNA2: the products of a group in pairs, then the pairs, each sum rounded. */
export function multiplyPairwise(
  left: Float64Array,
  right: Float64Array,
  { rowAt, columnAt, k, columns }: ProductTable,
  group: 2 | 4,
  f: Float32Array,
  d: number,
): void {
  for (let tile = 0; tile < rowAt.length; tile++) {
    for (let n = 0; n < 16; n++) {
      const at = d + tileOffset(tile) + LANES * (n >> 2) + (n & 3);
      const row = (rowAt[tile] ?? 0) + k * (n >> 2);
      let b = (columnAt[tile] ?? 0) + (n & 3);
      let sum = flush(f[at] ?? 0);
      for (let i = row; i < row + k; i += group) {
        let part =
          (left[i] ?? 0) * (right[b] ?? 0) + (left[i + 1] ?? 0) * (right[b + columns] ?? 0);
        b += 2 * columns;
        if (group === 4) {
          const other =
            (left[i + 2] ?? 0) * (right[b] ?? 0) + (left[i + 3] ?? 0) * (right[b + columns] ?? 0);
          part = Math.fround(part) + Math.fround(other);
          b += 2 * columns;
        }
        sum = flush(Math.fround(sum + Math.fround(part)));
      }
      f[at] = sum;
    }
  }
}

/** Sparse A: `k` values per row, and with each the k that it stands for. `out` as in `multiplyDense`. */
export function multiplySparse(
  left: Float64Array,
  positions: Uint8Array,
  right: Float64Array,
  { rowAt, columnAt, k, columns }: ProductTable,
  group: number,
  out: Float32Array | Int32Array,
  d: number,
): void {
  for (let tile = 0; tile < rowAt.length; tile++) {
    const column = columnAt[tile] ?? 0;
    for (let row = 0; row < 4; row++) {
      const at = d + tileOffset(tile) + LANES * row;
      let i = (rowAt[tile] ?? 0) + k * row;
      for (const last = i + k; i < last;) {
        let s0 = 0;
        let s1 = 0;
        let s2 = 0;
        let s3 = 0;
        for (const end = i + group; i < end; i++) {
          const a = left[i] ?? 0;
          const b = column + columns * (positions[i] ?? 0);
          s0 += a * (right[b] ?? 0);
          s1 += a * (right[b + 1] ?? 0);
          s2 += a * (right[b + 2] ?? 0);
          s3 += a * (right[b + 3] ?? 0);
        }
        add4(out, at, s0, s1, s2, s3);
      }
    }
  }
}
