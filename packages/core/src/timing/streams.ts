/**
 * Streams of an executed kernel: what each wave executed, with the LDS cycles and global bytes that its accesses cost.
 *
 *     log of wave 3     instruction 17, memory instruction 40 of its wave
 *     LDS trace         rows of wave 3 and order 40: 8 + 8 cycles of the banks (a `ds_read2` has two rows)
 */
import { greatestOf, leastOf } from '../base/numbers.ts';
import { opcodeAt } from '../access/opcodes.ts';
import type { AccessTrace } from '../access/trace.ts';
import type { GlobalTrace } from '../access/global-trace.ts';
import { coalesce } from '../coalesce/coalesce.ts';
import { simulate } from '../conflict/simulate.ts';
import type { Machine } from '../machine/machine.ts';
import { type ExecutionCosts, StreamBuilder, type WaveStream } from './program.ts';
import type { MemoryBytes } from './memory-bytes.ts';
import { laneAddresses } from '../access/wave-rows.ts';

/** What a wave executed. */
export interface ExecutedWave {
  /** Counted through the launch, as in the traces. */
  readonly wave: number;
  /** Number of each executed instruction. */
  readonly instruction: Uint32Array;
  /** Memory instructions of the wave before each. */
  readonly order: Uint32Array;
}

/** Costs by wave and memory instruction; several rows of one instruction are summed. */
class Costs {
  readonly #values = new Map<number, Required<Mutable<ExecutionCosts>>>();

  of(wave: number, order: number): Required<Mutable<ExecutionCosts>> {
    const key = wave * 2 ** 26 + order;
    let sum = this.#values.get(key);
    if (sum === undefined) {
      sum = {
        bankCycles: 0,
        conflictCycles: 0,
        bytes: 0,
        memoryBytes: 0,
        ldsFrom: Infinity,
        ldsTo: 0,
      };
      this.#values.set(key, sum);
    }
    return sum;
  }

  find(wave: number, order: number): ExecutionCosts | undefined {
    return this.#values.get(wave * 2 ** 26 + order);
  }
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** The streams of the waves of one workgroup. `isMemory` says which instructions have accesses in the traces. */
export function streamsOf(
  executed: readonly ExecutedWave[],
  workgroup: number,
  isMemory: (instruction: number) => boolean,
  {
    machine,
    lds,
    global,
    memory,
    onUnserved,
  }: {
    readonly machine: Machine;
    /** Gets the instructions that the machine lacks; they cost nothing. */
    readonly onUnserved?: (op: number) => void;
    readonly lds: readonly AccessTrace[];
    readonly global: readonly GlobalTrace[];
    /** Counts what passes between memory and the compute unit. */
    readonly memory?: MemoryBytes | undefined;
  },
): readonly WaveStream[] {
  const costs = new Costs();
  for (const trace of lds) {
    const { idxActive, bankConflict, unserved } = simulate(trace, machine);
    if (onUnserved !== undefined) for (const op of unserved) onUnserved(op);
    for (const [row, wave] of trace.wave.entries()) {
      const sum = costs.of(wave, trace.order[row] ?? 0);
      sum.bankCycles += idxActive[row] ?? 0;
      sum.conflictCycles += bankConflict[row] ?? 0;
      const [from, to] = bytesTouched(trace, row);
      sum.ldsFrom = Math.min(sum.ldsFrom, from);
      sum.ldsTo = Math.max(sum.ldsTo, to);
    }
  }
  for (const trace of global) {
    const { fetchedBytes } = coalesce(trace, machine.coalescing[0]);
    const memoryBytes = memory?.of(trace, workgroup);
    for (const [row, wave] of trace.wave.entries()) {
      const sum = costs.of(wave, trace.order[row] ?? 0);
      sum.bytes += fetchedBytes[row] ?? 0;
      sum.memoryBytes += memoryBytes?.[row] ?? 0;
    }
  }
  return executed.map(({ wave, instruction, order }) => {
    const builder = new StreamBuilder(workgroup);
    for (let i = 0; i < instruction.length; i++) {
      const number = instruction[i] ?? 0;
      builder.add(number, isMemory(number) ? costs.find(wave, order[i] ?? 0) : undefined);
    }
    return builder.finish();
  });
}

/** The bytes between the lowest and the highest that an active lane touches. */
function bytesTouched(trace: AccessTrace, row: number): readonly [from: number, to: number] {
  const { widthBytes } = opcodeAt(trace.op[row] ?? 0);
  const starts = laneAddresses(trace, row).filter((address) => address !== undefined);
  return [leastOf(starts), Math.max(0, greatestOf(starts.map((address) => address + widthBytes)))];
}
