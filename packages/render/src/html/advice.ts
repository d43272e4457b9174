/** The rules of CK Tile's documents that were checked on a specification. */
import type { Statement, Verdict } from '@ldscope/core';
import { h, type HtmlNode } from './node.ts';
import { scrolledTable } from './table.ts';

const tones: Readonly<Record<Verdict, string>> = {
  'violated': 'bad',
  'refuted': 'warn',
  'holds': 'good',
  'does not apply': '',
};

/** What is violated first. */
export function adviceTable(advice: readonly Statement[]): HtmlNode {
  const order = Object.keys(tones);
  const sorted = [...advice].sort((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
  return scrolledTable({
    caption: 'Rules that were checked; refuted: a claim that measurement contradicts',
    columns: [{ title: 'verdict' }, { title: 'rule' }, { title: 'says' }, { title: 'here' }],
    rows: sorted.map(({ verdict, rule, says, finding }) => [
      h('span', { class: `tag ${tones[verdict]}` }, verdict),
      rule,
      says,
      finding,
    ]),
  });
}
