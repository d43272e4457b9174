/**
 * What is known of a chip as tables: facts, service rules and models, each with its evidence and source; and two chips or
 * two models beside each other, with the rows that differ marked. The facts are those that `ldscope machine` prints.
 */
import {
  type ConflictModel,
  laneRanges,
  type Machine,
  phaseLanes,
  type ServiceRule,
} from '@ldscope/core';
import { machineFacts } from '../text/machine-facts.ts';
import { classNames, phasesText, sameRules, slotWords } from '../text/machine-rules.ts';
import { matricesOf } from '../text/matrix.ts';
import { termsFor } from '../terminology.ts';
import type { DataTable } from './data-table.ts';

/** Sizes, banks and what bounds occupancy. */
export function machineFactTable(machine: Machine): DataTable {
  return {
    caption: `${machine.name}: ${machine.vendor} ${machine.products}`,
    columns: [
      { title: 'fact' },
      { title: 'value', numeric: true },
      { title: 'evidence' },
      { title: 'source' },
      { title: 'note' },
    ],
    rows: machineFacts(machine, termsFor(machine)).map(([title, fact]) => [
      title,
      fact.value,
      fact.evidence,
      fact.source,
      fact.note ?? '',
    ]),
  };
}

/** How each class of instructions is served: a table for each size of a wave. */
export function machineRuleTables(
  machine: Machine,
  model: ConflictModel = machine.models[0],
): DataTable[] {
  const { wave } = termsFor(machine);
  return machine.waveSizes.map((waveSize) => ({
    caption: `Service rules of model ${model.name}, ${wave}s of ${waveSize}`,
    columns: [
      { title: 'class' },
      { title: 'phases x lanes {first}' },
      { title: 'banks', numeric: true },
      { title: 'slot' },
      { title: 'aligned to', numeric: true },
      { title: 'evidence' },
      { title: 'source' },
      { title: 'note' },
    ],
    rows: sameRules(model.rules[waveSize] ?? {}).map(({ classes, rule }) => [
      classNames(classes),
      phasesText(rule),
      String(rule.banks),
      slotText(rule),
      rule.alignmentBytes > 1 ? `${rule.alignmentBytes} B` : '-',
      rule.evidence,
      rule.source,
      [...(rule.note === undefined ? [] : [rule.note]), ...otherReading(rule)].join('; '),
    ]),
  }));
}

const slotText = (rule: ServiceRule): string => slotWords[rule.slots].join(': ');

function otherReading({ otherReading: model }: ServiceRule): string[] {
  return model === undefined ? [] : [`the other reading is model ${model}`];
}

/** The models of shared memory and of global memory; the first of each kind is the default. */
export function machineModelTable({ name, models, coalescing }: Machine): DataTable {
  return {
    caption: `Models of ${name}`,
    columns: [
      { title: 'of' },
      { title: 'model' },
      { title: 'what it is' },
      { title: 'what holds in it' },
    ],
    rows: [
      ...models.map((model, index) => [
        'conflicts',
        model.name + (index === 0 && model.name !== 'default' ? ' (default)' : ''),
        model.title,
        model.description,
      ]),
      ...coalescing.map((model, index) => [
        'global memory',
        model.name + (index === 0 && model.name !== 'default' ? ' (default)' : ''),
        model.title,
        model.description,
      ]),
    ],
  };
}

/** The matrix instructions of a chip; no rows where none is known. */
export function machineMatrixTable(machine: Machine): DataTable {
  return {
    caption: `Matrix instructions of ${machine.name}`,
    columns: [
      { title: 'instruction' },
      { title: 'M x N x K' },
      { title: 'blocks', numeric: true },
      { title: 'passes of 4 cycles', numeric: true },
      { title: 'evidence' },
    ],
    rows: matricesOf(machine).map(({ names, m, k, blocks, passes, evidence }) => [
      names[0] ?? '',
      `${m} x ${m} x ${k}`,
      String(blocks),
      passes === undefined ? '-' : String(passes),
      evidence,
    ]),
  };
}

/** A chip with the model that is looked at. */
export interface MachineChoice {
  readonly machine: Machine;
  /** The chip's default unless told. */
  readonly model?: ConflictModel;
}

/** Two columns of values, and by row whether they differ. */
export interface Comparison {
  readonly table: DataTable;
  readonly differs: readonly boolean[];
}

function nameOf({ machine, model }: MachineChoice, other: MachineChoice): string {
  const own = model ?? machine.models[0];
  return machine === other.machine ? `${machine.name}, model ${own.name}` : machine.name;
}

/** The facts of two chips, in the words for the first. */
export function compareFacts(a: MachineChoice, b: MachineChoice): Comparison {
  const terms = termsFor(a.machine);
  const [first, second] = [a, b].map(({ machine }) => new Map(machineFacts(machine, terms)));
  const titles = [...new Set([...(first?.keys() ?? []), ...(second?.keys() ?? [])])];
  const rows = titles.map((title) => {
    const [one, other] = [first?.get(title), second?.get(title)];
    return [
      title,
      one?.value ?? '-',
      one?.evidence ?? '-',
      other?.value ?? '-',
      other?.evidence ?? '-',
    ];
  });
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
      rows,
    },
    differs: rows.map(([, one, , other]) => one !== other),
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
    // A class has the place of its rule in the table of whoever has it.
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

/** What a rule says of hardware, without how it is known. */
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

/** The rules of two choices as a table. */
export function compareRules(a: MachineChoice, b: MachineChoice): Comparison {
  const pairs = pairRules(a, b);
  const sizes = new Set(pairs.map(({ waveSize }) => waveSize));
  const [first, second] = [nameOf(a, b), nameOf(b, a)];
  const cells = (rule: ServiceRule | undefined): string[] =>
    rule === undefined
      ? ['-', '-', '-']
      : [`${phasesText(rule)}, ${rule.banks} banks`, slotWords[rule.slots][0], rule.evidence];
  return {
    table: {
      caption: `Service rules of ${first} and ${second}`,
      columns: [
        { title: 'class' },
        ...(sizes.size > 1 ? [{ title: 'lanes', numeric: true }] : []),
        ...[first, second].flatMap((name) => [
          { title: `${name}: phases, banks` },
          { title: 'slot' },
          { title: 'evidence' },
        ]),
      ],
      rows: pairs.map(({ waveSize, classes, first: mine, second: yours }) => [
        classNames(classes),
        ...(sizes.size > 1 ? [String(waveSize)] : []),
        ...cells(mine),
        ...cells(yours),
      ]),
    },
    differs: pairs.map(({ differs }) => differs),
  };
}

/** The lanes of every phase of a rule: `0: 0-3,20-23; 1: ...`. */
export function phasesInWords({ phases }: ServiceRule): string {
  return Array.from(
    { length: phases.count },
    (_, phase) => `${phase}: ${laneRanges(phaseLanes(phases, phase))}`,
  ).join('; ');
}
