/**
 * A picture as data: a tree of SVG elements that its user turns into text or into a live document.
 *
 *     svg('rect', { x: 0, y: 0, width: 8, height: 8, class: 'cell', 'data-lane': 5 }, svg('title', {}, 'lane 5'))
 *
 * Colours are classes that `pictureStyles` gives a meaning, so that one tree is right in both themes. Marks that can be
 * selected have `data-` attributes: `data-lane`, `data-bank`, `data-element`, `data-line`.
 */
export interface SvgNode {
  readonly tag: string;
  readonly attributes: SvgAttributes;
  readonly children: readonly SvgChild[];
}

export type SvgChild = SvgNode | string;

/** Numbers are in pixels of the picture; `undefined` attributes are left out. */
export type SvgAttributes = Readonly<Record<string, string | number | undefined>>;

/** A picture with its size in pixels and the words that a screen reader has for it. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** The subject, in a few words. */
  readonly title: string;
  /** A description, in a sentence or two. */
  readonly description: string;
  readonly content: readonly SvgChild[];
}

/** One element. */
export function svg(tag: string, attributes: SvgAttributes, ...children: SvgChild[]): SvgNode {
  return { tag, attributes, children };
}

/** The attributes of a mark; a text alone is its class. */
export type Look = string | SvgAttributes;

const attributesOf = (look: Look): SvgAttributes =>
  typeof look === 'string' ? { class: look } : look;

/** A line of text at a place. */
export function label(x: number, y: number, text: string | number, look: Look = {}): SvgNode {
  return svg('text', { x, y, ...attributesOf(look) }, String(text));
}

/** A rectangle from its upper left corner. */
export function rect(
  x: number,
  y: number,
  width: number,
  height: number,
  look: Look = {},
  ...children: SvgChild[]
): SvgNode {
  return svg('rect', { x, y, width, height, ...attributesOf(look) }, ...children);
}

/** The element of a whole picture. `style` is put into it, for a picture that stands alone. */
export function pictureNode(picture: Picture, style?: string): SvgNode {
  const { width, height, title, description, content } = picture;
  return svg(
    'svg',
    {
      'xmlns': 'http://www.w3.org/2000/svg',
      'viewBox': `0 0 ${round(width)} ${round(height)}`,
      'width': round(width),
      'height': round(height),
      'class': 'picture',
      'role': 'img',
      'aria-label': `${title}. ${description}`,
    },
    ...(style === undefined ? [] : [svg('style', {}, style)]),
    ...content,
  );
}

/** A tree as text. Everything in it is escaped: text of a kernel can never become an element. */
export function markup(node: SvgChild): string {
  if (typeof node === 'string') return escapeMarkup(node);
  const attributes = Object.entries(node.attributes)
    .map(([name, value]) =>
      value === undefined
        ? ''
        : ` ${name}="${escapeMarkup(typeof value === 'number' ? String(round(value)) : value)}"`,
    )
    .join('');
  const inner = node.children.map(markup).join('');
  return inner === ''
    ? `<${node.tag}${attributes}/>`
    : `<${node.tag}${attributes}>${inner}</${node.tag}>`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text for an element or an attribute of HTML or SVG; characters that XML does not have are replaced. */
export function escapeMarkup(text: string): string {
  return text
    .replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
    .replaceAll(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, (character) =>
      '\t\n\r'.includes(character) ? character : '\ufffd',
    );
}

/** Hundredths of a pixel are enough. */
const round = (value: number): number => Math.round(value * 100) / 100;
