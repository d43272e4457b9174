/** For a buffer the recommended layout and other trade-offs: cost, proof, the tile before and after, and the code in every notation. */
import {
  type AccessExplanation,
  explainAccess,
  type Problem,
  type ProblemAccess,
  type SuggestedBuffer,
  type SuggestedLayout,
  type SuggestedNotation,
  type Target,
  type TileLayout,
  whatIfTrace,
  rowText,
} from '@ldscope/core';
import type { BufferLayouts } from '../document/analyzed-file.ts';
import { bankGridPicture } from '../svg/bank-grid.ts';
import { bankGridTable } from '../svg/bank-grid-table.ts';
import { tilePicture } from '../svg/tile-map.ts';
import { tileTable } from '../svg/tile-table.ts';
import { ADDRESS_WORDS, addressText } from '../text/address-text.ts';
import { byteSize, counted, grouped } from '../text/numbers.ts';
import { layoutSample } from '../text/sample.ts';
import { figure } from './figure.ts';
import { h, type HtmlChild, type HtmlNode } from './node.ts';
import { folded, scrolled, scrolledTable } from './table.ts';

const verdicts: Readonly<Record<SuggestedBuffer['verdict'], readonly [string, string]>> = {
  free: ['good', 'no bank conflicts'],
  solved: ['good', 'a layout removes all conflicts'],
  better: ['warn', 'a layout has fewer conflicts'],
  stuck: ['bad', 'no layout that was searched helps'],
};

const MOST_LAYOUTS = 8;
const MOST_FINDINGS = 6;

/** The section of one buffer; `id` makes the elements that are copied from unique. */
export function layoutSection(layouts: BufferLayouts, id: string): HtmlNode {
  const { suggested } = layouts;
  const { names, tile, machines, verdict, why, obstacles, proof, now, front } = suggested;
  const [tone, words] = verdicts[verdict];
  return h(
    'section',
    { class: 'panel' },
    h('h4', {}, h('code', {}, names.join(', ')), ' ', h('span', { class: `tag ${tone}` }, words)),
    h(
      'p',
      { class: 'soft' },
      `${grouped(tile.rows)} rows of ${rowText(tile, grouped)} on ${machines.join(', ')}; ` +
        `now: ${now.layout}${layoutSample(suggested)}.`,
    ),
    why.length > 0 && findings(suggested),
    obstacles.length > 0 && h('ul', {}, ...obstacles.map(({ text }) => h('li', {}, text))),
    front.length > 0 && frontTable(suggested),
    verdict !== 'free' && h('p', {}, `Why nothing is better: ${proof.argument}.`),
    verdict !== 'free' && proof.claims.length > 0 && proofTable(suggested),
    ...beforeAndAfter(layouts),
    ...notationList(suggested.notations, id),
  );
}

function findings({ why }: SuggestedBuffer): HtmlNode {
  const shown = why.slice(0, MOST_FINDINGS);
  return h(
    'ul',
    {},
    ...shown.map(({ target, access, conflicts, ways, example, causes }) =>
      h(
        'li',
        {},
        `${access} on ${target}: ${counted(conflicts, 'conflict cycle')}, ${ways} ways. ${sentence(example)}`,
        ...causes.map(({ text }) => ` ${sentence(text)}`),
      ),
    ),
    why.length > shown.length &&
      h(
        'li',
        { class: 'soft' },
        `and ${counted(why.length - shown.length, 'more access', 'more accesses')}`,
      ),
  );
}

const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;

function frontTable({ machines, now, front, recommendation }: SuggestedBuffer): HtmlNode {
  const shown = front.slice(0, MOST_LAYOUTS);
  return scrolledTable({
    caption:
      `Best trade-offs. Layout 1 is recommended: ${recommendation}. By chip: conflict cycles of one workgroup; LDS: of the ` +
      'workgroup; workgroups: resident at once on a CU or SM, by LDS, waves and the registers that are known; ' +
      `address: ${ADDRESS_WORDS}; width: of the widest access.`,
    columns: [
      { title: '#' },
      { title: 'layout' },
      ...machines.map((name) => ({ title: name, numeric: true })),
      { title: 'LDS', numeric: true },
      { title: 'workgroups', numeric: true },
      { title: 'address', numeric: true },
      { title: 'width', numeric: true },
    ],
    rows: [row('now', now), ...shown.map((layout, index) => row(String(index + 1), layout))],
  });
}

function row(name: string, layout: SuggestedLayout): HtmlChild[] {
  const { conflicts, ldsBytes, workgroups, widthBytes } = layout;
  return [
    name,
    layout.recommended
      ? h('span', {}, layout.layout, ' ', h('span', { class: 'tag good' }, 'recommended'))
      : layout.unwritable === undefined
        ? layout.layout
        : h(
            'span',
            {},
            layout.layout,
            ' ',
            h('span', { class: 'soft' }, `fix cannot write it: ${layout.unwritable}`),
          ),
    ...conflicts.map((cycles) =>
      h('span', { class: cycles > 0 ? 'bad-text' : 'good-text' }, grouped(cycles)),
    ),
    byteSize(ldsBytes),
    [...new Set(workgroups)].join(', '),
    addressText(layout),
    `${widthBytes} B`,
  ];
}

function proofTable({ proof: { claims, families }, front }: SuggestedBuffer): HtmlNode {
  const of = front.length === 0 ? 'the present layout' : 'layout 1';
  return folded(
    `Certificate of ${of}`,
    scrolledTable({
      caption: `Conflict cycles of each access by simulation, and the least under any layout`,
      columns: [
        { title: 'machine' },
        { title: 'access' },
        { title: 'cycles', numeric: true },
        { title: 'conflicts', numeric: true },
        { title: 'least', numeric: true },
      ],
      rows: claims.map(({ machine, access, cycles, conflicts, leastConflicts }) => [
        machine,
        access,
        grouped(cycles),
        grouped(conflicts),
        grouped(leastConflicts),
      ]),
    }),
    ...(families.length === 0
      ? []
      : [
          h(
            'p',
            { class: 'soft' },
            `Tried: ${families.map(({ name, size }) => `${name} (${grouped(size)})`).join(', ')}.`,
          ),
        ]),
  );
}

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

function notationList(notations: readonly SuggestedNotation[], id: string): HtmlNode[] {
  if (notations.length === 0) return [];
  return [
    h('p', { class: 'caption' }, 'Layout 1 in every notation:'),
    ...notations.map(({ notation, title, text, reason, instead }) => {
      const code = `${id}-${notation}`;
      return h(
        'div',
        { class: 'notation' },
        h(
          'h5',
          {},
          title,
          text !== undefined &&
            h(
              'button',
              {
                'type': 'button',
                'data-copy': code,
                'hidden': 'hidden',
                'aria-label': `Copy the form for ${title}`,
              },
              'Copy',
            ),
        ),
        instead !== undefined &&
          h(
            'p',
            { class: 'soft' },
            `${sentence(reason ?? '')} This is ${instead}, with as few conflicts.`,
          ),
        text === undefined
          ? h('p', { class: 'soft' }, sentence(reason ?? 'It has no words for it'))
          : scrolled(title, h('pre', { class: 'code-block', id: code }, text)),
      );
    }),
  ];
}
