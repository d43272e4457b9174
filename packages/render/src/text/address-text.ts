/** Address instructions as a figure where it holds, and otherwise as what compilers emit: `+3`, `+7..24`, `~+13`. */
import { isFigure, type SuggestedLayout } from '@ldscope/core';

/** `+3`; a range where the model is not within 20 % or 2 instructions of compilers; `~` where none is compared. */
export function addressText({ addressInstructions, addressRange }: SuggestedLayout): string {
  if (addressRange === undefined) return `~+${addressInstructions}`;
  const isSure = isFigure({ instructions: addressInstructions, range: addressRange });
  return isSure ? `+${addressInstructions}` : `+${addressRange.join('..')}`;
}

/** The title of the column of these texts. */
export const ADDRESS_WORDS =
  'vector instructions in the program more than a plain tile needs, loops kept as they are, as clang emits ' +
  'them (a..b: between; ~: not compared with a compiler)';
