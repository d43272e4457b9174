/** How numbers are written on the pages. */
import { machineOf } from './one-access.ts';

/** `1,234,567`. */
export const grouped = (value: number): string => value.toLocaleString('en-US');

/** `1 way`, `2 ways`; `1,000 cycles`. */
export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${grouped(value)} ${value === 1 ? one : many}`;

/** `gfx942, 32 banks`. */
export const withBanks = (chip: string): string =>
  `${chip}, ${machineOf(chip).sharedMemory.banks.value} banks`;

/** `gfx942 (MI300X)`. */
export const withDevice = (chip: 'gfx942' | 'gfx950'): string =>
  `${chip} (${{ gfx942: 'MI300X', gfx950: 'MI355X' }[chip]})`;
