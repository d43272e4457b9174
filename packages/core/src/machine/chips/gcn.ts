/**
 * gfx900, gfx906, gfx908, gfx90a, gfx942: wave64, 32 banks, 64 KiB. One phase table serves all five; the evidence
 * differs by chip.
 */
import { type CoalescingModels, coalescingOf } from '../coalescing.ts';
import type { Machine, Occupancy, RuleTable } from '../machine.ts';
import type { Evidence } from '../evidence.ts';
import { documented } from '../evidence.ts';
import { contiguous, cosets } from '../phases.ts';
import { amend, NARROW_READS, NARROW_WRITES, phaseModel, rule } from '../rules.ts';
import { sources } from '../sources.ts';
import { cdna1Code, cdna2Code, cdna3Code, vega20Code, vegaCode } from './machine-code.ts';
import { deckModel, rejectedModels, rocRollerModel, talkModel } from './alternatives.ts';

export const P32 = contiguous(64, 32);
export const P16 = contiguous(64, 16);
export const P8 = contiguous(64, 8);
/** Octets of lanes 0-3 and 20-23, and so on: span(l0, l1, l2^l4). */
export const O8 = cosets(64, [1, 2, 20]);

const COUNTERS = `${sources.shark}; ${sources.pyhip}; ${sources.loom}`;
const WRITES = `${sources.loom}; ${sources.amdBlog}`;

/**
 * Below its natural alignment a 64- or 128-bit access leaves the phase model: gfx90a counts 64 active
 * cycles and no conflict for a ds_write_b64 with half of its lanes at 4 mod 8 (rocke corpus).
 */
const NATURAL_64 = 8;
const NATURAL_128 = 16;

/** Reads share words, narrow writes share the bytes that they leave alone, all others share nothing. */
export const onWords = { banks: 32, slots: 'distinct-words' } as const;
const onBytes = { banks: 32, slots: 'disjoint-bytes' } as const;
export const byLane = { banks: 32, slots: 'each-lane' } as const;

const counted = { evidence: 'measured', source: COUNTERS } as const;
const measuredWrite = { evidence: 'measured', source: sources.loom } as const;
const notProbed = {
  evidence: 'inferred',
  source: sources.compute,
  note: 'lane groups of atomics were not probed; equal addresses also raise SQ_LDS_ADDR_CONFLICT, which is not modelled',
} as const;
export const DIRECT_TO_LDS =
  'direct-to-LDS writes a contiguous block, so it cannot conflict; its cycles are those of a write of that width';

/** The service rules that gfx942 was measured with; neighbours restate the evidence. */
export const gcnRules: RuleTable = {
  ...rule(NARROW_READS, { ...onWords, ...counted, phases: P32 }),
  ...rule(['read.b8'], {
    ...onWords,
    phases: P32,
    evidence: 'inferred',
    source: COUNTERS,
    note: 'byte reads were not probed; same class as 16-bit reads',
  }),
  ...rule(['read.b64'], {
    ...onWords,
    ...counted,
    phases: P16,
    alignmentBytes: NATURAL_64,
    note: 'one public source gives the lane sets of gfx950 ds_read_b128 here; three measurements say 16 consecutive lanes',
  }),
  ...rule(['read.b96'], {
    ...onWords,
    phases: O8,
    alignmentBytes: 4,
    evidence: 'inferred',
    source: sources.hipKittens,
    note: 'measured on gfx950 only',
  }),
  ...rule(['read.b128'], {
    ...onWords,
    phases: O8,
    alignmentBytes: NATURAL_128,
    evidence: 'measured',
    source: `${COUNTERS}; ${sources.amdBlog}`,
  }),
  ...rule(NARROW_WRITES, {
    ...onBytes,
    phases: P32,
    evidence: 'measured',
    source: `${sources.loom}; ${sources.tutorials}`,
  }),
  ...rule(['write.b8'], {
    ...onBytes,
    phases: P32,
    evidence: 'inferred',
    source: sources.loom,
    note: 'byte writes were not probed',
  }),
  ...rule(['write.b32'], { ...byLane, ...measuredWrite, phases: P32 }),
  ...rule(['write.b64'], {
    ...byLane,
    ...measuredWrite,
    phases: P16,
    alignmentBytes: NATURAL_64,
  }),
  ...rule(['write.b96'], {
    ...byLane,
    phases: P8,
    alignmentBytes: 4,
    evidence: 'inferred',
    source: WRITES,
    note: 'same class as ds_write_b128',
  }),
  ...rule(['write.b128'], {
    ...byLane,
    phases: P8,
    alignmentBytes: NATURAL_128,
    evidence: 'measured',
    source: WRITES,
  }),
  ...rule(['atomic.b32'], { ...byLane, ...notProbed, phases: P32 }),
  ...rule(['atomic.b64'], { ...byLane, ...notProbed, phases: P16 }),
  ...rule(['async.b8', 'async.b16', 'async.b32'], {
    ...byLane,
    phases: P32,
    evidence: 'inferred',
    source: sources.cdna3,
    note: DIRECT_TO_LDS,
  }),
};

/** The same rules under the evidence of another chip. */
function restate(evidence: Evidence, source: string, note?: string): RuleTable {
  return amend(gcnRules, { evidence, source, ...(note && { note }) });
}

const rulesOf: Readonly<Record<string, RuleTable>> = {
  gfx900: restate('inferred', sources.loom, 'nothing was measured; as gfx906 and gfx942'),
  gfx906: {
    ...restate('inferred', sources.loom, 'as gfx942'),
    ...amend(pick('read.b32', 'read.b64', 'read.b128'), {
      evidence: 'measured',
      source: `${sources.microbench}: conflict ladders on MI50`,
    }),
  },
  gfx908: restate(
    'inferred',
    sources.loom,
    'nothing is published for gfx908; gfx906 and gfx90a on either side agree',
  ),
  gfx90a: {
    ...restate('inferred', sources.loom, 'as gfx942'),
    ...amend(pick('read.b32'), {
      evidence: 'measured',
      source: `${sources.omniperf}; ${sources.rocke}`,
    }),
    ...amend(pick('write.b64', 'write.b128'), { evidence: 'measured', source: sources.rocke }),
  },
  gfx942: gcnRules,
};

export function pick(...classes: readonly (keyof RuleTable)[]): RuleTable {
  return Object.fromEntries(classes.map((request) => [request, gcnRules[request]]));
}

const unified: Occupancy = {
  simdsPerUnit: documented(4, sources.llvm),
  wavesPerSimd: documented(8, sources.llvm),
  vectorRegistersPerSimd: documented(512, sources.llvm),
  vectorRegisterGranule: documented(8, sources.llvm),
  accumulators: documented(
    'unified',
    sources.llvm,
    'used = VGPRs rounded up to 4, plus AGPRs; then rounded up to the granule',
  ),
  scalarRegistersPerSimd: documented(800, sources.llvm),
  scalarRegisterGranule: documented(16, sources.llvm),
  workgroupsPerUnit: documented(16, sources.llvm, 'workgroups of more than one wave'),
  workgroupsPerUnitFromWaves: documented(2, sources.llvm, 'one wave needs no barrier'),
};

const older: Occupancy = {
  ...unified,
  wavesPerSimd: documented(10, sources.llvm),
  vectorRegistersPerSimd: documented(256, sources.llvm),
  vectorRegisterGranule: documented(4, sources.llvm),
  accumulators: documented('none', sources.llvm),
};

/** What these chips share; gfx950 builds on it as well. */
export const gcnOccupancy = unified;

export const gcnIssue = {
  read: documented(4, sources.rocRoller, 'cycles of one SIMD pair'),
  writeBase: documented(4, sources.rocRoller),
  writePerDword: documented(4, sources.rocRoller),
  port: {
    'read.b32': documented(4, sources.rocRoller),
    'read.b64': documented(8, sources.rocRoller),
    'read.b96': documented(16, sources.rocRoller),
    'read.b128': documented(16, sources.rocRoller),
    'write.b32': documented(4, sources.rocRoller),
    'write.b64': documented(8, sources.rocRoller),
    'write.b96': documented(16, sources.rocRoller),
    'write.b128': documented(16, sources.rocRoller),
  },
} as const;

function gcn(name: string, products: string, isa: Machine['isa'], occupancy: Occupancy): Machine {
  return {
    name,
    vendor: 'AMD',
    products,
    isa,
    waveSizes: [64],
    sharedMemory: {
      bytes: documented(65536, sources.llvm),
      bytesPerWorkgroup: documented(65536, sources.llvm),
      allocationGranuleBytes: documented(512, sources.llvm),
      banks: documented(32, sources.comgr),
      bytesPerClock: documented(128, sources.compute),
    },
    occupancy,
    ...(name === 'gfx942' || name === 'gfx90a' ? { issue: gcnIssue } : {}),
    models: [
      phaseModel({ 64: rulesOf[name] ?? gcnRules }),
      deckModel(32),
      talkModel(32),
      rocRollerModel('gfx942'),
      ...(name === 'gfx942' ? rejectedModels(gcnRules) : []),
    ],
    coalescing: coalescingFor(name),
  };
}

/** Lines of the vector L1 cache are 64 bytes up to gfx90a, then 128. */
function coalescingFor(name: string): CoalescingModels {
  if (name === 'gfx942') return coalescingOf.cdna3;
  return name === 'gfx90a' ? coalescingOf.cdna2 : coalescingOf.vega;
}

export const gfx900: Machine = {
  ...gcn('gfx900', 'MI25, RX Vega 56, RX Vega 64', 'gcn', older),
  code: vegaCode,
};
export const gfx906: Machine = {
  ...gcn('gfx906', 'MI50, MI60, Radeon VII', 'gcn', older),
  code: vega20Code,
};
const gfx908Occupancy: Occupancy = {
  ...older,
  accumulators: documented(
    'separate',
    sources.llvm,
    '256 AGPRs beside 256 VGPRs; the larger counts',
  ),
};
export const gfx908: Machine = {
  ...gcn('gfx908', 'MI100', 'gcn', gfx908Occupancy),
  code: cdna1Code,
};
export const gfx90a: Machine = {
  ...gcn('gfx90a', 'MI210, MI250, MI250X', 'gcn', unified),
  code: cdna2Code,
};
export const gfx942: Machine = {
  ...gcn('gfx942', 'MI300A, MI300X, MI308X, MI325X', 'cdna3', unified),
  float8: documented('fnuz', sources.cdna3),
  code: cdna3Code,
};
