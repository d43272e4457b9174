import { isPowerOfTwo } from '../base/numbers.ts';
import type { ConflictModel, Machine, ServiceRule } from './machine.ts';
import type { PhaseTable } from './phases.ts';

/**
 * What is wrong with a machine's tables; empty for a sound machine. A test runs it over every chip: at each start it would take
 * as long as a short command.
 */
export function machineFaults(machine: Machine): string[] {
  const faults: string[] = [];
  const names = machine.models.map((model) => model.name);
  if (new Set(names).size !== names.length) faults.push('two models share a name');
  for (const { name, transactionBytes } of machine.coalescing) {
    if (!isPowerOfTwo(transactionBytes.value))
      faults.push(`coalescing ${name}: not a power of two`);
  }
  for (const model of machine.models) {
    for (const fault of modelFaults(machine, model)) faults.push(`model ${model.name}: ${fault}`);
  }
  return faults;
}

function modelFaults(machine: Machine, model: ConflictModel): string[] {
  const faults: string[] = [];
  for (const waveSize of [32, 64] as const) {
    for (const [request, rule] of Object.entries(model.rules[waveSize] ?? {})) {
      for (const fault of ruleFaults(machine, rule, waveSize)) faults.push(`${request}: ${fault}`);
    }
  }
  return faults;
}

function ruleFaults(machine: Machine, rule: ServiceRule, waveSize: number): string[] {
  const faults = tableFaults(rule.phases, waveSize);
  if (rule.pairedPhases !== undefined) faults.push(...tableFaults(rule.pairedPhases, waveSize));
  if (!isPowerOfTwo(rule.banks) || rule.banks > 64) faults.push(`${rule.banks} banks`);
  if (!isPowerOfTwo(rule.alignmentBytes)) faults.push(`alignment ${rule.alignmentBytes}`);
  if (rule.source === '') faults.push('no source');
  const other = rule.otherReading;
  if (other !== undefined && !machine.models.some((model) => model.name === other)) {
    faults.push(`the other reading ${other} is not a model of ${machine.name}`);
  }
  return faults;
}

/** Lane sets must be disjoint and cover the wave. */
function tableFaults(table: PhaseTable, waveSize: number): string[] {
  if (table.waveSize !== waveSize) return [`phases of a wave of ${table.waveSize}`];
  const lanes = new Set(table.lanes);
  const covers = lanes.size === waveSize && table.lanes.length === waveSize;
  const fits = table.count * table.lanesPerPhase === waveSize;
  return covers && fits ? [] : ['phases do not split the wave'];
}
