/** One instruction: what it costs, why, and its banks phase by phase; the execution that costs most is shown. */
import {
  type AccessExplanation,
  type AnalysisSite,
  type ConflictModel,
  explainAccess,
  type Machine,
} from '@ldscope/core';
import { bankGridPicture } from '../svg/bank-grid.ts';
import { bankGridTable } from '../svg/bank-grid-table.ts';
import { isServedLaneByLane } from '../svg/bank-grid-words.ts';
import { laneMapPicture, laneMapTable } from '../svg/lane-map.ts';
import { phaseStripPicture, phaseStripTable } from '../svg/phase-strip.ts';
import { termsFor } from '../terminology.ts';
import { counted, grouped, percent } from '../text/numbers.ts';
import { figure, type Step, steppedFigures } from './figure.ts';
import { type Fact, factList } from './facts.ts';
import { h, type HtmlNode } from './node.ts';
import { folded } from './table.ts';

export interface SiteOptions {
  readonly machine: Machine;
  readonly model: ConflictModel;
  /** Of the element, for links. */
  readonly id: string;
  /** The level of its heading. */
  readonly level: 2 | 4;
  /** Cycles of the whole kernel, for the share. */
  readonly allCycles?: number;
  /** Sites that conflict in the same way. */
  readonly others?: readonly AnalysisSite[];
  /** Opens what is folded away otherwise, and adds the lanes. */
  readonly inFull?: boolean;
}

/** The section of a site. */
export function siteSection(site: AnalysisSite, options: SiteOptions): HtmlNode {
  const { machine, model, id, level, others = [] } = options;
  const { location, buffer, op } = site;
  const explanation = explainAccess(site.worst, 0, machine, model);
  const of = buffer === '' ? [] : [' of ', h('code', {}, buffer)];
  return h(
    'section',
    { class: 'panel site', id },
    h(`h${level}`, {}, h('code', {}, `${site.id} ${op}`), ...of),
    location.text !== undefined &&
      h(
        'pre',
        { class: 'line' },
        `${location.line === undefined ? '' : `${location.line} | `}${location.text.trim()}`,
      ),
    factList(siteFacts(site, options)),
    others.length > 0 && h('p', {}, alikeText(others, machine)),
    ...(explanation === undefined
      ? [h('p', { class: 'soft' }, 'The chip has no service rule for it: its cost is not known.')]
      : explained(explanation, options)),
  );
}

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

function siteFacts(site: AnalysisSite, { machine, allCycles }: SiteOptions): Fact[] {
  const { worstWays, executions, idxActive, bankConflict, direction, widthBytes } = site;
  const { cycles, wave } = termsFor(machine);
  return [
    {
      title: 'ways in the worst phase',
      value: String(worstWays),
      tone: bankConflict > 0 ? 'conflict' : 'good',
    },
    {
      title: `conflict ${cycles}`,
      value: grouped(bankConflict),
      tone: bankConflict > 0 ? 'conflict' : 'good',
    },
    {
      title:
        allCycles === undefined ? cycles : `${cycles}, of all ${percent(idxActive, allCycles)}`,
      value: grouped(idxActive),
    },
    { title: `${cycles} without conflicts`, value: grouped(idxActive - bankConflict) },
    { title: `executions by ${wave}s`, value: grouped(executions) },
    { title: 'moves', value: `${direction} ${counted(widthBytes, 'B', 'B')} a lane` },
  ];
}

function explained(
  explanation: AccessExplanation,
  { machine, id, inFull = false }: SiteOptions,
): HtmlNode[] {
  const { phases, reasons } = explanation;
  const grid = (phase: number | 'all'): Step => ({
    name: String(phase),
    figure: figure(bankGridPicture(explanation, phase, { machine }), {
      table: bankGridTable(explanation, phase),
      step: String(phase),
    }),
  });
  // One phase alone is all of them.
  const steps =
    isServedLaneByLane(explanation) || phases.length < 2
      ? [grid('all')]
      : [grid('all'), ...phases.map(({ index }) => grid(index))];
  const strip = figure(phaseStripPicture(explanation, { machine }), {
    table: phaseStripTable(explanation, machine),
  });
  const lanes = figure(laneMapPicture(explanation, { machine }), {
    table: laneMapTable(explanation),
  });
  return [
    ...(reasons.length === 0
      ? []
      : [h('ul', { class: 'reasons' }, ...reasons.map((reason) => h('li', {}, reason)))]),
    steppedFigures(id, 'Phase', steps),
    ...(steps.length > 1 ? [h('p', { class: 'keys' }, 'Arrow keys step through the phases.')] : []),
    inFull ? strip : folded('Which lanes are served together', strip),
    ...(inFull ? [lanes] : []),
  ];
}

/** The steps of all sites of an analysis, by name. */
export function stepNames(
  sites: readonly AnalysisSite[],
  machine: Machine,
  model: ConflictModel,
): string[] {
  const most = Math.max(
    0,
    ...sites.map((site) => explainAccess(site.worst, 0, machine, model)?.phases.length ?? 0),
  );
  return ['all', ...Array.from({ length: most }, (_, phase) => String(phase))];
}
