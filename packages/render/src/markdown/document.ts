/** Documents as Markdown, for a comment on a pull request. */
import type { Block, Code, Document, Item, Section } from '../document/document.ts';
import { listingText } from '../document/write-text.ts';
import type { DataTable } from '../svg/data-table.ts';
import type { Cell, Column, Row } from '../text/table.ts';
import { messageItems } from './messages.ts';
import { code, fenced, mdTable, prose } from './syntax.ts';
import { pageFor } from '../text/style.ts';

/** A document as Markdown, ended by a newline. */
export function writeMarkdown({ heading, sections }: Document): string {
  const texts = sections.flatMap((section) => sectionTexts(section, heading === undefined ? 2 : 3));
  return `${[...(heading === undefined ? [] : [`### ${prose(heading)}`]), ...texts].join('\n\n')}\n`;
}

function sectionTexts({ level, heading, blocks }: Section, above: number): string[] {
  const texts = blockTexts(blocks);
  if (heading === undefined || (texts.length === 0 && level > 1)) return texts;
  return [`${'#'.repeat(level + above)} ${prose(heading)}`, ...texts];
}

const blockTexts = (blocks: readonly Block[]): string[] =>
  blocks.map(blockText).filter((text) => text !== '');

function blockText(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `**${prose(block.text)}**`;
    case 'facts':
      return block.facts
        .map(({ label, text }) =>
          label === '' ? `  ${prose(text)}` : `- **${prose(label)}**: ${prose(text)}`,
        )
        .join('\n');
    case 'paragraph':
      if (block.isCode === true) return code(block.text);
      return block.isVerdict === true ? `**${prose(block.text)}**` : prose(block.text);
    case 'list':
      return itemLines(block.items, '').join('\n');
    case 'table':
      return tableText(block.columns, block.rows);
    case 'steps':
      return block.steps
        .map(({ name, outcome, text }) => `- **${prose(name)}** ${prose(outcome)}: ${prose(text)}`)
        .join('\n');
    case 'notes':
      return block.notes
        .map(({ mark, text }) => `- ${prose(mark.trim())} ${prose(text)}`)
        .join('\n');
    case 'codes':
      return block.codes.map(codeText).join('\n\n');
    case 'drawing':
      return block.picture === undefined && block.table !== undefined
        ? dataTableText(block.table())
        : fenced((block.lines?.(pageFor({})) ?? []).join('\n'));
    case 'choice':
      return blockTexts(block.choices.map(({ drawing }) => drawing)).join('\n\n');
    case 'group': {
      const texts = blockTexts(block.blocks);
      if (block.title === undefined || texts.length === 0) return texts.join('\n\n');
      const summary = `<details><summary>${prose(block.title)}</summary>`;
      return [summary, ...texts, '</details>'].join('\n\n');
    }
    case 'listing':
      return fenced(block.rows.map(listingText).join('\n'));
    case 'messages':
      return messageItems(block.hazards, block.diagnostics).join('\n');
  }
}

/** The second line of a row in a terminal is its last column. */
function tableText(columns: readonly Column[], rows: readonly Row[]): string {
  const hasRemarks = rows.some(({ below = [] }) => below.length > 0);
  const heads = columns.map(({ title, align }) => ({
    title: prose(title),
    numeric: align === 'right',
  }));
  return mdTable(
    hasRemarks ? [...heads, { title: 'remarks' }] : heads,
    rows.map(({ cells, below = [] }) => [
      ...cells.map(cellText),
      // The place of a line is in the row.
      ...(hasRemarks
        ? [
            below
              .map((cell) => cellText({ ...cell, text: cell.text.replace(/^\d+ \| /, '') }))
              .join('; '),
          ]
        : []),
    ]),
  );
}

const cellText = ({ text, isCode }: Cell): string => (isCode === true ? code(text) : prose(text));

const dataTableText = ({ columns, rows }: DataTable): string =>
  mdTable(
    columns,
    rows.map((cells) => cells.map(prose)),
  );

function itemLines(items: readonly Item[], indent: string): string[] {
  return items.flatMap(({ label, text, items: inner = [] }) => [
    `${indent}- ${label === undefined || label === '-' ? '' : `**${prose(label)}**: `}${prose(text)}`,
    ...itemLines(inner, `${indent}  `),
  ]);
}

function codeText({ title, text, language, reason = '', note }: Code): string {
  if (text === undefined) return `**${prose(title)}**: ${prose(reason)}`;
  const under = note === undefined ? '' : `\n\n${prose(note)}`;
  return `**${prose(title)}**\n\n${fenced(text, language)}${under}`;
}
