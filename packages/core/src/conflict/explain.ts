/**
 * Explains one access: which lanes access which words of which bank in which phase, and why they conflict.
 *
 * This is a second, plain implementation of the cost rule, in terms that a person reads; `simulate` is the
 * fast one. Tests compare the two.
 */
import { greatestOf } from '../base/numbers.ts';
import { append } from '../base/groups.ts';
import type { AccessTrace } from '../access/trace.ts';
import { opcodeAt } from '../access/opcodes.ts';
import {
  type ConflictModel,
  findRule,
  type Machine,
  type ServiceRule,
} from '../machine/machine.ts';
import { phaseLanes } from '../machine/phases.ts';
import type { AccessExplanation, BankRequest, PhaseExplanation } from './explanation.ts';
import { findReasons } from './reasons.ts';
import { laneAddresses } from '../access/wave-rows.ts';

/** Explains row `row` of a trace; `undefined` when the machine has no rule for its instruction. */
export function explainAccess(
  trace: AccessTrace,
  row: number,
  machine: Machine,
  model: ConflictModel = machine.models[0],
  ldsBytes = machine.sharedMemory.bytesPerWorkgroup.value,
): AccessExplanation | undefined {
  const opcode = opcodeAt(trace.op[row] ?? 0);
  if (opcode.request === undefined) return undefined;
  const rule = findRule(model, trace.waveSize, opcode.request);
  if (rule === undefined) return undefined;
  const width = opcode.widthBytes;
  const addressed = opcode.addressing.kind === 'row' ? 8 * opcode.addressing.matrices : 64;
  const active = laneAddresses(trace, row).map((address, lane) =>
    lane < addressed ? address : undefined,
  );
  const addressBytes = active.map((address) =>
    address !== undefined && address + width <= ldsBytes ? address : undefined,
  );
  const misaligned = addressBytes.some(
    (address) => address !== undefined && address % rule.alignmentBytes !== 0,
  );
  const table =
    rule.pairedPhases !== undefined && isPaired(active) ? rule.pairedPhases : rule.phases;
  const steps = rule.steps === 'serial' ? Math.max(1, width / 4) : 1;
  const passes = rule.passes ?? 1;
  const phases: PhaseExplanation[] = [];
  for (let index = 0; index < table.count; index++) {
    const lanes = [...phaseLanes(table, index)].filter((lane) => addressBytes[lane] !== undefined);
    const banks = requestsByBank(lanes, addressBytes, rule, width);
    const ways = Math.max(0, greatestOf(banks.map((bank) => bank.slots)));
    const surplus = banks.reduce((sum, bank) => sum + bank.slots - 1, 0);
    const slots = model.phaseCost === 'every-bank' ? 1 + surplus : ways;
    const cost = Math.ceil(slots / model.portsPerBank);
    phases.push({
      index,
      lanes,
      cycles: (lanes.length === 0 ? model.emptyPhaseCycles : cost) * steps * passes,
      ways,
      banks,
    });
  }
  const cycles = phases.reduce((sum, phase) => sum + phase.cycles, 0);
  const served = phases.filter((phase) => phase.lanes.length > 0 || model.emptyPhaseCycles === 1);
  const worstWays = Math.max(0, greatestOf(phases.map((phase) => phase.ways)));
  const shared = {
    opcode: opcode.name,
    rule,
    phases,
    banksPerLane: Math.max(1, width >> 2),
    addressBytes,
  };
  if (misaligned) {
    return {
      ...shared,
      idxActive: trace.waveSize,
      bankConflict: 0,
      worstWays: 1,
      reasons: [
        `an address is not a multiple of ${rule.alignmentBytes} bytes: the hardware takes one cycle ` +
          'per lane and counts no bank conflict',
      ],
    };
  }
  return {
    ...shared,
    idxActive: cycles,
    // An access that takes no pass of the banks has no conflicts either.
    bankConflict: passes === 0 ? 0 : cycles / passes - served.length * steps,
    worstWays,
    reasons: findReasons(phases, addressBytes, rule),
  };
}

function isPaired(addresses: readonly (number | undefined)[]): boolean {
  return [1, 2].some((x) =>
    addresses.every((address, lane) => {
      const partner = addresses[lane ^ x];
      return address === undefined || partner === undefined || address === partner;
    }),
  );
}

function requestsByBank(
  lanes: readonly number[],
  addresses: readonly (number | undefined)[],
  rule: ServiceRule,
  width: number,
): BankRequest[] {
  const byBank = new Map<number, Map<number, number[]>>();
  const wordsAtOnce = rule.steps === 'whole' ? Math.max(1, width >> 2) : 1;
  for (const lane of lanes) {
    const first = Math.floor((addresses[lane] ?? 0) / 4);
    for (let word = first; word < first + wordsAtOnce; word++) {
      const bank = word % rule.banks;
      const words = byBank.get(bank) ?? new Map<number, number[]>();
      byBank.set(bank, append(words, word, lane));
    }
  }
  return [...byBank]
    .sort(([a], [b]) => a - b)
    .map(([bank, words]) => ({
      bank,
      slots: slotsOf(words, addresses, rule, width),
      words: [...words]
        .sort(([a], [b]) => a - b)
        .map(([word, wanting]) => ({ addressBytes: 4 * word, lanes: wanting })),
    }));
}

function slotsOf(
  words: ReadonlyMap<number, readonly number[]>,
  addresses: readonly (number | undefined)[],
  rule: ServiceRule,
  width: number,
): number {
  const lanes = [...words.values()].flat();
  switch (rule.slots) {
    case 'distinct-words':
      return words.size;
    case 'each-lane':
      return lanes.length;
    case 'none':
      return 1;
    case 'same-element':
      return new Set(lanes.map((lane) => addresses[lane])).size === 1 ? 1 : lanes.length;
    case 'disjoint-bytes': {
      let slots = 0;
      for (const wanting of words.values()) {
        const perUnit = new Map<number, number>();
        for (const lane of wanting) {
          const unit = Math.floor((addresses[lane] ?? 0) / width);
          perUnit.set(unit, (perUnit.get(unit) ?? 0) + 1);
        }
        slots += greatestOf(perUnit.values());
      }
      return slots;
    }
  }
}
