/**
 * The facts that reading and executing machine code depends on, where chips differ.
 *
 *     gfx900    cdna 0     GCN 5, on whose instructions CDNA is built; a work-item id per register
 *     gfx906    cdna 0.5   and dot products
 *     gfx908    cdna 1     and matrix instructions, with accumulators in registers of their own
 *     gfx90a    cdna 2     M0[15:0] to LDS    scratch through registers    fp8 none    waves of 64
 *     gfx942    cdna 3     M0[15:0] to LDS    scratch set up               fp8 FNUZ
 *     gfx950    cdna 4     M0[17:0] to LDS    scratch set up               fp8 OCP
 *     gfx1100   rdna 3     workgroup ids in SGPRs, vmcnt and vscnt         fp8 none    waves of 32 or 64
 *     gfx1151   rdna 3.5   as gfx1100, and floats in the scalar ALU
 *     gfx1201   rdna 4     workgroup ids in ttmp7 and ttmp9, a counter per kind of access
 *     gfx1250   rdna 5     as gfx1201, in waves of 32 only, with copies between memory and LDS that asynccnt counts
 *
 * CDNA and RDNA are two instruction sets: an instruction of one with the name of an instruction of the other is not taken to
 * be the same. The tables of instructions state from which to which generation of either a row exists.
 */
import type { Fact } from './evidence.ts';

/** 0 and 0.5 are GCN 5 before CDNA: gfx900, and gfx906 with dot products. */
export type CdnaGeneration = 0 | 0.5 | 1 | 2 | 3 | 4;
/** 3.5 is gfx115x: RDNA 3 with floats in the scalar ALU. 5 is gfx1250, whose code is that of RDNA 4 and more. */
export type RdnaGeneration = 3 | 3.5 | 4 | 5;

/** What the instruction sets of both families have. */
interface CommonCode {
  readonly ldsByM0: LdsByM0;
  /** `registers`: kernels find private memory through registers that they set up; `architected`: the hardware does. */
  readonly scratch: Fact<'registers' | 'architected'>;
  /** Where lanes find the ids of their work-item: all in v0, 10 bits each, or x, y and z in v0, v1 and v2. */
  readonly workItemIds: Fact<'packed' | 'apart'>;
  /** Most scalar registers that a dispatch fills: addresses, and arguments that are preloaded. */
  readonly userRegisters: Fact<number>;
  /** General scalar registers, s0 on; vcc is not among them. */
  readonly scalarRegisters: Fact<number>;
  /** Where a wave finds the ids of its workgroup when it starts. */
  readonly workgroupIds: Fact<'scalars' | 'ttmp'>;
  /**
   * What memory instructions are counted by until they are finished.
   *
   * `vmcnt`: vector memory by vmcnt, LDS and scalars by lgkmcnt; `vscnt`: stores to memory by a counter of their own;
   * `by-kind`: loadcnt, storecnt, dscnt for LDS, kmcnt for scalars; `by-kind-async`: asynccnt for copies to LDS, too.
   */
  readonly counters: Fact<'vmcnt' | 'vscnt' | 'by-kind' | 'by-kind-async'>;
}

export interface CdnaCode extends CommonCode {
  readonly family: 'cdna';
  readonly generation: CdnaGeneration;
  /** Most bytes that a lane copies from global memory to LDS at once. */
  readonly copyToLdsBytes: Fact<number>;
  /** How matrix instructions round; absent where there are none. */
  readonly matrix?: MatrixRounding;
}

export interface MatrixRounding {
  /** f16 and bf16 below the smallest normal number are taken for zero. */
  readonly flushesSubnormals: Fact<boolean>;
  /** Most products of f16 or bf16 that an instruction sums before it rounds. */
  readonly group: Fact<number>;
  /** It sums them in pairs first. */
  readonly pairs: Fact<boolean>;
}

export interface RdnaCode extends CommonCode {
  readonly family: 'rdna';
  readonly generation: RdnaGeneration;
}

export type MachineCode = CdnaCode | RdnaCode;

/** Masks of the bits of M0 that are an address in LDS, by what takes it from there. */
export interface LdsByM0 {
  /** Copies from global memory to LDS. */
  readonly copy: Fact<number>;
  /** `ds_read_addtid_b32` and `ds_write_addtid_b32`: 4 bytes per lane from there on. */
  readonly threadId: Fact<number>;
  /** `ds_append` and `ds_consume`: one address for all lanes. */
  readonly counter: Fact<number>;
}
