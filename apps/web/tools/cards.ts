/** The tags by which other sites show a link to a page as a card: title, description and a picture. */

export interface Card {
  /** The address of the site, with `/` at its end; pictures of cards need it. */
  readonly url: string;
  /** The page, from the root of the site. */
  readonly page: string;
  /** The picture, from the root of the site; 1200 x 630 pixels. */
  readonly image: string | undefined;
}

export const CARD_WIDTH = 1200;
export const CARD_HEIGHT = 630;

/** A page with the tags of its card; what it says is the page's own title and description. */
export function withCard(html: string, { url, page, image }: Card): string {
  const title = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '';
  const description = /<meta name="description" content="([^"]*)"/.exec(html)?.[1];
  const property = (name: string, content: string): string =>
    `<meta property="og:${name}" content="${content}">`;
  const tags = [
    property('site_name', 'ldscope'),
    property('type', 'website'),
    property('title', title.replace(/ · ldscope$/, '')),
    ...(description === undefined ? [] : [property('description', description)]),
    property('url', url + page.replace(/(?:^|(?<=\/))index\.html$/, '')),
    ...(image === undefined
      ? []
      : [
          property('image', url + image),
          property('image:width', String(CARD_WIDTH)),
          property('image:height', String(CARD_HEIGHT)),
          '<meta name="twitter:card" content="summary_large_image">',
        ]),
  ];
  return html.replace('</head>', () => `${tags.map((tag) => `  ${tag}\n`).join('')}</head>`);
}
