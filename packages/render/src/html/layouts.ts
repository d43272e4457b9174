/** For a buffer the recommended layout and other trade-offs: cost, proof, the tile before and after, and the code in every notation. */
import {
  type AccessExplanation,
  explainAccess,
  type Problem,
  type ProblemAccess,
  type Target,
  type TileLayout,
  whatIfTrace,
} from '@ldscope/core';
import type { BufferLayouts } from '../document/analyzed-file.ts';
import { saySuggested } from '../say/suggest.ts';
import { bankGridPicture } from '../svg/bank-grid.ts';
import { bankGridTable } from '../svg/bank-grid-table.ts';
import { tilePicture } from '../svg/tile-map.ts';
import { tileTable } from '../svg/tile-table.ts';
import { sectionNodes } from './document.ts';
import { figure } from './figure.ts';
import { h, type HtmlNode } from './node.ts';
import { folded } from './table.ts';

/** The section of one buffer; `id` makes the elements that are copied from unique. */
export function layoutSection(layouts: BufferLayouts, id: string): HtmlNode {
  return h(
    'section',
    { class: 'panel' },
    ...sectionNodes(saySuggested(layouts.suggested, { top: MOST_LAYOUTS }), { level: 3, id }),
    ...beforeAndAfter(layouts),
  );
}

const MOST_LAYOUTS = 8;

/** The access that conflicts most, and the tile, under the present layout and under the first of the front. */
function beforeAndAfter({
  suggested,
  problem,
  now,
  front,
  frontProblems,
}: BufferLayouts): HtmlNode[] {
  const [target] = problem.targets;
  const [best] = front;
  const [name] = suggested.front;
  if (target === undefined || best === undefined || name === undefined) return [];
  const worst = worstExecution(problem, now, target);
  if (worst === undefined) return [];
  const { access, instance } = worst;
  // Where the layout cuts vectors the accesses are narrower than those of the kernel.
  const cut = frontProblems[0] ?? problem;
  const narrowed = cut.accesses.find((one) => one.name === access.name);
  const after =
    narrowed &&
    explainUnder(cut, narrowed, Math.min(instance, narrowed.instances - 1), best, target);
  const grid = (explanation: AccessExplanation, caption: string): HtmlNode =>
    figure(bankGridPicture(explanation, 'all', { machine: target.machine, compact: true }), {
      caption,
      table: bankGridTable(explanation, 'all'),
    });
  const tile = (layout: TileLayout, caption: string): HtmlNode => {
    const view = { problem, layout, target, access, instance };
    return figure(tilePicture({ ...view, colorBy: 'bank', compact: true }), {
      caption,
      isWordless: true,
      table: tileTable(view),
    });
  };
  return [
    h(
      'div',
      { class: 'pair' },
      grid(worst.explanation, `${access.name} now: ${suggested.now.layout}`),
      after === undefined ? undefined : grid(after, `${access.name} with: ${name.layout}`),
    ),
    folded(
      'The tile before and after, coloured by bank',
      h(
        'div',
        { class: 'pair' },
        tile(now, `Now: ${suggested.now.layout}`),
        tile(best, `With: ${name.layout}`),
      ),
    ),
  ];
}

/** Executions of an access that are looked at for the worst. */
const MOST_INSTANCES = 64;

interface WorstExecution {
  readonly access: ProblemAccess;
  readonly instance: number;
  readonly explanation: AccessExplanation;
}

function worstExecution(
  problem: Problem,
  layout: TileLayout,
  target: Target,
): WorstExecution | undefined {
  let worst: WorstExecution | undefined;
  for (const access of problem.accesses) {
    for (let instance = 0; instance < Math.min(access.instances, MOST_INSTANCES); instance++) {
      const explanation = explainUnder(problem, access, instance, layout, target);
      const most = worst?.explanation.bankConflict ?? -1;
      if (explanation !== undefined && explanation.bankConflict > most) {
        worst = { access, instance, explanation };
      }
    }
  }
  return worst;
}

function explainUnder(
  problem: Problem,
  access: ProblemAccess,
  instance: number,
  layout: TileLayout,
  { machine, model }: Target,
): AccessExplanation | undefined {
  return explainAccess(whatIfTrace(problem, access, instance, layout), 0, machine, model);
}
