/**
 * gfx1250: wave32, 320 KiB in five partitions of 64 KiB.
 *
 * A bank serves one request per clock: four waves that load 16 bytes per lane from one partition stream 255.4 bytes per clock of
 * 256 that AMD measured; a bank with two ports would give 512. Two models that say otherwise stay by name, each with what refutes it.
 *
 * LIMITATION: two pairs of SIMDs have a port each and take turns where both ask one partition. Such conflicts between waves are not
 * counted.
 */
import { coalescingOf } from '../coalescing.ts';
import type { ConflictModel, Machine, RuleTable } from '../machine.ts';
import { documented, type Evidence, inferred, measured } from '../evidence.ts';
import { gfx1250Code } from './machine-code.ts';
import { contiguous } from '../phases.ts';
import { NARROW_READS, NARROW_WRITES, rule } from '../rules.ts';
import { sources } from '../sources.ts';

/** What a rule rests on. */
interface Ground {
  readonly evidence: Evidence;
  readonly source: string;
  readonly note: string;
  readonly otherReading?: string;
}

interface Shape {
  readonly banks: number;
  /** Lanes per phase for 32-, 64- and 128-bit accesses. */
  readonly lanes: readonly [number, number, number];
  /** The grounds for loads of 16 bytes per lane, for loads of 8, and for everything else. */
  readonly quads: Ground;
  readonly doubles: Ground;
  readonly others: Ground;
}

function rules({ banks, lanes, quads, doubles, others }: Shape): RuleTable {
  const [word, double, quad] = lanes.map((count) => contiguous(32, count));
  if (word === undefined || double === undefined || quad === undefined) return {};
  const read = { banks, slots: 'distinct-words', steps: 'whole' } as const;
  const write = { banks, slots: 'each-lane', steps: 'whole', ...others } as const;
  return {
    ...rule(NARROW_READS, { ...read, ...others, phases: word }),
    ...rule(['read.b64', 'read.tr.b64'], { ...read, ...doubles, phases: double }),
    ...rule(['read.b96'], { ...read, ...others, phases: quad }),
    ...rule(['read.b128', 'read.tr.b128'], { ...read, ...quads, phases: quad }),
    ...rule(NARROW_WRITES, { ...write, phases: word, slots: 'disjoint-bytes' }),
    ...rule(['write.b32', 'atomic.b32'], { ...write, phases: word }),
    ...rule(['write.b64', 'atomic.b64'], { ...write, phases: double }),
    ...rule(['write.b96', 'write.b128'], { ...write, phases: quad }),
  };
}

const oneRequest: ConflictModel = {
  name: 'default',
  title: 'phase model: 64 banks, one request per bank and clock',
  description:
    'Consecutive lanes whose words fill 64 banks once: 16 of 16 bytes, 32 of 8 or 4 bytes. A bank serves one request per clock, ' +
    "as AMD's article on the MI450 has it; the paddings of hipBLASLt, without conflicts on silicon, are those that this predicts.",
  emptyPhaseCycles: 1,
  portsPerBank: 1,
  rules: {
    32: rules({
      banks: 64,
      lanes: [32, 32, 16],
      quads: {
        evidence: 'documented',
        source: sources.mi450,
        note: '16 consecutive lanes cover all 64 banks; 255.4 of 256 B per clock measured for one partition',
      },
      doubles: {
        evidence: 'documented',
        source: sources.hipBlasLt,
        note:
          'threads per bank of 32 lanes, one per clock; no conflicts on silicon with the paddings that this chooses; ' +
          'addresses of 4 mod 8, which take two batches of 16 lanes there, are counted as one',
      },
      others: {
        evidence: 'inferred',
        source: sources.mi450,
        note: 'from loads of 8 and 16 bytes per lane; not measured inside one instruction',
      },
    }),
  },
};

/** The ground of a model that is kept only for comparison. */
const refuted = (source: string, why: string): Ground => ({
  evidence: 'disputed',
  source,
  note: `refuted: ${why}`,
  otherReading: 'default',
});

function refutedRules(shape: Pick<Shape, 'banks' | 'lanes'>, ground: Ground): RuleTable {
  return rules({ ...shape, quads: ground, doubles: ground, others: ground });
}

const dualPort: ConflictModel = {
  name: 'dual-port',
  title: "AMD's cycle simulator: 64 banks with two ports (refuted)",
  description:
    'Two requests per bank and clock, as in a published simulator study. Refuted by measured rates: one partition gives 256 B per ' +
    'clock, not 512. The two ports are those of two pairs of SIMDs.',
  emptyPhaseCycles: 1,
  portsPerBank: 2,
  rules: {
    32: refutedRules(
      { banks: 64, lanes: [32, 32, 16] },
      refuted(sources.gfx1250Study, 'one partition gives 256 B per clock, not 512'),
    ),
  },
};

const loom: ConflictModel = {
  name: 'loom',
  title: "Loom's software model: 32 banks, 4-lane phases (refuted)",
  description:
    '128-bit accesses in eight phases of four lanes on 32 banks; marked unvalidated there. Refuted by measured rates: a load of 16 bytes ' +
    'per lane without conflicts takes two clocks, not eight.',
  emptyPhaseCycles: 1,
  portsPerBank: 1,
  rules: {
    32: refutedRules(
      { banks: 32, lanes: [32, 16, 4] },
      refuted(sources.loom, '512 B without conflicts take two clocks, not eight'),
    ),
  },
};

export const gfx1250: Machine = {
  name: 'gfx1250',
  vendor: 'AMD',
  products: 'MI400 series',
  isa: 'gfx1250',
  waveSizes: [32],
  sharedMemory: {
    bytes: documented(327680, sources.comgr),
    bytesPerWorkgroup: documented(327680, sources.comgr),
    allocationGranuleBytes: documented(2048, sources.llvmGranule),
    banks: documented(64, sources.comgr),
    bytesPerClock: measured(
      256,
      sources.mi450,
      'of a port, 255.4 measured; two pairs of SIMDs have one each and get 509.8 from two partitions',
    ),
  },
  occupancy: {
    simdsPerUnit: documented(4, sources.mi450),
    wavesPerSimd: documented(16, sources.llvm),
    vectorRegistersPerSimd: inferred(1024, sources.llvm, 'not verified'),
    vectorRegisterGranule: inferred(16, sources.llvm, 'not verified'),
    accumulators: documented('none', sources.llvm),
    workgroupsPerUnit: inferred(32, sources.llvm, 'not verified'),
    workgroupsPerUnitFromWaves: inferred(2, sources.llvm, 'not verified'),
  },
  code: gfx1250Code,
  models: [oneRequest, dualPort, loom],
  coalescing: coalescingOf.gfx1250,
};
