/** The page of what the documents describe: a row per capability. */
import {
  type Capability,
  type Evidence,
  isCommand,
  partsOf,
  type ReferenceDocument,
} from './capability.ts';
import type { Outcome } from './execute.ts';

export function pageOf(documents: readonly ReferenceDocument[], all: readonly Outcome[]): string[] {
  const outcomes = new Map(all.map((outcome) => [outcome.capability.id, outcome]));
  const works = all.filter(holds).length;
  return [
    '# What the reference documents describe, and where it is',
    '',
    'ldscope implements five documents. Each row is something that one of them describes, with the command that shows it and what',
    'this prints, or the test that shows it. This page is printed by `npm run validate -- documents`, which runs every command.',
    '',
    `${works} of ${all.length} hold.`,
    ...documents.flatMap((document) => sectionOf(document, outcomes)),
  ];
}

function sectionOf(
  { title, capabilities }: ReferenceDocument,
  outcomes: ReadonlyMap<string, Outcome>,
): string[] {
  return [
    '',
    `## ${title}`,
    '',
    '| | the document describes | ldscope shows it by | figure | we differ |',
    '| --- | --- | --- | --- | --- |',
    ...capabilities.map((capability) => rowOf(capability, outcomes.get(capability.id))),
  ];
}

function rowOf(capability: Capability, outcome: Outcome | undefined): string {
  const { id, what, shown, differs = '' } = capability;
  const verdict = outcome !== undefined && holds(outcome) ? '' : ' **does not hold**';
  const cells = [
    id + verdict,
    what,
    shown.map(sourceOf).join('<br>'),
    shown.map(figureOf).join('<br>'),
    differs,
  ];
  return `| ${cells.map(escaped).join(' | ')} |`;
}

const sourceOf = (evidence: Evidence): string =>
  isCommand(evidence) ? `\`${evidence.run}\`` : `[test](../${evidence.test})`;

const figureOf = (evidence: Evidence): string =>
  isCommand(evidence) ? partsOf(evidence).join('; ') : evidence.title;

const holds = ({ problems }: Outcome): boolean =>
  problems.length > 0 && problems.every((problem) => problem === undefined);

const escaped = (text: string): string => text.replaceAll('|', '\\|');
