/** How machines and lists are named on the pages. */
import { machineNamed } from '@ldscope/core';

/** `gfx942, 32 banks`. */
export const withBanks = (chip: string): string =>
  `${chip}, ${machineNamed(chip).sharedMemory.banks.value} banks`;

/** `gfx942 (MI300X)`. */
export const withDevice = (chip: 'gfx942' | 'gfx950'): string =>
  `${chip} (${{ gfx942: 'MI300X', gfx950: 'MI355X' }[chip]})`;

/** `ds_write_b128`, `2 x ds_write2_b32, ds_read_b32`: names with how often each is there. */
export function listed(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, n]) => (n === 1 ? name : `${n} x ${name}`)).join(', ');
}
