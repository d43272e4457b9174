/**
 * A picture as live elements. Attributes come from our own pictures; texts become text nodes, never markup. A group that
 * is the same object as before is not compared again, so what moves over a large picture is drawn at once.
 */
import type { SvgChild, SvgNode } from '@ldscope/render';
import { Component, type ComponentChild, h } from 'preact';

export function toVNode(node: SvgChild): ComponentChild {
  if (typeof node === 'string') return node;
  return node.tag === 'g' ? h(Group, { node }) : element(node);
}

const element = (node: SvgNode): ComponentChild =>
  h(node.tag, { ...node.attributes }, ...node.children.map(toVNode));

interface GroupProps {
  readonly node: SvgNode;
}

class Group extends Component<GroupProps> {
  override shouldComponentUpdate({ node }: GroupProps): boolean {
    return node !== this.props.node;
  }

  override render({ node }: GroupProps): ComponentChild {
    return element(node);
  }
}
