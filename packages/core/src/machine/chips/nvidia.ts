/**
 * sm_70 to sm_100: warps of 32, 32 banks of 4 bytes. sm_90 is settled by measurement; the others are held
 * to the same rules, each with the evidence it has.
 */
import type { ConflictModel, Evidence, Machine, Occupancy, RuleTable } from '../machine.ts';
import { documented, inferred, measured } from '../machine.ts';
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

/** The measured rules of sm_90, restated with a chip's own grounds. `paired` is the pair condition of wide loads. */
function rules(grounds: Grounds, narrow: Grounds, paired: boolean, stmatrix: boolean): RuleTable {
  const common = { banks: 32, slots: 'distinct-words' } as const;
  const pairs = (phases: typeof whole): { pairedPhases?: typeof whole } =>
    paired ? { pairedPhases: phases } : {};
  return {
    ...rule([...NARROW_READS, ...NARROW_WRITES, 'write.b32'], {
      ...common,
      ...narrow,
      phases: whole,
    }),
    ...rule(['read.b64'], { ...common, ...grounds, phases: halves, ...pairs(whole) }),
    ...rule(['read.b128'], { ...common, ...grounds, phases: quarters, ...pairs(halves) }),
    ...rule(['write.b64'], { ...common, ...grounds, phases: halves }),
    ...rule(['write.b128'], { ...common, ...grounds, phases: quarters }),
    ...rule(['matrix.read'], { ...common, ...grounds, phases: quarters }),
    ...(stmatrix ? rule(['matrix.write'], { ...common, ...grounds, phases: quarters }) : {}),
    ...rule(['atomic.b32'], { ...common, ...grounds, slots: 'each-lane', phases: whole }),
    ...rule(['atomic.b64'], {
      ...common,
      slots: 'each-lane',
      phases: halves,
      evidence: 'inferred',
      source: sources.hopper,
      note: '64-bit reductions were not measured; as the 32-bit form in half-warps',
    }),
    ...rule(['async.b32', 'async.b128'], {
      ...common,
      phases: whole,
      evidence: 'inferred',
      source: sources.cudaGuide,
      note: 'cp.async was not measured; as a store of that width',
    }),
    ...rule(['async.b128'], {
      ...common,
      phases: quarters,
      evidence: 'inferred',
      source: sources.cudaGuide,
      note: 'cp.async was not measured; as a store of that width',
    }),
  };
}

function models(grounds: Grounds, narrow: Grounds, stmatrix: boolean): Machine['models'] {
  const standard: ConflictModel = {
    name: 'default',
    title: 'warp groups with the pair condition',
    description:
      'Up to 32 bits: one group of 32 lanes. 64-bit: two half-warps, 128-bit: four quarter-warps; a wide ' +
      'load takes half as many groups when lanes pair up on one address.',
    emptyPhaseCycles: 0,
    portsPerBank: 1,
    rules: { 32: rules(grounds, narrow, true, stmatrix) },
  };
  const guide: ConflictModel = {
    ...standard,
    name: 'guide',
    title: 'half and quarter warps without the pair condition',
    description:
      'What most documents teach. Misses that 64- and 128-bit loads of paired lanes take half the wavefronts.',
    rules: {
      32: rules({ evidence: 'documented', source: sources.cudaGuide }, narrow, false, stmatrix),
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

function sm(
  version: number,
  products: string,
  size: Size,
  grounds: Grounds,
  narrow: Grounds = grounds,
): Machine {
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
      allocationGranuleBytes: documented(size.granule, sources.cudaGuide),
      banks: version === 90 ? measured(32, sources.hopper) : documented(32, sources.cudaGuide),
      bytesPerClock:
        version === 100 ? inferred(128, sources.cudaGuide) : documented(128, sources.cudaGuide),
    },
    occupancy,
    models: models(grounds, narrow, version >= 90),
  };
}

const as90 = (note: string): Grounds => ({ evidence: 'inferred', source: sources.hopper, note });
const benched: Grounds = { evidence: 'measured', source: sources.microbench };

export const sm70 = sm(
  70,
  'V100',
  { kibibytes: 96, perBlock: 96, granule: 256, warps: 64, blocks: 32 },
  benched,
);
export const sm75 = sm(
  75,
  'T4, RTX 20',
  { kibibytes: 64, perBlock: 64, granule: 256, warps: 32, blocks: 16 },
  { evidence: 'documented', source: sources.nvidiaForum },
);
export const sm80 = sm(
  80,
  'A100',
  { kibibytes: 164, perBlock: 163, granule: 128, warps: 64, blocks: 32 },
  benched,
);
export const sm86 = sm(
  86,
  'A10, RTX 30',
  { kibibytes: 100, perBlock: 99, granule: 128, warps: 48, blocks: 16 },
  as90('not measured on sm_86; sm_80 and sm_90 on either side agree'),
);
export const sm89 = sm(
  89,
  'L4, L40, RTX 40',
  { kibibytes: 100, perBlock: 99, granule: 128, warps: 48, blocks: 24 },
  as90('not measured on sm_89; sm_80 and sm_90 on either side agree'),
);
export const sm90 = sm(
  90,
  'H100, H200',
  { kibibytes: 228, perBlock: 227, granule: 128, warps: 64, blocks: 32 },
  { evidence: 'measured', source: sources.hopper },
);
export const sm100 = sm(
  100,
  'B200',
  { kibibytes: 228, perBlock: 227, granule: 128, warps: 64, blocks: 32 },
  as90('wide accesses not measured on sm_100; as sm_90'),
  {
    evidence: 'measured',
    source: 'modular/mojo-gpu-puzzles, puzzle 32 (ncu on B200)',
  },
);
