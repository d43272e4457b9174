/** Documents as Markdown, for a comment on a pull request. */
import type { Block, Code, Document, Item, Section } from '../document/document.ts';
import { messageItems } from './messages.ts';
import { code, fenced, mdTable, prose } from './syntax.ts';
import { pageFor } from '../text/style.ts';

/** The text, ended by a newline. */
export function writeMarkdown({ sections }: Document): string {
  return `${sections.flatMap(sectionBlocks).join('\n\n')}\n`;
}

function sectionBlocks({ level, heading, blocks }: Section): string[] {
  const texts = blocks.map(blockText).filter((text) => text !== '');
  if (heading === undefined || (texts.length === 0 && level > 1)) return texts;
  return [`${'#'.repeat(level + 2)} ${prose(heading)}`, ...texts];
}

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
      return block.isCode === true ? code(block.text) : prose(block.text);
    case 'list':
      return itemLines(block.items, '').join('\n');
    case 'table':
      return mdTable(
        block.columns.map(({ title, align }) => ({
          title: prose(title),
          numeric: align === 'right',
        })),
        block.rows.map(({ cells }) => cells.map(({ text }) => prose(text))),
      );
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
      return fenced(block.lines(pageFor({})).join('\n'));
    case 'messages':
      return messageItems(block.hazards, block.diagnostics).join('\n');
  }
}

function itemLines(items: readonly Item[], indent: string): string[] {
  return items.flatMap(({ label, text, items: inner = [] }) => [
    `${indent}- ${label === undefined || label === '-' ? '' : `**${prose(label)}**: `}${prose(text)}`,
    ...itemLines(inner, `${indent}  `),
  ]);
}

function codeText({ title, text, reason = '', note }: Code): string {
  if (text === undefined) return `**${prose(title)}**: ${prose(reason)}`;
  const under = note === undefined ? '' : `\n\n${prose(note)}`;
  return `**${prose(title)}**\n\n${fenced(text)}${under}`;
}
