/** Asynchronous copies into LDS: from when on and until when their data may arrive. */
import type { InFlight } from '@ldscope/core';
import type { LaneMask } from '../registers.ts';
import type { AccessingWave } from './accessing-wave.ts';

/**
 * Who ensures that a copy is complete before its wave uses the data. `compiler`: it puts the waits before accesses to the
 * same bytes, and before fences (`amdgpu.gather_to_lds`, `rocdl.load.to.lds`). `program`: only waits of the program do
 * (`amdgpu.gather_to_lds async` and `rocdl.wait.asyncmark`, `nvgpu.device_async_copy` and `nvgpu.device_async_wait`).
 * Source: "AMDGPU Asynchronous Operations" of LLVM; PTX ISA, "cp.async".
 */
export type WaitsFor = 'compiler' | 'program';

/** A copy from global memory to LDS that the hardware performs. */
export interface AsyncCopy extends InFlight {
  readonly wave: AccessingWave;
  readonly waitsFor: WaitsFor;
  /** Where each lane copies to, which do, and how many bytes. */
  readonly targets: Float64Array;
  readonly mask: LaneMask;
  readonly bytes: number;
  settledAfter: number | undefined;
  settledAt: number;
  /** Writes the data; absent when it has been written. */
  deliver: (() => void) | undefined;
  /** The copied data; computed on demand where only accesses are needed. */
  data: Uint8Array;
}
