/** One instruction for a page: its cost, the reasons, and its banks phase by phase, for the most expensive execution. */
import {
  type AccessExplanation,
  type AnalysisSite,
  type ConflictModel,
  explainAccess,
  type Machine,
} from '@ldscope/core';
import {
  type Block,
  type Drawing,
  type Fact,
  factOf,
  lineOf,
  listOf,
  paragraph,
  type Section,
} from '../document/document.ts';
import { bankGridPicture } from '../svg/bank-grid.ts';
import { bankGridTable } from '../svg/bank-grid-table.ts';
import { isServedLaneByLane } from '../svg/bank-grid-words.ts';
import { laneMapPicture, laneMapTable } from '../svg/lane-map.ts';
import { phaseStripPicture, phaseStripTable } from '../svg/phase-strip.ts';
import { termsFor } from '../text/terminology.ts';
import { unservedCell, unservedWords } from '../text/coverage.ts';
import { counted, grouped, percent } from '../text/numbers.ts';
import { framesText } from '../text/source-place.ts';
import type { AlikeSites } from './alike.ts';

/** The section of a site, and of those that conflict in the same way; `allCycles` are those of the kernel. */
export function saySite(
  { site, others }: AlikeSites,
  id: string,
  {
    machine,
    model,
    allCycles,
  }: { readonly machine: Machine; readonly model: ConflictModel; readonly allCycles: number },
): Section {
  const buffer = site.buffer === '' ? '' : ` of ${site.buffer}`;
  const explanation = explainAccess(site.worst, 0, machine, model);
  const from = framesText(site.location);
  return {
    level: 3,
    id,
    heading: `${site.id} ${site.op}${buffer}`,
    blocks: [
      ...lineOf(site.location),
      ...(from === undefined ? [] : [paragraph(`From ${from}.`, 'faint')]),
      { kind: 'facts', isLarge: true, facts: siteFacts(site, machine, allCycles) },
      ...(others.length === 0 ? [] : [paragraph(alikeText(others, machine))]),
      ...(explanation === undefined
        ? [paragraph(`${capitalized(unservedWords[site.unserved ?? 'no-rule'])}.`, 'faint')]
        : [
            ...listOf(explanation.reasons.map((text) => ({ text }))),
            bankChoice(explanation, machine, id),
            {
              kind: 'group',
              title: 'Which lanes are served together',
              blocks: [stripDrawing(explanation, machine)],
            } as const,
          ]),
    ],
  };
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const MOST_NAMED = 24;

function alikeText(others: readonly AnalysisSite[], machine: Machine): string {
  const { cycles } = termsFor(machine);
  const names = others.slice(0, MOST_NAMED).map(({ id }) => id);
  const rest = others.length - names.length;
  const conflict = others.reduce((sum, { bankConflict }) => sum + bankConflict, 0);
  return (
    `${counted(others.length, 'more instruction conflicts', 'more instructions conflict')} in the same way, with ` +
    `${grouped(conflict)} conflict ${cycles} together: ${names.join(', ')}` +
    `${rest > 0 ? ` and ${grouped(rest)} more` : ''}.`
  );
}

function siteFacts(site: AnalysisSite, machine: Machine, allCycles: number): Fact[] {
  const { worstWays, executions, idxActive, bankConflict, direction, widthBytes } = site;
  const { cycles, wave } = termsFor(machine);
  if (site.unserved !== undefined)
    return [
      ...factOf(`conflict ${cycles}`, unservedCell(site.unserved), 'faint'),
      ...factOf(`executions by ${wave}s`, grouped(executions)),
      ...factOf('moves', `${direction} ${counted(widthBytes, 'B', 'B')} a lane`),
    ];
  const tone = bankConflict > 0 ? 'bad' : 'good';
  return [
    ...factOf('ways in the worst phase', String(worstWays), tone),
    ...factOf(`conflict ${cycles}`, grouped(bankConflict), tone),
    ...factOf(`${cycles}, of all ${percent(idxActive, allCycles)}`, grouped(idxActive)),
    ...factOf('without conflicts', grouped(idxActive - bankConflict)),
    ...factOf(`executions by ${wave}s`, grouped(executions)),
    ...factOf('moves', `${direction} ${counted(widthBytes, 'B', 'B')} a lane`),
  ];
}

/** The banks of all phases and of each; one phase alone is all of them. */
function bankChoice(explanation: AccessExplanation, machine: Machine, id: string): Block {
  const { phases } = explanation;
  const isWhole = isServedLaneByLane(explanation) || phases.length < 2;
  const shown = ['all' as const, ...(isWhole ? [] : phases.map(({ index }) => index))];
  return {
    kind: 'choice',
    id,
    legend: 'Phase',
    choices: shown.map((phase) => ({
      name: String(phase),
      drawing: {
        kind: 'drawing',
        picture: () => bankGridPicture(explanation, phase, { machine }),
        table: () => bankGridTable(explanation, phase),
      },
    })),
  };
}

const stripDrawing = (explanation: AccessExplanation, machine: Machine): Drawing => ({
  kind: 'drawing',
  picture: () => phaseStripPicture(explanation, { machine }),
  table: () => phaseStripTable(explanation, machine),
});

/** All pictures of an execution. */
export const siteDrawings = (explanation: AccessExplanation, machine: Machine): Block[] => [
  bankChoice(explanation, machine, 'site'),
  stripDrawing(explanation, machine),
  {
    kind: 'drawing',
    picture: () => laneMapPicture(explanation, { machine }),
    table: () => laneMapTable(explanation),
  },
];
