/**
 * The chip that code is for, by its instructions, where nothing names one: the newest whose assembler takes all of them.
 *
 *     v_mac_f32 v0, v1, v2          gfx90a       CDNA 3 and later lack it
 *     v_add_nc_u32 v0, v1, v2       gfx1201      RDNA
 *     v_mov_b32 v0, v1              gfx950       every chip has it, and CDNA comes first
 *
 * LIMITATION. It goes by names alone: operands and modifiers that only some chips have are not checked.
 */
import { chipsWith, newestFirst } from '../isa/names.ts';
import type { Target } from '../state/target.ts';
import type { Program } from '../text/program.ts';

/** The newest chip with all instructions of a program that any chip has; `undefined` when none has them all. */
export function likelyChip({ instructions }: Program): Target | undefined {
  const mnemonics = new Set(
    instructions.flatMap(({ mnemonic, paired }) => [
      mnemonic,
      ...(paired ? [paired.mnemonic] : []),
    ]),
  );
  const known = [...mnemonics].map(chipsWith).filter((chips) => chips.length > 0);
  return newestFirst.find((chip) => known.every((chips) => chips.includes(chip)));
}
