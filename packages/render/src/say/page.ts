/** The parts of a kernel's report that only a page has: instructions with pictures, layouts, time. */
import { type Analysis, type AnalysisSite, hintText } from '@ldscope/core';
import type { AnalyzedKernel, BufferLayouts, KernelTime } from '../document/analyzed-file.ts';
import {
  type Block,
  type Drawing,
  listOf,
  nested,
  paragraph,
  type Section,
} from '../document/document.ts';
import { bankGridPicture } from '../svg/bank-grid.ts';
import { bankGridTable } from '../svg/bank-grid-table.ts';
import { tilePicture } from '../svg/tile-map.ts';
import { tileTable } from '../svg/tile-table.ts';
import { timelinePicture } from '../svg/timeline.ts';
import { unitTable, waitTable } from '../svg/timeline-table.ts';
import { counted, grouped } from '../text/numbers.ts';
import { type AlikeSites, alikeSites } from './alike.ts';
import { iterationDrawing } from './iteration.ts';
import { saySite } from './site.ts';
import { saySuggested } from './suggest.ts';
import { constantsBlock, sayTimeline } from './timeline.ts';
import { explainUnder, worstExecution } from './under.ts';

/** The sites that have pictures, and by the id of each site the section that it is in. */
export interface Pictured {
  readonly pictured: readonly AlikeSites[];
  readonly anchors: ReadonlyMap<string, string>;
}

/** Instructions of a kernel that have pictures, of those that differ. */
const MOST_PICTURED = 8;

const conflictingOf = (sites: readonly AnalysisSite[]): AnalysisSite[] =>
  sites.filter(({ bankConflict }) => bankConflict > 0);

/** Those that conflict, or the most expensive one where none does; `id` begins the names of their sections. */
export function picturedSites({ analysis, machine, model }: AnalyzedKernel, id: string): Pictured {
  if (analysis === undefined || machine === undefined || model === undefined) {
    return { pictured: [], anchors: new Map() };
  }
  const conflicting = conflictingOf(analysis.sites);
  const pictured =
    conflicting.length === 0
      ? analysis.sites.slice(0, 1).map((site) => ({ site, others: [] }))
      : alikeSites(conflicting, machine, model).slice(0, MOST_PICTURED);
  const anchors = pictured.flatMap(({ site, others }, index) =>
    [site, ...others].map((one) => [one.id, `${id}-s${index}`] as const),
  );
  return { pictured, anchors: new Map(anchors) };
}

/** The instructions, each with its banks; of a large kernel those that cost most, so that the page stays small. */
export function sayInstructions(
  { machine, model }: AnalyzedKernel,
  { report, sites }: Analysis,
  { pictured, anchors }: Pictured,
  id: string,
): Section[] {
  if (machine === undefined || model === undefined || pictured.length === 0) return [];
  const conflicting = conflictingOf(sites);
  const rest = conflicting.filter((site) => !anchors.has(site.id)).length;
  const words =
    conflicting.length === 0
      ? 'No instruction conflicts; this is the most expensive one.'
      : 'The execution of each site with the most conflicts.';
  const more =
    `${counted(rest, 'more instruction conflicts', 'more instructions conflict')} at less cost and have no picture here; ` +
    'ldscope explain FILE --site ID --format html shows any of them.';
  const blocks = [paragraph(words, 'faint'), ...(rest > 0 ? [paragraph(more, 'faint')] : [])];
  const options = { machine, model, allCycles: report.totals.idxActive };
  return [
    { level: 2, id, heading: 'Instructions', blocks },
    ...pictured.map((alike) => saySite(alike, anchors.get(alike.site.id) ?? '', options)),
  ];
}

const MOST_LAYOUTS = 8;

/** The layouts that were found, and the diagnostics of the search that the analysis does not have. */
export function sayLayouts(
  { layouts = [], layoutNotes = [], diagnostics }: AnalyzedKernel,
  { report }: Analysis,
  id: string,
): Section[] {
  const before = [...diagnostics, ...report.diagnostics];
  const own = layoutNotes.filter(({ message }) => !before.some((one) => one.message === message));
  const remarks = own.map(({ message, hint }) => ({
    text: message,
    items: [{ text: `Hint: ${hintText(hint)}`, style: 'faint' as const }],
  }));
  if (layouts.length + remarks.length === 0) return [];
  return [
    { level: 2, id, heading: 'Layouts', blocks: listOf(remarks) },
    ...layouts.flatMap((one) => [
      ...nested(saySuggested(one.suggested, { top: MOST_LAYOUTS })),
      { level: 4, blocks: beforeAndAfter(one) } as const,
    ]),
  ];
}

/** The access that conflicts most, and the tile, under the present layout and under the first of the front. */
function beforeAndAfter({ suggested, problem, now, front, frontProblems }: BufferLayouts): Block[] {
  const [target] = problem.targets;
  const [best] = front;
  const [name] = suggested.front;
  if (target === undefined || best === undefined || name === undefined) return [];
  const worst = worstExecution(problem, problem.accesses, now, target);
  if (worst === undefined) return [];
  const { access, instance } = worst;
  const { machine } = target;
  const after = explainUnder(problem, access, instance, best, target, frontProblems[0]);
  const grid = (explanation: typeof worst.explanation, caption: string): Drawing => ({
    kind: 'drawing',
    picture: () => bankGridPicture(explanation, 'all', { machine, compact: true }),
    table: () => bankGridTable(explanation, 'all'),
    caption,
  });
  const tile = (layout: typeof now, caption: string): Drawing => {
    const view = { problem, layout, target, access, instance };
    return {
      kind: 'drawing',
      picture: () => tilePicture({ ...view, colorBy: 'bank', compact: true }),
      table: () => tileTable(view),
      caption,
      isWordless: true,
    };
  };
  return [
    {
      kind: 'group',
      blocks: [
        grid(worst.explanation, `${access.name} now: ${suggested.now.layout}`),
        ...(after === undefined ? [] : [grid(after, `${access.name} with: ${name.layout}`)]),
      ],
    },
    {
      kind: 'group',
      title: 'The tile before and after, coloured by bank',
      blocks: [
        {
          kind: 'group',
          blocks: [tile(now, `Now: ${suggested.now.layout}`), tile(best, `With: ${name.layout}`)],
        },
      ],
    },
  ];
}

/** In a picture of more cycles single instructions cannot be told apart: a second picture then shows the beginning. */
const DETAILED_CYCLES = 8000;
/** Pixels. */
const WIDTH = 1060;

/** Time on a compute unit: the figures of the simulation, the picture of the run, and the causes of waits. */
export function sayTime({ time }: AnalyzedKernel, id: string): Section[] {
  if (time === undefined) return [];
  const drawing = iterationDrawing(time.program, time.timeline);
  const [head, ...parts] = sayTimeline(time.report, { drawing }).sections;
  const { cycles } = time.timeline;
  const { program, timeline } = time;
  return [
    { level: 2, id, heading: 'Time', blocks: [...(head?.blocks ?? []), runDrawing(time)] },
    ...nested(parts),
    {
      level: 3,
      blocks: [
        ...(cycles <= DETAILED_CYCLES
          ? []
          : [
              {
                kind: 'group',
                title: `The first ${grouped(DETAILED_CYCLES)} cycles`,
                blocks: [runDrawing(time, DETAILED_CYCLES)],
              } as const,
            ]),
        { kind: 'drawing', table: () => waitTable(program, timeline) },
        constantsBlock(time.report),
      ],
    },
  ];
}

function runDrawing({ program, timeline }: KernelTime, to?: number): Drawing {
  const range = to === undefined ? {} : { to };
  return {
    kind: 'drawing',
    picture: () => timelinePicture(program, timeline, { ...range, width: WIDTH }),
    table: () => unitTable(program, timeline, range),
  };
}
