/**
 * The 110 attention shapes of the talk: batch (times heads) x sequence length x head dimension. Queries and keys have the
 * same length, values the head dimension of the keys.
 *
 *     1x1024x64, 1x1024x128, 1x2048x64, ..., 192x16384x128        11 x 5 x 2
 *
 * The talk has no list; the grid is that of its benchmark: nod-ai/iree-kernel-benchmark
 * `attentionbench/problems.py` (llm_sweep), whose values are laid out as (batch, key, head dimension).
 */
export interface AttentionShape {
  readonly batch: number;
  readonly length: number;
  readonly headDim: number;
}

export type Element = 'f16' | 'f32';

export const elementBytesOf: Readonly<Record<Element, number>> = { f16: 2, f32: 4 };

const BATCHES = [1, 2, 4, 8, 16, 32, 48, 64, 96, 128, 192];
const LENGTHS = [1024, 2048, 4096, 8192, 16384];
export const headDims: readonly number[] = [64, 128];

export const attentionShapes: readonly AttentionShape[] = BATCHES.flatMap((batch) =>
  LENGTHS.flatMap((length) => headDims.map((headDim) => ({ batch, length, headDim }))),
);

export function nameOfShape({ batch, length, headDim }: AttentionShape): string {
  return `${batch}x${length}x${headDim}`;
}

/** Reads `1x1024x128`; `undefined` for anything else. */
export function parseShape(text: string): AttentionShape | undefined {
  const match = /^([1-9]\d{0,5})x([1-9]\d{0,7})x([1-9]\d{0,4})$/u.exec(text);
  if (match === null) return undefined;
  const [batch = 0, length = 0, headDim = 0] = match.slice(1).map(Number);
  return { batch, length, headDim };
}
