/** Documents for a terminal: no line is wider than the page, and numbers are never cut. */
import type {
  Block,
  Code,
  Document,
  Fact,
  Item,
  ListingRow,
  Marked,
  Section,
  Step,
} from './document.ts';
import { diagnosticLines, hazardLines } from '../text/diagnostics.ts';
import { noteLines } from '../text/footnotes.ts';
import { keyed } from '../text/keyed.ts';
import { clean, fit, hang } from '../text/measure.ts';
import { type Page, pageFor, type Style, type TextOptions } from '../text/style.ts';
import { table } from '../text/table.ts';

/** A document as text, ended by a newline; sections are apart by an empty line. */
export function writeText({ sections }: Document, options: TextOptions = {}): string {
  const page = pageFor(options);
  return sections
    .map((section, index) => sectionLines(section, index === 0, page))
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => `${line}\n`).join(''))
    .join('\n');
}

function sectionLines(
  { heading, style = 'strong', blocks }: Section,
  isFirst: boolean,
  page: Page,
): string[] {
  const lines = blocks.flatMap((block) => blockLines(block, page));
  if (heading === undefined || (lines.length === 0 && !isFirst)) return lines;
  return [...painted(hang('', heading, page.width), style, page), ...lines];
}

function painted(lines: readonly string[], style: Style | undefined, page: Page): string[] {
  return style === undefined ? [...lines] : lines.map((line) => page.paint(style, line));
}

function blockLines(block: Block, page: Page): readonly string[] {
  switch (block.kind) {
    case 'heading':
      return painted(hang('', block.text, page.width), 'strong', page);
    case 'facts':
      return block.facts.flatMap((fact) => factLines(fact, page));
    case 'paragraph': {
      const { text, style, indent = 2, isCode = false } = block;
      const margin = ' '.repeat(indent);
      const lines = isCode
        ? [margin + fit(text, page.width - indent)]
        : hang(margin, text, page.width);
      return painted(lines, style, page);
    }
    case 'list':
      return block.items.flatMap((item) => itemLines(item, 2, page));
    case 'table':
      return table(block.columns, block.rows, page);
    case 'steps':
      return block.steps.flatMap((step) => stepLines(step, page));
    case 'notes':
      return painted(noteLines(block.notes, page), block.style, page);
    case 'codes':
      return block.codes.flatMap((code) => codeLines(code, page));
    case 'drawing':
      return block.lines?.(page) ?? [];
    case 'choice':
      return block.choices.flatMap(({ drawing }) => blockLines(drawing, page));
    case 'group':
      return [
        ...painted(
          block.title === undefined ? [] : hang('', block.title, page.width),
          'strong',
          page,
        ),
        ...block.blocks.flatMap((one) => blockLines(one, page)),
      ];
    case 'listing':
      return block.rows.map((row) => `  ${fit(listingText(row), page.width - 2)}`);
    case 'messages':
      return [
        ...hazardLines(block.hazards, page, block.all === true),
        ...diagnosticLines(block.diagnostics, page, block.origin),
      ];
  }
}

/** `22 | %a = memref.load %tile[%x]   32 ways`. */
export function listingText(row: ListingRow): string {
  if ('omitted' in row) return '...';
  const notes = row.notes.map(({ text }) => text).join('; ');
  return `${row.line} | ${row.text}${notes === '' ? '' : `   ${notes}`}`;
}

const factLines = ({ label, text, style, marked }: Fact, page: Page): string[] =>
  markedLines(painted(keyed(label, text, page), style, page), marked, page);

function markedLines(lines: string[], marked: Marked | undefined, page: Page): string[] {
  if (marked === undefined) return lines;
  const shown = page.paint(marked.style, marked.word);
  return lines.map((line, index) => (index === 0 ? line.replace(marked.word, shown) : line));
}

function itemLines(
  { label, text, style, marked, items = [] }: Item,
  indent: number,
  page: Page,
): string[] {
  const head = label === undefined ? '' : label === '-' ? '- ' : `${label}: `;
  return [
    ...markedLines(
      painted(hang(' '.repeat(indent) + head, text, page.width), style, page),
      marked,
      page,
    ),
    ...items.flatMap((item) => itemLines(item, indent + 2, page)),
  ];
}

function stepLines({ name, outcome, style, text }: Step, page: Page): string[] {
  const [before, told] = [`  ${name.padEnd(11)} `, outcome.padEnd(7)];
  const indent = before.length + told.length + 2;
  const [first = '', ...rest] = hang(' '.repeat(indent), text, page.width);
  return [`${before}${page.paint(style, told)}  ${first.slice(indent)}`, ...rest];
}

const CODE_INDENT = 12;

/** Code is not wrapped: it is copied. */
function codeLines({ name, text, reason = '', note }: Code, page: Page): string[] {
  const head = `  ${name}`.padEnd(CODE_INDENT);
  if (text === undefined) return painted(hang(head, `- ${reason}`, page.width), 'faint', page);
  const margin = ' '.repeat(CODE_INDENT);
  const [first = '', ...rest] = text.split('\n').map(clean);
  return [
    head + page.paint('accent', first),
    ...rest.map((line) => (line === '' ? '' : margin + page.paint('accent', line))),
    ...(note === undefined ? [] : painted(hang(margin, `(${note})`, page.width), 'faint', page)),
  ];
}
