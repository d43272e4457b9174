/** Documents as a page that stands alone, and their sections as parts of another page. */
import {
  allBlocks,
  type Block,
  type Code,
  type Document,
  type Drawing,
  type Fact,
  type Item,
  type ListingRow,
  type Marked,
  type Section,
} from '../document/document.ts';
import { rect, svg } from '../svg/node.ts';
import { counted } from '../text/numbers.ts';
import { pageFor, type Style } from '../text/style.ts';
import type { Cell, Column, Row } from '../text/table.ts';
import { diagnosticList, hazardList } from './diagnostics.ts';
import { choiceNodes, figure } from './figure.ts';
import { h, type HtmlChild, type HtmlNode } from './node.ts';
import { FIGURES_NOTE, pageText } from './page.ts';
import { folded, scrolled, scrolledTable, tableNode } from './table.ts';

/** The text of the page. */
export function writeHtml({ title, heading, sections, note = FIGURES_NOTE }: Document): string {
  const top = heading === undefined ? 1 : 2;
  return pageText({
    title: `${title} - ldscope`,
    note,
    steps: stepNames(sections),
    main: [
      ...(heading === undefined ? [] : [h('h1', {}, heading)]),
      ...panelsOf(sections).map((panel, index, all) => {
        const [{ level, id }] = panel;
        const nodes = sectionNodes(panel, { level: top, id: `s${index}` });
        return level === 1
          ? h('div', { class: 'head', id }, ...nodes, contentsOf(all.slice(index + 1)))
          : h('section', { class: 'panel', id }, ...nodes);
      }),
    ],
  });
}

/** At least one section. */
type Panel = readonly [Section, ...Section[]];

/** A section of level 1 or 2 with those below it. */
function panelsOf(sections: readonly Section[]): Panel[] {
  const panels: [Section, ...Section[]][] = [];
  for (const section of sections) {
    const last = panels.at(-1);
    if (last === undefined || section.level < 3) panels.push([section]);
    else last.push(section);
  }
  return panels.filter(
    (panel, index) =>
      index === 0 || panel[0].level === 1 || panel.some(({ blocks }) => blocks.length > 0),
  );
}

/** Links to the panels of the same report that have a name. */
function contentsOf(behind: readonly Panel[]): HtmlNode | undefined {
  const next = behind.findIndex(([{ level }]) => level === 1);
  const items = behind
    .slice(0, next < 0 ? undefined : next)
    .flatMap(([{ id, heading }]) =>
      id === undefined || heading === undefined
        ? []
        : [h('li', {}, h('a', { href: `#${id}` }, heading))],
    );
  return items.length < 2
    ? undefined
    : h('nav', { 'aria-label': 'Contents' }, h('ul', { class: 'contents' }, ...items));
}

/** Names of all steps of all choices: the style sheet has a rule for each. */
const stepNames = (sections: readonly Section[]): string[] => [
  ...new Set(
    allBlocks(sections).flatMap((block) =>
      block.kind === 'choice' ? block.choices.map(({ name }) => name) : [],
    ),
  ),
];

interface Place {
  /** Of the headings of sections of level 1. */
  readonly level: number;
  /** Begins the names of what is copied. */
  readonly id: string;
}

/** The elements of a section and of those below it. */
function sectionNodes(sections: readonly Section[], { level, id }: Place): HtmlNode[] {
  return sections.flatMap(({ heading, blocks, style, level: own, id: anchor }, index) => {
    if (blocks.length === 0 && index > 0) return [];
    const tag = `h${level + own - 1}`;
    const nodes = [
      ...(heading === undefined ? [] : [h(tag, { class: classOf(style) }, heading)]),
      ...blocks.flatMap((block) => blockNodes(block, `${id}-${index}`)),
    ];
    return index > 0 && anchor !== undefined
      ? [h('section', { class: 'site', id: anchor }, ...nodes)]
      : nodes;
  });
}

const classes: Readonly<Partial<Record<Style, string>>> = {
  faint: 'soft',
  good: 'good-text',
  warn: 'warn-text',
  bad: 'bad-text',
  worst: 'bad-text',
};

const classOf = (style: Style | undefined): string | undefined =>
  style === undefined ? undefined : classes[style];

function blockNodes(block: Block, id: string): HtmlNode[] {
  switch (block.kind) {
    case 'heading':
      return [h('p', { class: 'caption' }, block.text)];
    case 'facts':
      return block.isLarge === true
        ? [
            h(
              'dl',
              { class: 'facts' },
              ...block.facts.map(({ label, text, style }) =>
                h('div', { class: classOf(style) }, h('dt', {}, label), h('dd', {}, text)),
              ),
            ),
          ]
        : [h('dl', { class: 'keyed' }, ...block.facts.flatMap(factNodes))];
    case 'paragraph': {
      const { text, style, isCode = false, isVerdict = false } = block;
      const name = isCode ? 'line mono' : isVerdict ? `verdict ${style ?? ''}` : classOf(style);
      return [h('p', { class: name }, text)];
    }
    case 'list':
      return [listNode(block.items)];
    case 'table':
      return [scrolled('Table', tableOf(block.columns, block.rows))];
    case 'steps':
      return [
        h(
          'dl',
          { class: 'keyed' },
          ...block.steps.flatMap(({ name, outcome, style, text }) => [
            h('dt', {}, name),
            h('dd', {}, h('span', { class: classOf(style) }, outcome), ` ${text}`),
          ]),
        ),
      ];
    case 'notes':
      return [
        h(
          'dl',
          { class: 'keyed' },
          ...block.notes.flatMap(({ mark, text }) => [
            h('dt', {}, mark.trim()),
            h('dd', { class: classOf(block.style) }, text),
          ]),
        ),
      ];
    case 'codes':
      return block.codes.map((code) => codeNode(code, `${id}-${code.name}`));
    case 'drawing':
      return drawingNodes(block);
    case 'choice':
      return choiceNodes(block, (drawing, step) => drawingNodes(drawing, step));
    case 'group': {
      const nodes = block.blocks.flatMap((one) => blockNodes(one, id));
      return [
        block.title === undefined
          ? h('div', { class: 'pair' }, ...nodes)
          : folded(block.title, ...nodes),
      ];
    }
    case 'listing':
      return [listingNode(block.rows)];
    case 'messages': {
      const { file = '', source } = block.origin;
      const origin = source === undefined ? { file } : { file, source };
      return [...hazardList(block.hazards), ...diagnosticList(block.diagnostics, origin)];
    }
  }
}

function factNodes({ label, text, style, marked }: Fact): HtmlNode[] {
  return [h('dt', {}, label), h('dd', { class: classOf(style) }, ...markedText(text, marked))];
}

function markedText(text: string, marked: Marked | undefined): HtmlChild[] {
  if (marked === undefined) return [text];
  const { word, style } = marked;
  const at = Math.max(0, text.indexOf(word));
  const shown = h('b', { class: classOf(style) }, word);
  return [text.slice(0, at), shown, text.slice(at + word.length)];
}

function listNode(items: readonly Item[]): HtmlNode {
  return h(
    'ul',
    {},
    ...items.map(({ label, text, style, marked, items: inner = [] }) =>
      h(
        'li',
        {},
        label !== undefined && label !== '-' && h('b', {}, `${label}: `),
        h('span', { class: classOf(style) }, ...markedText(text, marked)),
        inner.length > 0 && listNode(inner),
      ),
    ),
  );
}

function tableOf(columns: readonly Column[], rows: readonly Row[]): HtmlNode {
  return tableNode({
    columns: columns.map(({ title, align }) => ({ title, numeric: align === 'right' })),
    rows: rows.flatMap(({ cells, below = [], sum }) => [
      { cells: cells.map(cellNode), class: sum === true ? 'sum' : undefined },
      ...(below.length === 0
        ? []
        : [{ cells: below.map(cellNode), class: 'below', isWhole: true }]),
    ]),
  });
}

function cellNode({ text, style, link, bar }: Cell): HtmlChild {
  const name = classOf(style);
  const shown = link === undefined ? text : h('a', { href: `#${link}` }, text);
  if (name === undefined && bar === undefined) return shown;
  return h('span', { class: name }, shown, bar && barOf(bar));
}

const BAR = 72;

/** What an instruction costs beside the most expensive one: its floor, and the conflicts behind it. */
function barOf([floor, over]: readonly [floor: number, over: number]): HtmlNode {
  return svg(
    'svg',
    {
      'class': 'bar',
      'width': BAR,
      'height': 10,
      'viewBox': `0 0 ${BAR} 10`,
      'aria-hidden': 'true',
    },
    rect(0, 0, BAR * floor, 10, 'bar-floor'),
    rect(BAR * floor, 0, BAR * over, 10, 'bar-over'),
  );
}

function codeNode({ title, text, reason = '', note }: Code, id: string): HtmlNode {
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
            'data-copy': id,
            'hidden': 'hidden',
            'aria-label': `Copy the form for ${title}`,
          },
          'Copy',
        ),
    ),
    text === undefined
      ? h('p', { class: 'soft' }, reason)
      : scrolled(title, h('pre', { class: 'code-block', id }, text)),
    note !== undefined && h('p', { class: 'soft' }, note),
  );
}

function drawingNodes(
  { lines, picture, table, caption, isWordless }: Drawing,
  step?: string,
): HtmlNode[] {
  if (picture !== undefined) {
    return [figure(picture(), { table: table?.(), caption, isWordless, step })];
  }
  if (table !== undefined) return [scrolledTable(table())];
  const text = (lines?.(pageFor({})) ?? []).join('\n');
  return text === '' ? [] : [scrolled('Drawing', h('pre', { class: 'code-block' }, text))];
}

/** The source with what each of its lines costs. */
function listingNode(rows: readonly ListingRow[]): HtmlNode {
  return scrolled(
    'Source with line results',
    h('div', { class: 'listing mono' }, ...rows.map(listingRow)),
  );
}

function listingRow(row: ListingRow): HtmlNode {
  if ('omitted' in row) return h('div', { class: 'gap' }, counted(row.omitted, 'line'));
  const { line, text, tone, notes } = row;
  return h(
    'div',
    { class: tone === undefined ? 'row' : `row ${tone}-line` },
    h('span', { class: 'number' }, String(line)),
    h('code', { class: 'code' }, text.replaceAll('\t', '  ')),
    h(
      'span',
      { class: 'note' },
      ...notes.flatMap(({ text: words, link }, index) => [
        ...(index === 0 ? [] : ['; ']),
        link === undefined ? words : h('a', { href: `#${link}` }, words),
      ]),
    ),
  );
}
