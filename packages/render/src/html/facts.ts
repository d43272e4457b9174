/** Figures with what they are of, in a row. */
import { h, type HtmlNode } from './node.ts';

export interface Fact {
  readonly title: string;
  readonly value: string;
  readonly tone?: 'conflict' | 'good';
}

export function factList(facts: readonly Fact[]): HtmlNode {
  return h(
    'dl',
    { class: 'facts' },
    ...facts.map(({ title, value, tone }) =>
      h('div', { class: tone }, h('dt', {}, title), h('dd', {}, value)),
    ),
  );
}
