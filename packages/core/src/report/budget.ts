/** What `ldscope budget` says: a GEMM tile's arithmetic, the cycles of each unit for one K step, and the occupancy. */
import { type Result, success } from '../base/result.ts';
import type { Machine } from '../machine/machine.ts';
import type { TimingModel } from '../timing/constants.ts';
import {
  type GemmBudget,
  gemmBudget,
  type GemmStep,
  type GemmStepRequest,
} from '../timing/gemm-budget.ts';
import { occupancyOf, type OccupancyReport } from '../machine/occupancy.ts';

export const BUDGET_SCHEMA = 'ldscope-budget/1';

export interface BudgetReport {
  readonly schema: typeof BUDGET_SCHEMA;
  readonly machine: string;
  readonly step: GemmStep;
  readonly budget: GemmBudget;
  /**
   * Cycles of a K step for which each unit is busy when nothing conflicts: the matrix cores of a SIMD, LDS for the reads
   * and for the writes of all waves, global memory. The largest bounds the loop.
   */
  readonly cycles: {
    readonly matrix: number;
    readonly ldsReads: number;
    readonly ldsWrites: number;
    readonly globalMemory: number;
  };
  /** Registers of a lane with everything in flight, other than accumulators. */
  readonly vectorRegisters: number;
  readonly occupancy: OccupancyReport;
}

/** The report; `otherRegisters` are what addresses and counters take besides. */
export function budgetReport(
  tile: GemmStepRequest,
  machine: Machine,
  timing: TimingModel,
  otherRegisters: number,
): Result<BudgetReport> {
  const found = gemmBudget(tile, machine);
  if (!found.ok) return found;
  const { step, budget } = found.value;
  const { registers } = budget;
  const waves = step.waves[0] * step.waves[1];
  const simds = machine.occupancy.simdsPerUnit.value;
  const pairs = simds / 2;
  const vectorRegisters = registers.prefetch + registers.operands + otherRegisters;
  // Three dwords take the way of four.
  const carriedBytes = step.accessBytes === 12 ? 16 : step.accessBytes;
  const accessCycles = (64 * carriedBytes) / timing.lds.pairBytesPerCycle.value;
  const { issue } = machine;
  const push =
    (issue?.writeBase.value ?? 0) + ((issue?.writePerDword.value ?? 0) * step.accessBytes) / 4;
  const occupancy = occupancyOf(
    {
      registers: { vector: vectorRegisters, accumulators: registers.accumulators },
      ldsBytes: budget.ldsBytes,
      wavesPerWorkgroup: waves,
    },
    machine,
  );
  return success({
    schema: BUDGET_SCHEMA,
    machine: machine.name,
    step,
    budget,
    cycles: {
      matrix: budget.matrixCycles * Math.ceil(waves / simds),
      ldsReads: (budget.ldsReads * waves * accessCycles) / pairs,
      ldsWrites: (budget.ldsWrites * waves * Math.max(accessCycles, push)) / pairs,
      globalMemory: budget.stepBytes / timing.vmem.bytesPerCycle.value,
    },
    vectorRegisters,
    occupancy,
  });
}
