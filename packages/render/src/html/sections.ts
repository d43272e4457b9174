/** Sections of documents as elements, for a page or a part of one. */
import type {
  Block,
  Code,
  Drawing,
  Fact,
  Item,
  Marked,
  PageBlock,
  Section,
} from '../document/document.ts';
import { rect, svg } from '../svg/node.ts';
import { pageFor, type Style } from '../text/style.ts';
import type { Cell, Column, Row } from '../text/table.ts';
import { figure } from './figure.ts';
import { h, type HtmlChild, type HtmlNode } from './node.ts';
import { folded, scrolled, scrolledTable, tableNode } from './table.ts';

interface Place {
  /** Of the headings of sections of level 1. */
  readonly level: number;
  /** The prefix of the ids of copied elements. */
  readonly id: string;
  /** Writes the blocks that only a page of its own has; the app has views of its own for them. */
  readonly pageBlock?: ((block: PageBlock) => readonly HtmlNode[]) | undefined;
}

/** The elements of a section and of those below it. */
export function sectionNodes(
  sections: readonly Section[],
  { level, id, pageBlock }: Place,
): HtmlNode[] {
  return sections.flatMap(({ heading, blocks, style, level: own, id: anchor }, index) => {
    if (blocks.length === 0 && index > 0) return [];
    const tag = `h${level + own - 1}`;
    const nodes = [
      ...(heading === undefined ? [] : [h(tag, { class: classOf(style) }, heading)]),
      ...blocks.flatMap((block) =>
        blockNodes(block, { level: level + own, id: `${id}-${index}`, pageBlock }),
      ),
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

/** `level` is that of headings in the block. */
function blockNodes(block: Block, place: Place): readonly HtmlNode[] {
  const { id, level } = place;
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
      const { text, style, isCode = false, isVerdict = false, line } = block;
      const name = isCode ? 'line mono' : isVerdict ? `verdict ${style ?? ''}` : classOf(style);
      return [h('p', { 'class': name, 'data-line': line }, text)];
    }
    case 'list':
      return [listNode(block.items)];
    case 'table':
      return [
        block.filters === undefined
          ? scrolled('Table', tableOf(block.columns, block.rows))
          : h(
              'div',
              { class: 'filtered' },
              scrolled('Table', tableOf(block.columns, block.rows, block.filters)),
            ),
      ];
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
      return block.codes.map((code) => codeNode(code, `${id}-${code.name}`, level));
    case 'drawing':
      return drawingNodes(block);
    case 'group': {
      const nodes = block.blocks.flatMap((one) => blockNodes(one, place));
      return [
        block.title === undefined
          ? h('div', { class: 'pair' }, ...nodes)
          : folded(block.title, ...nodes),
      ];
    }
    case 'choice':
    case 'listing':
    case 'messages':
      return place.pageBlock?.(block) ?? [];
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

function tableOf(
  columns: readonly Column[],
  rows: readonly Row[],
  filters: readonly string[] = [],
): HtmlNode {
  return tableNode({
    columns: columns.map(({ title, align }) => ({
      title,
      numeric: align === 'right',
      isFilter: filters.includes(title),
    })),
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

/** A bar for the cost of an instruction, relative to the most expensive one: its floor, and the conflicts behind it. */
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

function codeNode({ title, text, reason = '', note }: Code, id: string, level: number): HtmlNode {
  return h(
    'div',
    { class: 'notation' },
    h(
      `h${Math.min(6, level)}`,
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

export function drawingNodes(
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
