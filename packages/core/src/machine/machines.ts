import { gfx900, gfx906, gfx908, gfx90a, gfx942 } from './chips/gcn.ts';
import { gfx950 } from './chips/gfx950.ts';
import { gfx1250 } from './chips/gfx1250.ts';
import { sm100, sm70, sm75, sm80, sm86, sm89, sm90 } from './chips/nvidia.ts';
import {
  gfx1030,
  gfx1100,
  gfx1101,
  gfx1102,
  gfx1103,
  gfx1150,
  gfx1151,
  gfx1152,
  gfx1153,
  gfx1200,
  gfx1201,
} from './chips/rdna.ts';
import type { Machine } from './machine.ts';

/** Every chip that ldscope knows, in the order in which it lists them. A test checks them: `machineFaults`. */
export const machines: readonly Machine[] = [
  gfx900,
  gfx906,
  gfx908,
  gfx90a,
  gfx942,
  gfx950,
  gfx1030,
  gfx1100,
  gfx1151,
  gfx1201,
  gfx1250,
  sm70,
  sm75,
  sm80,
  sm86,
  sm89,
  sm90,
  sm100,
];

/**
 * Dies of one generation that differ from a listed chip in registers alone. Their names are taken everywhere; lists leave
 * them out, because every count of theirs is that of the listed one.
 */
export const siblings: readonly Machine[] = [
  gfx1101,
  gfx1102,
  gfx1103,
  gfx1150,
  gfx1152,
  gfx1153,
  gfx1200,
];

/** The chip with a name (`gfx950`, `sm_90`); `undefined` when it is not known. */
export function findMachine(name: string): Machine | undefined {
  const named = (machine: Machine): boolean => machine.name === name;
  return machines.find(named) ?? siblings.find(named);
}

/** The chip with a name that is known; throws a RangeError for any other, which is a mistake of the program. */
export function machineNamed(name: string): Machine {
  const machine = findMachine(name);
  if (machine === undefined) throw new RangeError(`no machine is called ${name}`);
  return machine;
}
