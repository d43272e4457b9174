/** What a block of the GEMM pays for LDS in one step of K, writes and reads apart. */
import type { ConflictModel, Machine } from '../../machine/machine.ts';
import { tileCost, type TileCost } from './analyzer.ts';
import type { GemmPlan } from '../../vendors/ck-tile/gemm/gemm.ts';

export interface GemmCost {
  /** Both operands. */
  readonly write: TileCost;
  readonly read: TileCost;
  /** Both operands, with their padding. */
  readonly ldsElements: number;
}

/** Costs of one workgroup and one step of K, in LDS cycles. */
export function gemmCost(
  { a, b }: GemmPlan,
  machine: Machine,
  model: ConflictModel = machine.models[0],
): GemmCost {
  const size = ({ write }: GemmPlan['a']): number => write.access.descriptor.elementSpaceSize;
  return {
    write: tileCost([a.write, b.write], machine, model),
    read: tileCost([a.read, b.read], machine, model),
    ldsElements: size(a) + size(b),
  };
}
