/** Resident workgroups of a compute unit, as far as shared memory limits them. */
import type { Machine } from './machine.ts';

/** How many workgroups with this much shared memory fit; `undefined` when they use none or more than they may. */
export function workgroupsByMemory(ldsBytes: number, machine: Machine): number | undefined {
  const { bytes, allocationGranuleBytes, bytesPerWorkgroup } = machine.sharedMemory;
  if (ldsBytes === 0 || ldsBytes > bytesPerWorkgroup.value) return undefined;
  const granule = allocationGranuleBytes.value;
  // What a block of an SM cannot have is what the driver reserves in each block (1 KiB from sm_80 on).
  const reserved = machine.vendor === 'NVIDIA' ? bytes.value - bytesPerWorkgroup.value : 0;
  const rounded = Math.ceil((ldsBytes + reserved) / granule) * granule;
  return Math.floor(bytes.value / rounded);
}
