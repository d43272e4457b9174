/**
 * Bank conflicts of any descriptor: of tiles that are stored and loaded, of one instruction whose lanes access given
 * indices, and as CK's page counts them.
 */
import { greatestOf } from '../../base/numbers.ts';
import { simulate } from '../../conflict/simulate.ts';
import { opcodeAt } from '../../access/opcodes.ts';
import type { ConflictModel, Machine } from '../../machine/machine.ts';
import { calculateOffset, type TensorDescriptor } from '../../vendors/ck-tile/descriptor.ts';
import { tileTrace, type TileAccessPlan } from '../../vendors/ck-tile/tile-access.ts';

/** Costs of one instruction, over all waves that execute it. Cycles as in `simulate`. */
export interface InstructionCost {
  readonly access: string;
  readonly name: string;
  readonly executions: number;
  readonly idxActive: number;
  readonly bankConflict: number;
  readonly worstWays: number;
}

export interface TileCost {
  readonly instructions: readonly InstructionCost[];
  /** Executed by waves: SQ_INSTS_LDS. */
  readonly executions: number;
  readonly idxActive: number;
  /** SQ_LDS_BANK_CONFLICT. */
  readonly bankConflict: number;
  /** Instructions that the machine does not have. */
  readonly unserved: readonly string[];
}

/** What one workgroup pays for storing and loading its tile once. */
export function tileCost(
  plans: readonly TileAccessPlan[],
  machine: Machine,
  model: ConflictModel = machine.models[0],
): TileCost {
  const trace = tileTrace(plans);
  const counted = simulate(trace, machine, model);
  const list = plans.flatMap(({ access, instructions, waves }) =>
    instructions.map(({ name }) => ({
      access: access.name,
      name,
      executions: waves,
      idxActive: 0,
      bankConflict: 0,
      worstWays: 0,
    })),
  );
  for (let row = 0; row < trace.count; row++) {
    const cost = list[trace.site[row] ?? 0];
    if (cost === undefined) continue;
    cost.idxActive += counted.idxActive[row] ?? 0;
    cost.bankConflict += counted.bankConflict[row] ?? 0;
    cost.worstWays = Math.max(cost.worstWays, counted.worstWays[row] ?? 0);
  }
  const total = (key: 'executions' | 'idxActive' | 'bankConflict'): number =>
    list.reduce((sum, cost) => sum + cost[key], 0);
  return {
    instructions: list,
    executions: total('executions'),
    idxActive: total('idxActive'),
    bankConflict: total('bankConflict'),
    unserved: [...counted.unserved].map((op) => opcodeAt(op).name),
  };
}

/**
 * The analyser of CK's page: lane t wants element (t / 8, t % 8), elements are floats, and the lanes on the
 * fullest of 32 banks are its result. It knows no phases, no broadcast and no width, so it is kept to show what
 * it says next to what the hardware counts; use `tileCost` for the latter.
 */
export function pageAnalyzer(
  descriptor: TensorDescriptor,
  waveSize = 64,
  banks = 32,
): { readonly lanesByBank: readonly number[]; readonly maxConflict: number } {
  const lanesByBank = Array.from({ length: banks }, () => 0);
  for (let lane = 0; lane < waveSize; lane++) {
    const bank = calculateOffset(descriptor, [Math.floor(lane / 8), lane % 8]) % banks;
    lanesByBank[bank] = (lanesByBank[bank] ?? 0) + 1;
  }
  return { lanesByBank, maxConflict: greatestOf(lanesByBank) };
}
