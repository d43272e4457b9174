/** Machine code of GCN 5 to CDNA4, RDNA3 to RDNA4 and gfx1250, and the chips that code objects name. */
import { documented, inferred } from '../evidence.ts';
import type { CdnaCode, LdsByM0, RdnaCode, RdnaGeneration } from '../machine-code.ts';
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

const cdna: Pick<
  CdnaCode,
  'family' | 'userRegisters' | 'scalarRegisters' | 'workgroupIds' | 'workItemIds' | 'counters'
> = {
  family: 'cdna',
  workItemIds: documented('packed', sources.llvm),
  userRegisters: documented(16, sources.llvm),
  scalarRegisters: documented(102, sources.llvm),
  workgroupIds: documented('scalars', sources.llvm),
  counters: documented('vmcnt', sources.cdna3),
};

const olderCode = (generation: 0 | 0.5 | 1): CdnaCode => ({
  ...cdna,
  generation,
  workItemIds: documented('apart', sources.llvm),
  ldsByM0: ldsByM0(M0_16, sources.vega),
  scratch: documented('registers', sources.llvm),
  copyToLdsBytes: documented(4, sources.llvm),
});

export const vegaCode = olderCode(0);
export const vega20Code = olderCode(0.5);
/** How gfx908 rounds matrix products is not published. */
export const cdna1Code: CdnaCode = {
  ...olderCode(1),
  matrix: {
    flushesSubnormals: inferred(true, sources.mmaSim, 'as gfx90a'),
    group: inferred(4, sources.mmaSim, 'as gfx90a'),
    pairs: inferred(true, sources.mmaSim, 'as gfx90a'),
  },
};

export const cdna2Code: CdnaCode = {
  ...cdna,
  generation: 2,
  ldsByM0: ldsByM0(M0_16, sources.cdna3),
  scratch: documented('registers', sources.llvm),
  copyToLdsBytes: documented(4, sources.llvm),
  matrix: {
    flushesSubnormals: documented(true, sources.mmaSim),
    group: documented(4, sources.mmaSim),
    pairs: documented(true, sources.mmaSim),
  },
};

export const cdna3Code: CdnaCode = {
  ...cdna,
  generation: 3,
  ldsByM0: ldsByM0(M0_16, sources.cdna3),
  scratch: documented('architected', sources.llvm),
  copyToLdsBytes: documented(4, sources.llvm),
  matrix: {
    flushesSubnormals: documented(false, sources.mmaSim),
    group: documented(8, sources.mmaSim),
    pairs: documented(false, sources.mmaSim),
  },
};

export const cdna4Code: CdnaCode = {
  ...cdna,
  generation: 4,
  ldsByM0: ldsByM0(M0_18, sources.cdna4),
  scratch: documented('architected', sources.llvm),
  copyToLdsBytes: documented(16, sources.llvm),
  matrix: {
    flushesSubnormals: inferred(false, sources.mmaSim, 'as gfx942'),
    group: inferred(8, sources.mmaSim, 'as gfx942'),
    pairs: inferred(false, sources.mmaSim, 'as gfx942'),
  },
};

const rdna = (generation: RdnaGeneration): RdnaCode => ({
  family: 'rdna',
  generation,
  // LLVM selects `ds_append` as for CDNA; nothing copies to LDS without passing vector registers.
  ldsByM0: ldsByM0(M0_16, sources.rdna),
  scratch: documented('architected', sources.llvm),
  userRegisters: documented(generation < 5 ? 16 : 32, sources.llvm),
  scalarRegisters: documented(106, sources.llvm),
  workgroupIds: documented(generation < 4 ? 'scalars' : 'ttmp', sources.llvm),
  workItemIds: documented('packed', sources.llvm),
  counters: documented(
    generation < 4 ? 'vscnt' : generation < 5 ? 'by-kind' : 'by-kind-async',
    sources.llvm,
  ),
});

export const rdna3Code = rdna(3);
export const rdna35Code = rdna(3.5);
export const rdna4Code = rdna(4);
export const gfx1250Code = rdna(5);

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
  0x41: { name: 'gfx1100', scratch: 'architected' },
  0x46: { name: 'gfx1101', scratch: 'architected' },
  0x47: { name: 'gfx1102', scratch: 'architected' },
  0x44: { name: 'gfx1103', scratch: 'architected' },
  0x43: { name: 'gfx1150', scratch: 'architected' },
  0x4a: { name: 'gfx1151', scratch: 'architected' },
  0x55: { name: 'gfx1152', scratch: 'architected' },
  0x58: { name: 'gfx1153', scratch: 'architected' },
  0x48: { name: 'gfx1200', scratch: 'architected' },
  0x4e: { name: 'gfx1201', scratch: 'architected' },
  0x49: { name: 'gfx1250', scratch: 'architected' },
};

/**
 * Chips with the instructions and the LDS of another: gfx940 and gfx941, forms of MI300 before gfx942, which LLVM replaced by it
 * in all of its tests (pull request 125711; only stores differ: for gfx942 it does not force `sc0` and `sc1` on them); and
 * dies of one generation of RDNA, which LLVM tells apart by registers and by hazards of the pipeline alone (`GCNProcessors`).
 */
const sameCode: ReadonlyMap<string, string> = new Map([
  ['gfx940', 'gfx942'],
  ['gfx941', 'gfx942'],
  ['gfx1101', 'gfx1100'],
  ['gfx1102', 'gfx1100'],
  ['gfx1103', 'gfx1100'],
  ['gfx1150', 'gfx1151'],
  ['gfx1152', 'gfx1151'],
  ['gfx1153', 'gfx1151'],
  ['gfx1200', 'gfx1201'],
]);

/** The chip whose instructions a chip has: itself, or the one of its generation that the tables of instructions name. */
export function codeChip(name: string): string {
  return sameCode.get(name) ?? name;
}
