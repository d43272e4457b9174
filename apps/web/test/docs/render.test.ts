/** Documents become pages: anchors as GitHub makes them, links to pages, and no markup out of a text. */
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { excerptOf } from '../../src/docs/excerpt.ts';
import { anchorsOf } from '../../tools/docs/anchors.ts';
import { renderDocument } from '../../tools/docs/render.ts';
import { navigationOf } from '../../tools/docs/site.ts';
import { documentPaths, pageOf } from '../../tools/docs/sources.ts';
import { shortened } from '../../tools/docs/template.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const paths = documentPaths(root);

const render = (markdown: string, source?: string): string =>
  renderDocument(markdown, 'docs/a/b.md', 'docs/a/b.html', {
    pageOf: (path) => (paths.includes(path) ? pageOf(path) : undefined),
    source,
  }).html;

test('headings have the anchors that GitHub gives them', () => {
  expect(
    anchorsOf([
      'What a build leaves behind',
      'HTML, SVG, SARIF, Markdown',
      "IREE's flow (`--like iree`)",
      'a_b  c-d',
      'Usage',
      'Usage',
    ]),
  ).toEqual([
    'what-a-build-leaves-behind',
    'html-svg-sarif-markdown',
    'irees-flow---like-iree',
    'a_b--c-d',
    'usage',
    'usage-1',
  ]);
});

describe('a link', () => {
  test('to a document leads to its page', () => {
    expect(render('[g](../../GLOSSARY.md#bank)')).toContain('href="../glossary.html#bank"');
    expect(render('[d](../decisions/README.md)')).toContain('href="../decisions/index.html"');
    expect(render('[x](../../README.md)')).toContain('href="../about.html"');
    expect(render('[here](#one)')).toContain('href="#one"');
  });

  test('to a source leads to where it is published, or is none', () => {
    const link = '[c](../../packages/core/src/index.ts)';
    expect(render(link, 'https://example.org/src/')).toContain(
      'href="https://example.org/src/packages/core/src/index.ts"',
    );
    expect(render(link)).not.toContain('href');
    expect(render(link)).toContain('title="packages/core/src/index.ts in the repository"');
  });
});

test('what a document says is never markup', () => {
  const html = render(
    'a <script>alert(1)</script> b\n\n<b onclick="x">c</b>\n\n`<i>`\n\n<!-- out -->',
  );
  expect(html).not.toMatch(/<(?:script|b|i)\b/);
  expect(html).toContain('&lt;script&gt;');
  expect(html).not.toContain('out');
});

test('sections are what stands below their headings, in plain words', () => {
  const { title, description, sections } = renderDocument(
    '# A `b`\n\nOne **two** [three](x.md).\n\n## C & D\n\n| e | f |\n| - | - |\n| g | `h` |\n\n- i\n- j\n',
    'docs/x.md',
    'docs/x.html',
    { pageOf, source: undefined },
  );
  expect([title, description]).toEqual(['A b', 'One two three.']);
  expect(sections).toEqual([
    { heading: 'A b', anchor: '', text: 'One two three.' },
    { heading: 'C & D', anchor: 'c--d', text: 'e f\ng h\ni\nj' },
  ]);
});

test('every document has a page of its own', () => {
  const pages = paths.map(pageOf);
  expect(new Set(pages).size).toBe(pages.length);
});

test('the list beside the pages has the groups of the index, and what it does not name', () => {
  const titles = new Map([
    ['docs/README.md', 'Index'],
    ['docs/cli.md', 'The command line'],
    ['docs/new.md', 'Something new'],
    ['docs/decisions/0001-a.md', '0001: A'],
    ['GLOSSARY.md', 'Glossary'],
  ]);
  const index =
    '# Index\n\n## Use\n\n- [CLI](cli.md)\n- [Words](../GLOSSARY.md)\n- [None](no.md)\n\n## Empty\n';
  expect(navigationOf(index, titles)).toEqual([
    {
      title: 'Use',
      pages: [
        { title: 'CLI', page: 'docs/cli.html' },
        { title: 'Words', page: 'docs/glossary.html' },
      ],
    },
    { title: 'More', pages: [{ title: 'Something new', page: 'docs/new.html' }] },
  ]);
});

test('texts are cut between words, around what was looked for', () => {
  expect(shortened('one two three', 100)).toBe('one two three');
  expect(shortened('one two three four', 14)).toBe('one two ...');
  expect(excerptOf(`${'begin '.repeat(20)}needle ${'end '.repeat(60)}`, ['needle'])).toMatch(
    /^\.\.\. begin .*needle end.* \.\.\.$/,
  );
  expect(excerptOf('short', [])).toBe('short');
});
