/** What `ldscope opt` decided: per allocation, a line for each pass. */
import type { AllocationDecisions, OptReport, PassVerdict } from '@ldscope/core';
import { keyed } from './keyed.ts';
import { hang } from './measure.ts';
import { grouped } from './numbers.ts';
import { type Page, pageFor, type Style, type TextOptions } from './style.ts';

const styles: Readonly<Partial<Record<PassVerdict, Style>>> = {
  resolved: 'good',
  padded: 'warn',
  dropped: 'warn',
  refused: 'bad',
};

/** The report without its diagnostics and without the MLIR. */
export function renderOpt(report: OptReport, options: TextOptions = {}): string {
  const page = pageFor(options);
  const { file, passes, like, machine, verdict, allocations } = report;
  const lines = [
    ...hang('', file, page.width).map((line) => page.paint('strong', line)),
    ...keyed('passes', passes.join(', '), page),
    ...keyed('like', like, page),
    ...keyed('machine', machine, page),
    ...(verdict === 'failed'
      ? keyed('verdict', 'failed: nothing was written', page).map((line) => page.paint('bad', line))
      : []),
    ...allocations.flatMap((allocation) => ['', ...allocationLines(allocation, page)]),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function allocationLines(allocation: AllocationDecisions, page: Page): string[] {
  const { place, decisions } = allocation;
  const around = allocation.function === undefined ? '' : ` of ${allocation.function}`;
  const at = place === undefined ? '' : `, ${place.line}:${place.column}`;
  return [
    ...hang('', `${allocation.allocation}${around}${at}`, page.width).map((line) =>
      page.paint('strong', line),
    ),
    ...decisions.flatMap(({ pass, verdict, reason, figures }) => {
      const style = styles[verdict];
      const words = `${reason}${figureWords(figures)}`;
      const [first = '', ...rest] = hang('    ', `${verdict}: ${words}`, page.width);
      const painted =
        style === undefined ? first : first.replace(verdict, () => page.paint(style, verdict));
      return [`  ${pass}`, painted, ...rest];
    }),
  ];
}

/** ` (accesses 4, pieces 8)`; nothing without figures. */
function figureWords(figures: Readonly<Record<string, number>>): string {
  const words = Object.entries(figures).map(([name, value]) => `${spaced(name)} ${grouped(value)}`);
  return words.length === 0 ? '' : ` (${words.join(', ')})`;
}

/** `ldsBytesBefore` -> `LDS bytes before`. */
function spaced(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.replaceAll(/\blds\b/g, 'LDS');
}
