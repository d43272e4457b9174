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

/** By verdict, what is violated first: the style, and what its statements are called. */
const verdicts: readonly (readonly [Verdict, Style, string])[] = [
  ['violated', 'bad', 'violated'],
  ['refuted', 'warn', 'claims that measurement refutes'],
  ['holds', 'good', 'hold'],
  ['does not apply', 'faint', 'do not apply'],
];

/** What is violated, then the rest; without `all` what is not violated is only counted. */
export function adviceBlocks(advice: readonly Statement[] | undefined, all: boolean): Block[] {
  if (advice === undefined || advice.length === 0) return [];
  const of = (wanted: Verdict): readonly Statement[] =>
    advice.filter(({ verdict }) => verdict === wanted);
  const shown = all ? verdicts : verdicts.slice(0, 1);
  const items = shown.flatMap(([verdict, style]) =>
    of(verdict).map(({ rule, says, finding }): Item => ({
      text: `${verdict} ${rule}: ${says}`,
      marked: { word: verdict, style },
      items: [{ text: finding }],
    })),
  );
  if (all) return listOf(items);
  const rest = verdicts.slice(1).map(([verdict, , words]) => `${of(verdict).length} ${words}`);
  const summary = `of ${counted(advice.length, 'rule')}: ${rest.join(', ')}; --all shows them`;
  return [...listOf(items), paragraph(summary, 'faint')];
}
