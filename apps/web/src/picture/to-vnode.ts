/** A picture as live elements. Attributes come from our own pictures; texts become text nodes, never markup. */
import type { SvgChild } from '@ldscope/render';
import { type ComponentChild, h } from 'preact';

export function toVNode(node: SvgChild): ComponentChild {
  return typeof node === 'string'
    ? node
    : h(node.tag, { ...node.attributes }, ...node.children.map(toVNode));
}
