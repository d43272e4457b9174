/**
 * What the simulator of a compute unit runs: instructions as timing sees them, and for each wave the order in which
 * it executed them.
 *
 *     instructions   0 ds_read_b128 v[4:7]      lds, writes 4..7, lgkmcnt
 *                    1 s_waitcnt lgkmcnt(0)     wait
 *                    2 v_mfma_f32_32x32x8_f16   mfma, 16 passes, reads 4..7
 *     stream         0 1 2  0 1 2  ...          with the LDS cycles of each execution of 0
 *
 * A frontend makes it of an executed kernel or of a schedule that a person wrote. Registers are numbers of its own
 * choice: timing asks only whether two instructions name the same one.
 */
import type { SourceLine } from '../access/source-line.ts';
import type { Span } from '../base/span.ts';

/** The part of a compute unit that an instruction occupies. `wait` and `barrier` occupy none. */
export type Unit =
  | 'valu'
  | 'packed'
  | 'trans'
  | 'mfma'
  | 'salu'
  | 'smem'
  | 'lds'
  | 'vmem'
  | 'branch'
  | 'wait'
  | 'barrier';

/** What a memory instruction does. `to-lds` fetches global memory into LDS without registers. */
type MemoryKind = 'load' | 'store' | 'atomic' | 'to-lds';

export interface TimedInstruction {
  /** As written, without comments. */
  readonly text: string;
  readonly span?: Span;
  /** What it was compiled from, the innermost function first. */
  readonly source?: readonly SourceLine[] | undefined;
  readonly unit: Unit;
  /** Registers whose values must be there when it issues. */
  readonly reads: readonly number[];
  readonly writes: readonly number[];
  /** Of a matrix instruction: 4 cycles of the matrix core each. */
  readonly passes?: number;
  /** Of a matrix instruction: registers of the accumulator that it reads, which a predecessor forwards early. */
  readonly accumulator?: readonly number[];
  readonly memory?: MemoryKind;
  /** Dwords that a lane moves. */
  readonly dwords?: number;
  /** Counters that it raises. */
  readonly counts?: readonly WaitCounter[];
  /** Of a wait: the largest value of a counter with which it goes on. */
  readonly until?: Readonly<Partial<Record<WaitCounter, number>>>;
  /** Of a schedule: gives the waves of the workgroup a token, or takes one and waits until there is one. */
  readonly signals?: number;
  readonly awaits?: number;
  /** It calls a function: execution comes back behind it. */
  readonly calls?: boolean;
  /** Of a schedule: the places in LDS that it reads or writes, by name. */
  readonly places?: readonly string[];
  /** Of `s_setprio`: 0 to 3. */
  readonly priority?: number;
  /**
   * Of a schedule: a load without a register, or an access to LDS without a place. Its readers are not known, so waits
   * for it cannot be judged.
   */
  readonly unnamed?: true;
  /** In a schedule: it reads a register that nothing loads, so that any load before it may be meant. */
  readonly unloaded?: true;
  /** Cycles that it keeps its wave from issuing, beyond those of any instruction (`s_nop`, `s_sleep`). */
  readonly idleCycles?: number;
}

/**
 * `vmcnt`: vector memory, in order. `lgkmcnt`: LDS in order, scalar memory in any order among them.
 */
export type WaitCounter = 'vmcnt' | 'lgkmcnt';

/** One wave: what it executed, in order. All arrays have one entry per executed instruction. */
export interface WaveStream {
  /** Waves of one workgroup meet at barriers. */
  readonly workgroup: number;
  /** Number in the list of instructions. */
  readonly instruction: Uint32Array;
  /** LDS: cycles of the banks, conflicts included (SQ_LDS_IDX_ACTIVE). */
  readonly bankCycles: Uint32Array;
  /** LDS: those of them that are conflicts. */
  readonly conflictCycles: Uint32Array;
  /** Vector memory: bytes that are fetched or stored, whole lines. */
  readonly bytes: Uint32Array;
  /** Vector memory: bytes that pass between memory and the compute unit, at the peak of the memory; absent where not counted. */
  readonly memoryBytes?: Uint32Array;
  /** LDS: the first byte that a lane touches, and the one behind the last; equal where that is not known. */
  readonly ldsFrom: Uint32Array;
  readonly ldsTo: Uint32Array;
}

/** What one execution costs and touches; what is left out is 0. */
export interface ExecutionCosts {
  readonly bankCycles?: number;
  readonly conflictCycles?: number;
  readonly bytes?: number;
  readonly memoryBytes?: number;
  readonly ldsFrom?: number;
  readonly ldsTo?: number;
}

/** What the simulator of a compute unit executes: instructions with their units, and the stream of each wave. */
export interface TimedProgram {
  readonly instructions: readonly TimedInstruction[];
  readonly streams: readonly WaveStream[];
  /** Of a schedule: the places of which every wave has its own. */
  readonly privatePlaces?: ReadonlySet<string>;
}

const WORDS = 7;

/** Collects the stream of one wave. */
export class StreamBuilder {
  readonly #workgroup: number;
  /** `WORDS` for each execution. */
  #data = new Uint32Array(WORDS * 1024);
  #count = 0;

  constructor(workgroup = 0) {
    this.#workgroup = workgroup;
  }

  add(instruction: number, costs: ExecutionCosts = {}): void {
    const at = WORDS * this.#count++;
    if (at === this.#data.length) {
      const grown = new Uint32Array(2 * at);
      grown.set(this.#data);
      this.#data = grown;
    }
    this.#data[at] = instruction;
    this.#data[at + 1] = costs.bankCycles ?? 0;
    this.#data[at + 2] = costs.conflictCycles ?? 0;
    this.#data[at + 3] = costs.bytes ?? 0;
    this.#data[at + 4] = costs.ldsFrom ?? 0;
    this.#data[at + 5] = costs.ldsTo ?? 0;
    this.#data[at + 6] = costs.memoryBytes ?? 0;
  }

  finish(): WaveStream {
    const column = (offset: number): Uint32Array =>
      Uint32Array.from({ length: this.#count }, (_, i) => this.#data[WORDS * i + offset] ?? 0);
    return {
      workgroup: this.#workgroup,
      instruction: column(0),
      bankCycles: column(1),
      conflictCycles: column(2),
      bytes: column(3),
      ldsFrom: column(4),
      ldsTo: column(5),
      memoryBytes: column(6),
    };
  }
}
