/** The table of service rules: how each class of instructions is served. */
import {
  type ConflictModel,
  laneRanges,
  phaseLanes,
  type PhaseTable,
  type RuleTable,
  type ServiceRule,
  type SlotRule,
} from '@ldscope/core';
import type { Terms } from '../terminology.ts';
import type { Grounds } from './grounds.ts';
import { hang } from './measure.ts';
import type { Page } from './style.ts';
import { type Column, type Row, table } from './table.ts';

/** The service rules of one model for one wave size; classes with the same rule share a row. */
export function ruleLines(
  model: ConflictModel,
  waveSize: number,
  rules: RuleTable,
  terms: Terms,
  grounds: Grounds,
  page: Page,
): string[] {
  const all = Object.values(rules);
  const aligned = all.some((rule) => rule.alignmentBytes > 1);
  const columns: readonly Column[] = [
    { title: 'class', least: 12, spared: true },
    { title: 'phases x lanes {first}' },
    { title: 'banks', align: 'right' },
    { title: 'slot' },
    ...(aligned ? [{ title: 'align', align: 'right', leaves: 1 } as const] : []),
    { title: 'evidence' },
    { title: 'sources' },
  ];
  const rows = sameRules(rules).map(({ classes, rule }): Row => {
    return {
      cells: [
        { text: classNames(classes) },
        { text: phasesText(rule) },
        { text: String(rule.banks) },
        { text: slotWords[rule.slots][0] },
        ...(aligned ? [{ text: rule.alignmentBytes > 1 ? `${rule.alignmentBytes} B` : '-' }] : []),
        ...grounds.cells(rule),
      ],
    };
  });
  const slots = [...new Set(all.map(({ slots }) => slots))];
  const legend =
    `slot: what takes a turn at its bank (${slots.map((slot) => `${slotWords[slot][0]}: ${slotWords[slot][1]}`).join('; ')}); ` +
    `a phase takes the ${terms.cycles} of ${busiest(model)}` +
    (model.portsPerBank > 1 ? `, which serves ${model.portsPerBank} slots at once` : '') +
    (all.some((rule) => rule.pairedPhases !== undefined)
      ? '; or: when lanes pair up on one address'
      : '') +
    (aligned ? '; align: below it, one cycle per lane' : '');
  return [
    page.paint('strong', `Service rules of model ${model.name}, ${terms.wave}s of ${waveSize}`),
    ...table(columns, rows, page),
    ...hang('  ', legend, page.width).map((line) => page.paint('faint', line)),
  ];
}

/** What a phase waits for. */
export function busiest(model: ConflictModel): string {
  return model.phaseCost === 'every-bank'
    ? 'all banks beyond their first, and one'
    : 'its fullest bank';
}

/** A service rule and the classes that it is for. */
export interface SharedRule {
  readonly classes: readonly string[];
  readonly rule: ServiceRule;
}

/** The rules of a table in the order in which they are shown; classes of a kind with the same rule share one. */
export function sameRules(rules: RuleTable): SharedRule[] {
  const groups: { readonly classes: string[]; readonly rule: ServiceRule }[] = [];
  for (const [request, rule] of Object.entries(rules)) {
    const group = groups.find(
      (other) => sameRule(other.rule, rule) && kind(other.classes[0]) === kind(request),
    );
    if (group === undefined) groups.push({ classes: [request], rule });
    else group.classes.push(request);
  }
  return groups.sort((a, b) => order(a.classes[0]) - order(b.classes[0]));
}

function sameRule(a: ServiceRule, b: ServiceRule): boolean {
  return (
    a.phases.title === b.phases.title &&
    a.pairedPhases?.title === b.pairedPhases?.title &&
    a.banks === b.banks &&
    a.slots === b.slots &&
    a.steps === b.steps &&
    a.alignmentBytes === b.alignmentBytes &&
    a.evidence === b.evidence &&
    a.source === b.source &&
    a.note === b.note
  );
}

/** `read` of `read.b64`, `read.tr` of `read.tr.b64`. */
function kind(request = ''): string {
  return request.slice(0, request.lastIndexOf('.'));
}

const KINDS = ['read', 'read.tr', 'matrix', 'write', 'atomic', 'async'];

function order(request = ''): number {
  return KINDS.indexOf(kind(request));
}

const WIDTHS = ['b8', 'b16', 'b32', 'b64', 'b96', 'b128'];

/** `read b8-b32`, `atomic b32`, `matrix read, write`. */
export function classNames(classes: readonly string[]): string {
  const widths = classes.map((request) => request.slice(request.lastIndexOf('.') + 1));
  const first = WIDTHS.indexOf(widths[0] ?? '');
  const inARow = widths.every((width, index) => first >= 0 && width === WIDTHS[first + index]);
  const names = inARow && widths.length > 1 ? `${widths[0]}-${widths.at(-1)}` : widths.join(', ');
  return `${kind(classes[0])} ${names}`;
}

function shape({ count, lanesPerPhase }: PhaseTable): string {
  return `${count} x ${lanesPerPhase}`;
}

/** `4 x 16 {0-3,12-15,20-27}`, and the phases when lanes pair up. */
export function phasesText({ phases, pairedPhases, steps }: ServiceRule): string {
  const first = phases.count > 1 ? ` {${laneRanges(phaseLanes(phases, 0))}}` : '';
  const paired = pairedPhases === undefined ? '' : ` or ${shape(pairedPhases)}`;
  return `${shape(phases)}${first}${paired}${steps === 'serial' ? ' a dword' : ''}`;
}

/** A word for the table, and what it means. */
export const slotWords: Readonly<Record<SlotRule, readonly [word: string, meaning: string]>> = {
  'distinct-words': ['word', 'each different one'],
  'disjoint-bytes': ['overlap', 'lanes on the same bytes of a word'],
  'each-lane': ['lane', 'each one'],
  'same-element': ['element', 'each lane, unless all want the same'],
};
