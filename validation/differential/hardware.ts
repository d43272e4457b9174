/**
 * What kernels with exchanges between lanes have to know of the chip: the lanes of a wave, and what reaches how far.
 *
 *     gfx942             64 lanes    ds_bpermute over the wave     DPP moves over rows and waves
 *     gfx1100, wave64    64 lanes    ds_bpermute over 32 lanes     DPP moves within rows, row_xmask
 *     gfx1201, wave64    64 lanes    ds_bpermute over the wave     as gfx1100
 *
 * Source for ds_bpermute: how LLVM 22 selects `llvm.amdgcn.wave.shuffle`.
 */
import { findMachine } from '@ldscope/core';

export interface Hardware {
  readonly lanes: 32 | 64;
  /** Lanes over which `ds_bpermute_b32` reads. */
  readonly permuteLanes: 32 | 64;
  /** DPP controls: those of gfx90a on, those before without `row_newbcast`, or those of gfx11 and later. */
  readonly controls: 'wave' | 'older-wave' | 'row';
  /** Kernels take the operations of `repertoire.h` too; gfx1250 and CDNA lack some of them. */
  readonly hasRepertoire: boolean;
}

export const WAVE64: Hardware = {
  lanes: 64,
  permuteLanes: 64,
  controls: 'wave',
  hasRepertoire: false,
};

export function hardwareOf({
  chip,
  waveSize = 64,
}: {
  readonly chip: string;
  readonly waveSize?: 32 | 64;
}): Hardware {
  const code = findMachine(chip)?.code;
  if (code?.family !== 'rdna')
    return (code?.generation ?? 2) < 2 ? { ...WAVE64, controls: 'older-wave' } : WAVE64;
  const isWide = waveSize === 64 && code.generation >= 4;
  return {
    lanes: waveSize,
    permuteLanes: isWide ? 64 : 32,
    controls: 'row',
    hasRepertoire: chip !== 'gfx1250',
  };
}
