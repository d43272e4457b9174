/**
 * What a dimension promises to accesses that move several of its elements at once: from an index that is a multiple of
 * `length`, `length` elements follow each other `stride` apart. CK's UNKNOWN is -1.
 */
export interface VectorSafety {
  readonly length: number;
  readonly stride: number;
}

const UNKNOWN = -1;

export const NO_VECTOR: VectorSafety = { length: UNKNOWN, stride: UNKNOWN };

export function known(value: number): boolean {
  return value !== UNKNOWN;
}

/** A promise that was stated for a dimension takes precedence over a derived one, number by number. */
export function override(derived: VectorSafety, stated: VectorSafety): VectorSafety {
  return {
    length: known(stated.length) ? stated.length : derived.length,
    stride: known(stated.stride) ? stated.stride : derived.stride,
  };
}
