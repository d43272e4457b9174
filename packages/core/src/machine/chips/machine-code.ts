/** Machine code of CDNA2 to CDNA4, and the chips that code objects name. */
import { documented, inferred } from '../evidence.ts';
import type { LdsByM0, MachineCode } from '../machine-code.ts';
import { sources } from '../sources.ts';

const M0_16 = 0xffff;
const M0_18 = 0x3ffff;

/**
 * The CDNA3 and CDNA4 ISA state `{OFFSET1,OFFSET0} + M0[15:0] + laneID * 4` for both `addtid` instructions, on CDNA4
 * too, where LDS is larger. For `ds_append` and `ds_consume` they state no base in M0; LLVM's selection puts the
 * pointer there (`SelectDSAppendConsume`, with the constant part as offset) and documents of RDNA state M0.base, so
 * that code which compilers make is at M0 + offset. Its bits are taken to be those of a copy.
 */
const ldsByM0 = (copy: number, source: string): LdsByM0 => ({
  copy: documented(copy, source),
  threadId: documented(M0_16, source),
  counter: inferred(copy, sources.llvm, 'as many bits as a copy to LDS'),
});

export const cdna2Code: MachineCode = {
  cdna: 2,
  ldsByM0: ldsByM0(M0_16, sources.cdna3),
  scratch: documented('registers', sources.llvm),
  copyToLdsBytes: documented(4, sources.llvm),
  matrixFlushesSubnormals: documented(true, sources.mmaSim),
  matrixGroup: documented(4, sources.mmaSim),
  matrixPairs: documented(true, sources.mmaSim),
};

export const cdna3Code: MachineCode = {
  cdna: 3,
  ldsByM0: ldsByM0(M0_16, sources.cdna3),
  scratch: documented('architected', sources.llvm),
  copyToLdsBytes: documented(4, sources.llvm),
  matrixFlushesSubnormals: documented(false, sources.mmaSim),
  matrixGroup: documented(8, sources.mmaSim),
  matrixPairs: documented(false, sources.mmaSim),
};

export const cdna4Code: MachineCode = {
  cdna: 4,
  ldsByM0: ldsByM0(M0_18, sources.cdna4),
  scratch: documented('architected', sources.llvm),
  copyToLdsBytes: documented(16, sources.llvm),
  matrixFlushesSubnormals: inferred(false, sources.mmaSim, 'as gfx942'),
  matrixGroup: inferred(8, sources.mmaSim, 'as gfx942'),
  matrixPairs: inferred(false, sources.mmaSim, 'as gfx942'),
};

/** A chip by the low byte of the ELF flags of its code objects (LLVM, EF_AMDGPU_MACH). */
export interface CodeObjectChip {
  readonly name: string;
  readonly scratch: 'registers' | 'architected';
}

export const codeObjectChips: Readonly<Record<number, CodeObjectChip>> = {
  0x2c: { name: 'gfx900', scratch: 'registers' },
  0x2f: { name: 'gfx906', scratch: 'registers' },
  0x30: { name: 'gfx908', scratch: 'registers' },
  0x3f: { name: 'gfx90a', scratch: 'registers' },
  0x40: { name: 'gfx940', scratch: 'architected' },
  0x4b: { name: 'gfx941', scratch: 'architected' },
  0x4c: { name: 'gfx942', scratch: 'architected' },
  0x4f: { name: 'gfx950', scratch: 'architected' },
};
