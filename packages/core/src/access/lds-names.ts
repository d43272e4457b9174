/**
 * How the assemblers of AMD name LDS instructions: GCN and CDNA read and write, RDNA and after load and store.
 *
 *     ds_read2st64_b32     ds_load_2addr_stride64_b32
 */
import type { Isa } from './opcode.ts';

export interface LdsNames {
  readonly read: 'ds_read' | 'ds_load';
  readonly write: 'ds_write' | 'ds_store';
  /** What follows the verb of an instruction with two addresses, in elements and in 64 of them. */
  readonly two: string;
  readonly twoFar: string;
  readonly exchange: 'wrxchg' | 'storexchg';
  readonly compare: 'ds_cmpst' | 'ds_cmpstore';
  /** Loads and stores of global memory are named by bits (`global_load_b128`), not by dwords. */
  readonly globalByBits: boolean;
}

const reading: LdsNames = {
  read: 'ds_read',
  write: 'ds_write',
  two: '2',
  twoFar: '2st64',
  exchange: 'wrxchg',
  compare: 'ds_cmpst',
  globalByBits: false,
};

const loading: LdsNames = {
  read: 'ds_load',
  write: 'ds_store',
  two: '_2addr',
  twoFar: '_2addr_stride64',
  exchange: 'storexchg',
  compare: 'ds_cmpstore',
  globalByBits: true,
};

/** The names of an instruction set; PTX has its own, and these are not asked for. */
export const ldsNames: Readonly<Record<Isa, LdsNames>> = {
  gcn: reading,
  cdna3: reading,
  cdna4: reading,
  rdna: loading,
  gfx1250: loading,
  ptx: reading,
};
