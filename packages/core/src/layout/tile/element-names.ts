/**
 * Bits of elements by the names that tiles are written with: MLIR's, CK's and ours.
 *
 *     32x128xf16, 32x128xfp8, 32x128xf4E2M1FN
 */
export const elementBitsByName: ReadonlyMap<string, number> = new Map([
  ...['f64', 'fp64', 'i64'].map((name) => [name, 64] as const),
  ...['f32', 'fp32', 'i32'].map((name) => [name, 32] as const),
  ...['f16', 'fp16', 'bf16', 'i16'].map((name) => [name, 16] as const),
  ...['f8', 'fp8', 'bf8', 'i8', 'u8'].map((name) => [name, 8] as const),
  ...['f8E4M3FN', 'f8E5M2', 'f8E4M3FNUZ', 'f8E5M2FNUZ', 'f8E8M0FNU'].map(
    (name) => [name, 8] as const,
  ),
  ...['f6E2M3FN', 'f6E3M2FN', 'f6', 'fp6', 'bf6'].map((name) => [name, 6] as const),
  ...['f4E2M1FN', 'f4', 'fp4', 'i4', 'u4'].map((name) => [name, 4] as const),
  ['i1', 1],
]);
