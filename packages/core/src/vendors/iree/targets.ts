/**
 * What IREE assumes about a chip where `machine/` says otherwise or nothing: the banks that its rules count with, and
 * how many bits a lane's direct copy to shared memory moves.
 *
 *     gfx1100   IREE counts 64 banks     measured: 32, as `machine/chips/rdna.ts` has it
 *
 * These numbers reproduce IREE's decisions; nothing else may use them. A test compares every row with the machine.
 * Source: iree-org/iree @b48a5955 `TargetUtils/KnownTargets.cpp`; bytes of shared memory are the machine's.
 */
export interface IreeTarget {
  readonly name: string;
  /** `workgroup_memory_bank_count`; absent where IREE leaves it open, and its rules then take 32. */
  readonly banks?: number | undefined;
  /** Sizes of `gather_to_lds` per lane. */
  readonly dmaBits: readonly number[];
}

const target = (name: string, banks?: number, dmaBits: readonly number[] = []): IreeTarget => ({
  name,
  banks,
  dmaBits,
});

export const ireeTargets: readonly IreeTarget[] = [
  target('gfx908', 32),
  target('gfx90a', 32),
  target('gfx942', 32, [32]),
  target('gfx950', 64, [32, 128]),
  target('gfx1030'),
  target('gfx1100', 64),
  target('gfx1151', 64),
  target('gfx1201', 64),
  target('gfx1250', 64),
];

export function findIreeTarget(name: string): IreeTarget | undefined {
  return ireeTargets.find((row) => row.name === name);
}
