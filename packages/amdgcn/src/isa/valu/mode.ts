/** The mode register, decomposed. */

/** The bits of the mode register on which the text depends. */
export interface Mode {
  /** The mode register, which a step compares with its own. */
  readonly value: number;
  /** The enables of `s_set_gpr_idx_on`, which a step compares as well. */
  readonly indexing: number;
  readonly round32: number;
  readonly round16: number;
  /** Bit 0 keeps denormal sources, bit 1 denormal results. */
  readonly denormal32: number;
  readonly denormal16: number;
  readonly dx10Clamp: boolean;
  readonly ieee: boolean;
  readonly saturate: boolean;
}

export function readMode(value: number, indexing = 0): Mode {
  return {
    value,
    indexing,
    round32: value & 3,
    round16: (value >> 2) & 3,
    denormal32: (value >> 4) & 3,
    denormal16: (value >> 6) & 3,
    dx10Clamp: ((value >> 8) & 1) === 1,
    ieee: ((value >> 9) & 1) === 1,
    saturate: ((value >> 23) & 1) === 1,
  };
}
