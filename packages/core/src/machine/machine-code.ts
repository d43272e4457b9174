/**
 * What reading and executing the machine code of a chip requires to know, where chips differ.
 *
 *     gfx90a   cdna 2    M0[15:0] to LDS    scratch through registers    fp8 none
 *     gfx942   cdna 3    M0[15:0] to LDS    scratch set up               fp8 FNUZ
 *     gfx950   cdna 4    M0[17:0] to LDS    scratch set up               fp8 OCP
 *
 * The tables of instructions state from which to which generation of CDNA a row exists.
 */
import type { Fact } from './evidence.ts';

export type CdnaGeneration = 1 | 2 | 3 | 4;

export interface MachineCode {
  readonly cdna: CdnaGeneration;
  readonly ldsByM0: LdsByM0;
  /** `registers`: kernels find private memory through registers that they set up; `architected`: the hardware does. */
  readonly scratch: Fact<'registers' | 'architected'>;
  /** Most bytes that a lane copies from global memory to LDS at once. */
  readonly copyToLdsBytes: Fact<number>;
  /** Matrix instructions take f16 and bf16 below the smallest normal number for zero. */
  readonly matrixFlushesSubnormals: Fact<boolean>;
  /** Most products of f16 or bf16 that a matrix instruction sums before it rounds. */
  readonly matrixGroup: Fact<number>;
  /** It sums them in pairs first. */
  readonly matrixPairs: Fact<boolean>;
}

/** Masks of the bits of M0 that are an address in LDS, by what takes it from there. */
export interface LdsByM0 {
  /** Copies from global memory to LDS. */
  readonly copy: Fact<number>;
  /** `ds_read_addtid_b32` and `ds_write_addtid_b32`: 4 bytes per lane from there on. */
  readonly threadId: Fact<number>;
  /** `ds_append` and `ds_consume`: one address for all lanes. */
  readonly counter: Fact<number>;
}
