/**
 * A picture as live elements, changed in place: a subtree that is the same object as before is skipped, and of the others
 * only attributes and texts that differ are set, so that elements keep their identity for the pointer and for transitions.
 *
 *     before    g( rect x=0 fill=a, text '3' )
 *     after     g( rect x=0 fill=b, text '3' )      sets one attribute
 *
 * Attributes come from our own pictures; texts become text nodes, never markup.
 */
import type { SvgAttributes, SvgChild, SvgNode } from '@ldscope/render';

const NAMESPACE = 'http://www.w3.org/2000/svg';

/** Makes `parent`, which holds what was drawn of `before` or nothing, hold `after`. */
export function draw(parent: Element, before: SvgNode | undefined, after: SvgNode): void {
  const drawn = parent.firstChild;
  if (before === undefined || drawn === null) parent.replaceChildren(create(after));
  else change(drawn, before, after);
}

function create(node: SvgChild): ChildNode {
  if (typeof node === 'string') return document.createTextNode(node);
  const element = document.createElementNS(NAMESPACE, node.tag);
  for (const name in node.attributes) set(element, name, node.attributes[name]);
  for (const child of node.children) element.appendChild(create(child));
  return element;
}

function change(drawn: ChildNode, before: SvgChild, after: SvgChild): void {
  if (before === after) return;
  if (typeof before === 'string' || typeof after === 'string') {
    if (typeof before === typeof after && typeof after === 'string') drawn.nodeValue = after;
    else drawn.replaceWith(create(after));
  } else if (before.tag !== after.tag || !(drawn instanceof SVGElement)) {
    drawn.replaceWith(create(after));
  } else {
    changeAttributes(drawn, before.attributes, after.attributes);
    changeChildren(drawn, before.children, after.children);
  }
}

function changeAttributes(element: SVGElement, before: SvgAttributes, after: SvgAttributes): void {
  if (before === after) return;
  for (const name in after) {
    if (after[name] !== before[name]) set(element, name, after[name]);
  }
  for (const name in before) {
    if (before[name] !== undefined && !(name in after)) set(element, name, undefined);
  }
}

/** Child by child in their order; surplus children are added or removed at the end. */
function changeChildren(
  element: SVGElement,
  before: readonly SvgChild[],
  after: readonly SvgChild[],
): void {
  if (before === after) return;
  let drawn = element.firstChild;
  for (const [index, child] of after.entries()) {
    const old = before[index];
    if (drawn === null || old === undefined) {
      element.appendChild(create(child));
      continue;
    }
    const next: ChildNode | null = drawn.nextSibling;
    change(drawn, old, child);
    drawn = next;
  }
  while (drawn !== null) {
    const next: ChildNode | null = drawn.nextSibling;
    drawn.remove();
    drawn = next;
  }
}

/** A style is set through `style`, which no content security policy forbids. */
function set(element: SVGElement, name: string, value: string | number | undefined): void {
  if (value === undefined) element.removeAttribute(name);
  else if (name === 'style') element.style.cssText = String(value);
  else element.setAttribute(name, String(value));
}
