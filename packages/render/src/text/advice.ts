/**
 * Rules that were checked on a CK Tile specification:
 *
 *     violated  slides/thumb-4: build for the banks of the chip
 *               hard-coding 32 banks on gfx950 leaves 4 conflict cycles per read
 */
import type { Statement, Verdict } from '@ldscope/core';
import { hang } from './measure.ts';
import { counted } from './numbers.ts';
import type { Page, Style } from './style.ts';

const styles: Readonly<Record<Verdict, Style>> = {
  'violated': 'bad',
  'refuted': 'warn',
  'holds': 'good',
  'does not apply': 'faint',
};

/** What is violated, then the rest; without `all` what is not violated is only counted. */
export function adviceLines(
  advice: readonly Statement[] | undefined,
  page: Page,
  all: boolean,
): string[] {
  if (advice === undefined || advice.length === 0) return [];
  const verdicts: readonly Verdict[] = ['violated', 'refuted', 'holds', 'does not apply'];
  const of = (wanted: Verdict): readonly Statement[] =>
    advice.filter(({ verdict }) => verdict === wanted);
  const shown = all ? verdicts : verdicts.slice(0, 1);
  const lines = shown.flatMap((verdict) => of(verdict).flatMap((one) => statementLines(one, page)));
  if (all) return lines;
  const rest = verdicts.slice(1).map((verdict) => `${of(verdict).length} ${words[verdict]}`);
  const summary = `of ${counted(advice.length, 'rule')}: ${rest.join(', ')}; --all shows them`;
  return [...lines, ...hang('  ', summary, page.width).map((line) => page.paint('faint', line))];
}

const words: Readonly<Record<Verdict, string>> = {
  'violated': 'violated',
  'refuted': 'claims that measurement refutes',
  'holds': 'hold',
  'does not apply': 'do not apply',
};

const INDENT = 4;

function statementLines({ rule, says, verdict, finding }: Statement, page: Page): string[] {
  const [first = '', ...rest] = hang('  ', `${verdict} ${rule}: ${says}`, page.width - 2);
  const painted = first.replace(verdict, page.paint(styles[verdict], verdict));
  const below = hang(' '.repeat(INDENT), finding, page.width);
  return [painted, ...rest.map((line) => `  ${line}`), ...below];
}
