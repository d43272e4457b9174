/**
 * What the formats, operands and modifiers of an instruction set depend on, besides the rows of its instructions.
 *
 *     gfx90a  9      gfx942, gfx950  9.4      gfx1030  10      gfx1100, gfx1151  11      gfx1201  12      gfx1250  12.5
 */

/** Names by number, as lists of the tables have them. */
export type Names = ReadonlyMap<number, string>;

export interface Isa {
  readonly chip: string;
  readonly generation: number;
  /** Ranges of vector registers begin at even numbers. */
  readonly aligned: boolean;
  /** Values of scalar operands that are neither numbered registers nor constants, as 32 bits and as 64. */
  readonly singles: Names;
  readonly pairs: Names;
  /** `hwreg`, `message`, `dataFormat` and more: names in immediates. */
  readonly names: Readonly<Record<string, Names>>;
}
