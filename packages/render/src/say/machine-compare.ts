/**
 * Two chips, or two models of one, side by side: a fact takes one line, a rule one line per chip.
 *
 *     *  read b32   gfx942   2 x 32 {0-31}   32   word   measured   [1]
 *                   gfx950   1 x 64          64   word   disputed   [2]
 */
import type { Fact, ServiceRule } from '@ldscope/core';
import { type Document, paragraph, type Section } from '../document/document.ts';
import {
  costsOf,
  type MachineChoice,
  nameOf,
  pairFacts,
  pairRules,
  type RulePair,
} from '../svg/machine-compare.ts';
import { classNames, phasesText, slotWords } from '../text/machine-rules.ts';
import type { Cell, Row } from '../text/table.ts';
import { Grounds } from './grounds.ts';
import { CHIP_NOTE } from './machine.ts';

/** Facts and service rules of both, with differences marked, each with its evidence and a numbered source. */
export function sayMachineComparison(a: MachineChoice, b: MachineChoice): Document {
  const names = [nameOf(a, b), nameOf(b, a)] as const;
  const grounds = new Grounds();
  const title = `${names[0]} and ${names[1]}`;
  const facts = factSection(a, b, grounds);
  const rules = ruleSection(a, b, names, grounds);
  return {
    title,
    note: CHIP_NOTE,
    sections: [
      { level: 1, heading: title, blocks: [] },
      facts,
      rules,
      { level: 2, heading: 'Notes', blocks: [{ kind: 'notes', notes: grounds.notes() }] },
      {
        level: 2,
        heading: 'Sources',
        blocks: [{ kind: 'notes', notes: grounds.sources(), style: 'faint' }],
      },
    ],
  };
}

/** Of a row that differs. */
const mark = (differs: boolean): Cell => ({ text: differs ? '*' : '', style: 'strong' });

const heading = (what: string, differs: readonly boolean[]): string =>
  `${what} (${differs.filter(Boolean).length} of ${differs.length} differ, marked *)`;

function factSection(a: MachineChoice, b: MachineChoice, grounds: Grounds): Section {
  const pairs = pairFacts(a, b);
  const columns = [
    { title: '' },
    { title: 'fact', least: 24 },
    ...[a, b].map(({ machine }) => ({ title: machine.name, align: 'right' }) as const),
    { title: 'evidence' },
    { title: 'sources', least: 8 },
  ];
  const rows = pairs.map(({ title, first, second, differs }): Row => {
    const value = (fact: Fact<string> | undefined): Cell => ({ text: fact?.value ?? '-' });
    return {
      cells: [
        mark(differs),
        { text: title },
        value(first),
        value(second),
        ...groundsOfBoth(first, second, grounds),
      ],
    };
  });
  return {
    level: 2,
    heading: heading(
      'Facts',
      pairs.map(({ differs }) => differs),
    ),
    blocks: [{ kind: 'table', columns, rows }],
  };
}

/** Evidence and sources of two facts: once where they are the same. */
function groundsOfBoth(
  first: Fact<string> | undefined,
  second: Fact<string> | undefined,
  grounds: Grounds,
): Cell[] {
  const [one, other] = [first, second].map((fact) =>
    fact === undefined ? undefined : grounds.cells(fact),
  );
  if (one === undefined || other === undefined) return [...(one ?? other ?? [])];
  return one.map((cell, index) => {
    const theirs = other[index]?.text ?? '';
    return cell.text === theirs ? cell : { text: `${cell.text}, ${theirs}` };
  });
}

function ruleSection(
  a: MachineChoice,
  b: MachineChoice,
  names: readonly [string, string],
  grounds: Grounds,
): Section {
  const pairs = pairRules(a, b);
  const lanes = new Set(pairs.map(({ waveSize }) => waveSize)).size > 1;
  const columns = [
    { title: '' },
    { title: 'class', least: 12, spared: true },
    ...(lanes ? [{ title: 'lanes', align: 'right' } as const] : []),
    { title: 'on' },
    { title: 'phases x lanes {first}', least: 12 },
    { title: 'banks', align: 'right' } as const,
    { title: 'slot' },
    { title: 'evidence' },
    { title: 'sources', least: 8 },
  ];
  const rows = pairs.flatMap((pair) => ruleRows(pair, names, lanes, grounds));
  const other = costsOf(b);
  const costs = costsOf(a).map(([what, how], index) => {
    const theirs = other[index]?.[1] ?? '-';
    return how === theirs ? `${what} ${how}` : `${what} ${how} (${names[1]}: ${theirs})`;
  });
  const slots = [
    ...new Set(
      pairs.flatMap(({ first, second }) =>
        [first, second].flatMap((rule) => (rule === undefined ? [] : [rule.slots])),
      ),
    ),
  ];
  return {
    level: 2,
    heading: heading(
      'Service rules',
      pairs.map(({ differs }) => differs),
    ),
    blocks: [
      { kind: 'table', columns, rows },
      paragraph(costs.join('; '), 'faint'),
      paragraph(
        `slot: a request that its bank serves in turn (${slots.map((slot) => `${slotWords[slot][0]}: ${slotWords[slot][1]}`).join('; ')})`,
        'faint',
      ),
    ],
  };
}

/** A line per chip; one for both where the class is served in the same way, on the same evidence. */
function ruleRows(
  { waveSize, classes, first, second, differs }: RulePair,
  names: readonly [string, string],
  lanes: boolean,
  grounds: Grounds,
): Row[] {
  const isOne =
    !differs &&
    first?.evidence === second?.evidence &&
    first?.source === second?.source &&
    first?.note === second?.note;
  const row = (name: string, rule: ServiceRule | undefined, isFirst: boolean): Row => ({
    cells: [
      mark(differs && isFirst),
      { text: isFirst ? classNames(classes) : '' },
      ...(lanes ? [{ text: isFirst ? String(waveSize) : '' }] : []),
      { text: name },
      ...(rule === undefined
        ? ['does not have it', '-', '-', '-', ''].map((text) => ({ text }))
        : [
            { text: phasesText(rule) },
            { text: String(rule.banks) },
            { text: slotWords[rule.slots][0] },
            ...grounds.cells(rule),
          ]),
    ],
  });
  return isOne
    ? [row('both', first, true)]
    : [row(names[0], first, true), row(names[1], second, false)];
}
