/**
 * Rules that were checked on a CK Tile specification:
 *
 *     violated  slides/thumb-4: build for the banks of the chip
 *               hard-coding 32 banks on gfx950 leaves 4 conflict cycles per read
 */
import type { Statement, Verdict } from '@ldscope/core';
import { type Block, type Item, listOf, paragraph } from '../document/document.ts';
import { counted } from '../text/numbers.ts';
import type { Style } from '../text/style.ts';

/** By verdict, violations first: the style, and the title of its statements. */
const verdicts: readonly (readonly [Verdict, Style, string])[] = [
  ['violated', 'bad', 'violated'],
  ['refuted', 'warn', 'claims that measurement refutes'],
  ['holds', 'good', 'hold'],
  ['does not apply', 'faint', 'do not apply'],
];

/** The violated rules, then the rest: all of them, folded away by verdict, or only counted. */
export function adviceBlocks(
  advice: readonly Statement[] | undefined,
  rest: 'all' | 'folded' | 'counted',
): Block[] {
  if (advice === undefined || advice.length === 0) return [];
  const items = (wanted: Verdict, style: Style): Item[] =>
    advice.flatMap(({ rule, says, verdict, finding }) =>
      verdict !== wanted
        ? []
        : [
            {
              text: `${verdict} ${rule}: ${says}`,
              marked: { word: verdict, style },
              items: [{ text: finding }],
            },
          ],
    );
  const groups = verdicts.map(([verdict, style, words]) => ({
    words,
    items: items(verdict, style),
  }));
  if (rest === 'all') return listOf(groups.flatMap((group) => group.items));
  const [violated, ...others] = groups;
  const worst = listOf(violated?.items ?? []);
  if (rest === 'folded') {
    const folds = others
      .filter((group) => group.items.length > 0)
      .map((group): Block => ({
        kind: 'group',
        title: `${group.items.length} ${group.words}`,
        blocks: listOf(group.items),
      }));
    return [...worst, ...folds];
  }
  const counts = others.map((group) => `${group.items.length} ${group.words}`).join(', ');
  const summary = `of ${counted(advice.length, 'rule')}: ${counts}; --all shows them`;
  return [...worst, paragraph(summary, 'faint')];
}
