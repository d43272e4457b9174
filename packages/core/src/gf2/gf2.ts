/**
 * Linear algebra over GF(2), on vectors of up to 32 bits held in one number (bit i is coordinate i).
 *
 * Addition is XOR. A linear map is the list of the images of the unit vectors:
 *
 *     lane l -> byte address   columns[i] = address(2^i) ^ address(0)
 *     [16, 32, 64, 0]          lane bit 3 does not move the address: its column is 0, so it is in the kernel
 *
 * Invariant of an echelon basis: each vector has a leading bit that no other vector of the basis has set.
 */

/** Position of the highest set bit; -1 for zero. */
function leadingBit(vector: number): number {
  return 31 - Math.clz32(vector);
}

/** A reduced echelon basis of the span, highest leading bit first. */
export function echelon(vectors: readonly number[]): number[] {
  const basis: number[] = [];
  for (const vector of vectors) {
    const rest = reduce(basis, vector);
    if (rest === 0) continue;
    const lead = leadingBit(rest);
    for (let i = 0; i < basis.length; i++) {
      const existing = basis[i] ?? 0;
      if ((existing >>> lead) & 1) basis[i] = (existing ^ rest) >>> 0;
    }
    basis.push(rest);
    basis.sort((a, b) => b - a);
  }
  return basis;
}

/** What is left of a vector after subtracting an echelon basis; 0 when it is in the span. */
export function reduce(basis: readonly number[], vector: number): number {
  let rest = vector >>> 0;
  for (const existing of basis) {
    if ((rest >>> leadingBit(existing)) & 1) rest = (rest ^ existing) >>> 0;
  }
  return rest;
}

/** Dimension of the span. */
export function rank(vectors: readonly number[]): number {
  return echelon(vectors).length;
}

/** The image of a vector under the map with these columns. */
export function apply(columns: readonly number[], vector: number): number {
  let image = 0;
  for (let i = 0; i < columns.length; i++) if ((vector >>> i) & 1) image ^= columns[i] ?? 0;
  return image >>> 0;
}

/** A basis of the vectors that the map sends to zero. */
export function nullSpace(columns: readonly number[]): number[] {
  const rows: { image: number; source: number }[] = [];
  const kernel: number[] = [];
  for (let i = 0; i < columns.length; i++) {
    let image = (columns[i] ?? 0) >>> 0;
    let source = 2 ** i;
    for (const row of rows) {
      if ((image >>> leadingBit(row.image)) & 1) {
        image = (image ^ row.image) >>> 0;
        source = (source ^ row.source) >>> 0;
      }
    }
    if (image === 0) {
      kernel.push(source);
    } else {
      rows.push({ image, source });
      rows.sort((a, b) => b.image - a.image);
    }
  }
  return kernel;
}

/**
 * The inverse of a square map on `columns.length` bits; `undefined` when it is singular or when a
 * column has bits beyond them.
 */
export function inverse(columns: readonly number[]): number[] | undefined {
  const size = columns.length;
  const images = columns.map((column) => column >>> 0);
  const sources = images.map((_, i) => 2 ** i);
  for (let bit = 0; bit < size; bit++) {
    const pivot = images.findIndex((image, i) => i >= bit && ((image >>> bit) & 1) === 1);
    if (pivot < 0) return undefined;
    [images[bit], images[pivot]] = [images[pivot] ?? 0, images[bit] ?? 0];
    [sources[bit], sources[pivot]] = [sources[pivot] ?? 0, sources[bit] ?? 0];
    for (let i = 0; i < size; i++) {
      if (i !== bit && ((images[i] ?? 0) >>> bit) & 1) {
        images[i] = ((images[i] ?? 0) ^ (images[bit] ?? 0)) >>> 0;
        sources[i] = ((sources[i] ?? 0) ^ (sources[bit] ?? 0)) >>> 0;
      }
    }
  }
  return images.every((image, i) => image === 2 ** i) ? sources : undefined;
}
