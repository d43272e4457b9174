/** How machines are named on the pages. */
import { machineNamed } from '@ldscope/core';

/** `gfx942, 32 banks`. */
export const withBanks = (chip: string): string =>
  `${chip}, ${machineNamed(chip).sharedMemory.banks.value} banks`;

/** `gfx942 (MI300X)`. */
export const withDevice = (chip: 'gfx942' | 'gfx950'): string =>
  `${chip} (${{ gfx942: 'MI300X', gfx950: 'MI355X' }[chip]})`;
