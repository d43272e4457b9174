/** How each class of instructions is served, in words. */
import {
  type ConflictModel,
  laneRanges,
  phaseLanes,
  type PhaseTable,
  type RuleTable,
  type ServiceRule,
  type SlotRule,
} from '@ldscope/core';

/** The unit that bounds a phase. */
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
    a.passes === b.passes &&
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

const KINDS = [
  'read',
  'read.generic',
  'read.tr',
  'matrix',
  'write',
  'atomic',
  'atomic.compare',
  'atomic.trial',
  'async',
];

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
export function phasesText({ phases, pairedPhases, steps, passes }: ServiceRule): string {
  const first = phases.count > 1 ? ` {${laneRanges(phaseLanes(phases, 0))}}` : '';
  const paired = pairedPhases === undefined ? '' : ` or ${shape(pairedPhases)}`;
  return `${shape(phases)}${first}${paired}${steps === 'serial' ? ' per dword' : ''}${passes === undefined ? '' : `, ${passes} passes`}`;
}

/** A word for the table, and what it means. */
export const slotWords: Readonly<Record<SlotRule, readonly [word: string, meaning: string]>> = {
  'distinct-words': ['word', 'each different one'],
  'disjoint-bytes': ['overlap', 'lanes on the same bytes of a word'],
  'each-lane': ['lane', 'each one'],
  'same-element': ['element', 'each lane, unless all access the same'],
  'none': ['none', 'one per phase, whatever the addresses'],
};
