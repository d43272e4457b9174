/**
 * gfx1030, gfx1100, gfx1151, gfx1201: 32 banks for one access. Documents that say 64 count both halves of
 * a workgroup processor.
 */
import { coalescingOf } from '../coalescing.ts';
import type { ConflictModel, Machine, Occupancy, RuleTable } from '../machine.ts';
import type { Evidence } from '../evidence.ts';
import { documented, inferred } from '../evidence.ts';
import { contiguous, cosets, type PhaseTable } from '../phases.ts';
import { rdna35Code, rdna3Code, rdna4Code } from './machine-code.ts';
import { amend, NARROW_READS, NARROW_WRITES, phaseModel, rule } from '../rules.ts';
import { sources } from '../sources.ts';

interface Grounds {
  readonly reads: Evidence;
  readonly writes: Evidence;
  readonly source: string;
  readonly note?: string;
}

function rules(waveSize: 32 | 64, octets: PhaseTable, grounds: Grounds): RuleTable {
  const halves = contiguous(waveSize, 32);
  const quarters = contiguous(waveSize, 16);
  const eighths = contiguous(waveSize, 8);
  const note = grounds.note === undefined ? {} : { note: grounds.note };
  const common = { banks: 32, source: grounds.source, ...note } as const;
  const read = { ...common, slots: 'distinct-words', evidence: grounds.reads } as const;
  const write = { ...common, slots: 'each-lane', evidence: grounds.writes } as const;
  return {
    ...rule(NARROW_READS, { ...read, phases: halves }),
    ...rule(['read.b8'], {
      ...read,
      phases: halves,
      evidence: 'inferred',
      note: 'as 16-bit reads',
    }),
    ...rule(['read.b64'], { ...read, phases: quarters }),
    ...rule(['read.b96'], {
      ...read,
      phases: octets,
      evidence: 'inferred',
      note: 'as ds_load_b128',
    }),
    ...rule(['read.b128'], { ...read, phases: octets }),
    ...rule(NARROW_WRITES, { ...write, phases: halves, slots: 'disjoint-bytes' }),
    ...rule(['write.b32'], { ...write, phases: halves }),
    ...rule(['write.b64'], { ...write, phases: quarters }),
    ...rule(['write.b96'], { ...write, phases: eighths, evidence: 'inferred' }),
    ...rule(['write.b128'], { ...write, phases: eighths }),
    ...rule(['atomic.b32'], { ...write, phases: halves, evidence: 'inferred', note: 'not probed' }),
    ...rule(['atomic.b64'], {
      ...write,
      phases: quarters,
      evidence: 'inferred',
      note: 'not probed',
    }),
  };
}

const model = (
  octets: (waveSize: 32 | 64) => PhaseTable,
  w32: Grounds,
  w64: Grounds,
): ConflictModel => phaseModel({ 32: rules(32, octets(32), w32), 64: rules(64, octets(64), w64) });

const irregular = (waveSize: 32 | 64): PhaseTable => cosets(waveSize, [1, 2, 20]);
const consecutive = (waveSize: 32 | 64): PhaseTable => contiguous(waveSize, 8);

const rdna3 = model(
  irregular,
  { reads: 'measured', writes: 'measured', source: `${sources.shark}; ${sources.loom}` },
  { reads: 'measured', writes: 'measured', source: sources.loom },
);

const rdna2Note = 'Triton and LLVM treat gfx10 as gfx11; nothing was measured';
const rdna2 = model(
  irregular,
  { reads: 'inferred', writes: 'inferred', source: sources.triton, note: rdna2Note },
  { reads: 'inferred', writes: 'inferred', source: sources.triton, note: rdna2Note },
);

const rdna4 = model(
  consecutive,
  {
    reads: 'measured',
    writes: 'inferred',
    source: `${sources.shark}; ${sources.triton}`,
    note: 'reads by latency (the conflict counter of gfx1201 reads 0); writes as gfx11',
  },
  { reads: 'inferred', writes: 'inferred', source: sources.triton, note: 'two waves of 32' },
);

/** Registers of a SIMD for waves of 32 lanes; a wave of 64 takes twice as many. */
function occupancy(registers: number, granule: number): Occupancy {
  return {
    simdsPerUnit: documented(
      4,
      sources.rdna,
      'two compute units of two SIMDs per workgroup processor',
    ),
    wavesPerSimd: documented(16, sources.llvm),
    vectorRegistersPerSimd: documented(registers, sources.llvm, 'waves of 32 lanes'),
    vectorRegisterGranule: documented(granule, sources.llvm, 'waves of 32 lanes'),
    accumulators: documented('none', sources.llvm),
    workgroupsPerUnit: documented(32, sources.llvm, 'workgroups of more than one wave'),
    workgroupsPerUnitFromWaves: documented(2, sources.llvm, 'one wave needs no barrier'),
  };
}

function rdna(
  name: string,
  products: string,
  conflictModel: ConflictModel,
  registers: number,
  granule: number,
): Machine {
  return {
    name,
    vendor: 'AMD',
    products,
    isa: 'rdna',
    waveSizes: [32, 64],
    sharedMemory: {
      bytes: documented(131072, sources.rdna, 'per workgroup processor'),
      bytesPerWorkgroup: documented(65536, sources.llvm),
      allocationGranuleBytes: documented(512, sources.llvm, 'the RDNA2 ISA document says 1024'),
      banks: documented(32, sources.comgr, 'per access; a workgroup processor has two such halves'),
      bytesPerClock: inferred(128, 'ROCm/hipBLASLt PR 10720: 32 dwords per clock on gfx11'),
    },
    occupancy: occupancy(registers, granule),
    models: [conflictModel],
    coalescing: coalescingOf.rdna,
  };
}

/** The counters of gfx12 count no conflicts (ROCm/rocm-systems issue 5953), so nothing is compared with them. */
const counterPrefix = inferred<'SQC_'>(
  'SQC_',
  'tinygrad: "SQ on gfx9, renamed to SQC after gfx10"; profiles of gfx1151 have them',
);

export const gfx1030: Machine = {
  ...rdna('gfx1030', 'RX 6800, RX 6900 XT', rdna2, 1024, 16),
  counterPrefix,
};
export const gfx1100: Machine = {
  ...rdna('gfx1100', 'RX 7900 XTX, W7900', rdna3, 1536, 24),
  code: rdna3Code,
  counterPrefix,
};
export const gfx1151: Machine = {
  ...rdna('gfx1151', 'Strix Halo', rdna3, 1536, 24),
  code: rdna35Code,
  counterPrefix,
};
export const gfx1201: Machine = {
  ...rdna('gfx1201', 'RX 9070 XT', rdna4, 1536, 24),
  float8: documented('ocp', sources.llvm),
  code: rdna4Code,
};

/** Another die of the generation of a chip, on which nothing was measured; it has 1,024 registers unless it is `whole`. */
function sibling(
  of: Machine,
  { name, products, whole = false }: { name: string; products: string; whole?: boolean },
): Machine {
  const models = of.models.map((one): ConflictModel => ({
    ...one,
    rules: {
      32: restated(one.rules[32], of.name),
      64: restated(one.rules[64], of.name),
    },
  }));
  const [first = of.models[0], ...others] = models;
  return {
    ...of,
    name,
    products,
    models: [first, ...others],
    occupancy: whole ? of.occupancy : occupancy(1024, 16),
  };
}

const restated = (rules: RuleTable = {}, name: string): RuleTable =>
  amend(rules, { evidence: 'inferred', note: `as ${name}` });

export const gfx1101 = sibling(gfx1100, { name: 'gfx1101', products: 'RX 7800 XT', whole: true });
export const gfx1102 = sibling(gfx1100, { name: 'gfx1102', products: 'RX 7600' });
export const gfx1103 = sibling(gfx1100, { name: 'gfx1103', products: 'Radeon 780M' });
export const gfx1150 = sibling(gfx1151, { name: 'gfx1150', products: 'Radeon 890M' });
export const gfx1152 = sibling(gfx1151, { name: 'gfx1152', products: 'Radeon 860M' });
export const gfx1153 = sibling(gfx1151, { name: 'gfx1153', products: 'APUs of RDNA 3.5' });
export const gfx1200 = sibling(gfx1201, { name: 'gfx1200', products: 'RX 9060 XT', whole: true });
