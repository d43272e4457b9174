import type { ConflictModel, RuleTable, ServiceRule, SlotRule } from './machine.ts';
import type { Evidence } from './evidence.ts';
import type { PhaseTable } from './phases.ts';
import type { RequestClass } from '../access/opcode.ts';

/** What a rule is made from; `steps` and `alignmentBytes` have their default values when absent. */
export interface RuleSpec {
  readonly phases: PhaseTable;
  readonly banks: number;
  readonly slots: SlotRule;
  readonly evidence: Evidence;
  readonly source: string;
  readonly steps?: ServiceRule['steps'];
  readonly alignmentBytes?: number;
  readonly passes?: number;
  readonly pairedPhases?: PhaseTable;
  readonly note?: string;
  readonly otherReading?: string;
}

/** One rule for several classes. */
export function rule(classes: readonly RequestClass[], spec: RuleSpec): RuleTable {
  const complete: ServiceRule = { steps: 'together', alignmentBytes: 1, ...spec };
  return Object.fromEntries(classes.map((request) => [request, complete]));
}

/** The rules of a table with some fields replaced: how a chip differs from its neighbour. */
export function amend(table: RuleTable, fields: Partial<ServiceRule>): RuleTable {
  return Object.fromEntries(
    Object.entries(table).map(([request, existing]) => [request, { ...existing, ...fields }]),
  );
}

/** The default model of AMD's chips before gfx1250. */
export function phaseModel(rules: ConflictModel['rules']): ConflictModel {
  return {
    name: 'default',
    title: 'phase model',
    description:
      'Fixed sets of lanes per phase, a lane moves its whole vector in its phase, a phase costs as many ' +
      'cycles as its fullest bank has different words.',
    emptyPhaseCycles: 1,
    portsPerBank: 1,
    rules,
  };
}

export const NARROW_READS = ['read.b8', 'read.b16', 'read.b32'] as const;
export const NARROW_WRITES = ['write.b8', 'write.b16'] as const;
