/** A page has its own title and description on its card, and pictures at the address of the site. */
import { expect, test } from 'vitest';
import { withCard } from '../../tools/cards.ts';

const html =
  '<head><title>The gcd rule · ldscope</title><meta name="description" content="Rows &amp; banks">\n</head><body></body>';

test('a card names its page, with the picture at an absolute address', () => {
  const page = withCard(html, {
    url: 'https://example.org/a/',
    page: 'explore/gcd.html',
    image: 'cards/gcd.png',
  });
  for (const tag of [
    'og:title" content="The gcd rule"',
    'og:description" content="Rows &amp; banks"',
    'og:url" content="https://example.org/a/explore/gcd.html"',
    'og:image" content="https://example.org/a/cards/gcd.png"',
    'twitter:card" content="summary_large_image"',
  ]) {
    expect(page).toContain(tag);
  }
  expect(page.indexOf('og:title')).toBeLessThan(page.indexOf('</head>'));
});

test('the page of a folder has the address of the folder, and a card without a picture is one of text', () => {
  const of = (page: string): string =>
    withCard(html, { url: 'https://example.org/', page, image: undefined });
  expect(of('index.html')).toContain('og:url" content="https://example.org/"');
  expect(of('docs/index.html')).toContain('og:url" content="https://example.org/docs/"');
  expect(of('index.html')).not.toContain('image');
});
