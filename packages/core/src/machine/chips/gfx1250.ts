/** gfx1250: wave32, 320 KiB. No silicon has been measured; both models come from AMD software. */
import { coalescingOf } from '../coalescing.ts';
import type { ConflictModel, Machine, RuleTable } from '../machine.ts';
import { documented, inferred } from '../evidence.ts';
import { gfx1250Code } from './machine-code.ts';
import { contiguous } from '../phases.ts';
import { NARROW_READS, NARROW_WRITES, rule } from '../rules.ts';
import { sources } from '../sources.ts';

const NOTE = 'no silicon data; the cycle simulator and the Loom model of AMD differ';

interface Shape {
  readonly banks: number;
  /** Lanes per phase for 32-, 64- and 128-bit accesses. */
  readonly lanes: readonly [number, number, number];
  readonly source: string;
  readonly otherReading: string;
}

function rules({ banks, lanes, source, otherReading }: Shape): RuleTable {
  const [word, double, quad] = lanes.map((count) => contiguous(32, count));
  if (word === undefined || double === undefined || quad === undefined) return {};
  const common = { banks, source, note: NOTE, evidence: 'disputed', otherReading } as const;
  const read = { ...common, slots: 'distinct-words' } as const;
  const write = { ...common, slots: 'each-lane' } as const;
  return {
    ...rule(NARROW_READS, { ...read, phases: word }),
    ...rule(['read.b64', 'read.tr.b64'], { ...read, phases: double }),
    ...rule(['read.b96', 'read.b128', 'read.tr.b128'], { ...read, phases: quad }),
    ...rule(NARROW_WRITES, { ...write, phases: word, slots: 'disjoint-bytes' }),
    ...rule(['write.b32', 'atomic.b32'], { ...write, phases: word }),
    ...rule(['write.b64', 'atomic.b64'], { ...write, phases: double }),
    ...rule(['write.b96', 'write.b128'], { ...write, phases: quad }),
  };
}

const simulator: ConflictModel = {
  name: 'default',
  title: "AMD's cycle simulator: 64 banks with two ports",
  description:
    'Consecutive lanes, 64 banks that serve two requests per cycle. Reproduces counter sums of a published ' +
    'simulator study; no silicon has been measured.',
  emptyPhaseCycles: 1,
  portsPerBank: 2,
  rules: {
    32: rules({
      banks: 64,
      lanes: [32, 32, 16],
      source: sources.gfx1250Study,
      otherReading: 'loom',
    }),
  },
};

const loom: ConflictModel = {
  name: 'loom',
  title: "Loom's vendor software model: 32 banks, 4-lane phases",
  description:
    '128-bit accesses in eight phases of four lanes on 32 banks; marked unvalidated there.',
  emptyPhaseCycles: 1,
  portsPerBank: 1,
  rules: {
    32: rules({ banks: 32, lanes: [32, 16, 4], source: sources.loom, otherReading: 'default' }),
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
    allocationGranuleBytes: inferred(1024, sources.llvm, 'not verified'),
    banks: documented(64, sources.comgr),
    bytesPerClock: inferred(256, sources.gfx1250Study, '64 banks of 4 bytes; not verified'),
  },
  occupancy: {
    simdsPerUnit: inferred(4, sources.llvm, 'as other workgroup processors; not verified'),
    wavesPerSimd: documented(16, sources.llvm),
    vectorRegistersPerSimd: inferred(1024, sources.llvm, 'not verified'),
    vectorRegisterGranule: inferred(16, sources.llvm, 'not verified'),
    accumulators: documented('none', sources.llvm),
    workgroupsPerUnit: inferred(32, sources.llvm, 'not verified'),
    workgroupsPerUnitFromWaves: inferred(2, sources.llvm, 'not verified'),
  },
  code: gfx1250Code,
  models: [simulator, loom],
  coalescing: coalescingOf.gfx1250,
};
