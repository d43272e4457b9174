/**
 * The advisor: every item of the slides' checklist and rules, and of CK's page, checked on a triple. Claims of the
 * documents are computed here, and claims that counters refute are reported with the numbers.
 */
import { type Result, success } from '../../../base/result.ts';
import type { ConflictModel, Machine } from '../../../machine/machine.ts';
import { allIndices, calculateOffsets, lengthsOf } from '../../../vendors/ck-tile/descriptor.ts';
import type { TransposeSpec } from '../tutorials/tutorials.ts';
import { checklist } from './checklist.ts';
import { type Facts, factsOf } from './facts.ts';
import { padding } from './padding.ts';
import { page } from './page.ts';
import {
  doesNotApply,
  type Finding,
  holds,
  type Rule,
  type Statement,
  violated,
} from './statement.ts';
import { thumb } from './thumb.ts';

/** The read view must find each element where the write view put it, with its indices in either order. */
function sameMemory({ write, read }: Facts): Finding {
  const [first, second] = [write.access.descriptor, read.access.descriptor];
  const lengths = lengthsOf(first);
  const others = lengthsOf(second);
  if (lengths.length !== 2 || others.length !== 2) return doesNotApply('the tile is not a matrix');
  const indices = allIndices(lengths);
  const written = calculateOffsets(first, indices);
  const orders = [
    { order: 'as written', index: indices, wanted: lengths },
    { order: 'transposed', index: indices.toReversed(), wanted: lengths.toReversed() },
  ];
  const found = orders.flatMap(({ order, index, wanted }) => {
    if (wanted.join(' ') !== others.join(' ')) return [];
    const offsets = calculateOffsets(second, index);
    return [{ order, wrong: written.filter((offset, i) => offset !== offsets[i]).length }];
  });
  const [best] = found.toSorted((a, b) => a.wrong - b.wrong);
  if (best === undefined) {
    return violated(`the views have lengths ${lengths.join(' x ')} and ${others.join(' x ')}`);
  }
  const { order, wrong } = best;
  const numbers = { wrong, elements: written.length };
  return wrong === 0
    ? holds(
        `the read view has all ${written.length} elements where they were written, ${order}`,
        numbers,
      )
    : violated(`the read view looks for ${wrong} of ${written.length} elements elsewhere`, numbers);
}

/** All rules, in the order of the documents. */
export const adviceRules: readonly Rule[] = [
  {
    rule: 'triple/views',
    title: 'one memory',
    says: 'what is written through one descriptor is read through the other',
    check: sameMemory,
  },
  ...checklist,
  ...padding,
  ...thumb,
  ...page,
];

/** Every rule of the documents of CK Tile on a specification. Fails when it cannot be planned; the reasons are diagnostics. */
export function advise(
  spec: TransposeSpec,
  machine: Machine,
  model: ConflictModel = machine.models[0],
): Result<readonly Statement[]> {
  const facts = factsOf(spec, machine, model);
  if (!facts.ok) return facts;
  const statements = adviceRules.map(({ rule, title, says, check }) => ({
    rule,
    title,
    says,
    ...check(facts.value),
  }));
  return success(statements, facts.diagnostics);
}
