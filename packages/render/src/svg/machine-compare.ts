/**
 * Two chips, or two models of one, side by side: their facts, and how they serve each class of instructions, with
 * differences marked.
 */
import type { ConflictModel, Fact, Machine, ServiceRule } from '@ldscope/core';
import { machineFacts } from '../text/machine-facts.ts';
import { busiest, classNames, phasesText, sameRules, slotWords } from '../text/machine-rules.ts';
import { counted } from '../text/numbers.ts';
import { termsFor } from '../text/terminology.ts';
import type { DataTable } from './data-table.ts';

/** A chip with the model that is looked at. */
export interface MachineChoice {
  readonly machine: Machine;
  /** The chip's default unless told. */
  readonly model?: ConflictModel | undefined;
}

/** Two columns of values, and by row whether they differ. */
export interface Comparison {
  readonly table: DataTable;
  readonly differs: readonly boolean[];
}

/** A model's rule for every class: the length of phases, and the treatment of two addresses. */
export function costsOf({
  machine,
  model = machine.models[0],
}: MachineChoice): readonly (readonly [what: string, how: string])[] {
  const { portsPerBank, emptyPhaseCycles, twoAddresses } = model;
  return [
    ['a phase takes as long as', busiest(model)],
    ['a bank serves at once', counted(portsPerBank, 'slot')],
    ['a phase without lanes takes', counted(emptyPhaseCycles, 'cycle')],
    [
      'two addresses of an instruction',
      twoAddresses === 'together' ? 'share their phases' : 'have phases of their own',
    ],
  ];
}

/** True when the rules common to all classes differ, whatever the rules of the classes are. */
export function costsDiffer(a: MachineChoice, b: MachineChoice): boolean {
  const other = costsOf(b);
  return costsOf(a).some(([, how], index) => how !== other[index]?.[1]);
}

/** Its chip; with the model where the other is of the same chip. */
export function nameOf({ machine, model }: MachineChoice, other: MachineChoice): string {
  const own = model ?? machine.models[0];
  return machine === other.machine ? `${machine.name}, model ${own.name}` : machine.name;
}

/** A fact of two chips; absent where one does not have it. */
export interface FactPair {
  readonly title: string;
  readonly first: Fact<string> | undefined;
  readonly second: Fact<string> | undefined;
  readonly differs: boolean;
}

/** The facts of two chips side by side, in the words for the first. */
export function pairFacts(a: MachineChoice, b: MachineChoice): FactPair[] {
  const terms = termsFor(a.machine);
  const [one, other] = [a, b].map(({ machine }) => new Map(machineFacts(machine, terms)));
  const titles = [...new Set([...(one?.keys() ?? []), ...(other?.keys() ?? [])])];
  return titles.map((title) => {
    const [first, second] = [one?.get(title), other?.get(title)];
    return { title, first, second, differs: first?.value !== second?.value };
  });
}

/** The facts of two chips as a table. */
export function compareFacts(a: MachineChoice, b: MachineChoice): Comparison {
  const pairs = pairFacts(a, b);
  const cells = (fact: Fact<string> | undefined): string[] => [
    fact?.value ?? '-',
    fact?.evidence ?? '-',
  ];
  return {
    table: {
      caption: `Facts of ${a.machine.name} and ${b.machine.name}`,
      columns: [
        { title: 'fact' },
        { title: a.machine.name, numeric: true },
        { title: 'evidence' },
        { title: b.machine.name, numeric: true },
        { title: 'evidence' },
      ],
      rows: pairs.map(({ title, first, second }) => [title, ...cells(first), ...cells(second)]),
    },
    differs: pairs.map(({ differs }) => differs),
  };
}

/** A class of instructions and how both choices serve it; absent where one has no such instruction. */
export interface RulePair {
  readonly waveSize: 32 | 64;
  readonly classes: readonly string[];
  readonly first: ServiceRule | undefined;
  readonly second: ServiceRule | undefined;
  /** They serve it in different ways; how well that is known does not count. */
  readonly differs: boolean;
}

/** The rules of two choices side by side; classes of a kind with the same two rules share a pair. */
export function pairRules(a: MachineChoice, b: MachineChoice): RulePair[] {
  const [first, second] = [a, b].map(({ machine, model }) => (model ?? machine.models[0]).rules);
  return ([64, 32] as const).flatMap((waveSize) => {
    const [one, other] = [first?.[waveSize] ?? {}, second?.[waveSize] ?? {}];
    const pairs: { -readonly [Key in keyof RulePair]: RulePair[Key] }[] = [];
    // A class has the position of its rule in the table of the chip that has it.
    for (const { classes } of sameRules({ ...other, ...one })) {
      for (const request of classes) {
        const [mine, yours] = [ruleOf(one, request), ruleOf(other, request)];
        const last = pairs.at(-1);
        const joins =
          last !== undefined &&
          kindOf(last.classes[0]) === kindOf(request) &&
          sameKnown(last.first, mine) &&
          sameKnown(last.second, yours);
        if (joins) last.classes = [...last.classes, request];
        else {
          pairs.push({
            waveSize,
            classes: [request],
            first: mine,
            second: yours,
            differs: servedAs(mine) !== servedAs(yours),
          });
        }
      }
    }
    return pairs;
  });
}

function ruleOf(
  rules: Readonly<Record<string, ServiceRule>>,
  request: string,
): ServiceRule | undefined {
  return rules[request];
}

const kindOf = (request = ''): string => request.slice(0, request.lastIndexOf('.'));

function sameKnown(a: ServiceRule | undefined, b: ServiceRule | undefined): boolean {
  return servedAs(a) === servedAs(b) && a?.evidence === b?.evidence && a?.source === b?.source;
}

/** The content of a rule, without its evidence. */
function servedAs(rule: ServiceRule | undefined): string {
  if (rule === undefined) return '-';
  const { phases, pairedPhases, banks, slots, steps, alignmentBytes } = rule;
  const lanes = [
    phases.lanes.join(),
    phases.count,
    pairedPhases?.lanes.join(),
    pairedPhases?.count,
  ];
  return [...lanes, banks, slots, steps, alignmentBytes].join(' ');
}

/** The rules of two choices as a table, those common to all classes first. */
export function compareRules(a: MachineChoice, b: MachineChoice): Comparison {
  const pairs = pairRules(a, b);
  const withLanes = new Set(pairs.map(({ waveSize }) => waveSize)).size > 1;
  const [first, second] = [nameOf(a, b), nameOf(b, a)];
  const cells = (rule: ServiceRule | undefined): string[] =>
    rule === undefined
      ? ['-', '-', '-']
      : [`${phasesText(rule)}, ${rule.banks} banks`, slotWords[rule.slots][0], rule.evidence];
  const other = costsOf(b);
  const costs = costsOf(a).map(([what, how], index) => ({
    row: [what, ...(withLanes ? ['-'] : []), how, '-', '-', other[index]?.[1] ?? '-', '-', '-'],
    differs: how !== other[index]?.[1],
  }));
  const rules = pairs.map(({ waveSize, classes, first: mine, second: yours, differs }) => ({
    row: [
      classNames(classes),
      ...(withLanes ? [String(waveSize)] : []),
      ...cells(mine),
      ...cells(yours),
    ],
    differs,
  }));
  return {
    table: {
      caption: `Service rules of ${first} and ${second}`,
      columns: [
        { title: 'class' },
        ...(withLanes ? [{ title: 'lanes', numeric: true }] : []),
        ...[first, second].flatMap((name) => [
          { title: `${name}: phases, banks` },
          { title: 'slot' },
          { title: 'evidence' },
        ]),
      ],
      rows: [...costs, ...rules].map(({ row }) => row),
    },
    differs: [...costs, ...rules].map(({ differs }) => differs),
  };
}
