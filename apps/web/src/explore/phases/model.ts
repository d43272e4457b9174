/**
 * Which lanes are served together: for a chip and a model the lanes of a lane's phase, and phases as subspaces of the lane id.
 *
 *     ds_read_b128 on gfx942    span(l0, l1, l2^l4)    lane 0 is served with 0-3 and 20-23
 */
import {
  type ConflictModel,
  laneRanges,
  type Machine,
  machineNamed,
  machines,
  phaseLanes,
  type PhaseTable,
  type RequestClass,
  type RuleTable,
  type ServiceRule,
} from '@ldscope/core';
import {
  down,
  type LanePattern,
  patternAddresses,
  patternText,
  strided,
} from '../parts/lane-pattern.ts';
import { findMeasured } from '../parts/measured-accesses.ts';
import { serve, waveOf } from '../parts/one-access.ts';

/** A chip and one of its models, by one name: `gfx942 default`. */
export type Choice = Readonly<{ value: string; machine: Machine; model: ConflictModel }>;

export const choices: readonly Choice[] = machines.flatMap((machine) =>
  machine.models.map((model) => ({ value: `${machine.name} ${model.name}`, machine, model })),
);

/** Throws for a name that no chip and model have. */
export function choiceOf(value: string): Choice {
  const found = choices.find((one) => one.value === value);
  if (found === undefined) throw new RangeError(`no chip and model are called ${value}`);
  return found;
}

const isRequest = (name: string): name is RequestClass =>
  /^(?:read|write|atomic|async|read\.(?:tr|generic)|atomic\.(?:compare|trial)|matrix|remote|remote\.(?:atomic|compare))\.\w+$/.test(
    name,
  );

/** Instructions of a chip that are served in the same way, and their lanes. */
export function classPhases({ machine, model }: Choice) {
  return machine.waveSizes.flatMap((waveSize) => {
    const groups: { classes: RequestClass[]; rule: ServiceRule; waveSize: 32 | 64 }[] = [];
    for (const [request, rule] of Object.entries(model.rules[waveSize] ?? {})) {
      if (!isRequest(request)) continue;
      const same = groups.find((one) => isServedAlike(one.rule, rule));
      if (same === undefined) groups.push({ classes: [request], rule, waveSize });
      else same.classes.push(request);
    }
    return groups;
  });
}

const isServedAlike = (a: ServiceRule, b: ServiceRule): boolean =>
  a.phases.title === b.phases.title &&
  a.pairedPhases?.title === b.pairedPhases?.title &&
  a.banks === b.banks &&
  a.passes === b.passes &&
  (a.slots === 'none') === (b.slots === 'none') &&
  a.evidence === b.evidence &&
  a.source === b.source &&
  a.note === b.note;

/** The lanes of the phase that a lane is in. */
export function lanesMet(table: PhaseTable, lane: number): readonly number[] {
  for (let phase = 0; phase < table.count; phase++) {
    const lanes = [...phaseLanes(table, phase)];
    if (lanes.includes(lane)) return lanes;
  }
  return [];
}

export const lanesMetText = (table: PhaseTable, lane: number): string =>
  laneRanges(lanesMet(table, lane));

/** `span(l0, l1, l2^l4)`: lane bits that may differ within a phase, those with ^ only together. */
export function spanText({ basis }: PhaseTable): string {
  const vectors = basis.map((mask) =>
    [0, 1, 2, 3, 4, 5]
      .filter((bit) => ((mask >> bit) & 1) === 1)
      .map((bit) => `l${bit}`)
      .join('^'),
  );
  return `span(${vectors.join(', ')})`;
}

/** The same with waves of one size alone, where the chip has them. */
export function ofWave({ machine, model, value }: Choice, wanted: number): Choice {
  const size = machine.waveSizes.find((one) => one === wanted) ?? machine.waveSizes[0] ?? 64;
  return { machine: { ...machine, waveSizes: [size] }, model, value };
}

export const kinds = ['reads', 'writes', 'atomics and copies'] as const;
type Kind = (typeof kinds)[number];

const kindOf = (request: string): Kind =>
  /^(?:read|matrix\.read)/.test(request)
    ? 'reads'
    : /^(?:write|matrix\.write)/.test(request)
      ? 'writes'
      : 'atomics and copies';

/** The same chip and model with the rules of one kind of instructions alone. */
export function ofKind({ machine, model, value }: Choice, kind: Kind): Choice {
  const only = (rules: RuleTable = {}): RuleTable =>
    Object.fromEntries(Object.entries(rules).filter(([request]) => kindOf(request) === kind));
  const rules = Object.fromEntries(
    machine.waveSizes.map((size) => [size, only(model.rules[size])]),
  );
  return { machine, model: { ...model, rules }, value };
}

/** Published claims about phases, each with a model of gfx942 that has it and an access that decides it. */
const claims: readonly (readonly [
  claim: string,
  model: string,
  request: RequestClass,
  pattern: LanePattern,
  /** Where it was counted; gfx942 when absent. */
  countedOn?: string,
])[] = [
  ['slides: 128-bit reads as half-waves in four steps', 'deck-r1-r3', 'read.b128', strided(16)],
  ['slides: 64-bit reads as half-waves in two steps', 'deck-r1-r3', 'read.b64', strided(128)],
  ['talk: 32-bit reads in four phases of 16 lanes', 'talk-4x16', 'read.b32', strided(128)],
  ['talk: 64-bit reads in four phases of 16 lanes', 'talk-4x16', 'read.b64', strided(128)],
  ['talk: 128-bit reads in four phases of 16 lanes', 'talk-4x16', 'read.b128', strided(128)],
  [
    'consecutive octets for 128-bit reads',
    'sequential-octets',
    'read.b128',
    down(8, 512, 16),
    'gfx906',
  ],
  ['quarter waves for 16-bit reads', 'narrow-4x16', 'read.b16', down(8, 512, 2)],
  ['one phase of 64 lanes for 16-bit reads of gfx942', 'narrow-1x64', 'read.b16', down(8, 512, 2)],
];

export type Decided = ReturnType<typeof decided>[number];

/** Every claim on the access that decides it. */
export function decided() {
  return claims.map(([claim, name, request, pattern, countedOn]) => {
    const { machine, model } = choiceOf(`gfx942 ${name}`);
    const addresses = patternAddresses(pattern, waveOf(machine));
    const own = machineNamed(countedOn ?? machine.name);
    const byClaim = serve(machine, request, addresses, { model });
    const measured = findMeasured(own.name, request, pattern);
    return {
      claim,
      access: `${byClaim.opcode}, ${patternText(pattern, waveOf(machine))}`,
      /** Conflict cycles of one instruction. */
      byClaim: byClaim.bankConflict,
      byEngine: serve(own, request, addresses).bankConflict,
      counted: measured?.conflict,
      /** What it was counted on. */
      device: measured && `${measured.device}${measured.how === 'time' ? ', timed' : ''}`,
    };
  });
}

/** The choices of a chip. */
export const modelsOf = (chip: string): readonly Choice[] =>
  choices.filter(({ machine }) => machine.name === chip);
