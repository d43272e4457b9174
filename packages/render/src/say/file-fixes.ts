/** The changes of sources that a check tried: of each file the best as a diff, or why there is none. */
import { type CheckReport, type FileFix, findMachine, type FixReport, sum } from '@ldscope/core';
import { type Block, listOf, paragraph, type Section } from '../document/document.ts';
import { termsFor } from '../text/terminology.ts';
import { counted, grouped } from '../text/numbers.ts';
import { sourceVerdicts } from './fix.ts';

/** The reports of a file in which a change holds. */
export const changesOf = (
  { fixes = [] }: Pick<CheckReport, 'fixes'>,
  file: string,
): readonly FixReport[] =>
  fixes.flatMap((one) => (one.file === file && one.report.diff !== undefined ? [one.report] : []));

/** `t[32][33]: 992 -> 0 conflict cycles in 2 runs; compiled, executed and compared`, without its full stop. */
export function changeText({ candidates = [] }: FixReport): string {
  const [best] = candidates;
  const runs = (best?.runs ?? []).filter(({ isShifted }) => isShifted !== true);
  const total = (side: 'before' | 'after'): string =>
    grouped(sum(runs.map((run) => run[side].conflicts)));
  const { cycles } = termsFor(findMachine(runs[0]?.machine ?? ''));
  const where = runs.length > 1 ? ` in ${counted(runs.length, 'run')}` : '';
  return `${best?.says ?? ''}: ${total('before')} -> ${total('after')} conflict ${cycles}${where}; compiled, executed and compared`;
}

/** A section for each file. */
export const fixSections = (fixes: readonly FileFix[]): Section[] =>
  fixes.map(({ file, report }) => ({
    level: 2,
    heading: `A change of ${file} for ${report.machines.join(', ')}`,
    blocks: report.diff === undefined ? whyNone(report) : [...diffBlocks(report, report.diff)],
  }));

const diffBlocks = (report: FixReport, text: string): Block[] => [
  paragraph(`${changeText(report)}.`, 'good'),
  {
    kind: 'codes',
    codes: [{ name: 'diff', title: 'For git apply', text: text.trimEnd(), language: 'diff' }],
  },
];

function whyNone({ verdict, candidates = [], diagnostics }: FixReport): Block[] {
  const outs = candidates.flatMap(({ says, out }) =>
    out === undefined ? [] : [{ text: `${says} is out: ${out.reason}, ${out.detail}` }],
  );
  const said = diagnostics.map(({ message }) => ({ text: message }));
  return [paragraph(`${sourceVerdicts[verdict].text}.`, 'warn'), ...listOf([...outs, ...said])];
}
