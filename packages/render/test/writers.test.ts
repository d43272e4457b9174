/** Every writer writes every block, and texts of a kernel stay texts. */
import { constantFrom, integer, lorem, oneof, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forAll } from '../../../test/for-all.ts';
import {
  type Block,
  type Document,
  factOf,
  paragraph,
  type Section,
  withDiagnostics,
} from '../src/document/document.ts';
import { writeHtml } from '../src/html/document.ts';
import { writeMarkdown } from '../src/markdown/document.ts';
import { writeText } from '../src/document/write-text.ts';

const writers = { text: writeText, html: writeHtml, markdown: writeMarkdown } as const;

const blocks: readonly Block[] = [
  { kind: 'facts', facts: [...factOf('label', 'factwords', 'bad'), ...factOf('none', undefined)] },
  {
    kind: 'facts',
    facts: [
      { label: 'evidence', text: 'measured: x', marked: { word: 'measured', style: 'good' } },
    ],
  },
  paragraph('paragraphwords'),
  { ...paragraph('codewords'), isCode: true },
  { kind: 'heading', text: 'headingwords' },
  { kind: 'list', items: [{ label: 'kind', text: 'itemwords', items: [{ text: 'innerwords' }] }] },
  {
    kind: 'table',
    columns: [{ title: 'columnwords' }, { title: 'n', align: 'right' }],
    rows: [
      {
        cells: [
          { text: 'cellwords', style: 'good' },
          { text: '1,024', bar: [0.25, 0.75] },
        ],
        below: [{ text: 'belowwords', isCode: true }],
      },
    ],
  },
  {
    kind: 'steps',
    steps: [{ name: 'stepname', outcome: 'holds', style: 'good', text: 'stepwords' }],
  },
  { kind: 'notes', notes: [{ mark: '[1]', text: 'notewords' }] },
  {
    kind: 'codes',
    codes: [
      { name: 'c', title: 'C', text: 'int x;\n  y();', note: 'undercode' },
      { name: 'cute', title: 'CuTe', reason: 'reasonwords' },
    ],
  },
  { kind: 'drawing', lines: () => ['.#..  drawingwords'] },
  { kind: 'facts', facts: factOf('largewords', '4'), isLarge: true },
  {
    kind: 'choice',
    id: 'choice',
    legend: 'Phase',
    choices: ['0', '1'].map((name) => ({
      name,
      drawing: { kind: 'drawing', lines: () => [`phase${name}words`] },
    })),
  },
  { kind: 'group', title: 'foldwords', blocks: [paragraph('insidewords')] },
  { kind: 'group', blocks: [paragraph('pairwords')] },
  {
    kind: 'listing',
    rows: [
      { omitted: 3 },
      { line: 4, text: 'linewords', tone: 'conflict', notes: [{ text: 'costwords' }] },
    ],
  },
];

const documentOf = (...all: readonly Block[]): Document => ({
  title: 'titlewords',
  sections: [{ level: 1, heading: 'titlewords', blocks: all }],
});
const wrong = {
  code: 'launch/x',
  severity: 'error',
  message: 'wrongwords',
  hint: 'do it',
} as const;

describe.each(Object.entries(writers))('%s', (_, write) => {
  test('has the words of all blocks', () => {
    const text = write(documentOf(...blocks)).replaceAll('\\', '');
    for (const [words] of JSON.stringify(blocks).matchAll(/\w+words/g))
      expect(text).toContain(words);
    const further = 'phase1words 1,024 y(); drawingwords measured holds undercode';
    for (const words of further.split(' ')) expect(text).toContain(words);
  });

  test('leaves out a section without blocks, but not the first', () => {
    const empty: Section = { level: 2, heading: 'emptywords', blocks: [] };
    const text = write({ title: 't', sections: [{ ...empty, level: 1, heading: 'first' }, empty] });
    expect(text).toContain('first');
    expect(text).not.toContain('emptywords');
  });

  test('has diagnostics with their codes', () => {
    const text = write(withDiagnostics(documentOf(), [wrong], {}));
    for (const words of ['Diagnostics', 'launch/x', 'wrongwords', 'do it'])
      expect(text).toContain(words);
    const none = documentOf(paragraph('x'));
    expect(withDiagnostics(none, [], {})).toBe(none);
  });
});

/** Texts that mean something to a terminal, to HTML or to Markdown. */
const hostile = oneof(
  constantFrom(
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '```\n# not a heading',
    '| a | b |',
    '[x](javascript:alert(1))',
    '\u001B[31mred',
    '</style></details>',
  ),
  string({ unit: 'binary', maxLength: 30 }),
);

/** A document with a text of a kernel in every place. */
const withText = (text: string): Document =>
  documentOf(
    ...blocks.map((block): Block => {
      if (block.kind === 'drawing')
        return { ...block, lines: () => [text.replaceAll(/\p{C}/gu, '?')] };
      return JSON.parse(JSON.stringify(block), (_, value: unknown) =>
        typeof value === 'string' && value.endsWith('words') ? text : value,
      ) as Block;
    }),
  );

/** Markdown without its code, in which everything is a text. */
function withoutFences(markdown: string): string {
  let fence: string | undefined;
  const kept: string[] = [];
  for (const line of markdown.split('\n')) {
    const [found] = /^`{3,}(?=[^`]*$)/.exec(line) ?? [];
    if (fence === undefined) kept.push(line);
    if (found !== undefined && (fence === undefined || found === fence)) {
      fence = fence === undefined ? found : undefined;
    }
  }
  return kept.join('\n').replaceAll(/(`+)[^`]*\1/g, '');
}

test('a text of a kernel is a text', () => {
  const tags = (html: string): string[] =>
    [...html.matchAll(/<\/?[a-z][\w-]*/g)].map(([tag]) => tag);
  const expected = tags(writeHtml(withText('x')));
  const fences = (markdown: string): number =>
    markdown.split('\n').filter((line) => /^`{3,}[^`]*$/.test(line)).length;
  forAll([hostile], (text) => {
    const filled = withText(`x${text}x`);
    expect(tags(writeHtml(filled))).toEqual(expected);
    expect(fences(writeMarkdown(filled)) % 2).toBe(0);
    expect(withoutFences(writeMarkdown(filled))).not.toMatch(
      /<(?!\/?code>|details|\/details|summary|\/summary)[a-z]/i,
    );
    expect(writeText(filled)).not.toContain('\u001B');
  });
});

test('lines of text fit, but for code', () => {
  forAll([lorem({ maxCount: 40 }), integer({ min: 40, max: 120 })], (text, width) => {
    const some = blocks.filter(({ kind }) => kind !== 'codes' && kind !== 'drawing');
    const facts: Block = { kind: 'facts', facts: factOf('label', text) };
    const filled = documentOf(...some, paragraph(text), facts);
    for (const line of writeText(filled, { width }).split('\n'))
      expect(line.length).toBeLessThanOrEqual(width);
  });
});
