/** One execution of one site, taken apart: the rule, the reasons, then phase by phase or lane by lane. */
import type {
  AccessExplanation,
  AnalysisSite,
  ConflictModel,
  Machine,
  ServiceRule,
  TileElements,
} from '@ldscope/core';
import { termsFor, type Terms } from '../terminology.ts';
import { elementLines } from './elements.ts';
import { foldPhases, likeness } from './fold.ts';
import { HEAT_LEGEND, heatMapLines } from './heatmap.ts';
import { keyed } from './keyed.ts';
import { laneLines } from './lanes.ts';
import { busiest } from './machine-rules.ts';
import { fit, hang } from './measure.ts';
import { counted, grouped } from './numbers.ts';
import { phaseLines } from './phases.ts';
import { evidenceStyles } from './evidence.ts';
import { type Page, pageFor, type TextOptions } from './style.ts';

export interface ExplainTextOptions extends TextOptions {
  /** Only this phase. */
  readonly phase?: number;
  /** Every phase, bank and word, nothing folded. */
  readonly allPhases?: boolean;
  /** A table of lanes instead of phases. */
  readonly lanes?: boolean;
}

/** What is explained, and by what. */
export interface Explained {
  readonly machine: Machine;
  readonly model: ConflictModel;
  readonly site: AnalysisSite;
  readonly explanation: AccessExplanation;
  /** The tile in shared memory, where it is known. */
  readonly elements?: TileElements;
}

/** The explanation of the most expensive execution of a site, ended by a newline. */
export function renderExplanation(explained: Explained, options: ExplainTextOptions = {}): string {
  const page = pageFor(options);
  const terms = termsFor(explained.machine);
  const { explanation, elements, site } = explained;
  const inPhases = !isMisaligned(explanation);
  const detail =
    options.lanes === true || !inPhases
      ? [laneLines(explanation, page)]
      : phaseSections(explained, terms, options, page);
  const sections: readonly (readonly string[])[] = [
    headLines(explained, terms, page),
    whyLines(explanation, page),
    ...(inPhases && options.phase === undefined ? [bankLines(explanation, page)] : []),
    ...detail,
    ...(elements === undefined || options.phase !== undefined
      ? []
      : [elementLines(elements, explanation, site.widthBytes, page)]),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => `${line}\n`).join(''))
    .join('\n');
}

/** Below its alignment an access is served lane by lane, and its phases mean nothing. */
function isMisaligned({ addressBytes, rule }: AccessExplanation): boolean {
  return addressBytes.some(
    (address) => address !== undefined && address % rule.alignmentBytes !== 0,
  );
}

function headLines(
  { machine, model, site, explanation }: Explained,
  terms: Terms,
  page: Page,
): string[] {
  const { rule, idxActive, bankConflict, worstWays } = explanation;
  const buffer = site.buffer === '' ? '' : ` of ${site.buffer}`;
  const { location } = site;
  const floor = idxActive - bankConflict;
  const cost =
    `${grouped(idxActive)} ${terms.cycles}: ${grouped(floor)} without conflicts, ` +
    `${grouped(bankConflict)} of conflict` +
    (bankConflict > 0 ? `; ${worstWays} ways in the worst phase` : '');
  const place =
    location.file === undefined || location.line === undefined
      ? undefined
      : [location.file, location.line, location.column].filter(Boolean).join(':');
  const width = `${counted(site.widthBytes, 'byte')} a lane`;
  const run =
    site.executions === 1 ? 'the only one' : `the most expensive of ${grouped(site.executions)}`;
  return [
    ...hang('', `${site.id} ${site.op}${buffer}`, page.width).map((line) =>
      page.paint('strong', line),
    ),
    ...(location.text === undefined
      ? []
      : [`  ${fit(`${location.line ?? ''} | ${location.text.trim()}`, page.width - 2)}`]),
    ...(place === undefined ? [] : keyed('place', place, page)),
    ...keyed('machine', `${machine.name} (${machine.vendor} ${machine.products})`, page),
    ...keyed('model', `${model.name}: ${model.title}`, page),
    ...keyed('execution', `${run}; ${site.direction}, ${width}`, page),
    ...keyed('cost', cost, page),
    ...ruleSentences(explanation, model, terms).flatMap((sentence, index) =>
      keyed(index === 0 ? 'rule' : '', sentence, page),
    ),
    ...keyed('evidence', evidenceText(rule), page).map((line, index) =>
      index === 0
        ? line.replace(rule.evidence, page.paint(evidenceStyles[rule.evidence], rule.evidence))
        : line,
    ),
  ];
}

/** The service rule in sentences. */
function ruleSentences(
  { rule, phases, banksPerLane }: AccessExplanation,
  model: ConflictModel,
  terms: Terms,
): string[] {
  const paired = rule.pairedPhases !== undefined && phases.length === rule.pairedPhases.count;
  const title = (paired ? rule.pairedPhases : rule.phases).title;
  const ports = model.portsPerBank > 1 ? `, ${model.portsPerBank} at once` : '';
  return [
    `${title}${paired ? ', since lanes pair up on one address' : ''}; ${rule.banks} banks of 4 B`,
    `${slotText(rule)}${ports}; a phase takes the ${terms.cycles} of ${busiest(model)}`,
    ...(banksPerLane > 1 && rule.steps === 'together'
      ? [
          `a lane moves its ${banksPerLane} words at once; words meet at the same place of the vector only`,
        ]
      : []),
    ...(rule.steps === 'serial' ? ['every 4-byte step of the vector is a phase of its own'] : []),
  ];
}

/** What takes a slot of a bank. */
function slotText(rule: ServiceRule): string {
  switch (rule.slots) {
    case 'distinct-words':
      return 'every different word takes a slot, lanes share a word';
    case 'each-lane':
      return 'every lane takes a slot, also on a shared word';
    case 'disjoint-bytes':
      return 'lanes share a word when their bytes differ';
    case 'same-element':
      return 'lanes share a bank only for one and the same element';
  }
}

function evidenceText({ evidence, source, note, otherReading }: ServiceRule): string {
  const remark = note === undefined ? '' : `. ${note}`;
  const other = otherReading === undefined ? '' : `; the other reading: --model ${otherReading}`;
  return `${evidence}: ${source}${remark}${other}`;
}

function whyLines(explanation: AccessExplanation, page: Page): string[] {
  const { reasons, worstWays, bankConflict } = explanation;
  const free =
    worstWays > 1
      ? 'every bank serves its slots at once'
      : 'no bank has more than one slot in any phase';
  const sentences =
    bankConflict > 0 || isMisaligned(explanation) ? reasons : [`no bank conflict: ${free}`];
  return [
    page.paint('strong', 'Why'),
    ...sentences.flatMap((sentence) => hang('  - ', sentence, page.width)),
  ];
}

function bankLines(explanation: AccessExplanation, page: Page): string[] {
  return [
    page.paint('strong', 'Banks'),
    ...hang('  ', HEAT_LEGEND, page.width).map((line) => page.paint('faint', line)),
    ...heatMapLines(explanation, page),
  ];
}

function phaseSections(
  { explanation, elements }: Explained,
  terms: Terms,
  { phase: only, allPhases = false }: ExplainTextOptions,
  page: Page,
): string[][] {
  const { phases } = explanation;
  if (only !== undefined || allPhases) {
    return phases
      .filter((phase) => only === undefined || phase.index === only)
      .map((phase) => phaseLines(phase, terms.cycles, allPhases, page, elements));
  }
  return foldPhases(explanation).map((group) => {
    const like = likeness(group);
    const lines = phaseLines(group.phase, terms.cycles, false, page, elements);
    return like === undefined ? lines : lines.concat(hang('', like, page.width));
  });
}
