/** Where an operand of `wgmma` is in shared memory, as the word that the instruction takes. */
export interface Operand {
  readonly start: number;
  readonly leading: number;
  readonly stride: number;
  /** 0 none, 1 128 bytes, 2 64, 3 32. */
  readonly mode: number;
  readonly base?: number;
}

export const descriptor = ({ start, leading, stride, mode, base = 0 }: Operand): string => {
  const bits =
    BigInt(start >> 4) |
    (BigInt(leading >> 4) << 16n) |
    (BigInt(stride >> 4) << 32n) |
    (BigInt(base) << 49n) |
    (BigInt(mode) << 62n);
  return `0x${bits.toString(16)}`;
};
