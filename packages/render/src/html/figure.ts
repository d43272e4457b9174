/** A picture in the page, in a box that scrolls, with the table of the same data. */
import type { DataTable } from '../svg/data-table.ts';
import { type Picture, pictureNode, type SvgChild } from '../svg/node.ts';
import { h, type HtmlNode } from './node.ts';
import { scrolled, tableTwin } from './table.ts';

interface FigureOptions {
  readonly table?: DataTable | undefined;
  /** A line above the picture. */
  readonly caption?: string | undefined;
  /** Marks have no words of their own: for large pictures, of which the table has them. */
  readonly isWordless?: boolean | undefined;
  /** The step of a choice that this figure is. */
  readonly step?: string | undefined;
}

export function figure(
  picture: Picture,
  { table, caption, step, isWordless = false }: FigureOptions = {},
): HtmlNode {
  return h(
    'figure',
    { 'data-step': step },
    caption !== undefined && h('figcaption', {}, caption),
    scrolled(picture.title, slimmed(pictureNode(picture), isWordless)),
    table !== undefined && tableTwin(table),
  );
}

/** Nothing is selected in the report, so the identity of marks is left out: it is a third of a picture. */
function slimmed(node: SvgChild, isWordless: boolean): SvgChild {
  if (typeof node === 'string') return node;
  const { tag, attributes, children } = node;
  const kept = Object.entries(attributes).filter(([name]) => !name.startsWith('data-'));
  const inner = isWordless
    ? children.filter((child) => typeof child === 'string' || child.tag !== 'title')
    : children;
  return {
    tag,
    attributes: Object.fromEntries(kept),
    children: inner.map((child) => slimmed(child, isWordless)),
  };
}
