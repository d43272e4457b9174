/** One execution of one site: the rule, the reasons, then phase by phase or lane by lane. */
import type { AccessExplanation, ConflictModel, ServiceRule } from '@ldscope/core';
import { type Document, factOf, lineOf, paragraph, type Section } from '../document/document.ts';
import type { Explained } from '../document/explained.ts';
import { termsFor, type Terms } from '../text/terminology.ts';
import { elementLines } from '../text/elements.ts';
import { evidenceStyles } from '../text/evidence.ts';
import { foldPhases, likeness } from '../text/fold.ts';
import { HEAT_LEGEND, heatMapLines } from '../text/heatmap.ts';
import { laneLines } from '../text/lanes.ts';
import { busiest } from '../text/machine-rules.ts';
import { hang } from '../text/measure.ts';
import { counted, grouped } from '../text/numbers.ts';
import { phaseLines } from '../text/phases.ts';
import { framesText } from '../text/source-place.ts';
import type { Page } from '../text/style.ts';
import { siteDrawings } from './site.ts';

export interface SayExplanationOptions {
  /** Only this phase. */
  readonly phase?: number | undefined;
  /** Every phase, bank and word, nothing folded. */
  readonly allPhases?: boolean;
  /** A table of lanes instead of phases. */
  readonly lanes?: boolean;
  /** Pictures instead of phases and lanes, for a page. */
  readonly pictures?: boolean;
  /** Only its cost and the reasons, or these with its banks, without phases and lanes. */
  readonly brief?: 'reasons' | 'banks' | undefined;
}

/** The explanation of the most expensive execution of a site. */
export function sayExplanation(
  explained: Explained,
  options: SayExplanationOptions = {},
): Document {
  const terms = termsFor(explained.machine);
  const { explanation, site } = explained;
  return {
    title: `${site.id} ${site.op}`,
    sections: [
      sayHead(explained, terms),
      sayWhy(explanation),
      ...(options.brief === undefined ? sayDetails(explained, terms, options) : []),
      ...(options.brief === 'banks' && !isMisaligned(explanation) ? [sayBanks(explanation)] : []),
    ],
  };
}

/** The banks, phases and lanes. */
function sayDetails(
  explained: Explained,
  terms: Terms,
  options: SayExplanationOptions,
): readonly Section[] {
  const { explanation, elements, site } = explained;
  const inPhases = !isMisaligned(explanation);
  return [
    ...(options.pictures === true
      ? [{ level: 3, blocks: siteDrawings(explanation, explained.machine) } as const]
      : [
          ...(inPhases && options.phase === undefined ? [sayBanks(explanation)] : []),
          ...(options.lanes === true || !inPhases
            ? [drawn((page) => laneLines(explanation, page))]
            : sayPhases(explained, terms, options)),
        ]),
    ...(elements === undefined || options.phase !== undefined
      ? []
      : [drawn((page) => elementLines(elements, explanation, site.widthBytes, page))]),
  ];
}

/** A section drawn with characters. */
const drawn = (lines: (page: Page) => readonly string[]): Section => ({
  level: 3,
  blocks: [{ kind: 'drawing', lines }],
});

/** A misaligned access is served lane by lane and has no phases. */
function isMisaligned({ addressBytes, rule }: AccessExplanation): boolean {
  return addressBytes.some(
    (address) => address !== undefined && address % rule.alignmentBytes !== 0,
  );
}

function sayHead({ machine, model, site, explanation }: Explained, terms: Terms): Section {
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
  const width = `${counted(site.widthBytes, 'byte')} per lane`;
  const run =
    site.executions === 1 ? 'the only one' : `the most expensive of ${grouped(site.executions)}`;
  const facts = [
    ...factOf('place', place),
    ...factOf('source', framesText(location)),
    ...factOf('machine', `${machine.name} (${machine.vendor} ${machine.products})`),
    ...factOf('model', `${model.name}: ${model.title}`),
    ...factOf('execution', `${run}; ${site.direction}, ${width}`),
    ...factOf('cost', cost),
    ...ruleSentences(explanation, model, terms).map((text, index) => ({
      label: index === 0 ? 'rule' : '',
      text,
    })),
    {
      label: 'evidence',
      text: evidenceText(rule),
      marked: { word: rule.evidence, style: evidenceStyles[rule.evidence] },
    },
  ];
  return {
    level: 1,
    heading: `${site.id} ${site.op}${buffer}`,
    blocks: [...lineOf(location), { kind: 'facts', facts }],
  };
}

/** The service rule in sentences. */
function ruleSentences(
  { rule, phases, banksPerLane }: AccessExplanation,
  model: ConflictModel,
  terms: Terms,
): string[] {
  const paired = rule.pairedPhases !== undefined && phases.length === rule.pairedPhases.count;
  const title = (paired ? rule.pairedPhases : rule.phases).title;
  const ports = model.portsPerBank > 1 ? `, ${model.portsPerBank} per cycle` : '';
  return [
    `${title}${paired ? ', because lanes pair up on one address' : ''}; ${rule.banks} banks of 4 B`,
    `${slotText(rule)}${ports}; a phase takes the ${terms.cycles} of ${busiest(model)}`,
    ...(banksPerLane > 1 && rule.steps === 'together'
      ? [
          `a lane moves its ${banksPerLane} words at once; words conflict only at the same position of the vector`,
        ]
      : []),
    ...(rule.passes === undefined ? [] : [`every slot is served ${rule.passes} times`]),
    ...(rule.steps === 'serial' ? ['every 4-byte step of the vector is a separate phase'] : []),
  ];
}

/** The requests that take a slot of a bank. */
function slotText(rule: ServiceRule): string {
  switch (rule.slots) {
    case 'distinct-words':
      return 'each distinct word takes a slot; lanes that access the same word share it';
    case 'each-lane':
      return 'each lane takes a slot, even on a shared word';
    case 'disjoint-bytes':
      return 'lanes share a word when their bytes differ';
    case 'same-element':
      return 'lanes share a bank only for the same element';
    case 'none':
      return 'a phase takes one slot for any addresses';
  }
}

function evidenceText({ evidence, source, note, otherReading }: ServiceRule): string {
  const remark = note === undefined ? '' : `. ${note}`;
  const other = otherReading === undefined ? '' : `; alternative rule: --model ${otherReading}`;
  return `${evidence}: ${source}${remark}${other}`;
}

function sayWhy(explanation: AccessExplanation): Section {
  const { reasons, worstWays, bankConflict } = explanation;
  const free =
    worstWays > 1
      ? 'every bank serves its slots at once'
      : 'no bank has more than one slot in any phase';
  const sentences =
    bankConflict > 0 || isMisaligned(explanation) ? reasons : [`no bank conflict: ${free}`];
  const items = sentences.map((text) => ({ label: '-', text }));
  return { level: 3, heading: 'Why', blocks: [{ kind: 'list', items }] };
}

function sayBanks(explanation: AccessExplanation): Section {
  return {
    level: 3,
    heading: 'Banks',
    blocks: [
      paragraph(HEAT_LEGEND, 'faint'),
      { kind: 'drawing', lines: (page) => heatMapLines(explanation, page) },
    ],
  };
}

function sayPhases(
  { explanation, elements }: Explained,
  terms: Terms,
  { phase: only, allPhases = false }: SayExplanationOptions,
): Section[] {
  const { phases } = explanation;
  if (only !== undefined || allPhases) {
    return phases
      .filter((phase) => only === undefined || phase.index === only)
      .map((phase) => drawn((page) => phaseLines(phase, terms.cycles, allPhases, page, elements)));
  }
  return foldPhases(explanation).map((group) => {
    const like = likeness(group);
    return drawn((page) => [
      ...phaseLines(group.phase, terms.cycles, false, page, elements),
      ...(like === undefined ? [] : hang('', like, page.width)),
    ]);
  });
}
