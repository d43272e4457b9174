/** Blocks that only a page of its own has: figures that are stepped through, the source with its costs, messages. */
import type { ListingRow, PageBlock } from '../document/document.ts';
import { counted } from '../text/numbers.ts';
import { diagnosticList, hazardList } from './diagnostics.ts';
import { h, type HtmlNode } from './node.ts';
import { drawingNodes } from './sections.ts';
import { scrolled } from './table.ts';

/** The elements of the block. */
export function pageBlockNodes(block: PageBlock): HtmlNode[] {
  switch (block.kind) {
    case 'choice':
      return choiceNodes(block);
    case 'listing':
      return [listingNode(block.rows)];
    case 'messages': {
      const { file = '', source } = block.origin;
      const origin = source === undefined ? { file } : { file, source };
      return [...hazardList(block.hazards), ...diagnosticList(block.diagnostics, origin)];
    }
  }
}

/** Figures of which one is shown, chosen in a row above them; all are where a browser cannot choose. */
function choiceNodes({
  id,
  legend,
  choices,
}: Extract<PageBlock, { readonly kind: 'choice' }>): HtmlNode[] {
  const figures = choices.flatMap(({ name, drawing }) => drawingNodes(drawing, name));
  if (choices.length <= 1) return [h('div', { class: 'steps' }, ...figures)];
  return [
    h(
      'div',
      { class: 'steps' },
      h(
        'fieldset',
        { class: 'choice' },
        h('legend', {}, legend),
        ...choices.map(({ name }, index) =>
          h(
            'label',
            {},
            h('input', {
              type: 'radio',
              name: id,
              value: name,
              checked: index === 0 ? 'checked' : undefined,
            }),
            name,
          ),
        ),
      ),
      ...figures,
    ),
    h('p', { class: 'keys' }, 'Arrow keys step through the choices.'),
  ];
}

/** The source with the cost of each line. */
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
