/**
 * Words that AMD's assemblers renamed from RDNA on, for names that are composed: those of atomics and of accesses of
 * global memory. Plain reads and writes of LDS are looked up by what they do (`plainOpcode`).
 *
 *     ds_wrxchg_rtn_b32     ds_storexchg_rtn_b32
 */
import type { Isa } from './opcode.ts';

export interface LdsNames {
  readonly exchange: 'wrxchg' | 'storexchg';
  readonly compare: 'ds_cmpst' | 'ds_cmpstore';
  /** Loads and stores of global memory are named by bits (`global_load_b128`), not by dwords. */
  readonly globalByBits: boolean;
}

const reading: LdsNames = {
  exchange: 'wrxchg',
  compare: 'ds_cmpst',
  globalByBits: false,
};

const loading: LdsNames = {
  exchange: 'storexchg',
  compare: 'ds_cmpstore',
  globalByBits: true,
};

/** The names of an instruction set; PTX has its own and uses none of these. */
export const ldsNames: Readonly<Record<Isa, LdsNames>> = {
  gcn: reading,
  cdna3: reading,
  cdna4: reading,
  rdna: loading,
  gfx1250: loading,
  ptx: reading,
};
