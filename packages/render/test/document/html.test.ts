import { range } from '@ldscope/core';
import * as fc from 'fast-check';
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import { htmlReport } from '../../src/report/report.ts';
import { sha256Base64 } from '../../src/html/sha256.ts';
import { analysisOf } from '../analyses.ts';
import { analyses, contentOf, fileOf, kernelOf, tagsOf } from './documents.ts';

const digest = (text: string): string => createHash('sha256').update(text).digest('base64');

test('SHA-256 is that of everybody else', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({ minLength: 50, maxLength: 70 }),
  );
  forAll([texts], (text) => {
    expect(sha256Base64(text)).toBe(digest(text));
  });
});

const pages = {
  'a transpose': fileOf(analyses.transpose()),
  'a disputed chip': fileOf(analyses.disputed()),
  'global memory': fileOf(analyses.global()),
  'several kernels': fileOf(analyses.troubled(), analyses.transpose()),
} as const;

describe.each(Object.entries(pages))('the page of %s', (_name, file) => {
  const html = htmlReport(file);
  const tags = tagsOf(html);

  test('needs nothing besides itself', () => {
    const reaching = tags.filter(
      ({ name: tag, attributes }) =>
        /^(?:link|iframe|object|embed|img|image|script|base)$/.test(tag) ||
        !(attributes.get('href') ?? '#').startsWith('#') ||
        [...attributes.keys()].some((key) => /^on|^style$|^src$/.test(key)),
    );
    expect(reaching).toEqual([]);
    expect(contentOf(html, 'style')).not.toMatch(/@import|url\(/);
  });

  test('lets a browser run its own style and script only', () => {
    const policy = tags
      .find(({ attributes }) => attributes.has('http-equiv'))
      ?.attributes.get('content');
    expect(policy?.replaceAll('&#39;', "'")).toBe(
      `default-src 'none'; style-src 'sha256-${digest(contentOf(html, 'style'))}'; ` +
        `script-src 'sha256-${digest(contentOf(html, 'script'))}'; base-uri 'none'; form-action 'none'`,
    );
  });

  test('closes what it opens', () => {
    const open: string[] = [];
    const isVoid = /^(?:meta|input|br|hr)$/;
    for (const { name: tag, isEnd } of tags.filter((one) => !isVoid.test(one.name))) {
      if (!isEnd) open.push(tag);
      // A tag of a picture that ends itself is not opened.
      else if (open.at(-1) === tag) open.pop();
    }
    expect(open).toEqual([]);
  });

  test('names every part once, and links to what is there', () => {
    const ids = tags.flatMap(({ attributes }) => attributes.get('id') ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { attributes } of tags) {
      const link = attributes.get('href');
      if (link !== undefined) expect(ids).toContain(link.slice(1));
    }
  });

  test('has headings without a gap', () => {
    let last = 0;
    for (const { name: tag, isEnd } of tags) {
      const level = /^h([1-6])$/.exec(tag)?.[1];
      if (level === undefined || isEnd) continue;
      expect(Number(level)).toBeLessThanOrEqual(last + 1);
      last = Number(level);
    }
    expect(last).toBeGreaterThan(0);
  });
});

test('a phase is a choice and a figure', () => {
  const analysis = analyses.transpose();
  const tags = tagsOf(htmlReport(fileOf(analysis)));
  const choices = tags.filter(
    ({ attributes }) => attributes.get('type') === 'radio' && attributes.get('name') === 'k0-s0',
  );
  const values = choices.map(({ attributes }) => attributes.get('value'));
  expect(values).toEqual(['all', ...range(values.length - 1).map(String)]);
  expect(values.length).toBeGreaterThan(2);
  for (const value of values) {
    expect(tags.some(({ attributes }) => attributes.get('data-step') === value)).toBe(true);
  }
});

test('instructions that conflict in the same way share a picture', () => {
  const two = ['%a', '%b'].map((buffer, index) => ({
    op: 'ds_read_b32',
    address: (lane: number) => 4096 * index + 128 * lane,
    line: index + 1,
    buffer,
  }));
  const other = { op: 'ds_read_b32', address: (lane: number) => 64 * lane, line: 3, buffer: '%c' };
  const html = htmlReport(fileOf(analysisOf([...two, other])));
  expect(html.match(/class="site"/g)).toHaveLength(2);
  expect(html).toContain('1 more instruction conflicts in the same way');
});

test('of a large kernel the worst have pictures, and it is said', () => {
  const many = analysisOf(
    Array.from({ length: 60 }, (_, index) => ({
      op: 'ds_read_b32',
      // Each leaves out other lanes, so that none conflicts as another does.
      maskLow: 0xffff_ffff >>> (index % 30),
      maskHigh: index < 30 ? 0xffff_ffff : 0xffff,
      address: (lane: number) => 128 * lane,
      line: index + 1,
      text: `%${index} = load`,
      buffer: 'tile',
    })),
  );
  const html = htmlReport(fileOf(many));
  expect(html).toContain('52 more instructions conflict');
  expect(html.length).toBeLessThan(1_500_000);
});

/** An error at a place of a text. */
const problemOf = (code: string, message: string, line: number, column: number, hint: string) =>
  ({ code, severity: 'error', message, line, column, hint }) as const;

test('what could not be analyzed has its messages and its source', () => {
  const html = htmlReport({
    file: 'broken.mlir',
    source: 'module {\n  oops',
    kernels: [{ diagnostics: [problemOf('syntax/unclosed', 'never closed', 1, 8, 'close it')] }],
  });
  expect(html).toContain('The kernel could not be analyzed');
  expect(html).toContain('syntax/unclosed');
  expect(html).toContain('module {');
  tagsOf(html);
});

const MARKUP =
  '</script><script>alert(1)</script> </style><style>*{display:none} <!-- ]]> &lt;b&gt; javascript:alert(1) all"]{}';
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    ...MARKUP.split(' '),
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    '\u202eevil\u202c',
  ),
);

test('no name, comment or message becomes an element', () => {
  const known = new Set(tagsOf(htmlReport(fileOf(analyses.troubled()))).map((tag) => tag.name));
  for (const tag of ['pre', 'ul', 'li']) known.add(tag);
  forAll([hostile, hostile, hostile], 10, (name, text, message) => {
    const analysis = analysisOf(
      [{ op: 'ds_read_b32', address: (lane) => 128 * lane, line: 2, text, buffer: name }],
      { kernel: { name } },
    );
    const diagnostics = [problemOf(message, message, 2, 1, text)];
    const html = htmlReport({
      file: name,
      source: `one\n${text}\nthree`,
      kernels: [{ ...kernelOf(analysis), diagnostics }],
    });
    const foreign = tagsOf(html).filter(
      ({ name: tag, attributes }) =>
        !known.has(tag) || [...attributes.keys()].some((key) => /^on|^style$|^src$/.test(key)),
    );
    expect(foreign).toEqual([]);
    expect(html.match(/<script>/g)).toHaveLength(1);
    expect(html.match(/<style>/g)).toHaveLength(1);
    expect(html).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  });
});
