/**
 * What is known about a chip, each fact with its evidence.
 *
 * A machine holds one default conflict model and named alternatives: other readings of disputed facts,
 * and the models of other tools and documents. An alternative is data that a user can select, never a
 * branch in the code.
 */
import type { Isa, RequestClass } from '../access/opcode.ts';
import type { CoalescingModels } from './coalescing.ts';
import type { Evidence, Fact } from './evidence.ts';
import type { MachineCode } from './machine-code.ts';
import type { PhaseTable } from './phases.ts';

/**
 * What takes a slot of a bank in a phase. A phase costs as many cycles as its fullest bank has slots.
 *
 * - `distinct-words`: each different 4-byte word; lanes that access the same word share it (broadcast).
 * - `disjoint-bytes`: lanes that write different bytes of one word share a slot, overlapping bytes do not.
 * - `each-lane`: every lane, also when two of them name the same word.
 * - `same-element`: one slot when all lanes on the bank name the same element, else one per lane (the
 *   rule R2 of the CDNA deck; measurements contradict it).
 * - `none`: a phase costs one, whatever the addresses.
 */
export type SlotRule = 'distinct-words' | 'disjoint-bytes' | 'each-lane' | 'same-element' | 'none';

/** How one class of instructions is served. */
export interface ServiceRule {
  readonly phases: PhaseTable;
  /** Banks that this class sees; on gfx950 it differs by class. A bank is 4 bytes wide. */
  readonly banks: number;
  readonly slots: SlotRule;
  /**
   * `together`: a lane moves its whole vector in its phase; words are compared with words at the same
   * place in the vector. `serial`: each 4-byte step of the vector is a phase of its own. `whole`: words are
   * compared with all words of the phase, which differs for misaligned vectors only; no default model says so.
   */
  readonly steps: 'together' | 'serial' | 'whole';
  /**
   * NVIDIA: the phases used instead when for x = 1 or x = 2 every active lane i has lane i^x inactive
   * or at the same address.
   */
  readonly pairedPhases?: PhaseTable;
  /**
   * How often each slot is served, where it is not once: a compare-and-swap is served twice, an access that counters
   * leave out never. Conflicts count once.
   */
  readonly passes?: number;
  /** Below this alignment the access leaves the phase model: one cycle per lane of the wave, active or not; no bank conflict counted. */
  readonly alignmentBytes: number;
  readonly evidence: Evidence;
  readonly source: string;
  readonly note?: string;
  /** For a disputed rule: the model on this machine that holds the other reading. */
  readonly otherReading?: string;
}

export type RuleTable = Readonly<Partial<Record<RequestClass, ServiceRule>>>;

/**
 * How a chip serves shared-memory instructions: a rule for each class of requests. Where sources disagree a chip has several
 * models.
 */
export interface ConflictModel {
  /** What `--model` selects. */
  readonly name: string;
  readonly title: string;
  /** The assumptions of this model and the evidence on them. */
  readonly description: string;
  /** Cycles of a phase without an active lane: 1 on AMD (it is issued), 0 on NVIDIA (it is skipped). */
  readonly emptyPhaseCycles: 0 | 1;
  /** Slots that a bank serves in one cycle. */
  readonly portsPerBank: 1 | 2;
  /**
   * What a phase costs: the slots of its fullest bank, as hardware does; or, in models that say otherwise, one and
   * all slots beyond the first of every bank.
   */
  readonly phaseCost?: 'fullest-bank' | 'every-bank';
  /**
   * How the two addresses of `read2` and `write2` are served: each in phases of its own; or, in models that say
   * otherwise, both in the same phases, which then cost two cycles at least. Explanations look at one address.
   */
  readonly twoAddresses?: 'apart' | 'together';
  readonly rules: Readonly<Partial<Record<32 | 64, RuleTable>>>;
}

interface SharedMemory {
  /** Per compute unit (AMD CDNA), workgroup processor (RDNA) or SM (NVIDIA). */
  readonly bytes: Fact<number>;
  readonly bytesPerWorkgroup: Fact<number>;
  /** The part that arrays of known size in a kernel may take together; absent where they may take all of it. */
  readonly staticBytes?: Fact<number>;
  readonly allocationGranuleBytes: Fact<number>;
  /** Physical banks; what an instruction sees is in its rule. */
  readonly banks: Fact<number>;
  readonly bytesPerClock: Fact<number>;
}

/** What bounds the number of resident waves. Registers are 32-bit and counted per lane. */
export interface Occupancy {
  readonly simdsPerUnit: Fact<number>;
  readonly wavesPerSimd: Fact<number>;
  readonly vectorRegistersPerSimd: Fact<number>;
  readonly vectorRegisterGranule: Fact<number>;
  /** `unified`: one file for VGPR and AGPR; `separate`: as many AGPRs in addition to the VGPRs; `none`. */
  readonly accumulators: Fact<'none' | 'separate' | 'unified'>;
  /** Scalar registers of a SIMD that waves share; absent where they do not limit. */
  readonly scalarRegistersPerSimd?: Fact<number>;
  readonly scalarRegisterGranule?: Fact<number>;
  readonly workgroupsPerUnit?: Fact<number>;
  /** The fewest waves of a workgroup that counts against `workgroupsPerUnit`; absent: 1. */
  readonly workgroupsPerUnitFromWaves?: Fact<number>;
}

/** Cycles at which a single wave can push shared-memory instructions, apart from conflicts. */
interface SharedMemoryIssue {
  /** Issue of a read; of a write: `writeBase + writePerDword * dwords`. */
  readonly read: Fact<number>;
  readonly writeBase: Fact<number>;
  readonly writePerDword: Fact<number>;
  /** Data cycles of one wave through the port of its SIMD pair, by class. */
  readonly port: Readonly<Partial<Record<RequestClass, Fact<number>>>>;
}

/** All that is known about a chip, each fact with its evidence and source. */
export interface Machine {
  readonly name: string;
  readonly vendor: 'AMD' | 'NVIDIA';
  readonly products: string;
  readonly isa: Isa;
  /** Wave sizes the chip runs, the default one first. */
  readonly waveSizes: readonly (32 | 64)[];
  readonly sharedMemory: SharedMemory;
  readonly occupancy: Occupancy;
  readonly issue?: SharedMemoryIssue;
  /** The first is the default. */
  readonly models: readonly [ConflictModel, ...ConflictModel[]];
  /** Formats of its 8-bit floats: with the codes of infinity used otherwise and one zero (`fnuz`), or those of OCP. */
  readonly float8?: Fact<'fnuz' | 'ocp'>;
  /** Facts for reading and executing its machine code; absent where ldscope does neither. */
  readonly code?: MachineCode;
  /** The prefix of its counters of LDS in profilers, where that is not only `SQ_`. */
  readonly counterPrefix?: Fact<'SQC_'>;
  /** How global memory is fetched; the first is the default. */
  readonly coalescing: CoalescingModels;
}

/** The model with a name, or the default one when no name is given. */
export function findModel(machine: Machine, name?: string): ConflictModel | undefined {
  if (name === undefined) return machine.models[0];
  return machine.models.find((model) => model.name === name);
}

/**
 * The rule of a class; `undefined` when the machine has no such instruction or runs no such wave. Lanes that a flat address
 * leads to LDS are taken to be served as those of the DS instruction of that width.
 */
export function findRule(
  model: ConflictModel,
  waveSize: 32 | 64,
  request: RequestClass,
): ServiceRule | undefined {
  const rules = model.rules[waveSize];
  const own = rules?.[request];
  const behind = SERVED_AS.get(request);
  const served = own === undefined && behind !== undefined ? rules?.[behind] : undefined;
  if (served === undefined) return own;
  const evidence = served.evidence === 'disputed' ? 'disputed' : 'inferred';
  return { ...served, evidence, note: FLAT_NOTE };
}

const FLAT_NOTE =
  'lanes of a flat instruction in LDS are taken to be served as those of the DS instruction of that width; not measured';

/** The classes of flat addresses, and those of DS instructions. */
const SERVED_AS: ReadonlyMap<RequestClass, RequestClass> = new Map([
  ...(['read', 'write'] as const).flatMap((way) =>
    (['b8', 'b16', 'b32', 'b64', 'b96', 'b128'] as const).map(
      (width) => [`flat.${way}.${width}`, `${way}.${width}`] as const,
    ),
  ),
  ...(['b32', 'b64'] as const).map((width) => [`flat.atomic.${width}`, `atomic.${width}`] as const),
]);
