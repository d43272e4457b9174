/**
 * sm_70 to sm_100: warps of 32, 32 banks of 4 bytes. sm_90 is settled by measurement; the others are held
 * to the same rules, each with the evidence it has.
 */
import { coalescingOf } from '../coalescing.ts';
import type { ConflictModel, Machine, Occupancy, RuleTable } from '../machine.ts';
import type { Evidence } from '../evidence.ts';
import { documented, inferred, measured } from '../evidence.ts';
import { contiguous } from '../phases.ts';
import { NARROW_READS, NARROW_WRITES, rule } from '../rules.ts';
import { sources } from '../sources.ts';

const whole = contiguous(32, 32);
const halves = contiguous(32, 16);
const quarters = contiguous(32, 8);

interface Grounds {
  readonly evidence: Evidence;
  readonly source: string;
  readonly note?: string;
}

/** What each part of the rules rests on. */
interface Evidenced {
  /** Loads and stores of up to 32 bits. */
  readonly narrow: Grounds;
  /** 64- and 128-bit loads, with the pair condition. */
  readonly wideLoads: Grounds;
  /** Wide stores, matrices, atomics. */
  readonly rest: Grounds;
}

/** The rules that sm_90 was measured with, restated with a chip's own grounds. */
function rules({ narrow, wideLoads, rest }: Evidenced, version: number): RuleTable {
  const common = { banks: 32, slots: 'distinct-words' } as const;
  const twice = { ...common, ...rest, passes: 2 } as const;
  return {
    ...rule([...NARROW_READS, ...NARROW_WRITES, 'write.b32'], {
      ...common,
      ...narrow,
      phases: whole,
    }),
    ...rule(['read.b64'], { ...common, ...wideLoads, phases: halves, pairedPhases: whole }),
    ...rule(['read.b128'], { ...common, ...wideLoads, phases: quarters, pairedPhases: halves }),
    ...rule(['write.b64'], { ...common, ...rest, phases: halves }),
    ...rule(['write.b128'], { ...common, ...rest, phases: quarters }),
    ...(version >= 75 ? rule(['matrix.read'], { ...common, ...rest, phases: quarters }) : {}),
    ...(version >= 90 ? rule(['matrix.write'], { ...common, ...rest, phases: quarters }) : {}),
    ...rule(['atomic.b32'], { ...common, ...rest, slots: 'each-lane', phases: whole }),
    ...rule(['atomic.count'], { ...common, ...rest, phases: whole }),
    ...rule(['atomic.b64'], { ...common, ...rest, slots: 'each-lane', phases: halves }),
    ...rule(['atomic.compare.b32'], { ...twice, slots: 'each-lane', phases: whole }),
    ...rule(['atomic.compare.b64'], { ...twice, slots: 'each-lane', phases: halves }),
    ...rule(['atomic.trial.b32'], { ...twice, slots: 'none', phases: whole }),
    ...rule(['atomic.trial.b64'], { ...twice, slots: 'none', phases: halves }),
    ...(version >= 80
      ? {
          ...rule(['async.b32'], { ...common, ...rest, slots: 'each-lane', phases: whole }),
          ...rule(['async.b64'], { ...common, ...rest, slots: 'each-lane', phases: halves }),
          ...rule(['async.b128'], { ...common, ...rest, slots: 'each-lane', phases: quarters }),
          // The counters see neither a wavefront nor a conflict of `.cg` (60 of 60, validation/data/README.md).
          ...rule(['async.bypass'], { ...besideBanks(rest), passes: 0, phases: whole }),
        }
      : {}),
    ...(version >= 90 ? remoteRules(rest) : {}),
    ...rule(['read.generic.b64'], { ...common, ...rest, phases: halves }),
    ...rule(['read.generic.b128'], { ...common, ...rest, phases: quarters }),
  };
}

/** Accesses that the banks of the block do not serve: addresses have no part in their cost. */
const besideBanks = (grounds: Grounds) => ({ banks: 32, slots: 'none', ...grounds }) as const;

/**
 * Lanes that go to other blocks of their cluster, as the counters of shared memory see them: without conflicts, in no wavefront, atomics in
 * those that they take without conflicts. `st.async` and `red.async` are in none for the own block either. The banks of the other
 * block take their passes, which `l1tex__data_pipe_lsu_wavefronts` has: a store as many as in its own block
 * (validation/data/cluster-sm90.jsonl).
 */
function remoteRules(grounds: Grounds): RuleTable {
  const free = besideBanks(grounds);
  return {
    ...rule(['remote.access'], { ...free, passes: 0, phases: whole }),
    ...rule(['remote.atomic.b32'], { ...free, phases: whole }),
    ...rule(['remote.atomic.b64'], { ...free, phases: halves }),
    ...rule(['remote.compare.b32'], { ...free, passes: 2, phases: whole }),
    ...rule(['remote.compare.b64'], { ...free, passes: 2, phases: halves }),
  };
}

function models(evidenced: Evidenced, version: number): Machine['models'] {
  const table = rules(evidenced, version);
  const standard: ConflictModel = {
    name: 'default',
    title: 'warp groups with the pair condition',
    description:
      'Up to 32 bits: one group of 32 lanes. 64-bit: two half-warps, 128-bit: four quarter-warps; a wide ' +
      'load takes half as many groups when lanes pair up on one address.',
    emptyPhaseCycles: 0,
    portsPerBank: 1,
    rules: { 32: table },
  };
  const plain = {
    banks: 32,
    slots: 'distinct-words',
    evidence: 'documented',
    source: sources.cudaGuide,
  } as const;
  const guide: ConflictModel = {
    ...standard,
    name: 'guide',
    title: 'half and quarter warps without the pair condition',
    description:
      'What most documents teach. Misses that 64- and 128-bit loads of paired lanes take half the wavefronts.',
    rules: {
      32: {
        ...table,
        ...rule(['read.b64'], { ...plain, phases: halves }),
        ...rule(['read.b128'], { ...plain, phases: quarters }),
      },
    },
  };
  return [standard, guide];
}

interface Size {
  readonly kibibytes: number;
  readonly perBlock: number;
  readonly granule: number;
  readonly warps: number;
  readonly blocks: number;
}

function sm(version: number, products: string, size: Size, evidenced: Evidenced): Machine {
  const occupancy: Occupancy = {
    simdsPerUnit: documented(4, sources.cudaGuide, 'sub-partitions of an SM'),
    wavesPerSimd: documented(size.warps / 4, sources.cudaGuide),
    vectorRegistersPerSimd: documented(512, sources.cudaGuide, '65,536 registers per SM'),
    vectorRegisterGranule: documented(8, sources.cudaGuide, '256 registers per warp'),
    accumulators: documented('none', sources.cudaGuide),
    workgroupsPerUnit: documented(size.blocks, sources.cudaGuide),
  };
  return {
    name: `sm_${version}`,
    vendor: 'NVIDIA',
    products,
    isa: 'ptx',
    waveSizes: [32],
    sharedMemory: {
      bytes: documented(size.kibibytes * 1024, sources.cudaGuide),
      bytesPerWorkgroup: documented(size.perBlock * 1024, sources.cudaGuide),
      staticBytes: documented(48 * 1024, sources.cudaGuide),
      allocationGranuleBytes: documented(size.granule, sources.cudaGuide),
      banks: version === 90 ? measured(32, sources.hopper) : documented(32, sources.cudaGuide),
      bytesPerClock:
        version === 100 ? inferred(128, sources.cudaGuide) : documented(128, sources.cudaGuide),
    },
    occupancy,
    models: models(evidenced, version),
    coalescing: version === 90 ? coalescingOf.hopper : coalescingOf.nvidia,
  };
}

const as90 = (note: string): Grounds => ({ evidence: 'inferred', source: sources.hopper, note });
const measuredOn90: Grounds = { evidence: 'measured', source: sources.hopper };

/** Chips whose loads were timed: V100 and A100. */
const benched = (name: string): Evidenced => ({
  narrow: { evidence: 'measured', source: sources.microbench, note: 'loads; stores as on sm_90' },
  wideLoads: { evidence: 'measured', source: sources.microbench },
  rest: as90(`not measured on ${name}`),
});

const unmeasured = (name: string): Evidenced => {
  const grounds = as90(`not measured on ${name}; sm_80 and sm_90 on either side agree`);
  return { narrow: grounds, wideLoads: grounds, rest: grounds };
};

export const sm70 = sm(
  70,
  'V100',
  { kibibytes: 96, perBlock: 96, granule: 256, warps: 64, blocks: 32 },
  benched('sm_70'),
);
export const sm75 = sm(
  75,
  'T4, RTX 20',
  { kibibytes: 64, perBlock: 64, granule: 256, warps: 32, blocks: 16 },
  {
    narrow: { evidence: 'documented', source: sources.nvidiaForum },
    wideLoads: { evidence: 'documented', source: sources.nvidiaForum },
    rest: as90('not measured on sm_75'),
  },
);
export const sm80 = sm(
  80,
  'A100',
  { kibibytes: 164, perBlock: 163, granule: 128, warps: 64, blocks: 32 },
  benched('sm_80'),
);
export const sm86 = sm(
  86,
  'A10, RTX 30',
  { kibibytes: 100, perBlock: 99, granule: 128, warps: 48, blocks: 16 },
  unmeasured('sm_86'),
);
export const sm89 = sm(
  89,
  'L4, L40, RTX 40',
  { kibibytes: 100, perBlock: 99, granule: 128, warps: 48, blocks: 24 },
  unmeasured('sm_89'),
);
export const sm90 = sm(
  90,
  'H100, H200',
  { kibibytes: 228, perBlock: 227, granule: 128, warps: 64, blocks: 32 },
  { narrow: measuredOn90, wideLoads: measuredOn90, rest: measuredOn90 },
);
export const sm100 = sm(
  100,
  'B200',
  { kibibytes: 228, perBlock: 227, granule: 128, warps: 64, blocks: 32 },
  {
    narrow: {
      evidence: 'measured',
      source: 'modular/mojo-gpu-puzzles, puzzle 32 (ncu on B200)',
      note: '32-bit loads and stores; narrower ones as on sm_90',
    },
    wideLoads: as90('not measured on sm_100'),
    rest: as90('not measured on sm_100'),
  },
);
