/**
 * A document as a page: its HTML, its headings, and its sections for the search.
 *
 * Documents are our own, and still nothing of them is markup as it is: tags in a text are shown as text, comments are dropped.
 * A link to another document leads to its page, a link to any other file of the repository to where its source is published;
 * where that is unknown it is text.
 */
import { marked, Renderer, type Token, type Tokens } from 'marked';
import { posix } from 'node:path';
import { anchorsOf } from './anchors.ts';

export interface Heading {
  readonly depth: number;
  readonly text: string;
  readonly anchor: string;
}

/** A part of a page that a search finds. */
interface Section {
  readonly heading: string;
  /** Without `#`; empty for the text before the first heading. */
  readonly anchor: string;
  readonly text: string;
}

export interface RenderedDocument {
  readonly title: string;
  /** Its first paragraph. */
  readonly description: string;
  readonly html: string;
  readonly headings: readonly Heading[];
  readonly sections: readonly Section[];
}

export interface LinkPlaces {
  /** The page of a document of the repository, from the root of the site; `undefined` for what is not a page. */
  readonly pageOf: (path: string) => string | undefined;
  /** Where the files of the repository are published, with `/` at its end. */
  readonly source: string | undefined;
}

/** Renders the Markdown of the file at `path`, whose page is at `page`. */
export function renderDocument(
  markdown: string,
  path: string,
  page: string,
  places: LinkPlaces,
): RenderedDocument {
  const tokens = marked.lexer(markdown, { gfm: true });
  const headings = headingsOf(tokens);
  const html = marked.parser(tokens, { renderer: rendererOf(headings, path, page, places) });
  const paragraph = tokens.find(({ type }) => type === 'paragraph');
  return {
    title: headings[0]?.text ?? path,
    description: paragraph === undefined ? '' : plainText(paragraph),
    html,
    headings,
    sections: sectionsOf(tokens, headings),
  };
}

/** The headings of a document, with their anchors. */
export function headingsIn(markdown: string): readonly Heading[] {
  return headingsOf(marked.lexer(markdown, { gfm: true }));
}

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading';

function headingsOf(tokens: readonly Token[]): readonly Heading[] {
  const found = tokens.filter(isHeading);
  const texts = found.map(plainText);
  const anchors = anchorsOf(texts);
  return found.map(({ depth }, index) => ({
    depth,
    text: texts[index] ?? '',
    anchor: anchors[index] ?? '',
  }));
}

/** What a reader sees of a token, without its marks. */
function plainText(token: Token): string {
  switch (token.type) {
    case 'table': {
      const { header, rows } = token as Tokens.Table;
      return [header, ...rows].map((row) => row.map(partsOf).join(' ')).join('\n');
    }
    case 'list':
      return (token as Tokens.List).items.map(partsOf).join('\n');
    case 'html':
    case 'space':
    case 'hr':
      return '';
    default:
      if ('tokens' in token && token.tokens !== undefined) return partsOf(token);
      return 'text' in token && typeof token.text === 'string' ? unescaped(token.text) : '';
  }
}

const partsOf = ({ tokens = [] }: { readonly tokens?: readonly Token[] | undefined }): string =>
  tokens.map(plainText).join('').trim().replaceAll(/\s+/g, ' ');

const characters: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

const unescaped = (text: string): string =>
  text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => characters[entity] ?? entity);

const escapes: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(characters).map(([entity, character]) => [character, entity]),
);

export const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? character);

function sectionsOf(tokens: readonly Token[], headings: readonly Heading[]): readonly Section[] {
  const sections: { heading: string; anchor: string; texts: string[] }[] = [];
  let next = 0;
  for (const token of tokens) {
    if (isHeading(token)) {
      const { text = '', anchor = '' } = headings[next++] ?? {};
      sections.push({ heading: text, anchor: next === 1 ? '' : anchor, texts: [] });
    } else {
      if (sections.length === 0) sections.push({ heading: '', anchor: '', texts: [] });
      sections.at(-1)?.texts.push(plainText(token));
    }
  }
  return sections.map(({ heading, anchor, texts }) => ({
    heading,
    anchor,
    text: texts.filter((text) => text !== '').join('\n'),
  }));
}

function rendererOf(
  headings: readonly Heading[],
  path: string,
  page: string,
  { pageOf, source }: LinkPlaces,
): Renderer {
  const renderer = new Renderer();
  const folder = posix.dirname(page);
  let next = 0;

  /** Where a link leads from the page; `undefined` where nothing is published. */
  const addressOf = (href: string): string | undefined => {
    if (/^[a-z]+:/i.test(href) || href.startsWith('#')) return href;
    const [file = '', anchor] = href.split('#');
    const target = posix.normalize(posix.join(posix.dirname(path), decodeURI(file)));
    const fragment = anchor === undefined ? '' : `#${anchor}`;
    const found = pageOf(target) ?? pageOf(posix.join(target, 'README.md'));
    if (found !== undefined) return posix.relative(folder, found) + fragment;
    return source === undefined ? undefined : source + target + fragment;
  };

  renderer.heading = function ({ tokens, depth }) {
    const { anchor = '' } = headings[next++] ?? {};
    const content = this.parser.parseInline(tokens);
    return depth === 1
      ? `<h1 id="${escaped(anchor)}">${content}</h1>\n`
      : `<h${depth} id="${escaped(anchor)}"><a class="anchor" href="#${escaped(anchor)}">${content}</a></h${depth}>\n`;
  };
  renderer.link = function ({ href, tokens }) {
    const content = this.parser.parseInline(tokens);
    const address = addressOf(href);
    if (address === undefined) {
      return `<span class="source-file" title="${escaped(href.replace(/^(?:\.\.\/)+/, ''))} in the repository">${content}</span>`;
    }
    return `<a href="${escaped(address)}">${content}</a>`;
  };
  renderer.image = ({ href, text }) => {
    const target = posix.normalize(posix.join(posix.dirname(path), href));
    // Pictures have the same places on the site as in the repository.
    const address = posix.relative(folder, target);
    return `<img src="${escaped(address)}" alt="${escaped(text)}" vite-ignore loading="lazy">`;
  };
  renderer.html = ({ text }) => (/^\s*<!--[^]*-->\s*$/.test(text) ? '' : escaped(text));
  renderer.code = ({ text, lang }) =>
    `<pre tabindex="0"${lang === undefined || lang === '' ? '' : ` data-language="${escaped(lang.split(' ')[0] ?? '')}"`}><code>${escaped(text)}\n</code></pre>\n`;
  renderer.table = function (token) {
    return `<div class="table-scroll" tabindex="0" role="group" aria-label="${escaped(labelOf(token))}">${Renderer.prototype.table.call(this, token)}</div>\n`;
  };
  return renderer;
}

const labelOf = ({ header }: Tokens.Table): string => {
  const columns = header.map(partsOf).filter((column) => column !== '');
  return columns.length === 0 ? 'Table' : `Table of ${columns.join(', ')}`;
};
