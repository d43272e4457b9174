/** Documents as a page that stands alone, and their sections as parts of another page. */
import type { Block, Code, Document, Fact, Item, Section } from '../document/document.ts';
import { diagnosticList, hazardList } from './diagnostics.ts';
import { figure } from './figure.ts';
import { h, type HtmlChild, type HtmlNode } from './node.ts';
import { FIGURES_NOTE, pageText } from './page.ts';
import { scrolled, tableNode } from './table.ts';
import { pageFor, type Style } from '../text/style.ts';
import type { Cell } from '../text/table.ts';

/** The text of the page. */
export function writeHtml(document: Document): string {
  const { title, sections, note = FIGURES_NOTE } = document;
  return pageText({
    title: `${title} - ldscope`,
    note,
    steps: [],
    main: panelsOf(sections).map((panel, index) => {
      const [first] = panel;
      return first?.level === 1
        ? h('div', { class: 'head' }, ...sectionNodes(panel, { level: 1, id: `s${index}` }))
        : h('section', { class: 'panel' }, ...sectionNodes(panel, { level: 1, id: `s${index}` }));
    }),
  });
}

/** A section of level 1 or 2 with those of level 3 behind it. */
function panelsOf(sections: readonly Section[]): Section[][] {
  const panels: Section[][] = [];
  for (const section of sections) {
    const last = panels.at(-1);
    if (last === undefined || section.level < 3) panels.push([section]);
    else last.push(section);
  }
  return panels.filter(
    (panel, index) => index === 0 || panel.some(({ blocks }) => blocks.length > 0),
  );
}

interface Place {
  /** Of the headings of sections of level 1. */
  readonly level: number;
  /** Begins the names of what is copied. */
  readonly id: string;
}

/** The elements of sections, for a part of a page. */
export function sectionNodes(sections: readonly Section[], { level, id }: Place): HtmlNode[] {
  return sections.flatMap(({ heading, blocks, style, level: own }) => {
    if (blocks.length === 0 && own > 1) return [];
    const tag = `h${level + own - 1}`;
    return [
      ...(heading === undefined ? [] : [h(tag, { class: classOf(style) }, heading)]),
      ...blocks.flatMap((block) => blockNodes(block, id)),
    ];
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
      return [h('dl', { class: 'keyed' }, ...block.facts.flatMap(factNodes))];
    case 'paragraph': {
      const { text, style, isCode = false } = block;
      return [h('p', { class: isCode ? 'line mono' : classOf(style) }, text)];
    }
    case 'list':
      return [listNode(block.items)];
    case 'table':
      return [
        scrolled(
          'Table',
          tableNode({
            columns: block.columns.map(({ title, align }) => ({
              title,
              numeric: align === 'right',
            })),
            rows: block.rows.map(({ cells }) => cells.map(cellNode)),
            rowClass: (row) => (block.rows[row]?.sum === true ? 'sum' : undefined),
          }),
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
      return block.codes.map((code) => codeNode(code, `${id}-${code.name}`));
    case 'drawing':
      return drawingNodes(block);
    case 'messages': {
      const { file = '', source } = block.origin;
      const origin = source === undefined ? { file } : { file, source };
      return [...hazardList(block.hazards), ...diagnosticList(block.diagnostics, origin)];
    }
  }
}

function factNodes({ label, text, style, marked }: Fact): HtmlNode[] {
  const [before = '', after = ''] = marked === undefined ? [text] : halves(text, marked.word);
  const children: HtmlChild[] =
    marked === undefined ? [text] : [before, h('b', {}, marked.word), after];
  return [h('dt', {}, label), h('dd', { class: classOf(style) }, ...children)];
}

function halves(text: string, word: string): [string, string] {
  const at = Math.max(0, text.indexOf(word));
  return [text.slice(0, at), text.slice(at + word.length)];
}

function listNode(items: readonly Item[]): HtmlNode {
  return h(
    'ul',
    {},
    ...items.map(({ label, text, style, items: inner = [] }) =>
      h(
        'li',
        {},
        label !== undefined && label !== '-' && h('b', {}, `${label}: `),
        h('span', { class: classOf(style) }, text),
        inner.length > 0 && listNode(inner),
      ),
    ),
  );
}

function cellNode({ text, style }: Cell): HtmlChild {
  const name = classOf(style);
  return name === undefined ? text : h('span', { class: name }, text);
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

function drawingNodes({
  lines,
  picture,
  table,
}: Extract<Block, { readonly kind: 'drawing' }>): HtmlNode[] {
  if (picture !== undefined) {
    return [figure(picture(), table === undefined ? {} : { table: table() })];
  }
  const text = lines(pageFor({})).join('\n');
  return text === '' ? [] : [scrolled('Drawing', h('pre', { class: 'code-block' }, text))];
}
