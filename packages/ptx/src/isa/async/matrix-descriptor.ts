/**
 * Matrices in shared memory as `wgmma` finds them: a descriptor of 64 bits says where chunks of 16 bytes are.
 *
 *     bits 0..13    start address / 16        bits 49..51    base offset of the swizzle
 *     bits 16..29   leading byte offset / 16  bits 62..63    swizzle: 0 none, 1 128 B, 2 64 B, 3 32 B
 *     bits 32..45   stride byte offset / 16
 *
 * A matrix has `rows` (M or N) times 32 bytes of K. *K-major*: a row's two chunks are side by side, and 8 rows make an atom
 * that is as wide as the swizzle; the stride offset leads to the next 8 rows, the leading one to the second chunk where
 * nothing is swizzled. *MN-major*: a chunk has 8 rows at one k, and an atom 8 k; here the stride offset leads to the next 8 k
 * and the leading one to the rows behind the atom; without a swizzle it is the other way round.
 *
 *     128 B, K-major    row 3, chunk 1 of a matrix at 1024: 1024 + 3 * 128 + 16 = 1424, swizzled 1424 ^ (3 << 4) = 1440
 *
 * The swizzle changes bits 4..6 of the byte address by its bits 7..9 (fewer of them for 64 and 32 B), so a start address
 * inside an atom stays right. Source: PTX ISA 9.0, 9.7.15.5.1.
 */

export interface MatrixDescriptor {
  readonly start: number;
  readonly leading: number;
  readonly stride: number;
  readonly baseOffset: number;
  /** Bytes of the swizzle; 16 for none. */
  readonly width: 16 | 32 | 64 | 128;
}

const WIDTHS = [16, 128, 64, 32] as const;

/** Reads a descriptor from the words of its register. */
export function descriptorOf(low: number, high: number): MatrixDescriptor {
  return {
    start: (low & 0x3fff) << 4,
    leading: ((low >>> 16) & 0x3fff) << 4,
    stride: (high & 0x3fff) << 4,
    baseOffset: (high >>> 17) & 7,
    width: WIDTHS[high >>> 30] ?? 16,
  };
}

/** A byte address after the swizzle of a width. `baseOffset`: where in its repeating pattern address 0 of the atom is. */
export function swizzled(address: number, width: number, baseOffset = 0): number {
  return address ^ ((((address >>> 7) - baseOffset) & (width / 16 - 1)) << 4);
}

/** Adds the byte of each chunk of a K-major matrix of `across` chunks a row, 8 rows at a time: first their first chunks. */
export function kMajorChunks(
  matrix: MatrixDescriptor,
  rows: number,
  across: number,
  add: (address: number) => void,
): void {
  const { start, leading, stride, width, baseOffset } = matrix;
  const inAtom = width / 16;
  for (let first = 0; first < rows; first += 8) {
    for (let chunk = 0; chunk < across; chunk++) {
      const column = (chunk % inAtom) * 16 + Math.floor(chunk / inAtom) * leading;
      for (let row = 0; row < 8; row++)
        add(swizzled(start + (first >> 3) * stride + row * width + column, width, baseOffset));
    }
  }
}

/** Adds the byte of each chunk of an MN-major matrix of 16-bit elements, 8 k at a time: group of rows by group. */
export function rowMajorChunks(
  matrix: MatrixDescriptor,
  rows: number,
  depth: number,
  add: (address: number) => void,
): void {
  const { start, leading, stride, width, baseOffset } = matrix;
  const across = width / 16;
  const [nextRows, nextDepth] = width === 16 ? [stride, leading] : [leading, stride];
  const groups = rows / 8;
  for (let first = 0; first < depth; first += 8) {
    for (let group = 0; group < groups; group++) {
      const at =
        start +
        (group % across) * 16 +
        Math.floor(group / across) * nextRows +
        (first >> 3) * nextDepth;
      for (let k = 0; k < 8; k++) add(swizzled(at + k * width, width, baseOffset));
    }
  }
}
