/**
 * HTML as a tree of the same elements as pictures, and its text. Text of a kernel is a string in the tree and can never
 * become an element, an attribute or a script: the only texts that are not escaped are those of `style` and `script`, which
 * are ours.
 *
 *     htmlText(h('p', { class: 'lead' }, 'a < b'))    <p class="lead">a &lt; b</p>
 */
import {
  escapeMarkup,
  markup,
  svg,
  type SvgAttributes,
  type SvgChild,
  type SvgNode,
} from '../svg/node.ts';

export type HtmlNode = SvgNode;
export type HtmlChild = SvgChild;
export type HtmlAttributes = SvgAttributes;

/** One element; `undefined` and `false` among the children are left out. */
export function h(
  tag: string,
  attributes: HtmlAttributes = {},
  ...children: readonly (HtmlChild | undefined | false)[]
): HtmlNode {
  return svg(
    tag,
    attributes,
    ...children.filter((child) => child !== undefined && child !== false),
  );
}

const VOID: ReadonlySet<string> = new Set(['meta', 'input', 'br', 'hr']);
const RAW: ReadonlySet<string> = new Set(['style', 'script']);

/** A tree as text. */
export function htmlText(node: HtmlChild): string {
  if (typeof node === 'string') return escapeMarkup(visible(node));
  const { tag, attributes, children } = node;
  if (tag === 'svg') return markup(node);
  const head = Object.entries(attributes)
    .map(([name, value]) =>
      value === undefined ? '' : ` ${name}="${escapeMarkup(visible(String(value)))}"`,
    )
    .join('');
  if (VOID.has(tag)) return `<${tag}${head}>`;
  if (RAW.has(tag)) return `<${tag}${head}>${children.map(rawText).join('')}</${tag}>`;
  return `<${tag}${head}>${children.map(htmlText).join('')}</${tag}>`;
}

function rawText(child: HtmlChild): string {
  if (typeof child !== 'string' || child.includes('</') || child.includes('<!--')) {
    throw new Error('a style or a script would end early');
  }
  return child;
}

/** Characters that change the direction of a text, and so could show another text than there is, become visible. */
function visible(text: string): string {
  return text.replaceAll(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
}
