/**
 * The conflicts of accesses that are linear over GF(2), in closed form: a second way to what `simulate` counts.
 *
 * A phase is a coset of a subspace V of the lane id, so on every phase the map has the same kernel and
 * the same image up to a shift. With rank_x the rank of the map "lane in V -> x of the address":
 *
 *     different words on one bank    2^(rank_word - rank_bank)
 *     lanes on one bank              2^(dim V - rank_bank)
 *     lanes on one element           2^(dim V - rank_element)
 *
 * and no phase has to be looked at. The whole wave must be active and in range.
 */
import {
  apply,
  type ConflictModel,
  type LinearLanes,
  type Opcode,
  type PhaseTable,
  rank,
  type ServiceRule,
} from '@ldscope/core';

export interface ClosedForm {
  /** Conflict-free cost. */
  readonly phases: number;
  readonly idxActive: number;
  readonly bankConflict: number;
  /** The same in every phase. */
  readonly ways: number;
}

/**
 * The cost of one access of a whole wave whose addresses are linear. Exact; the same numbers as
 * `simulate` on the same machine model (under a `whole` rule: of addresses that the width divides).
 */
export function closedForm(
  lanes: LinearLanes,
  opcode: Opcode,
  rule: ServiceRule,
  model: ConflictModel,
): ClosedForm {
  const { passes = 1 } = rule;
  const steps = rule.steps === 'serial' ? Math.max(1, opcode.widthBytes >> 2) : 1;
  const everything = [lanes.origin, ...lanes.columns].reduce((bits, column) => bits | column, 0);
  if ((everything & (rule.alignmentBytes - 1)) !== 0) {
    const phases = rule.phases.count * steps;
    return { phases, idxActive: rule.phases.waveSize, bankConflict: 0, ways: 1 };
  }
  const table = phasesOf(lanes, rule);
  const addressed =
    opcode.addressing.kind === 'row' ? 8 * opcode.addressing.matrices : table.waveSize;
  const ways = slotsOfFullestBank(lanes, table, rule, opcode.widthBytes);
  const served = Math.min(table.count, Math.ceil(addressed / table.lanesPerPhase));
  const empty = (table.count - served) * model.emptyPhaseCycles;
  const slots =
    model.phaseCost === 'every-bank' ? 1 + banksUsed(lanes, table, rule) * (ways - 1) : ways;
  const cost = Math.ceil(slots / model.portsPerBank);
  return {
    phases: (served + empty) * steps * passes,
    idxActive: (served * cost + empty) * steps * passes,
    bankConflict: served * (cost - 1) * steps,
    ways,
  };
}

/** A pair of lanes is at one address exactly when its lane bit is in the kernel. */
function phasesOf(lanes: LinearLanes, rule: ServiceRule): PhaseTable {
  const paired = lanes.columns[0] === 0 || lanes.columns[1] === 0;
  return paired && rule.pairedPhases !== undefined ? rule.pairedPhases : rule.phases;
}

/** Banks that a phase touches; all have the same number of slots. */
function banksUsed(lanes: LinearLanes, table: PhaseTable, rule: ServiceRule): number {
  const images = table.basis.map((vector) => apply(lanes.columns, vector));
  return 2 ** rank(images.map((address) => (address >>> 2) & (rule.banks - 1)));
}

function slotsOfFullestBank(
  lanes: LinearLanes,
  table: PhaseTable,
  rule: ServiceRule,
  widthBytes: number,
): number {
  const images = table.basis.map((vector) => apply(lanes.columns, vector));
  const dimension = table.basis.length;
  const rankOf = (view: (address: number) => number): number => rank(images.map(view));
  const words = rankOf((address) => address >>> 2);
  const banks = rankOf((address) => (address >>> 2) & (rule.banks - 1));
  switch (rule.slots) {
    case 'none':
      return 1;
    case 'distinct-words':
      return 2 ** (words - banks);
    case 'each-lane':
      return 2 ** (dimension - banks);
    case 'disjoint-bytes': {
      const elements = rankOf((address) => Math.floor(address / widthBytes));
      return 2 ** (words - banks + dimension - elements);
    }
    case 'same-element':
      return rankOf((address) => address) === banks ? 1 : 2 ** (dimension - banks);
  }
}
